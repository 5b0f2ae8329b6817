"""kill -9 of the server and of PostgreSQL during uploads: nothing acknowledged is lost, nothing is there twice.

CRASH_ROUNDS and CRASH_SEED choose how often at night and with which dice (the moments themselves are never repeatable).
"""

import asyncio
import hashlib
import os
import random
import secrets
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from fioboard.core.compression import decompress
from fioboard.store.embedded.throwaway import throwaway_folder
from tests.crash.sender import Sender
from tests.crash.victim import Victim

ROUNDS = int(os.environ.get("CRASH_ROUNDS", "50"))
SEED = int(os.environ.get("CRASH_SEED") or secrets.randbelow(2**32))
SENDERS = 4
# Crash recovery on a busy disk; the senders wait as long.
RECOVERY_S = 120
LONGEST_CALM_S = 0.5

# Each must come out empty: what one upload stores is there whole, once, and counted once.
CONTRADICTIONS = {
    "an upload without exactly one run": """
        select u.id from upload u left join run r on r.upload_id = u.id group by u.id having count(r.id) <> 1""",
    "an upload without its file": """
        select u.id from upload u left join upload_file f on f.upload_id = u.id group by u.id having count(f) <> 1""",
    "a run that was not understood": "select id from run where state <> 'understood'",
    "a run without exactly one result": """
        select r.id from run r left join result s on s.run_id = r.id group by r.id having count(s.id) <> 1""",
    "a run of another host than its upload": """
        select r.id from run r join upload u on u.id = r.upload_id where u.host_id <> r.host_id""",
    "a run without inventory": "select id from run where inventory_id is null",
    "a document that no upload names": """
        select id from document d where not exists (select from upload_file where document_id = d.id)""",
    "a host without uploads": "select id from host h where not exists (select from upload where host_id = h.id)",
    "an inventory without runs": """
        select id from inventory i where not exists (select from run where inventory_id = i.id)""",
    "a workload without results": """
        select id from workload w where not exists (select from result where workload_id = w.id)""",
    "a configuration whose counter is wrong": """
        select c.id from configuration c
        where run_count <> (select count(*) from run where configuration_id = c.id and deleted_at is null)""",
}


@pytest.fixture
def victim() -> Iterator[Victim]:
    with throwaway_folder() as folder:
        victim = Victim(folder, workers=2)
        victim.start()
        try:
            yield victim
        finally:
            victim.stop()


async def query(url: str, statement: str) -> list[Any]:
    """Rows straight from the database, past the service. Raises OSError, asyncpg.PostgresError."""
    connection = await asyncpg.connect(url, timeout=60)
    try:
        rows: list[Any] = await connection.fetch(statement)
        return rows
    finally:
        await connection.close()


def ask(victim: Victim, statement: str) -> list[Any]:
    """Rows, as soon as the server has recovered. A supervisor whose PostgreSQL died too often ends after its service
    said that it is ready: it is started again, as an init system would."""
    give_up_at = time.monotonic() + RECOVERY_S
    while True:
        try:
            return asyncio.run(query(victim.database_url, statement))
        except (OSError, asyncpg.PostgresError) as error:
            assert time.monotonic() < give_up_at, (
                f"the database did not come back in {RECOVERY_S} s: {error!r}"
            )
            time.sleep(0.05)
            victim.revive()


def missing(victim: Victim, senders: list[Sender]) -> set[UUID]:
    """Keys that were answered 2xx before this question was put, and are not stored."""
    confirmed = {key for sender in senders for key in list(sender.confirmed)}
    stored = {UUID(str(row[0])) for row in ask(victim, "select upload_key from upload")}
    return confirmed - stored


KINDS = ("worker", "supervisor", "postmaster", "backend")


def plan(chance: random.Random, rounds: int) -> list[str]:
    """Each kind once; of the other rounds half hit the server, half PostgreSQL. In random order."""
    more = rounds - len(KINDS)
    # Supervisor and postmaster less often: starting everything again is what takes the time, and PostgreSQL that
    # dies four times a minute ends the service too.
    kinds = [*KINDS, *chance.choices(("worker", "supervisor"), (3, 1), k=more // 2)]
    kinds += chance.choices(("postmaster", "backend"), (1, 2), k=more - more // 2)
    chance.shuffle(kinds)
    return kinds


@pytest.mark.nightly
def test_nothing_acknowledged_is_lost_and_nothing_is_stored_twice(victim: Victim) -> None:
    print(f"CRASH_SEED={SEED} CRASH_ROUNDS={ROUNDS}")
    chance = random.Random(SEED)
    token = victim.command("token", "create", "--scope", "upload", "--name", "crash")
    senders = [Sender(n, victim.address, token, seed=SEED + n) for n in range(SENDERS)]
    for sender in senders:
        sender.start()
    killed: Counter[str] = Counter()
    began = time.monotonic()
    for number, kind in enumerate(plan(chance, ROUNDS)):
        time.sleep(chance.random() * LONGEST_CALM_S)
        while not victim.kill(kind, chance):  # e.g. the one backend ended by itself just now
            time.sleep(0.02)
        killed[kind] += 1
        victim.revive()
        lost = missing(victim, senders)
        assert not lost, (
            f"CRASH_SEED={SEED}: round {number} ({kind}) lost {len(lost)} acknowledged uploads: {lost}"
        )
    for sender in senders:
        sender.end()
    for sender in senders:
        sender.join(60)
        assert not sender.is_alive(), f"CRASH_SEED={SEED}: {sender.name} never got its last upload through"
        assert not sender.refused, f"CRASH_SEED={SEED}: {sender.refused[:5]}"

    answers: Counter[int] = Counter()
    for sender in senders:
        answers.update(sender.answers)
    confirmed = {key: known for sender in senders for key, known in sender.confirmed.items()}
    print(f"{time.monotonic() - began:.0f} s, {len(confirmed)} uploads, killed {dict(killed)}")
    print(f"answers by status (0 = none) {dict(answers)}")
    assert set(confirmed) == {key for sender in senders for key in sender.sent}
    assert answers[0], "no kill ever broke an upload: this test proved nothing"

    stored = ask(
        victim,
        """
        select u.upload_key, r.id, d.sha256, d.body_zstd from upload u join run r on r.upload_id = u.id
        join upload_file f on f.upload_id = u.id join document d on d.id = f.document_id
        """,
    )
    found = {UUID(str(row[0])): (UUID(str(row[1])), row[2]) for row in stored}
    assert len(stored) == len(found) == len(confirmed)
    assert found == {key: (known.run_id, known.sha256) for key, known in confirmed.items()}
    for _, _, sha256, body_zstd in {row[2]: row for row in stored}.values():
        assert hashlib.sha256(decompress(body_zstd)).digest() == sha256
    for contradiction, statement in CONTRADICTIONS.items():
        rows = ask(victim, statement)
        assert not rows, f"CRASH_SEED={SEED}: {contradiction}: {rows[:3]}"

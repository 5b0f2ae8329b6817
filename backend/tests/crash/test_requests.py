"""Requests and schedules while service, PostgreSQL, agents and the network between them are killed: none is lost, none
is measured twice, and each that was not measured says why.

Times of schedules are made to come by moving `next_at`, each noted in the same statement: `turn` has as many rows as
times came, whatever was killed. CRASH_KILLS and CRASH_SEED choose how often and with which dice.
"""

import asyncio
import json
import os
import random
import secrets
import time
import urllib.error
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from tests.crash.serving import ServingHost
from tests.crash.test_kill_nine import ask
from tests.crash.victim import Victim

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(
        os.geteuid() != 0, reason="an owner's list belongs to root, and so does a host's name"
    ),
]

KILLS = int(os.environ.get("CRASH_KILLS", "30"))
SEED = int(os.environ.get("CRASH_SEED") or secrets.randbelow(2**32))
OF_SERVICE = ("worker", "supervisor", "postmaster", "backend")
OF_HOST = ("serve", "child", "fio", "all", "cut", "swallow")
# What was offered in an answer that never arrived waits 60 s; so does a back-off.
QUIET_S = 420

# Each must come out empty.
CONTRADICTIONS = {
    "a time of a schedule without exactly one request, or one group": """
        select s.id, t.times, count(r.id) from schedule s
            left join (select schedule_id, count(*) as times from turn group by schedule_id) t on t.schedule_id = s.id
            left join request r on r.schedule_id = s.id
        group by s.id, t.times having count(distinct coalesce(r.group_id, r.id)) <> coalesce(t.times, 0)""",
    "a time of a schedule of several hosts without one request of each": """
        select s.id, r.group_id, array_agg(r.host_id) from schedule s join request r on r.schedule_id = s.id
        where exists (select from schedule_host h where h.schedule_id = s.id)
        group by s.id, r.group_id having array_agg(r.host_id order by r.host_id) <> (
            select array_agg(m.host_id order by m.host_id) from (
                select s.host_id union select h.host_id from schedule_host h where h.schedule_id = s.id
            ) m)""",
    "a request that did not end": "select id, state from request where state in ('queued', 'offered', 'running')",
    "a request that was not measured and does not say why": """
        select id, state from request
        where state <> 'done' and reason is null and (state <> 'cancelled' or cancel_asked_at is null)""",
    "a suite that is done without each step measured once": """
        select r.id, array_agg(n.batch ->> 'step' order by n.batch ->> 'step') from request r
            left join run n on n.batch_id = r.id and n.outcome = 'complete'
        where r.state = 'done' and r.kind = 'suite' group by r.id
        having array_agg(n.batch ->> 'step' order by n.batch ->> 'step') <> '{1,2,3,4}'""",
    "a suite with a step measured twice": """
        select batch_id, batch ->> 'step' from run where outcome = 'complete' and batch_id is not null
        group by 1, 2 having count(*) > 1""",
    "a job that is done without its one run": """
        select r.id from request r left join upload u on u.upload_key = r.id left join run n on n.upload_id = u.id
            and n.outcome = 'complete'
        where r.state = 'done' and r.kind = 'job' group by r.id having count(n.id) <> 1""",
    "a run that no request made": """
        select n.id from run n join upload u on u.id = n.upload_id
        where not exists (select from request r where r.id in (n.batch_id, u.upload_key))""",
    "a run of a request that was never started": """
        select r.id, r.state from request r join upload u on u.upload_key = r.id or exists (
            select from run n where n.upload_id = u.id and n.batch_id = r.id)
        where r.started_at is null""",
    "hosts that were to start together and started alone": """
        select r.group_id, r.id, s.* from request r left join request_start s on s.request_id = r.id
        where r.group_id is not null and (s.fio_started_at is not null or r.state = 'done')
            and (s.start_at is null or s.fio_started_at < s.start_at - interval '1 s')""",
    "a run on another host than was asked": """
        select n.id from run n join upload u on u.id = n.upload_id join request r on r.id in (n.batch_id, u.upload_key)
        where n.host_id <> r.host_id""",
}


def execute(victim: Victim, statement: str) -> None:
    """Execute once; while PostgreSQL is away, nothing."""

    async def run() -> None:
        connection = await asyncpg.connect(victim.database_url, timeout=60)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    try:
        asyncio.run(run())
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
        return


class Person:
    """Somebody with a token who asks, and cancels; what was answered counts."""

    def __init__(self, victim: Victim) -> None:
        self._victim = victim
        self._token = victim.command("token", "create", "--scope", "write", "--name", "person")
        self.made: list[str] = []

    def ask_for(self, **more: Any) -> None:
        """Ask one host by `host_id`, or several by `hosts`; of those the id of the first is kept."""
        body = {"kind": "job", "name": "db", **more}
        answer = self._call("POST", "/api/v1/requests", body)
        self.made += [answer["id"]] if answer else []

    def cancel_newest(self) -> None:
        if self.made:
            self._call("DELETE", f"/api/v1/requests/{self.made[-1]}", None)

    def _call(self, method: str, path: str, body: dict[str, Any] | None) -> dict[str, Any] | None:
        request = urllib.request.Request(
            self._victim.url + path,
            data=None if body is None else json.dumps(body).encode(),
            method=method,
            headers={"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                found: dict[str, Any] = json.load(answer)
                return found
        except urllib.error.HTTPError as error:
            assert error.code >= 500, error.read()
        except OSError:
            pass
        return None


def plan(chance: random.Random) -> list[str]:
    """Each kind as often as the others, in random order."""
    kinds = [*OF_SERVICE, *OF_HOST]
    planned = [kinds[number % len(kinds)] for number in range(KILLS)]
    chance.shuffle(planned)
    return planned


def strike(victim: Victim, host: ServingHost, kind: str, chance: random.Random) -> bool:
    """Kill, or cut, once. False: there was none of this kind."""
    if kind == "cut":
        host.cable.cut(chance.uniform(0.1, 4))
        return True
    if kind == "swallow":
        host.cable.swallow(chance.uniform(0.5, 4))
        return True
    return host.kill(kind) if kind in OF_HOST else victim.kill(kind, chance)


def let_times_come(victim: Victim) -> None:
    execute(
        victim,
        """
        with due as (update schedule set next_at = now() where next_at > now() returning id)
        insert into turn select id, now() from due
        """,
    )


def test_no_request_is_lost_or_measured_twice(victim: Victim, hosts: list[ServingHost]) -> None:
    print(f"CRASH_SEED={SEED} CRASH_KILLS={KILLS}")
    chance = random.Random(SEED)
    person = Person(victim)
    ask(victim, "create table turn (schedule_id uuid, at timestamptz)")
    ids = {row["name"]: str(row["id"]) for row in ask(victim, "select id, name from host")}
    for host in hosts:
        for kind, name, parameters, only_when_idle in (
            ("job", "db", "{}", False),
            ("suite", "quick", '{"runtime": 1, "repeats": 1}', True),
        ):
            ask(
                victim,
                f"""
                insert into schedule (id, host_id, kind, name, target, parameters, priority, cron, zone, jitter_s,
                    only_when_idle, next_at, created_at, created_by)
                values (gen_random_uuid(), '{ids[host.name]}', '{kind}', '{name}', '{host.bench}', '{parameters}', 0,
                    '0 3 * * *', 'UTC', 0, {only_when_idle}, now() + interval '1 day', now(), 'test')
                """,
            )
    own, other = hosts
    ask(
        victim,
        f"""
        with together as (
            insert into schedule (id, host_id, kind, name, target, parameters, priority, cron, zone, jitter_s,
                only_when_idle, next_at, created_at, created_by)
            values (gen_random_uuid(), '{ids[own.name]}', 'job', 'db', '{own.bench}', '{{}}', 1, '0 3 * * *', 'UTC', 0,
                false, now() + interval '1 day', now(), 'test')
            returning id
        )
        insert into schedule_host (id, schedule_id, host_id, target)
        select gen_random_uuid(), id, '{ids[other.name]}', '{other.bench}' from together
        """,
    )
    struck: Counter[str] = Counter()
    for number, kind in enumerate(plan(chance)):
        let_times_come(victim)
        host = chance.choice(hosts)
        if number % 3 == 2:
            together = [{"host_id": ids[one.name], "target": str(one.bench)} for one in hosts]
            person.ask_for(hosts=together, target=str(host.bench))
        else:
            person.ask_for(host_id=ids[host.name], target=str(host.bench))
        if number % 6 == 5:
            person.cancel_newest()
        time.sleep(chance.uniform(0, 3))
        give_up_at = time.monotonic() + 90
        while not strike(victim, chance.choice(hosts), kind, chance):
            assert time.monotonic() < give_up_at, kind
            # A service whose PostgreSQL was killed too often ends a moment after it was ready.
            victim.revive()
            time.sleep(0.05)
        struck[kind] += 1
        victim.revive()
    began = time.monotonic()
    open_ones = CONTRADICTIONS["a request that did not end"]
    # A request may be done before its result has arrived: that waits on its host until it is stored.
    while left := [*ask(victim, open_ones), *(one for host in hosts for one in host.list_spool())]:
        assert time.monotonic() - began < QUIET_S, left
        victim.revive()
        time.sleep(0.5)
    states = Counter(
        {row[0]: row[1] for row in ask(victim, "select state, count(*) from request group by 1")}
    )
    print(f"struck {dict(struck)}; {dict(states)}; quiet after {time.monotonic() - began:.0f} s")
    for row in ask(victim, "select state, reason, count(*) from request where state <> 'done' group by 1, 2"):
        print(f"{row[2]:4} {row[0]}: {row[1]}")
    for name, statement in CONTRADICTIONS.items():
        assert ask(victim, statement) == [], f"CRASH_SEED={SEED}: {name}"
    known = {str(row[0]) for row in ask(victim, "select id from request")}
    assert set(person.made) <= known
    assert states["done"] >= KILLS // 2, states
    together = ask(
        victim,
        "select schedule_id is not null as is_due, count(*) from request "
        "where state = 'done' and group_id is not null group by 1",
    )
    counted = {row["is_due"]: row["count"] for row in together}
    print(f"{sum(counted.values())} of them together with another host, {counted.get(True, 0)} by schedule")
    assert min(counted.get(is_due, 0) for is_due in (False, True)) >= KILLS // 15, counted
    # fio itself, however often its agent was killed: once for each single job that was begun, and never for another.
    for row in ask(victim, "select id, state, started_at from request where kind = 'job'"):
        starts = sum(host.count_fio_starts(str(row["id"])) for host in hosts)
        assert starts in ({1} if row["state"] == "done" else {0, int(row["started_at"] is not None)}), (
            row,
            starts,
        )


# Columns of `request` that somebody wrote into the database, past every check of the service.
EDITED: tuple[dict[str, Any], ...] = (
    *(
        {"name": name}
        for name in ("sweep", "../quick", "quick\n", "", "x" * 5_000, "quick;reboot", "\u202equick", "-h")
    ),
    *({"kind": "job", "name": name} for name in ("db.fio", "../db", "/etc/passwd", "DB", "")),
    *(
        {"target": target}
        for target in (
            "/",
            "/etc",
            "/dev/sda",
            "/dev/null",
            "{bench}/",
            "{bench}/..",
            "{bench}/link",
            "",
            "\u2603",
        )
    ),
    *(
        {"parameters": parameters}
        for parameters in (
            *(
                {"filename": "/dev/sda"},
                {"exec_prerun": "reboot"},
                {"ioengine": "exec"},
                {"directory": "/etc"},
            ),
            *(
                {"runtime": 10**9},
                {"runtime": -1},
                {"runtime": "5;reboot"},
                {"runtime": [5]},
            ),
            *(
                {"repeats": 10**6},
                {"until": "0%"},
                {"bs": "4k"},
                {"rw": "trim"},
                {"runtime": 5, "x": {"y": 1}},
            ),
            *([], "runtime=5", 7, [{"runtime": 5}]),
        )
    ),
    {"kind": "job", "name": "db", "parameters": {"bs": "1g", "iodepth": 64}},
    {"kind": "job", "name": "db", "parameters": {"filename": "{foreign}/precious", "rw": "write"}},
    {"kind": "repeat", "name": None, "run_id": "00000000-0000-0000-0000-000000000000"},
    {"kind": "repeat", "name": None, "run_id": "01a22689-133d-7313-8d82-db2df0574db0"},
)


def test_rows_edited_by_hand_start_nothing(victim: Victim, hosts: list[ServingHost], tmp_path: Path) -> None:
    host = hosts[0]
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    (foreign / "precious").write_bytes(b"precious" * 512)
    (host.bench / "link").symlink_to(foreign)
    ids = {row["name"]: str(row["id"]) for row in ask(victim, "select id, name from host")}
    made = []
    for edited in EDITED:
        row = {
            "kind": "suite",
            "name": "quick",
            "run_id": None,
            "target": "{bench}",
            "parameters": {},
            **edited,
        }
        text = json.dumps(row).replace("{bench}", str(host.bench)).replace("{foreign}", str(foreign))
        made += ask(
            victim,
            f"""
            insert into request (id, host_id, kind, name, run_id, target, parameters, priority, state, created_at,
                created_by, expires_at)
            select gen_random_uuid(), '{ids[host.name]}', kind, name, run_id, target, parameters, 0, 'queued', now(),
                'x', now() + interval '1 day'
            from jsonb_to_record($row${text}$row$::jsonb)
                as r (kind text, name text, run_id uuid, target text, parameters jsonb)
            returning id
            """,
        )
    # The last one is allowed: it is done once all before it have been refused.
    Person(victim).ask_for(host_id=ids[host.name], target=str(host.bench))
    give_up_at = time.monotonic() + QUIET_S
    while left := ask(victim, CONTRADICTIONS["a request that did not end"]):
        assert time.monotonic() < give_up_at, left
        time.sleep(0.5)
    states = {row[0]: (row[1], row[2]) for row in ask(victim, "select id, state, reason from request")}
    for edited, row in zip(EDITED, made, strict=True):
        state, reason = states[row[0]]
        # What the service itself does not understand is not offered to the host.
        assert reason, (edited, state)
        assert state == "refused" or reason.startswith("This version of the service"), (edited, state, reason)
    assert Counter(state for state, _ in states.values())["done"] == 1
    assert host.count_fio_starts("") == 1
    assert [(path.name, path.read_bytes()) for path in foreign.iterdir()] == [("precious", b"precious" * 512)]
    assert [path.name for path in host.bench.iterdir()] in (["link"], ["link", "db.0.0"], ["db.0.0", "link"])

"""The real agent against a service that is killed: results wait in its spool and arrive exactly once."""

import asyncio
import json
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import asyncpg
import pytest

from fioboard.core.compression import decompress
from fioboard.store.embedded.throwaway import throwaway_folder
from tests.crash.agent import Agent
from tests.crash.victim import Victim

STORED, WAITING = 0, 4  # exit codes of the agent's command line
KEPT_RUNS = 3
KILLS = 4


@pytest.fixture(scope="module")
def shared_victim() -> Iterator[Victim]:
    with throwaway_folder() as folder:
        victim = Victim(folder, workers=1)
        victim.start()
        try:
            yield victim
        finally:
            victim.stop()


@pytest.fixture
def victim(shared_victim: Victim) -> Victim:
    """A service that runs, whatever a test before has killed."""
    shared_victim.revive()
    return shared_victim


@pytest.fixture
def agent(tmp_path: Path, victim: Victim) -> Agent:
    return Agent(tmp_path, victim)


def stored(victim: Victim) -> list[tuple[UUID, bytes]]:
    """Upload key and original bytes of every stored run's output."""

    async def ask() -> list[tuple[UUID, bytes]]:
        connection = await asyncpg.connect(victim.database_url)
        rows = await connection.fetch(
            """
            select u.upload_key, d.body_zstd from upload u join run r on r.upload_id = u.id
            join upload_file f on f.upload_id = u.id and f.kind = 'fio_output'
            join document d on d.id = f.document_id
            """
        )
        await connection.close()
        return [(UUID(str(key)), decompress(body)) for key, body in rows]

    return asyncio.run(ask())


@pytest.mark.nightly
def test_a_run_arrives_with_its_samples_targets_and_processors(victim: Victim, agent: Agent) -> None:
    job = (
        "--name=a",
        "--rw=randread",
        "--bs=4k",
        "--size=4m",
        f"--directory={agent.target}",
        "--cpus_allowed=0",
    )
    running = agent.start("run", "--wait", "30", "--", *job, "--time_based", "--runtime=3")
    assert running.wait(90) == STORED

    async def ask() -> tuple[dict[str, object], dict[str, object]]:
        connection = await asyncpg.connect(victim.database_url)
        samples = await connection.fetchval(
            "select d.body_zstd from upload_file f join document d on d.id = f.document_id where f.kind = 'samples'"
        )
        manifest = await connection.fetchval("select manifest from upload")
        await connection.close()
        return json.loads(decompress(samples)), json.loads(manifest)

    samples, manifest = asyncio.run(ask())
    assert samples["schema"] == 1
    assert isinstance(samples["t_ms"], list)
    assert len(samples["t_ms"]) >= 2
    assert samples["before"] is not None
    assert samples["after"] is not None
    assert manifest["fio_cpus"].pop("allowed")
    assert manifest["fio_cpus"] == {"cpus_allowed": "0", "numa_cpu_nodes": None}
    (target,) = manifest["targets"]
    assert target["path"] == f"{agent.target}/a.0.0"


@pytest.mark.nightly
def test_results_outlive_a_server_that_dies_while_fio_runs(victim: Victim, agent: Agent) -> None:
    before = stored(victim)
    running = agent.measure()
    time.sleep(0.5)
    assert victim.kill("supervisor", random.Random(1))
    assert running.wait(60) == WAITING
    kept = agent.kept()
    assert len(kept) == 1
    victim.revive()
    assert agent.start("push", "--wait", "60").wait(90) == STORED
    assert agent.kept() == {}
    assert dict(stored(victim)) == dict(before) | kept
    assert len(stored(victim)) == len(before) + 1


@pytest.mark.nightly
def test_a_server_that_keeps_dying_gets_every_result_once(victim: Victim, agent: Agent) -> None:
    before = stored(victim)
    assert victim.kill("supervisor", random.Random(1))
    for _ in range(KEPT_RUNS):
        assert agent.measure().wait(60) == WAITING
    kept = agent.kept()
    assert len(kept) == KEPT_RUNS
    ended = threading.Event()
    chance = random.Random(2)

    def keep_killing() -> None:
        for kind in ("postmaster", "supervisor", "worker", "postmaster")[:KILLS]:
            victim.revive()
            if ended.wait(chance.random() / 2):
                return
            victim.kill(kind, chance)
        victim.revive()

    killer = threading.Thread(target=keep_killing)
    killer.start()
    code = agent.start("push", "--wait", "120").wait(180)
    ended.set()
    killer.join()
    assert code == STORED
    victim.revive()
    assert agent.kept() == {}
    assert len(stored(victim)) == len(before) + KEPT_RUNS
    assert dict(stored(victim)) == dict(before) | kept

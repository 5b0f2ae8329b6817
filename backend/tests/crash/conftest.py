"""A service and two hosts that serve requests, all of them to be killed."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from fioboard.store.embedded.throwaway import throwaway_folder
from tests.crash.serving import ServingHost
from tests.crash.test_kill_nine import ask
from tests.crash.victim import Victim

HOSTS = {"saturn": "host-saturn-1", "jupiter": "host-jupiter-1"}


@pytest.fixture
def victim() -> Iterator[Victim]:
    with throwaway_folder() as folder:
        victim = Victim(folder, workers=1)
        victim.start()
        try:
            yield victim
        finally:
            victim.stop()


@pytest.fixture
def hosts(victim: Victim, tmp_path: Path) -> Iterator[list[ServingHost]]:
    for name, identity in HOSTS.items():
        ask(
            victim,
            "insert into host (id, agent_host_id, name, created_at) "
            f"values (gen_random_uuid(), '{identity}', '{name}', now())",
        )
    with ExitStack() as stops:
        serving = [ServingHost(tmp_path / name, victim, name, identity) for name, identity in HOSTS.items()]
        for host in serving:
            host.start()
            stops.callback(host.stop)
        yield serving

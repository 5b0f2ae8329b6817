"""One command, one database address: whoever runs the server."""

import threading
import time
from pathlib import Path

import pytest

from fioboard.core.config import Settings
from fioboard.store.embedded import EmbeddedPostgres
from fioboard.store.embedded.connect import Addresses, addresses
from tests.factories.clusters import give_cluster
from tests.store.embedded.conftest import Starter, ask

USE_FOR_A_MOMENT = """
    import sys, time
    from pathlib import Path
    from fioboard.core.config import Settings
    from fioboard.store.embedded.connect import addresses
    with addresses(Settings(data_dir=Path(sys.argv[1])), "the first command"):
        print("inside", flush=True)
        sys.stdin.read()
"""


def settings(data_dir: Path) -> Settings:
    return Settings(data_dir=data_dir)


def test_setting_wins(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIOBOARD_DATABASE_URL", "postgresql://somebody@elsewhere/name")
    with addresses(settings(data_dir), "a test") as at:
        assert at == Addresses(
            "postgresql://somebody@elsewhere/name", "postgresql://somebody@elsewhere/name", None
        )
    assert not data_dir.exists()


@pytest.mark.nightly
def test_running_service_is_joined_and_stays_up(running_server: EmbeddedPostgres) -> None:
    server = running_server
    with addresses(settings(server.places.home), "a test") as at:
        assert at == Addresses(server.service_url, server.url, server.places.home)
        assert ask(at.service, "select 1") == 1
    assert server.is_alive()


def test_without_a_service_the_command_starts_the_server_and_stops_it(data_dir: Path) -> None:
    with addresses(settings(data_dir), "a test") as at:
        assert ask(at.service, "select 1") == 1
    assert not (EmbeddedPostgres(data_dir).places.cluster / "postmaster.pid").exists()


def test_server_of_a_command_outlives_it_while_another_command_uses_it(
    data_dir: Path, other_process: Starter
) -> None:
    give_cluster(data_dir, is_migrated=False)
    first = other_process(USE_FOR_A_MOMENT, str(data_dir))
    with addresses(settings(data_dir), "the second command") as at:
        assert first.stdin is not None
        first.stdin.close()
        time.sleep(0.5)  # long enough for the first to stop the server, were it to
        assert ask(at.service, "select 1") == 1
        assert first.poll() is None
    assert first.wait(15) == 0


@pytest.mark.nightly
def test_command_waits_for_a_service_that_is_just_starting(data_dir: Path) -> None:
    give_cluster(data_dir, is_migrated=False)
    service = EmbeddedPostgres(data_dir)
    service.places.cluster  # noqa: B018 -- makes the folder before the thread
    answers: list[int] = []

    def command() -> None:
        with addresses(settings(data_dir), "a command") as at:
            answers.append(ask(at.service, "select 1"))

    thread = threading.Thread(target=command)
    service.start()
    try:
        thread.start()
        thread.join(15)
        assert answers == [1]
    finally:
        service.stop()

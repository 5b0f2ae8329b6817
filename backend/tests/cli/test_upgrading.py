"""What people and programs are told while the tables of an older version are brought up to date."""

import http.client
import json
import time
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from fioboard.core import vacuum
from tests.cli.conftest import START_S, Serving, ready
from tests.factories.clusters import copied_postgres
from tests.factories.next_migration import make_environment

BROWSER = {"accept": "text/html,application/xhtml+xml"}


def asked(
    service: Serving, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[http.client.HTTPResponse, str]:
    """One request on a connection of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=START_S)
    with closing(connection):
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        with answer:
            return answer, answer.read().decode()


@pytest.mark.nightly
@pytest.mark.anyio
async def test_a_held_upgrade_says_so_and_the_service_opens_when_it_is_done(folder: Path) -> None:
    with copied_postgres() as server:
        holder = await asyncpg.connect(server.url, server_settings={"application_name": "nightly report"})
        holding = holder.transaction()
        await holding.start()
        # Whoever writes down that a step is done waits; the revision is still read.
        await holder.execute("lock table alembic_version in share mode")
        service = Serving(
            folder,
            database_url=server.url,
            workers=2,
            unsafe_no_fsync=True,
            variables=make_environment(folder),
        )
        try:
            service.wait_until_answering()
            # Of both workers: the one that migrates, and the one that waits for it.
            for _ in range(20):
                answer, said = asked(service, "GET", "/api/v1/runs")
                assert (answer.status, answer.getheader("retry-after")) == (503, "3")
                refusal = json.loads(said)
                assert (refusal["error"], refusal["retryable"]) == ("Upgrading", True)
                assert "step 1 of 2." in refusal["detail"]
            answer, said = asked(service, "GET", "/runs", **BROWSER)
            assert (answer.status, answer.getheader("retry-after")) == (503, "3")
            assert "step 1 of 2" in said
            assert '<meta http-equiv="refresh"' in said
            assert answer.getheader("cache-control") == "no-store"
            # As large as uploads are: whoever sends is listened to until the end, and only then told to come again.
            answer, said = asked(service, "POST", "/api/v1/runs", b"x" * 8_000_000)
            assert (answer.status, json.loads(said)["error"]) == (503, "Upgrading")
            assert (service.status("/healthz"), service.status("/readyz")) == (200, 503)
            assert "ready on" not in service.said()
            # Who keeps it waiting is named where only who runs the service looks.
            pid = holder.get_server_pid()
            service.wait_for_words(f"waits for a table that session {pid} (nightly report of ")
            # Only the worker that migrates knows, and between two tries it does not.
            page, give_up_at = "", time.monotonic() + START_S
            while "waits for another session" not in page:
                assert time.monotonic() < give_up_at, page
                _, page = asked(service, "GET", "/runs", **BROWSER)
            assert f"session {pid}" not in page
            await holding.rollback()
            vacuum_held = holder.transaction()
            await vacuum_held.start()
            await holder.execute("lock table host in share update exclusive mode")
            with ready(service):
                answer, said = asked(service, "GET", "/runs", **BROWSER)
                assert (answer.status, "upgraded" in said) == (200, False)
                assert "step 2 of 2: a sample of what is new" in service.said()
                # Whole tables are looked at while it answers.
                assert vacuum.REMARK in asked(service, "GET", "/readyz")[1]
                service.wait_for_words("vacuum after an upgrade: begun")
                await vacuum_held.rollback()
                service.wait_for_words("vacuum after an upgrade: done")
                assert vacuum.REMARK not in asked(service, "GET", "/readyz")[1]
        finally:
            await holder.close(timeout=60)
            service.process.kill()
            service.process.wait()

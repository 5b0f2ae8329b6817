"""What the service of the last commit before 0.3.0 stored: `fioboard serve` starts on it, and nothing is lost."""

import asyncio
import urllib.request
from pathlib import Path

import pytest

from fioboard.store.embedded.throwaway import throwaway_postgres
from tests.cli.conftest import Serving, fioboard, ready
from tests.factories import earlier_data


@pytest.mark.nightly
@pytest.mark.anyio
async def test_every_run_figure_byte_and_link_of_before_is_there(folder: Path) -> None:
    with throwaway_postgres() as server:
        earlier_data.restore(server.url)
        stored = await earlier_data.read_stored(server.url)
        token = earlier_data.read_secrets()["tokens"]["read"]
        with ready(Serving(folder, workers=1, database_url=server.url, unsafe_no_fsync=True)) as service:

            def get(path: str) -> bytes:
                request = urllib.request.Request(
                    f"http://127.0.0.1:{service.port}{path}", headers={"authorization": f"Bearer {token}"}
                )
                with urllib.request.urlopen(request, timeout=60) as answer:
                    return bytes(answer.read())

            async def ask(path: str) -> bytes:
                return await asyncio.to_thread(get, path)

            assert await earlier_data.find_differences(stored, ask) == []
            # Every stored output is read by today's rules, too, and is what it was.
            reparsed = await asyncio.to_thread(lambda: fioboard("reparse", "--all", **service.settings))
            assert reparsed.returncode == 0, reparsed.stderr
            assert await earlier_data.find_differences(stored, ask) == []

"""What the service of the last commit before 0.3.0 stored: today's service starts on it, and nothing is lost."""

import asyncio
import copy
import urllib.request
from pathlib import Path

from fioboard.embedded.throwaway import throwaway_postgres
from tests.commands.conftest import Serving, fioboard, ready
from tests.factories import earlier_data


def test_every_run_figure_byte_and_link_of_before_is_there(folder: Path) -> None:
    with throwaway_postgres() as server:
        earlier_data.restore(server.url)
        stored = asyncio.run(earlier_data.read_stored(server.url))
        assert (len(stored.runs), len(stored.shared)) == (9, 5)
        token = earlier_data.read_secrets()["tokens"]["read"]
        with ready(Serving(folder, workers=1, database_url=server.url, unsafe_no_fsync=True)) as service:

            def ask(path: str) -> bytes:
                request = urllib.request.Request(
                    f"http://127.0.0.1:{service.port}{path}", headers={"authorization": f"Bearer {token}"}
                )
                with urllib.request.urlopen(request, timeout=60) as answer:
                    return bytes(answer.read())

            assert "bringing the tables up to date" not in service.said()
            assert earlier_data.find_differences(stored, ask) == []
            # Every stored output is read by today's rules, too, and is what it was.
            reparsed = fioboard("reparse", "--all", **service.settings)
            assert reparsed.returncode == 0, reparsed.stderr
            assert earlier_data.find_differences(stored, ask) == []

            # And a difference would be seen.
            spoilt = copy.deepcopy(stored)
            run = next(run for run in spoilt.runs.values() if run.figures and run.originals)
            run.figures[0]["clat_p99"] = 1.5
            run.originals[next(iter(run.originals))] += b" "
            next(iter(spoilt.shared.values()))["title"] = "another"
            spoilt.notes.clear()
            assert 3 <= len(earlier_data.find_differences(spoilt, ask)) <= 4

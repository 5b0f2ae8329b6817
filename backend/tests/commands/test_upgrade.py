"""What version 0.1.0 left, and its agent, with this version: nothing is lost, and both sides are understood.

`tests/data/version-0.1.0` was made by that version: the data folder with three imported runs of the host jupiter, one
run by its agent ("kept from 0.1.0", with inventory, tag and label), the editor mara, a share for "vendor" and an upload
token; its agent; and what its service asks of a manifest (its model, as JSON Schema).
"""

import asyncio
import copy
import csv
import io
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import asyncpg
import jsonschema_rs
import pytest
from sqlalchemy.engine import make_url

from fioboard.commands.upgrading import AGAIN_S
from fioboard.core.layout import AGENT
from scripts import first_version
from tests.commands.conftest import START_S, Serving, fioboard, ready

OLD = first_version.FOLDER
# What `fioboard export host=jupiter` of 0.1.0 wrote, a line for each direction of a run.
RUNS_OF_JUPITER = 3
STORED, WAITING = 0, 4  # exit codes of the agent
IOPS = {31645.18703241895, 31507.630922693268}


@pytest.fixture
def left(folder: Path) -> Path:
    """The data folder and the token, as 0.1.0 left them."""
    if platform.machine() != "x86_64":
        pytest.skip("PostgreSQL's files are of one kind of processor: these of x86-64")
    first_version.unpack(folder)
    return folder


def asked(service: Serving, token: str, path: str) -> list[dict[str, Any]]:
    """The items of one of the API's lists."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{service.port}/api/v1/{path}", headers={"authorization": f"Bearer {token}"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        items: list[dict[str, Any]] = json.load(answer)["items"]
    return items


def agents_own(folder: Path) -> dict[str, str]:
    """An agent's environment, with everything of its in this folder."""
    own = {f"FIOBOARD_AGENT_{name}": str(folder / name.lower()) for name in ("STATE", "CONFIG", "LOCK")}
    return os.environ | own


def measured(agent: Path, folder: Path, *options: str, code: int = 0) -> str:
    """What an agent says of a run of real fio in this folder, which it ends with this exit code."""
    bench = folder / "bench"
    bench.mkdir(exist_ok=True)
    job = ["--name=x", "--rw=randread", "--bs=4k", "--size=4m", "--time_based", "--runtime=1"]
    done = subprocess.run(
        ["python3", agent, "run", *options, "--keep-free", "1m", "--", *job, f"--directory={bench}"],
        env=agents_own(folder),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stderr
    return done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("fio") is None, reason="no fio here")
def test_the_data_of_the_first_version_goes_up_and_its_agent_is_understood(left: Path) -> None:
    there = first_version.kept(left / "data")
    assert len(there.runs) == RUNS_OF_JUPITER + 1
    with ready(Serving(left, workers=1)) as service:
        # Whoever waits is told what is done meanwhile.
        steps = re.findall(r"bringing the tables up to date: step (\d+) of (\d+)", service.said())
        count = len(steps)
        assert count > 10
        assert steps == [(str(number), str(count)) for number in range(1, count + 1)]

        made = fioboard("token", "create", "--scope", "admin", **service.settings)
        token = made.stdout.strip()
        assert len(asked(service, token, "runs?host=jupiter")) == RUNS_OF_JUPITER
        [run] = asked(service, token, "runs?tag=nightly")
        assert (run["title"], run["labels"]) == ("kept from 0.1.0", {"fan": "off"})
        assert "mara" in fioboard("user", "list", **service.settings).stdout
        assert {share["label"] for share in asked(service, token, "shares")} == {"vendor"}
        # Every figure, every original byte and the shared copy are what 0.1.0's own tables had.
        address = f"http://127.0.0.1:{service.port}"
        assert first_version.differences(there, address, token) == []

        # With the token that it was given then.
        delivery = ("--server", address, "--token-file", str(left / "token"))
        said = measured(OLD / "agent.pyz", left, "--title", "by the old agent", *delivery)
        assert "Stored: http://127.0.0.1" in said
        titles = {run["title"] for run in asked(service, token, "runs")}
        assert {"kept from 0.1.0", "by the old agent"} <= titles

        # Every stored output is read by this version's rules, too, and is what it was.
        reparsed = fioboard("reparse", **service.settings)
        assert reparsed.returncode == 0, reparsed.stderr
        done = fioboard("export", "host=jupiter", "--format", "csv", **service.settings)
        assert {float(run["iops"]) for run in csv.DictReader(io.StringIO(done.stdout))} >= IOPS
        assert first_version.differences(there, address, token) == []

        # And this would be seen.
        spoilt = copy.deepcopy(there)
        spoilt.runs[run["id"]].figures[0]["clat_p99"] = 1.5
        spoilt.runs[run["id"]].originals["fio.json"] += b" "
        assert len(first_version.differences(spoilt, address, token)) == 2


# The first step that alters a table takes as long as it is let: with millions of rows one takes minutes.
LONG_STEP = """
create table held ();
insert into held default values;
create function wait_for_the_test() returns event_trigger language plpgsql as $$ begin
  while exists (select from held) loop perform pg_sleep(0.05); end loop;
end $$;
create event trigger long_step on ddl_command_start when tag in ('ALTER TABLE') execute function wait_for_the_test();
grant select on held to public;
"""
LET_GO = "drop event trigger long_step; delete from held"


def told(url: str, statements: str) -> None:
    """PostgreSQL does this, as its superuser."""

    async def tell() -> None:
        connection = await asyncpg.connect(str(make_url(url).set(username="postgres")))
        await connection.execute(statements)
        await connection.close()

    asyncio.run(tell())


def waiting_in(folder: Path) -> int:
    """How many results wait in the agents' spool."""
    return len(list(folder.glob("state/spool/*/manifest.json")))


@pytest.mark.skipif(shutil.which("fio") is None, reason="no fio here")
def test_what_agents_send_during_a_long_upgrade_waits_on_their_hosts_and_arrives_once(left: Path) -> None:
    agents = {"by the old agent": OLD / "agent.pyz", "by the new agent": AGENT}
    with first_version.opened(left / "data") as server:
        told(server.url, LONG_STEP)
        service = Serving(left, database_url=server.url, workers=1)
        try:
            service.wait_until_answering()
            delivery = ("--server", f"http://127.0.0.1:{service.port}", "--token-file", str(left / "token"))
            for title, agent in agents.items():
                said = measured(agent, left, "--title", title, *delivery, "--wait", "0", code=WAITING)
                assert "The service is being upgraded" in said, said
            assert (service.status("/readyz"), waiting_in(left)) == (503, len(agents))
            with subprocess.Popen(
                [sys.executable, AGENT, "push", "--wait", str(START_S), *delivery], env=agents_own(left)
            ) as pushing:
                # Longer than it is told to wait before it comes again.
                with pytest.raises(subprocess.TimeoutExpired):
                    pushing.wait(AGAIN_S + 1)
                told(server.url, LET_GO)
                with ready(service):
                    assert pushing.wait(START_S) == STORED
                    made = fioboard("token", "create", "--scope", "read", **service.settings)
                    runs = asked(service, made.stdout.strip(), "runs")
            titles = [run["title"] for run in runs if run["title"]]
            assert sorted(titles) == sorted([*agents, "kept from 0.1.0"])
            assert waiting_in(left) == 0
        finally:
            service.process.kill()
            service.process.communicate()


@pytest.mark.skipif(shutil.which("fio") is None, reason="no fio here")
def test_the_first_versions_service_would_take_what_this_agent_sends(tmp_path: Path) -> None:
    measured(AGENT, tmp_path, "--title", "by the new agent", "--no-upload")
    [manifest] = tmp_path.glob("state/spool/*/manifest.json")
    taken = jsonschema_rs.validator_for(json.loads((OLD / "manifest.schema.json").read_text()))
    document = json.loads(manifest.read_text())
    assert [str(problem) for problem in taken.iter_errors(document)] == []
    assert not taken.is_valid(document | {"files": "none"})

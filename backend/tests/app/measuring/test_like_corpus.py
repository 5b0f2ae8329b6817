"""`run --like` on outputs of other people: what differs is named before it starts, and the comparison opens."""

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.crash.agent import Agent
from tests.crash.victim import Victim

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(os.geteuid() != 0, reason="a small file system as the target needs root"),
]
DATA = Path(__file__).parents[2] / "data" / "like"
# Measures for a second, whatever is asked for.
FIO = """#!/bin/bash
for word; do
  shift
  case $word in
    --runtime=*) set -- "$@" --runtime=1 ;;
    --ramp_time=*) set -- "$@" --ramp_time=0 ;;
    *) set -- "$@" "$word" ;;
  esac
done
exec /usr/bin/fio "$@"
"""
# Places of the other host, words for people, and what the fio above changes.
NO_DIFFERENCE = {
    "filename",
    "directory",
    "name",
    "description",
    "nrfiles",
    "runtime",
    "ramp_time",
    "stonewall",
}
# Two spellings of one thing.
SAME = {"readwrite": "rw", "4kb": "4k", "4Ki": "4k"}


@pytest.fixture(scope="module")
def victim() -> Iterator[Victim]:
    with tempfile.TemporaryDirectory() as folder:
        victim = Victim(Path(folder), workers=1)
        victim.start()
        yield victim
        victim.stop()


@pytest.fixture(scope="module")
def agent(victim: Victim) -> Iterator[tuple[Path, dict[str, str]]]:
    """A target of 64 MB, and the environment of an agent whose fio is short."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        own = Agent(folder, victim)
        (folder / "bin").mkdir()
        (folder / "bin" / "fio").write_text(FIO)
        (folder / "bin" / "fio").chmod(0o755)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", own.target], check=True)
        try:
            environment = own._environment | {"PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"}
            yield own.target, environment
        finally:
            subprocess.run(["umount", own.target], check=True)


def call(victim: Victim, path: str, token: str, content: bytes | None = None) -> Any:
    asked = urllib.request.Request(f"{victim.url}/api/v1{path}", data=content)
    asked.add_header("authorization", f"Bearer {token}")
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return json.load(answer)


def read_options(text: str) -> list[dict[str, str]]:
    """The options in force in each job of an output."""
    document = json.loads(text[text.index("{") :])
    shared = document.get("global options") or {}
    return [shared | (job.get("job options") or {}) for job in document["jobs"]]


def get_version(text: str) -> str:
    return str(json.loads(text[text.index("{") :])["fio version"])


@pytest.fixture(scope="module")
def token(victim: Victim) -> str:
    return victim.command("token", "create", "--scope", "admin", "--name", "reader")


@pytest.mark.parametrize("path", sorted(DATA.glob("*.[jt]*")), ids=lambda path: path.name)
def test_it_runs_here_names_what_differs_and_is_compared(
    path: Path, victim: Victim, agent: tuple[Path, dict[str, str]], token: str
) -> None:
    target, environment = agent
    given = path.read_bytes()
    stored = call(victim, f"/import?{urlencode({'host': 'elsewhere'})}", token, given)
    run_id = stored["runs"][0]["id"]
    command = [sys.executable, "-m", "fioboard_agent", "run", "--like", run_id, "--target", str(target)]
    secret = Path(environment["FIOBOARD_TOKEN_FILE"])
    own = secret.read_text()
    try:
        # It reads a run of another host, which its own token may not.
        secret.write_text(token)
        done = subprocess.run(
            [*command, "--keep-free", "1m", "--yes", "--wait", "60"],
            env=environment,
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )
    finally:
        secret.write_text(own)
    assert done.returncode == 0, done.stdout + done.stderr
    assert list(target.iterdir()) == []
    differences = re.findall(r"^Differs: (.*)$", done.stderr, re.MULTILINE)

    [address] = re.findall(r"^Comparison: (\S+)$", done.stdout, re.MULTILINE)
    assert f"base=run%3D{run_id}" in address
    [query] = re.findall(r"\?(.*)$", address)
    [new_id] = re.findall(r"new=run%3D([0-9a-f-]+)", query)
    new = urllib.request.Request(
        f"{victim.url}/api/v1/runs/{new_id}/raw?name=fio.json", headers={"authorization": f"Bearer {token}"}
    )
    with urllib.request.urlopen(new, timeout=60) as answer:
        measured = answer.read().decode()

    # Whatever fio was given otherwise than there is named: the two outputs are compared by themselves.
    there, here = read_options(given.decode()), read_options(measured)
    assert len(there) == len(here)
    for before, now in zip(there, here, strict=True):
        for option in (before.keys() | now.keys()) - NO_DIFFERENCE:
            old, new_value = (SAME.get(one, one) for one in (before.get(option), now.get(option)))
            if old is not None and new_value is not None and old.lstrip("0") == new_value.lstrip("0"):
                continue
            word = {"ioengine": "Engine", "size": "Size"}.get(option, option)
            assert any(word in sentence for sentence in differences), (option, old, new_value, differences)
    if get_version(given.decode()) != get_version(measured):
        assert any(sentence.startswith("fio: ") for sentence in differences), differences
    # A time that was asked for is asked for here, too: without it fio would go through the whole file.
    for before, now in zip(there, here, strict=True):
        assert ("runtime" in before) == ("runtime" in now)

    compared = call(victim, f"/compare?{query}", token)
    assert compared["workloads"], (differences, there, here)

"""Round trip: the command that the service makes of a recorded run, given to the real agent, runs the same in real fio."""

import os
import random
import shlex
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import orjson
import pytest
from fioboard_agent.cli import main
from fioboard_agent.delivery.spool import Entry, Spool
from fioboard_agent.fio.program import find_fio
from fioboard_agent.host.paths import Folders, Roots
from fioboard_agent.serve.allowed import Allowed, AllowedTarget
from fioboard_agent.serve.decision import require_allowed
from fioboard_agent.serve.planning import plan_suite
from fioboard_agent.serve.request import read_request
from fioboard_agent.suites.workload import SUITES

from fioboard.app.runs.history.repeat_command import (
    RepeatCommand,
    Step,
    read_options,
    repeat_batch,
    repeat_run,
)
from fioboard.app.runs.history.suite_again import build_suite_again
from fioboard.core.sanitize import Document
from fioboard.engine.answers.batch import SuiteAgain

HERE = ["--no-upload", "--no-samples", "--keep-free", "1m"]
SMALL = ["--runtime", "1", "--size", "8m"]
Workload = tuple[str, dict[str, str]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An agent's own folders, and one to measure in, whose name a shell would cut."""
    for name in ("STATE", "CONFIG", "LOCK"):
        monkeypatch.setenv(f"FIOBOARD_AGENT_{name}", str(tmp_path / name))
    place = tmp_path / "a disk's folder"
    place.mkdir()
    monkeypatch.chdir(place)
    # The agent closes its umask for good; the next tests of this process need the one they began with.
    mask = os.umask(0o022)
    os.umask(mask)
    yield place
    os.umask(mask)


def measure(*arguments: str) -> list[Entry]:
    """What the agent recorded of this command, in order; it is gone from the spool afterwards."""
    flags, dashes, fio = arguments, [], []
    if "--" in arguments:
        at = arguments.index("--")
        flags, dashes, fio = arguments[:at], ["--"], arguments[at + 1 :]
    assert main([*flags, *HERE, *dashes, *fio]) == 0
    return list(Spool(Folders.from_environment()).waiting())


def measure_again(command: RepeatCommand) -> list[Entry]:
    """What the agent records of a command that was copied from the page."""
    before = {entry.key for entry in Spool(Folders.from_environment()).waiting()}
    assert command.text is not None, command.remark
    assert command.program == "agent"
    program, *words = shlex.split(command.text)
    assert program == os.environ.get("FIOBOARD_AGENT_COMMAND", "fioboard-agent")
    return [entry for entry in measure(*words) if entry.key not in before]


def read_workloads(entry: Entry, own_file: str | None = None) -> list[Workload]:
    """Every job of a run with the options that fio says it had; the agent's own test file by the folder it is in."""
    output = (entry.files / "fio.json").read_text()
    document: dict[str, Any] = orjson.loads(output[output.index("{") :])
    shared = document.get("global options", {})
    jobs = [(job["jobname"], shared | job["job options"]) for job in document["jobs"]]
    for _, options in jobs:
        options.pop("name", None)
        if own_file is not None and Path(options.get("filename", "")).name.startswith("fioboard-"):
            options["filename"] = own_file
    return jobs


def read_again(entry: Entry, preconditions: list[str] | None = None) -> RepeatCommand:
    manifest = entry.manifest()
    job_file = entry.files / "job.fio"
    text = job_file.read_text() if job_file.exists() else None
    return repeat_run(manifest, manifest["argv"], text, preconditions or [])


def draw_options(chance: random.Random) -> dict[str, str]:
    """Options of one small job."""
    drawn = {
        "rw": chance.choice(["read", "randread", "write", "randwrite", "randrw"]),
        "bs": chance.choice(["4k", "8k", "64k"]),
        "size": "1m",
        "ioengine": chance.choice(["psync", "libaio"]),
    }
    more = {
        "iodepth": "4",
        "numjobs": "2",
        "loops": "2",
        "fsync": "8",
        "group_reporting": "",
        "description": "a b's",
    }
    return drawn | {name: more[name] for name in chance.sample(sorted(more), chance.randrange(4))}


def as_words(options: dict[str, str]) -> list[str]:
    return [f"--{name}={value}" if value else f"--{name}" for name, value in options.items()]


def check_asked_again(asked: SuiteAgain | None, folder: Path, manifests: list[Document]) -> None:
    """A host that lists the folder and the suite plans the steps that were recorded, however it is asked."""
    names = {one["batch"]["workload"] for one in manifests}
    is_part = manifests[0]["batch"]["name"] == "quick" and len(names) < len(SUITES["quick"].workloads)
    if is_part or any(one["batch"].get("vary") for one in manifests):
        assert asked is None
        return
    assert asked is not None
    target = AllowedTarget(
        path=Path(os.path.realpath(folder)), kind="folder", size_bytes=8 << 20, keep_free_bytes=1 << 20
    )
    allowed = Allowed(suites=(asked["name"],), targets=(target,))
    offered = {"id": str(uuid4()), "kind": "suite", **asked, "target": str(target.path)}
    wanted = read_request(offered)
    place = require_allowed(wanted, allowed, datetime.now(UTC), 0, Roots())
    plan = plan_suite(wanted, place, allowed, find_fio()).plan
    ladder = {one.name for one in plan.workloads}
    assert names <= ladder if plan.search else names == ladder
    assert (plan.runtime_s, plan.search is not None) == (1, asked["name"] == "saturate")
    if plan.search is None:
        assert plan.repeats * len(plan.workloads) == len(manifests)


@pytest.mark.nightly
@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", range(4))
def test_command_line_is_measured_again_as_it_was(folder: Path, seed: int) -> None:
    chance = random.Random(seed)
    arguments: list[str] = []
    for number in range(chance.choice([1, 2])):
        place = chance.choice([[], [f"--directory={folder}"]])
        arguments += [f"--name=job {number}", *as_words(draw_options(chance)), *place]
    (first,) = measure("run", "--", *arguments)
    (second,) = measure_again(read_again(first))
    assert read_workloads(second) == read_workloads(first)
    assert second.manifest()["target"] == first.manifest()["target"]


@pytest.mark.nightly
@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", range(4))
def test_job_file_is_measured_again_without_the_file(folder: Path, seed: int) -> None:
    chance = random.Random(seed)
    lines = ["; a comment", "[global]", f"bs={chance.choice(['4k', '16k'])}  # of all", "invalidate=0"]
    for name in ("one", "two jobs", "three"):
        options = draw_options(chance)
        options.pop("bs" if chance.random() < 0.5 else "iodepth", None)
        lines += ["", f"[{name}]", *(f"{key}={value}" if value else key for key, value in options.items())]
        lines += ["stonewall"] if chance.random() < 0.5 else []
    path = folder / "my jobs.fio"
    path.write_text("\n".join(lines) + "\n")
    pick = chance.choice([[], ["--section=one", "--section=three"]])
    (first,) = measure("run", "--", *pick, str(path)) if pick else measure("run", str(path))
    path.unlink()
    (second,) = measure_again(read_again(first))
    assert read_workloads(second) == read_workloads(first)
    assert len(read_workloads(second)) >= (2 if pick else 3)


@pytest.mark.nightly
@pytest.mark.parametrize("suite", ["quick", "four-corners"])
def test_step_of_a_suite_is_measured_again_alone(
    folder: Path, suite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIOBOARD_AGENT_COMMAND", "/a clone/.fioboard/fioboard-agent")
    only = "rand-write-4k,seq-read-1m" if suite == "quick" else "rand-read-4k"
    recorded = measure("suite", suite, "--target", str(folder), *SMALL, "--only", only, "--repeat", "1")
    assert len(recorded) == len(only.split(","))
    for first in recorded:
        (second,) = measure_again(read_again(first))
        assert read_workloads(second, str(folder)) == read_workloads(first, str(folder))
        assert second.manifest()["batch"]["name"] == suite
    assert list(folder.iterdir()) == []


@pytest.mark.nightly
def test_point_of_a_sweep_is_measured_again_with_its_preconditioning(folder: Path) -> None:
    grid = ["--rw", "randrw", "--bs", "4k,16k", "--numjobs", "2", "--ramp-time", "1"]
    *written, first, _ = measure(
        "suite", "sweep", "--target", str(folder), *SMALL, *grid, "--precondition", "random"
    )
    names = [entry.manifest()["batch"]["workload"] for entry in written]
    assert names == ["precondition-fill", "precondition-random"]
    *prepared, second = measure_again(read_again(first, names))
    assert [entry.manifest()["batch"]["workload"] for entry in prepared] == names
    assert read_workloads(second, str(folder)) == read_workloads(first, str(folder))
    assert read_again(written[0]).text is None


@pytest.mark.nightly
@pytest.mark.parametrize(
    "arguments",
    [
        ("sweep", "--rw", "randread", "--bs", "4k,8k", "--iodepth", "1,2", "--seed", "5"),
        ("sweep", "--bs", "4k", "--repeat", "2"),
        ("sweep", "--rw", "randrw", "--vary", "rwmixread=30,70", "--vary", "ioengine=libaio,psync"),
        ("quick", "--only", "rand-read-4k,seq-read-1m,seq-write-1m,rand-write-4k"),
        ("quick", "--only", "rand-read-4k,seq-read-1m"),
    ],
)
def test_batch_is_measured_again_whole(folder: Path, arguments: tuple[str, ...]) -> None:
    recorded = measure("suite", arguments[0], "--target", str(folder), *SMALL, *arguments[1:])
    manifests = [entry.manifest() for entry in recorded]
    steps = [Step(batch=one["batch"], options=read_options(one["argv"])) for one in manifests]
    command = repeat_batch(steps, [])
    again = measure_again(command)
    first = sorted(repr(read_workloads(entry, str(folder))) for entry in recorded)
    check_asked_again(build_suite_again(command), folder, manifests)
    assert sorted(repr(read_workloads(entry, str(folder))) for entry in again) == first


@pytest.mark.nightly
def test_search_is_made_again_and_one_of_its_steps_alone(folder: Path) -> None:
    ladder = ["--iodepth", "1,2", "--numjobs", "1"]
    for goal in (["--limit", "30s"], ["--metric", "bw", "--limit", "1MB/s"]):
        recorded = measure("suite", "saturate", "--target", str(folder), *SMALL, *goal, *ladder)
        manifests = [entry.manifest() for entry in recorded]
        steps = [Step(batch=one["batch"], options=read_options(one["argv"])) for one in manifests]
        command = repeat_batch(steps, [])
        again = measure_again(command)
        check_asked_again(build_suite_again(command), folder, manifests)
        assert again[0].manifest()["batch"]["search"] == manifests[0]["batch"]["search"]
        (alone,) = measure_again(read_again(recorded[0]))
        assert read_workloads(alone, str(folder))[0][1] == read_workloads(recorded[0], str(folder))[0][1]
        for entry in Spool(Folders.from_environment()).waiting():
            entry.remove()


@pytest.mark.nightly
def test_file_that_was_named_is_the_target_again(folder: Path) -> None:
    (folder / "big file").write_bytes(random.Random(1).randbytes(8 << 20))
    (first,) = measure(
        "suite", "quick", "--target", "big file", *SMALL, "--only", "rand-read-4k", "--repeat", "1"
    )
    (second,) = measure_again(read_again(first))
    assert read_workloads(second) == read_workloads(first)

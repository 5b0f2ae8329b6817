"""What the agent runs of a datasheet is what its job file says: real fio's own reading of both (`--showcmd`)."""

import json
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from fioboard_agent.suites.fio_jobs import build_served
from fioboard_agent.suites.served_job import STEP_NAMES, Wishes, read_job
from fioboard_agent.suites.target import SuiteTarget
from fioboard_agent.suites.workload import Workload

from fioboard.app.datasheets.jobs import build_jobs
from fioboard.engine.hardware.datasheets.built_in import built_in_cards
from fioboard.engine.hardware.datasheets.in_force import CardInForce
from fioboard.engine.hardware.datasheets.job import SpecJob, job_file, list_jobs
from fioboard.engine.hardware.datasheets.match import Drive
from tests.engine.hardware.datasheets.test_job import card

MIB = 1 << 20
Options = dict[str, str]


def shown(path: Path) -> list[tuple[str, Options]]:
    """Each job as fio understood the file."""
    done = subprocess.run(
        ["fio", "--showcmd", path], capture_output=True, text=True, check=True, cwd=path.parent
    )
    return jobs_in(shlex.split(done.stdout, posix=False)[1:])


def jobs_in(words: Sequence[str]) -> list[tuple[str, Options]]:
    """Of a command line: name, and options with a value of 1 where none was given."""
    jobs: list[tuple[str, Options]] = []
    in_global: Options = {}
    for word in words:
        name, _, value = word.removeprefix("--").partition("=")
        if name == "name":
            jobs.append((value, dict(in_global)))
        else:
            (jobs[-1][1] if jobs else in_global)[name] = value or "1"
    return jobs


@pytest.mark.nightly
def test_agent_asks_fio_for_what_the_job_file_says(tmp_path: Path) -> None:
    """Of every distinct job of every card; the order is the batch's, by its steps."""
    target = tmp_path / "drive"
    target.touch()
    place = SuiteTarget(target, is_own_file=False, direct=True, engine="libaio")
    texts: dict[str, tuple[SpecJob, str]] = {}
    for one in built_in_cards().values():
        for job in list_jobs(one):
            if isinstance(job, SpecJob):
                text = job_file(job, str(target))
                texts.setdefault(text.split("[global]")[1].replace(f"[{job.name}]", "[]"), (job, text))
    assert len(texts) > 40
    for job, text in texts.values():
        path = tmp_path / "job.fio"
        path.write_text(text)
        said = shown(path)
        workload = read_job(served_document(job, text), Wishes())
        steps = [*workload.before, workload]
        assert len(said) == len(steps)
        for (name, options), step in zip(said, steps, strict=True):
            options.pop("stonewall")
            [(asked_name, asked)] = jobs_in(build_served(step, place, MIB).arguments)
            # The whole of a device is said by the job, with its engine; both are in either.
            assert asked == {"ioengine": "libaio", "direct": "1"} | options
            assert asked_name == (
                name if not step.name.startswith("precondition") else STEP_NAMES[name.split("-")[2]]
            )


def served_document(job: SpecJob, text: str) -> dict[str, object]:
    """As the route has it."""
    answer = {"figure": job.figure + 1, "name": job.name, "rw": job.rw, "numjobs": job.numjobs}
    size = job.bs_bytes
    bs = f"{size >> 20}m" if size % MIB == 0 else f"{size >> 10}k" if size % 1024 == 0 else str(size)
    return answer | {"bs": bs, "iodepth": job.iodepth, "rwmixread": job.rwmixread, "job_file": text}


def test_agent_reads_every_job_that_the_service_serves() -> None:
    """No figure of any card is left out for an option that the agent's list lacks."""
    count = 0
    for one in built_in_cards().values():
        for match in one.match[:1]:
            drive = Drive(match.model, match.capacity_bytes, None)
            for job in build_jobs(drive, [CardInForce(one)])["jobs"]:
                read_job(json.loads(json.dumps(job)), Wishes())
                count += 1
    assert count > 100


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    "rating",
    [
        pytest.param({"rw": "randread", "bs_bytes": 4096}, marks=pytest.mark.nightly),
        {"rw": "randrw", "read_pct": 70, "bs_bytes": 8192, "state": "steady"},
        {"metric": "lat_ns", "value": 1e5, "percentile": 99.9, "queue_depth": 1, "workers": 1},
        pytest.param(
            {"metric": "bw_bytes_per_s", "value": 1e9, "rw": "write", "state": "steady"},
            marks=pytest.mark.nightly,
        ),
    ],
)
def test_what_the_agent_asks_for_is_run_on_a_file(rating: dict[str, object], tmp_path: Path) -> None:
    """Real fio, 8 MiB and one second each: what comes before is written, what was asked for is measured."""
    [job] = list_jobs(card(**rating))
    assert isinstance(job, SpecJob)
    target = tmp_path / "file"
    target.write_bytes(b"\0" * 8 * MIB)
    place = SuiteTarget(target, is_own_file=False, direct=False, engine="psync")
    wishes = Wishes(runtime_s=1, ramp_s=0, has_own_size=True)
    workload = read_job(served_document(job, job_file(job)), wishes)
    for step in (*workload.before, workload):
        result = run(step, place, tmp_path)
        written, read = result["write"]["io_bytes"], result["read"]["io_bytes"]
        if step is not workload:
            loops = int(step.option("loops") or 1)
            assert (written, read) == (8 * MIB * loops, 0)
        else:
            assert (written > 0, read > 0) == (workload.writes, workload.rw not in {"write", "randwrite"})
            if workload.option("percentile_list"):
                assert set(result["read"]["clat_ns"]["percentile"]) == {"50.000000", "99.000000", "99.900000"}


def run(step: Workload, place: SuiteTarget, folder: Path) -> dict[str, dict[str, dict[str, dict[str, int]]]]:
    """fio's one group."""
    arguments = build_served(step, place, 8 * MIB).arguments
    done = subprocess.run(
        ["fio", "--output-format=json", *arguments], capture_output=True, text=True, check=True, cwd=folder
    )
    [job] = json.loads(done.stdout[done.stdout.index("{") :])["jobs"]
    return dict(job)

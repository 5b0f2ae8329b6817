"""The jobs of purposes: fio takes each, and no agent refuses one of its options."""

import subprocess
from pathlib import Path

from fioboard_agent.jobs.served_policy import require_served_options
from fioboard_agent.suites.purpose import _build_suite
from fioboard_agent.suites.served_job import Wishes

from fioboard.engine.purposes.built_in import load_purposes
from fioboard.engine.purposes.job import list_jobs, write_job_file
from fioboard.engine.purposes.out import build_job


def test_every_job_is_understood_by_fio_and_by_agents(tmp_path: Path) -> None:
    files = []
    for purpose in load_purposes().values():
        jobs = list_jobs(purpose)
        for job in jobs:
            require_served_options(job.options)
            file = tmp_path / f"{job.name}.fio"
            file.write_text(write_job_file(job))
            files.append(str(file))
        body = {
            "id": purpose.id,
            "title": purpose.title,
            "repeats": purpose.repeats,
            "jobs": [build_job(job) for job in jobs],
        }
        assert len(_build_suite(body, Wishes()).suite.workloads) == len(jobs), purpose.id
    read = subprocess.run(["fio", "--parse-only", *files], capture_output=True, text=True, check=False)
    assert (read.returncode, read.stderr) == (0, "")


def test_a_job_that_several_requirements_are_read_off_runs_once() -> None:
    assert [job.name for job in list_jobs(load_purposes()["etcd"])] == ["etcd-wal-p99", "etcd-recover"]

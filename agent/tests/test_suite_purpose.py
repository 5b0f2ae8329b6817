"""`suite purpose`: the service's jobs of a purpose, run as it says and guarded like every other suite."""

import json

import pytest

from fioboard_agent.cli import main
from fioboard_agent.delivery.spool import Spool

ADDRESS = "/api/v1/purposes/etcd/jobs"
TINY = ["--size", "4m", "--no-upload", "--keep-free", "1m", "--no-samples", "--on-system-disk"]
WAL = """[global]
filename=TARGET

[etcd-wal-p99]
direct=0
rw=write
bs=2300
ioengine=sync
fdatasync=1
size=22m
"""

pytestmark = pytest.mark.usefixtures("in_served_bench")


def job(job_file=WAL, **more):
    base = {"figure": 1, "name": "etcd-wal-p99", "rw": "write", "bs": "2300", "iodepth": 1, "numjobs": 1}
    return {**base, "rwmixread": None, "job_file": job_file, **more}


def purpose(*jobs, repeats=2):
    return {"id": "etcd", "title": "etcd", "repeats": repeats, "jobs": list(jobs)}


def suite(target, *more):
    return main(["suite", "purpose", "etcd", "--target", str(target), *TINY, *more])


@pytest.mark.nightly
def test_the_job_runs_as_its_source_says_with_its_repeats(service, folders, bench):
    service.documents[ADDRESS] = (200, purpose(job()))
    assert suite(bench) == 0
    runs = list(Spool(folders).waiting())
    assert [(run.manifest()["batch"]["name"], run.manifest()["batch"]["repeat"]) for run in runs] == [
        ("purpose-etcd", 1),
        ("purpose-etcd", 2),
    ]
    asked = set(runs[0].manifest()["argv"])
    # Through the page cache, by an engine that waits: the agent's own preference would be another test.
    assert {"--rw=write", "--bs=2300", "--direct=0", "--ioengine=sync", "--fdatasync=1"} <= asked
    assert not {"--time_based=1", "--size=22m"} & asked
    written = json.loads((runs[0].files / "fio.json").read_text())["jobs"][0]
    assert written["sync"]["lat_ns"]["percentile"]["99.000000"] > 0
    assert not [path for path in bench.iterdir() if path.name.startswith("fioboard-")]


@pytest.mark.nightly
def test_what_no_job_of_a_purpose_may_be_is_refused(service, bench, capsys):
    cases = (
        (job(WAL + "exec_prerun=reboot\n"), 3, "must not set 'exec_prerun'"),
        (job(WAL + "filename=/dev/sda\n", rw="read"), 6, "cannot be read"),
        (job(WAL + "time_based=1\n"), 6, "cannot be read"),
        (job(WAL.replace("size=22m\n", "loops=2\n"), name="x"), 6, "cannot be read"),
    )
    for one, code, said in cases:
        service.documents[ADDRESS] = (200, purpose(one))
        assert suite(bench, "--dry-run") == code, said
        assert said in capsys.readouterr().err, said


def test_an_unknown_purpose_and_missing_names_are_said(service, bench, capsys):
    service.documents[ADDRESS] = (404, {"detail": "There is no such purpose. Known: etcd."})
    for arguments, said in (
        (["suite", "purpose", "etcd", "--target", str(bench)], "no such purpose"),
        (["suite", "purpose", "--target", str(bench)], "Name the purpose"),
        (["suite", "quick", "etcd", "--target", str(bench)], "only `suite purpose` takes a second name"),
    ):
        assert main(arguments) == 2
        assert said in capsys.readouterr().err


def test_a_file_of_somebody_else_stays_as_it_is(service, tmp_path):
    mine = tmp_path / "precious"
    mine.write_bytes(b"mine" * 1024)
    service.documents[ADDRESS] = (200, purpose(job()))
    assert suite(mine) == 3
    assert mine.read_bytes() == b"mine" * 1024

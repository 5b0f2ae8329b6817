"""`suite datasheet` on a block device: what a confirmation lets in, what else is refused, and a whole suite by fio."""

import subprocess
from pathlib import Path

import pytest
from served_cards import MIXED, PAST_CACHE, WRITE, card, job

from fioboard_agent.cli import main
from fioboard_agent.delivery.spool import Spool

ADDRESS = "/api/v1/spec-jobs"
QUICK = ["--runtime", "1", "--ramp-time", "0", "--no-upload", "--no-samples"]

pytestmark = pytest.mark.usefixtures("in_served_bench", "drive")


def suite(target, *more):
    return main(["suite", "datasheet", "--target", str(target), *QUICK, *more])


@pytest.mark.nightly
def test_whole_datasheet_of_a_confirmed_device(service, folders, loop, capsys):
    device, image = loop
    cached = job(steps=PAST_CACHE, figure=5, name="5-write-128k-qd4", rw="write", bs="128k", is_destructive=True)
    service.documents[ADDRESS] = (200, card(job(), MIXED, WRITE, cached))
    assert suite(device, "--confirm-destroy", image) == 0
    runs = [entry.manifest() for entry in Spool(folders).waiting()]
    assert [(run["batch"]["role"], run["batch"]["workload"]) for run in runs] == [
        ("measure", "1-randread-4k-qd4"),
        ("measure", "3-randwrite-4k-qd4"),
        ("precondition", "precondition-fill-twice"),
        ("precondition", "precondition-random"),
        ("measure", "2-randrw-8k-qd2"),
        ("precondition", "precondition-past-cache"),
        ("measure", "5-write-128k-qd4"),
    ]
    assert all("--size=100%" in run["argv"] for run in runs)
    assert "spec_figure" not in runs[2]["labels"]
    said = capsys.readouterr().err
    assert f"{device} is not a raw drive: its results are shown next to the datasheet but not rated by it." in said
    # The whole of 32 MiB, twice; then once.
    assert "precondition-fill-twice: write 128k, QD 8, 1 job; about 0 s as rated; WRITES 67.1 MB" in said
    assert "precondition-random: randwrite 8k, QD 8, 1 job; about 0 s as rated; WRITES 33.6 MB" in said


def test_device_without_a_confirmation_is_read_and_untouched(service, folders, loop, capsys):
    device, image = loop
    service.documents[ADDRESS] = (200, card(job(), MIXED, WRITE))
    assert suite(device) == 0
    [run] = [entry.manifest() for entry in Spool(folders).waiting()]
    assert "--readonly" in run["argv"]
    assert capsys.readouterr().err.count("to measure it too, add --confirm-destroy SERIAL") == 2
    assert not any(Path(image).read_bytes())


@pytest.mark.nightly
def test_interrupted_suite_says_what_is_missing_and_goes_on(service, folders, loop, capsys, monkeypatch):
    device, image = loop
    service.documents[ADDRESS] = (200, card(job(), WRITE))
    real = subprocess.Popen
    calls = []

    class Failing(real):
        def __init__(self, arguments, *rest, **more):
            if "--name=3-randwrite-4k-qd4" in arguments:
                calls.append(arguments)
                raise KeyboardInterrupt
            super().__init__(arguments, *rest, **more)

    monkeypatch.setattr(subprocess, "Popen", Failing)
    assert suite(device, "--confirm-destroy", image) == 130
    assert calls
    assert "Not measured: 3-randwrite-4k-qd4." in capsys.readouterr().err
    monkeypatch.setattr(subprocess, "Popen", real)
    assert main(["suite", "--resume", "--no-upload", "--no-samples"]) == 0
    names = [entry.manifest()["batch"]["workload"] for entry in Spool(folders).waiting()]
    assert names[0] == "1-randread-4k-qd4"
    assert names[-1] == "3-randwrite-4k-qd4"


@pytest.mark.quick(3)
@pytest.mark.parametrize(
    ("confirmed", "code", "sentence"),
    [
        (["no such serial"], 3, "--confirm-destroy"),
        (["IMAGE "], 3, "--confirm-destroy"),
        (["DEVICE"], 3, "--confirm-destroy"),
        ([""], 3, "--confirm-destroy"),
        (["IMAGE", "another drive"], 3, "--confirm-destroy another drive is not"),
    ],
)
@pytest.mark.parametrize("jobs", [(job(),), (job(), WRITE)])
def test_confirmation_of_anything_else_starts_nothing(service, folders, loop, capsys, confirmed, code, sentence, jobs):
    device, image = loop
    service.documents[ADDRESS] = (200, card(*jobs))
    words = [word.replace("IMAGE", image).replace("DEVICE", device) for word in confirmed]
    assert suite(device, *(part for word in words for part in ("--confirm-destroy", word))) == code
    assert sentence in capsys.readouterr().err
    assert list(Spool(folders).waiting()) == []
    assert [request for request in service.requests if request["path"] == ADDRESS] == []


@pytest.mark.nightly
def test_partition_is_no_raw_drive(service, folders, loop, capsys, monkeypatch):
    """Of whatever is not the whole drive (rating has the same rule)."""
    device, _ = loop
    service.documents[ADDRESS] = (200, card(job()))
    for kind in ("partition", "lvm", "crypt", "loop"):
        monkeypatch.setattr(
            "fioboard_agent.suites.datasheet.resolve_path",
            lambda *_, kind=kind: {"kind": kind, "members": [next(iter(_[2]["disks"]))]},
        )
        assert suite(device, "--dry-run") == 0
        assert "not rated by it" in capsys.readouterr().err
    monkeypatch.setattr(
        "fioboard_agent.suites.datasheet.resolve_path",
        lambda *_: {"kind": "disk", "members": [next(iter(_[2]["disks"]))]},
    )
    assert suite(device, "--dry-run") == 0
    assert "not rated by it" not in capsys.readouterr().err


def test_confirmation_of_a_folder_starts_nothing(service, folders, bench, capsys):
    service.documents[ADDRESS] = (200, card(job()))
    assert suite(bench, "--confirm-destroy", "SERIAL") == 2
    assert "is of a device" in capsys.readouterr().err
    assert list(Spool(folders).waiting()) == []

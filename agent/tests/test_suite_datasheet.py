"""`suite datasheet`: what a drive is rated, as a batch; the service's jobs are not trusted to be harmless."""

import pytest

from fioboard_agent.cli import main
from fioboard_agent.delivery.spool import Spool
from fioboard_agent.host.paths import Roots
from fioboard_agent.inventory.document import collect_inventory

ADDRESS = "/api/v1/spec-jobs"
TINY = ["--runtime", "1", "--size", "8m", "--no-upload", "--keep-free", "1m", "--no-samples"]
MODEL = "EXAMPLE SSD 1"


@pytest.fixture(autouse=True)
def in_bench(bench, folders, service, monkeypatch):
    token = bench.parent / "token"
    token.write_text("fioboard_upload_test")
    token.chmod(0o600)
    monkeypatch.setenv("FIOBOARD_SERVER", service.url)
    monkeypatch.setenv("FIOBOARD_TOKEN_FILE", str(token))
    monkeypatch.chdir(bench)


@pytest.fixture
def drive(monkeypatch):
    """This machine's drives, as if they told a model."""

    def collected(roots, program):
        document = collect_inventory(roots, program)
        for disk in document["disks"].values():
            disk["model"] = MODEL
        return document

    monkeypatch.setattr("fioboard_agent.commands.suite.collect_inventory", collected)


def job(**more):
    return {"name": "1-randread-4k-qd4", "rw": "randread", "bs": "4k", "iodepth": 4, "numjobs": 1, "rwmixread": None,
            "is_destructive": False, "before": [], "by_hand": [], **more}  # fmt: skip


MIXED = job(name="2-randrw-8k-qd2", rw="randrw", bs="8k", iodepth=2, rwmixread=70, is_destructive=True)


def card(*jobs, **more):
    return {"card_id": "example-1", "title": "Example SSD 1", "jobs": list(jobs), "left_out": [], **more}


def suite(target, *more):
    return main(["suite", "datasheet", "--target", str(target), *TINY, *more])


def test_jobs_of_the_card_are_a_batch_with_its_label(service, folders, bench, drive, capsys):
    worn = {**MIXED, "before": ["fill", "overwrite"], "by_hand": ["Format the drive."]}
    service.documents[ADDRESS] = (200, card(job(), worn, left_out=["3: No job measures a cache."]))
    assert suite(bench) == 0
    runs = [entry.manifest() for entry in Spool(folders).waiting()]
    assert [run["batch"]["name"] for run in runs] == ["datasheet"] * 2
    assert {run["labels"]["spec_card"] for run in runs} == {"example-1"}
    by_name = {run["batch"]["workload"]: run["argv"] for run in runs}
    assert {"--rw=randrw", "--rwmixread=70", "--bs=8k", "--iodepth=2"} <= set(by_name["2-randrw-8k-qd2"])
    assert not any(word.startswith("--rwmixread") for word in by_name["1-randread-4k-qd4"])
    said = capsys.readouterr().err
    for sentence in (
        "Datasheet: Example SSD 1",
        "no raw drive",
        "add --precondition random",
        "by hand first: Format the drive.",
        "3: No job measures a cache.",
    ):
        assert sentence in said
    [asked] = [request for request in service.requests if request["path"] == ADDRESS]
    disks = collect_inventory(Roots(), None)["disks"]
    assert any(asked["query"] == f"model=EXAMPLE+SSD+1&capacity_bytes={disk['size_bytes']}" for disk in disks.values())
    assert list(bench.iterdir()) == []


def test_device_that_nobody_confirmed_is_only_read(service, folders, drive, monkeypatch, capsys):
    from fioboard_agent.suites.datasheet import _datasheet

    read_only = _datasheet(card(job(), MIXED), MODEL, 10**9, may_write=False, is_worn_in=False)
    assert [workload.rw for workload in read_only.suite.workloads] == ["randread"]
    assert "--confirm-destroy" in read_only.left_out[0]
    assert read_only.size == "953m"
    both = _datasheet(card(job(), MIXED), MODEL, 10**9, may_write=True, is_worn_in=True)
    assert [workload.rw for workload in both.suite.workloads] == ["randread", "randrw"]


def test_figures_of_one_test_run_once_and_a_cache_is_not_filled():
    from fioboard_agent.suites.datasheet import _datasheet

    cached = job(name="3-write-128k-qd32", rw="write", bs="128k", before=["past_cache"], is_destructive=True)
    read = _datasheet(card(job(), job(name="4-randread-4k-qd4"), cached), MODEL, 10**9, may_write=True, is_worn_in=True)
    assert [workload.name for workload in read.suite.workloads] == ["1-randread-4k-qd4", "3-write-128k-qd32"]
    assert any("past its cache" in sentence for sentence in read.left_out)


@pytest.mark.parametrize(
    ("status", "answer", "code", "sentence"),
    [
        (200, card() | {"card_id": None}, 3, "no datasheet of EXAMPLE SSD 1"),
        (200, card(), 3, "every figure is of writes"),
        (200, card(job(rw="trim")), 6, "not understood"),
        (200, card(job(bs="4k:/etc/passwd")), 6, "not understood"),
        (200, card(job(name="x --exec_prerun=reboot")), 6, "not understood"),
        (200, card(job(iodepth=10**9)), 6, "not understood"),
        (200, card(job(numjobs="2")), 6, "not understood"),
        (200, card(job(rwmixread=101)), 6, "not understood"),
        (200, {"card_id": "x"}, 6, "not understood"),
        (404, {"error": "NotFound", "detail": "There is nothing at this address."}, 6, "There is nothing"),
    ],
)
def test_nothing_is_started(service, folders, bench, drive, capsys, status, answer, code, sentence):
    service.documents[ADDRESS] = (status, answer)
    assert suite(bench) == code
    assert sentence in capsys.readouterr().err
    assert list(Spool(folders).waiting()) == []


def test_drive_without_a_model_has_no_datasheet(service, folders, bench, capsys, monkeypatch):
    def collected(roots, program):
        document = collect_inventory(roots, program)
        for disk in document["disks"].values():
            disk["model"] = None
        return document

    monkeypatch.setattr("fioboard_agent.commands.suite.collect_inventory", collected)
    assert suite(bench) == 3
    assert "does not tell its model" in capsys.readouterr().err


def test_words_that_do_not_fit(service, folders, bench, drive, capsys):
    assert main(["suite", "datasheet", *TINY]) == 2
    service.documents[ADDRESS] = (200, card(job()))
    assert suite(bench, "--rw", "read") == 2
    assert suite("/dev/shm/no/such/place") in {2, 3}

"""`suite datasheet`: what a drive is rated, as a batch; the service's jobs are not trusted to be harmless."""

from pathlib import Path

import pytest
from served_cards import FILL, MIXED, MODEL, PAST_CACHE, WRITE, card, job

from fioboard_agent.cli import build_parser, main
from fioboard_agent.delivery.payload import Annotations
from fioboard_agent.delivery.spool import Spool
from fioboard_agent.errors import UsageError
from fioboard_agent.fio.program import find_fio
from fioboard_agent.host.paths import Roots
from fioboard_agent.inventory.completion import Additions
from fioboard_agent.inventory.document import collect_inventory
from fioboard_agent.suites.batch import Done, list_steps_left
from fioboard_agent.suites.datasheet import _build_datasheet, _Place
from fioboard_agent.suites.request import load_batch, plan_batch
from fioboard_agent.suites.served_job import Wishes
from fioboard_agent.suites.store import BatchStore
from fioboard_agent.suites.words import describe_missing

ADDRESS = "/api/v1/spec-jobs"
TINY = ["--runtime", "1", "--size", "8m", "--no-upload", "--keep-free", "1m", "--no-samples"]


pytestmark = pytest.mark.usefixtures("in_served_bench")


def suite(target, *more):
    return main(["suite", "datasheet", "--target", str(target), *TINY, *more])


def read(*jobs, device_bytes=10**9, is_raw=True, is_confirmed=True, wishes=Wishes()):  # noqa: B008 frozen
    place = _Place(Path("/dev/sdx"), MODEL, device_bytes, device_bytes, is_raw, is_confirmed)
    return _build_datasheet(card(*jobs), place, wishes)


@pytest.mark.nightly
def test_jobs_of_the_card_are_a_batch_with_its_labels(service, folders, bench, drive, capsys):
    worn = {**MIXED, "by_hand": ["Format the drive."]}
    tail = job("percentile_list=50:99.9", figure=4, name="4-randread-4k-qd4")
    service.documents[ADDRESS] = (200, card(job(), worn, tail, left_out=["3: No job measures a cache."]))
    assert suite(bench, "--ramp-time", "0") == 0
    runs = [entry.manifest() for entry in Spool(folders).waiting()]
    assert [run["batch"]["name"] for run in runs] == ["datasheet"] * 2
    assert {run["labels"]["spec_card"] for run in runs} == {"example-1"}
    by_name = {run["batch"]["workload"]: run for run in runs}
    assert {name: run["labels"]["spec_figure"] for name, run in by_name.items()} == {
        "1-randread-4k-qd4": "1,4",
        "2-randrw-8k-qd2": "2",
    }
    mixed = set(by_name["2-randrw-8k-qd2"]["argv"])
    assert {"--rw=randrw", "--rwmixread=70", "--bs=8k", "--iodepth=2", "--refill_buffers=1"} <= mixed
    assert "--percentile_list=50:99:99.9" in by_name["1-randread-4k-qd4"]["argv"]
    said = capsys.readouterr().err
    for sentence in (
        "Datasheet: Example SSD 1",
        "not a raw drive",
        "a folder or file is not preconditioned",
        "by hand first: Format the drive.",
        "3: No job measures a cache.",
    ):
        assert sentence in said
    [asked] = [request for request in service.requests if request["path"] == ADDRESS]
    disks = collect_inventory(Roots(), None)["disks"]
    assert any(asked["query"] == f"model=EXAMPLE+SSD+1&capacity_bytes={disk['size_bytes']}" for disk in disks.values())
    assert list(bench.iterdir()) == []


def test_device_that_nobody_confirmed_is_only_read():
    alone = read(job(), MIXED, is_confirmed=False)
    assert [workload.rw for workload in alone.suite.workloads] == ["randread"]
    assert "--confirm-destroy" in alone.left_out[0]
    assert alone.size == "953m"
    both = read(job(), MIXED)
    assert [workload.rw for workload in both.suite.workloads] == ["randread", "randrw"]


def test_what_comes_before_a_figure_is_written_before_it_and_after_all_that_need_none():
    sheet = read(MIXED, job(), WRITE)
    workloads = sheet.suite.workloads
    assert [workload.name for workload in workloads] == ["1-randread-4k-qd4", "3-randwrite-4k-qd4", "2-randrw-8k-qd2"]
    assert [step.name for step in workloads[-1].before] == ["precondition-fill-twice", "precondition-random"]
    assert dict(workloads[-1].before[0].options)["loops"] == "2"


def test_option_that_is_on_no_list_leaves_out_its_figure_alone():
    sheet = read(job(), job("write_iolog=/etc/passwd", figure=2, name="2-randread-4k-qd4"))
    assert [workload.figures for workload in sheet.suite.workloads] == [(1,)]
    assert "2-randread-4k-qd4 is not run" in sheet.left_out[0]
    assert "write_iolog" in sheet.left_out[0]


def test_seconds_and_size_of_the_operator_go_before_those_of_the_job():
    [said] = read(job(), wishes=Wishes(runtime_s=5, ramp_s=0, has_own_size=True)).suite.workloads
    assert (said.option("runtime"), said.option("ramp_time"), said.option("size")) == ("5", "0", None)
    [asked] = read(job()).suite.workloads
    assert (asked.option("runtime"), asked.option("ramp_time"), asked.option("size")) == ("60", "10", "100%")


def test_dry_run_says_what_would_run_and_starts_nothing(service, folders, bench, drive, capsys):
    service.documents[ADDRESS] = (200, card(job(), WRITE))
    assert main(["suite", "datasheet", "--target", str(bench), "--dry-run", "--keep-free", "1m", "--size", "8m"]) == 0
    said = capsys.readouterr().err
    assert "1-randread-4k-qd4: randread 4k, QD 4, 1 job; 72 s" in said
    # 100,000 a second of 4 KiB for 71.5 s
    assert "3-randwrite-4k-qd4: randwrite 4k, QD 4, 1 job; 72 s; WRITES about 29.3 GB as rated" in said
    assert "As rated, all of it takes 2 min, and writes 29.3 GB." in said
    assert "Nothing was started." in said
    assert list(Spool(folders).waiting()) == []
    assert list(bench.iterdir()) == []
    assert BatchStore(folders).unfinished() == []


def parse_options(bench, *more):
    """The options of one batch: each target of a command is planned alone."""
    options = build_parser().parse_args(["suite", "datasheet", "--target", str(bench), *more])
    (options.target,) = options.target
    return options


def test_kept_batch_is_the_planned_one(service, folders, bench, drive):
    service.documents[ADDRESS] = (200, card(job(), MIXED))
    options = parse_options(bench, "--size", "8m")
    batch = plan_batch(options, find_fio(), Annotations(), Additions(), read(job(), MIXED))
    BatchStore(folders).save(batch)
    assert BatchStore(folders).find("").plan == batch.plan


def test_plan_writes_before_each_figure_once_and_again_past_a_cache_after_an_interruption(folders, bench):
    cached = job(steps=PAST_CACHE, figure=5, name="5-write-128k-qd4", rw="write", bs="128k", is_destructive=True)
    options = parse_options(bench, "--repeat", "2")
    batch = plan_batch(options, find_fio(), Annotations(), Additions(), read(job(), MIXED, cached))
    steps = [(step.role, step.workload.name, step.repeat) for step in list_steps_left(batch.plan, [])]
    assert steps == [
        ("measure", "1-randread-4k-qd4", 1),
        ("measure", "1-randread-4k-qd4", 2),
        ("precondition", "precondition-fill-twice", 1),
        ("precondition", "precondition-random", 1),
        ("measure", "2-randrw-8k-qd2", 1),
        ("measure", "2-randrw-8k-qd2", 2),
        ("precondition", "precondition-past-cache", 1),
        ("measure", "5-write-128k-qd4", 1),
        ("measure", "5-write-128k-qd4", 2),
    ]
    batch.done += [Done(role, name, repeat, "key") for role, name, repeat in steps[:7]]
    store = BatchStore(folders)
    store.save(batch)
    resume = build_parser().parse_args(["suite", "--resume"])
    assert len(load_batch(resume, store, Additions(), Spool(folders)).done) == 6
    assert describe_missing(batch.plan, batch.done) == "Not measured: 5-write-128k-qd4."


def test_figures_that_need_a_written_drive_are_not_mixed(bench):
    options = parse_options(bench, "--repeat", "2", "--order", "interleaved")
    with pytest.raises(UsageError, match="right after the writing"):
        plan_batch(options, find_fio(), Annotations(), Additions(), read(MIXED))


@pytest.mark.quick(5)
@pytest.mark.parametrize(
    ("status", "answer", "code", "sentence"),
    [
        (200, card() | {"card_id": None}, 3, "no datasheet for EXAMPLE SSD 1"),
        (200, card(), 3, "no test can be run"),
        (200, card(job("exec_prerun=reboot")), 3, "must not set 'exec_prerun'"),
        (200, card(job("filename=/dev/sda")), 6, "cannot be read"),
        (200, card(job("directory=/etc")), 3, "must not set 'directory'"),
        (200, card(job("ioengine=exec")), 6, "cannot be read"),
        (200, card({**job(), "iodepth": 8}), 6, "cannot be read"),
        (200, card({**job(), "name": "2-other"}), 6, "cannot be read"),
        (200, card({**job(), "job_file": "nothing"}), 6, "cannot be read"),
        (200, card({**job(), "figure": True}), 6, "cannot be read"),
        (200, card({**job(), "job_file": job()["job_file"].replace("time_based", "")}), 6, "cannot be read"),
        (200, card(job(steps="[before-1-fill]\nrw=read\nbs=4k\niodepth=1\n")), 6, "cannot be read"),
        (200, card(job(steps="[before-1-format]\nrw=write\nbs=4k\niodepth=1\n")), 6, "cannot be read"),
        (200, card(job(steps=FILL + "time_based\n")), 6, "cannot be read"),
        (200, card(job(rw="trim")), 6, "cannot be read"),
        (200, card(job(bs="4k:/etc/passwd")), 6, "cannot be read"),
        (200, card(job(name="x --exec_prerun=reboot")), 6, "cannot be read"),
        (200, card(job(iodepth=10**9)), 6, "cannot be read"),
        (200, card(job(numjobs="2")), 6, "cannot be read"),
        (200, card(job(rwmixread=101)), 6, "cannot be read"),
        (200, {"card_id": "x"}, 6, "cannot be read"),
        (404, {"error": "NotFound", "detail": "Link not found."}, 6, "Link not found."),
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
    assert "does not report its model" in capsys.readouterr().err


@pytest.mark.nightly
def test_words_that_do_not_fit(service, folders, bench, drive, capsys):
    assert main(["suite", "datasheet", *TINY]) == 2
    service.documents[ADDRESS] = (200, card(job()))
    assert suite(bench, "--rw", "read") == 2
    assert suite("/dev/shm/no/such/place") in {2, 3}

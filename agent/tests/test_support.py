"""support/, `run --support` and `support RUN`: what is collected, what cannot be, and that it arrives once."""

import hashlib
import json
from datetime import datetime, timedelta, timezone

import pytest
import service_double as double
from kept_run import keep_run
from recorded_programs import RecordedPrograms
from trees import fixture

from fioboard_agent.cli import main
from fioboard_agent.delivery.config import Config
from fioboard_agent.delivery.sending import deliver
from fioboard_agent.delivery.upload import Service
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.programs import Answer
from fioboard_agent.host.reader import Reader
from fioboard_agent.support import drive_pages, kernel_log
from fioboard_agent.support.gathering import describe_problems, gather

RUN_ID = "0192f0c1-2222-7333-8444-555566667777"
RING = """<5>[    0.000000] Linux version 6.1.0-25-amd64
<6>[    1.204113] nvme nvme0: pci function 0000:41:00.0
<6>[    1.300000] usb 1-1: new high-speed USB device number 2
<4>[ 5000.100000][  T912] pcieport 0000:40:01.1: AER: Corrected error received: 0000:41:00.0
<4>[ 5000.100001][  T912] nvme 0000:41:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer, (Receiver ID)
<3>[ 5001.000000] nvme nvme0: I/O 12 QID 3 timeout, \x07aborting
"""
JOURNAL = """1795000000.000001 lab-host kernel: Linux version 6.1.0
1795000001.500000 lab-host kernel: nvme nvme0: resetting controller
-- Boot 0123 --
1795000002.000000 lab-host sudo: nvme is not of the kernel
"""


@pytest.fixture
def linux(tmp_path):
    folder = tmp_path / "tree/proc/sys/kernel"
    folder.mkdir(parents=True)
    (folder / "dmesg_restrict").write_text("0\n")
    return Roots(tmp_path / "tree")


def log_of(roots, answers, started_at=None):
    return kernel_log.collect_kernel_log(Reader(roots, RecordedPrograms(answers)), started_at)


def test_ring_buffer_is_cut_down_to_storage_and_dated(linux):
    log = log_of(linux, {"dmesg -r": RING})
    assert (log["status"], log["source"], log["lines_left_out"]) == ("ok", "dmesg", 0)
    texts = [line["text"] for line in log["lines"]]
    assert texts == [
        "nvme nvme0: pci function 0000:41:00.0",
        "pcieport 0000:40:01.1: AER: Corrected error received: 0000:41:00.0",
        "nvme 0000:41:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer, (Receiver ID)",
        "nvme nvme0: I/O 12 QID 3 timeout,  aborting",
    ]
    moments = [datetime.fromisoformat(line["at"].replace("Z", "+00:00")) for line in log["lines"]]
    boot = datetime.fromisoformat(log["covers_from"].replace("Z", "+00:00"))
    assert abs((moments[1] - boot).total_seconds() - 5000.1) < 0.01


def test_journal_reaches_back_where_the_buffer_has_lost_the_start(linux):
    overwritten = RING.split("\n", 3)[3]
    long_ago = datetime.fromtimestamp(1795000000.5, timezone.utc)
    log = log_of(linux, {"dmesg -r": overwritten, "journalctl -k": JOURNAL}, long_ago)
    assert (log["source"], [line["text"] for line in log["lines"]]) == (
        "journalctl",
        ["nvme nvme0: resetting controller"],
    )
    assert log["covers_from"] == "2026-11-18T11:06:40.000Z"
    assert "lab-host" not in json.dumps(log)


def test_buffer_that_holds_the_run_is_enough(linux):
    programs = RecordedPrograms({"dmesg -r": RING, "journalctl -k": JOURNAL})
    kernel_log.collect_kernel_log(Reader(linux, programs), datetime.now(timezone.utc))
    assert programs.asked == ["dmesg -r"]


def test_storm_of_errors_keeps_the_newest_and_says_from_when(linux, monkeypatch):
    monkeypatch.setattr(kernel_log, "MAX_LINES", 10)
    storm = "".join(f"<4>[{second}.000000] nvme nvme0: error {second}\n" for second in range(100, 150))
    log = log_of(linux, {"dmesg -r": storm})
    assert (len(log["lines"]), log["lines_left_out"]) == (10, 40)
    assert log["lines"][0]["text"].endswith("error 140")
    assert log["covers_from"] == log["lines"][0]["at"]
    monkeypatch.setattr(kernel_log, "MAX_BYTES", 60)
    assert len(log_of(linux, {"dmesg -r": storm})["lines"]) == 2


def test_long_line_is_cut(linux):
    log = log_of(linux, {"dmesg -r": f"<4>[1.0] nvme {'x' * 5000}"})
    assert [len(line["text"]) for line in log["lines"]] == [kernel_log.MAX_LINE_CHARACTERS]


@pytest.mark.parametrize(
    ("restrict", "answers", "status", "command"),
    [
        (
            "1",
            {"dmesg": Answer(1, b"", "dmesg: read kernel buffer failed: Operation not permitted")},
            "denied",
            "sudo sysctl kernel.dmesg_restrict=0",
        ),
        (
            "0",
            {"dmesg": Answer(1, b"", "dmesg: read kernel buffer failed: Operation not permitted")},
            "denied",
            "sudo dmesg",
        ),
        ("0", {}, "absent", "sudo dmesg"),
        ("0", {"dmesg": ""}, "absent", "sudo dmesg"),
    ],
)
def test_who_may_not_read_it_is_told_why_and_what_would_help(linux, restrict, answers, status, command):
    linux.locate(kernel_log.RESTRICT).write_text(restrict)
    log = log_of(linux, answers)
    assert (log["status"], log["command"], log["lines"], log["covers_from"]) == (status, command, [], None)
    assert log["detail"]


def test_empty_log_of_a_container_is_not_a_clean_one(linux):
    log = log_of(linux, {"dmesg": "", "journalctl": ""})
    assert (log["status"], log["detail"]) == ("error", "the kernel's log is empty here, as in a container")


def test_other_systems_are_said_to_be_unread(tmp_path):
    assert log_of(Roots(tmp_path), {"dmesg": RING})["status"] == "absent"


NVME = "smartctl/nvme-null-SAMSUNG_MZPLJ6T4HALA-00007-nvme0.json"


def pages_of(answers, *names, roots=None, **options):
    reader = Reader(roots or Roots(), RecordedPrograms(answers))
    return drive_pages.collect_drive_pages(reader, {name: {"controllers": []} for name in names}, **options)


def test_whole_page_of_smartctl_is_taken():
    text = fixture(NVME).read_text()
    (page,) = pages_of({"smartctl -j -x -n standby /dev/nvme0n1": text}, "nvme0n1")
    assert (page["status"], page["source"], page["drive"]) == ("ok", "smartctl", "nvme0n1")
    assert page["page"] == json.loads(text)


def test_nvme_cli_stands_in_for_smartctl():
    answers = {"nvme smart-log /dev/nvme0n1": '{"media_errors": 3}', "nvme error-log /dev/nvme0n1": '{"errors": []}'}
    (page,) = pages_of(answers, "nvme0n1")
    assert (page["source"], page["page"]) == ("nvme", {"smart_log": {"media_errors": 3}, "error_log": {"errors": []}})


DENIED = json.dumps(
    {
        "smartctl": {
            "exit_status": 2,
            "messages": [{"string": "Smartctl open device: /dev/sda failed: Permission denied"}],
        }
    }
)


@pytest.mark.parametrize(
    ("answers", "status", "word"),
    [
        ({}, "absent", "not installed"),
        ({"smartctl": DENIED}, "denied", "Permission denied"),
        ({"smartctl": "no json"}, "unparsed", "no json"),
        ({"smartctl": '{"smartctl": {"exit_status": 2}}'}, "error", "read nothing"),
        ({"smartctl": '{"smartctl": 7}'}, "error", "read nothing"),
    ],
)
def test_what_could_not_be_read_names_the_command(tmp_path, answers, status, word):
    device = tmp_path / "sys/block/sda/device"
    device.mkdir(parents=True)
    (device / "model").write_text("Example 1TB\n")
    (page,) = pages_of(answers, "sda", roots=Roots(tmp_path))
    assert (page["status"], page["command"]) == (status, "sudo smartctl -x /dev/sda")
    assert word in page["detail"]
    # What the kernel shows to everybody is there all the same.
    assert (page["source"], page["page"]) == ("sysfs", {"model": "Example 1TB"})


def test_page_beyond_the_limit_loses_its_largest_part_and_says_so():
    text = json.dumps({"smartctl": {"exit_status": 0}, "ata_log": ["x" * 300_000], "temperature": {"current": 30}})
    (page,) = pages_of({"smartctl": text}, "sda")
    assert page["page"] == {"smartctl": {"exit_status": 0}, "temperature": {"current": 30}}
    assert page["detail"] == "left out for its size: ata_log"


def test_drives_that_answer_slowly_cost_a_minute_at_most():
    times = iter([0.0, 1.0, 70.0])
    pages = pages_of({"smartctl": '{"smartctl": {"exit_status": 0}}'}, "sda", "sdb", clock=lambda: next(times))
    assert [page["status"] for page in pages] == ["ok", "timeout"]


def test_documents_say_whose_they_are_and_are_text(linux):
    programs = RecordedPrograms(
        {"dmesg -r": RING, "smartctl": Answer(0, b'{"smartctl": {"exit_status": 0}, "x": "\xff"}', "")}
    )
    reader = Reader(linux, programs)
    documents = dict(gather(reader, "host-0001", {"disks": {"sda": {"controllers": []}}}, ["sda", "sda"], None))
    assert list(documents) == ["kernel_log.json", "smart_page-01.json"]
    for kind, content in zip(("kernel_log", "smart_page"), documents.values()):
        told = json.loads(content.decode())
        assert (told["schema"], told["kind"], told["host_id"], told["status"]) == (1, kind, "host-0001", "ok")
        assert datetime.fromisoformat(told["collected_at"].replace("Z", "+00:00")) - datetime.now(
            timezone.utc
        ) < timedelta(1)
    assert list(describe_problems(documents.values())) == []


# What goes with a run on its way.


def with_attachments(spool, *documents):
    entry = keep_run(spool)
    entry.attach((f"{number}.json", content) for number, content in enumerate(documents))
    return entry


def attach(handler):
    """201 with the digest of what came, as the service confirms it."""
    content = handler.body()
    with handler.double.lock:
        handler.double.requests[-1]["content"] = content
    handler.answer(201, {"sha256": hashlib.sha256(content).hexdigest()})


def store(handler):
    handler.answer(201, {**handler.store(), "id": RUN_ID})


def send(spool, service, entry):
    said = []
    report = deliver(spool, [entry], Service(Config(server=service.url, token="t"), 5.0), 0.0, said.append)
    return report, said


def test_documents_follow_their_run_and_then_nothing_waits(spool, service, folders):
    service.behaviours += [store, attach, attach]
    report, _ = send(spool, service, with_attachments(spool, b"{}", b"[]"))
    assert (len(report.stored), len(list(folders.spool.iterdir()))) == (1, 0)
    assert [request["path"] for request in service.requests[1:]] == [f"/api/v1/runs/{RUN_ID}/attachments"] * 2
    assert [request["content"] for request in service.requests[1:]] == [b"{}", b"[]"]


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    "trouble", [double.refuse(503, "Unavailable"), double.reset_in_body, double.refuse(507, "StorageFull")]
)
def test_document_that_did_not_arrive_keeps_the_run_here_and_comes_with_the_next_push(spool, service, trouble):
    entry = with_attachments(spool, b"{}")
    service.behaviours += [store, trouble]
    report, _ = send(spool, service, entry)
    assert (report.stored, [one.key for one in spool.waiting()]) == ([], [entry.key])
    # The run is sent again, which changes nothing; then what goes with it.
    service.behaviours += [store, attach]
    report, _ = send(spool, service, entry)
    assert (len(report.stored), len(service.runs), list(spool.waiting())) == (1, 1, [])


def test_wrong_confirmation_is_none(spool, service):
    service.behaviours += [store, lambda handler: (handler.body(), handler.answer(201, {"sha256": "0" * 64}))]
    report, _ = send(spool, service, with_attachments(spool, b"{}"))
    assert (report.stored, len(list(spool.waiting()))) == ([], 1)


def test_older_service_has_the_run_and_the_rest_is_kept_here(spool, service):
    service.behaviours += [store, double.refuse(404, "NotFound")]
    report, said = send(spool, service, with_attachments(spool, b"{}"))
    assert (len(report.rejected), len(service.runs), list(spool.waiting())) == (1, 1, [])
    assert len(report.urls) == 1
    assert "the run is stored" in said[0]
    assert "older than this agent" in said[0]
    (kept,) = spool.rejected()
    assert [path.read_bytes() for path in kept.attachments] == [b"{}"]


@pytest.fixture
def served(in_served_bench, service, monkeypatch):
    """This host's kernel and drives as recorded, a service that takes what goes with a run."""
    asked = {"dmesg -r": RING, "smartctl": fixture(NVME).read_text()}
    monkeypatch.setattr("fioboard_agent.host.reader.Programs", lambda: RecordedPrograms(asked))
    return service


JOB = ["--keep-free", "1m", "--no-samples", "--", "--name=a", "--rw=read", "--size=1m"]


@pytest.mark.nightly
def test_run_alone_collects_nothing_of_it(served):
    assert main(["run", *JOB]) == 0
    assert [request["path"] for request in served.requests if "attachments" in request["path"]] == []


@pytest.mark.nightly
def test_run_for_support_sends_the_log_with_real_fio(served, capsys):
    served.behaviours += [store, *[attach] * 50]
    assert main(["run", "--support", *JOB]) == 0
    sent = [json.loads(request["content"]) for request in served.requests if "attachments" in request["path"]]
    assert sent[0]["kind"] == "kernel_log"
    assert len(sent[0]["lines"]) == 4
    assert {document["kind"] for document in sent[1:]} <= {"smart_page"}
    assert "Stored: " in capsys.readouterr().out


def test_what_fails_in_collecting_costs_no_result(served, capsys, monkeypatch):
    def broken(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("fioboard_agent.benchmark.bench.gather", broken)
    assert main(["run", "--support", *JOB]) == 0
    assert len(served.runs) == 1
    assert "--support: nothing could be kept" in capsys.readouterr().err


def test_run_of_before_gets_its_documents(served, capsys):
    told = {
        "run_id": RUN_ID,
        "started_at": "2026-11-26T04:00:00Z",
        "drives": [{"name": "gone", "serial": "S9", "wwid": None}],
    }
    served.documents[f"/api/v1/runs/{RUN_ID}/attachments"] = (200, told)
    served.behaviours += [attach]
    assert main(["support", f"https://fioboard.example/runs/{RUN_ID}?x=1#files"]) == 0
    printed = capsys.readouterr()
    assert f"/runs/{RUN_ID}#files" in printed.out
    assert "S9 of the run was not found in this host" in printed.err
    assert "host=" in served.requests[0]["query"]


@pytest.mark.parametrize(
    ("answer", "code", "sentence"),
    [
        ((404, {"error": "NotFound", "detail": "x"}), 6, "older than this agent"),
        (
            (404, {"error": "RunNotFound", "detail": "There is no such run on this host."}),
            3,
            "no such run on this host",
        ),
        ((403, {"error": "WrongScope", "detail": "no right"}), 6, "no right"),
    ],
)
def test_run_that_cannot_be_asked_about_is_refused_with_the_reason(served, capsys, answer, code, sentence):
    served.documents[f"/api/v1/runs/{RUN_ID}/attachments"] = answer
    assert main(["support", RUN_ID]) == code
    assert sentence in capsys.readouterr().err


def test_refused_document_is_named_and_the_others_go_on(served, capsys):
    served.documents[f"/api/v1/runs/{RUN_ID}/attachments"] = (200, {"drives": []})
    served.behaviours += [double.refuse(413, "TooLarge")]
    assert main(["support", RUN_ID]) == 5
    assert "kernel_log.json: refused: TooLarge" in capsys.readouterr().err


def test_what_is_no_run_is_a_wrong_command_line(served):
    assert main(["support", "../../etc"]) == 2

"""Every run of a batch reaches the service once, as soon as it has ended, whenever the agent was killed."""

import signal
import subprocess
import sys
from collections import Counter

import pytest
import service_double as double
from fio_watch import fio_is_measuring, fio_of
from test_kill import wait_until

from fioboard_agent.cli import main
from fioboard_agent.commands.delivering import print_batch
from fioboard_agent.delivery.batch_sending import BatchSender
from fioboard_agent.delivery.config import Config
from fioboard_agent.delivery.host_identity import identify_host
from fioboard_agent.delivery.spool import Entry, Spool
from fioboard_agent.delivery.upload import Service
from fioboard_agent.suites.store import BatchStore

pytestmark = pytest.mark.usefixtures("in_served_bench")

SMALL = ["--runtime", "1", "--size", "8m", "--keep-free", "1m", "--no-samples"]
WORKLOADS = {f"randread-{size}-qd32-nj1" for size in ("4k", "8k", "16k")}
# Runs the agent with one of its functions killing it at the n-th call, before or after it did its work.
KILLED = """
import os, signal, sys
from fioboard_agent.cli import main
from fioboard_agent.delivery.spool import Entry
from fioboard_agent.delivery.upload import Service
from fioboard_agent.suites.store import BatchStore

owner, name, number, moment = globals()[sys.argv[1]], sys.argv[2], int(sys.argv[3]), sys.argv[4]
original, calls = getattr(owner, name), []

def killing(*arguments, **named):
    calls.append(1)
    if len(calls) == number and moment == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    answer = original(*arguments, **named)
    if len(calls) == number and moment == "after":
        os.kill(os.getpid(), signal.SIGKILL)
    return answer

setattr(owner, name, killing)
sys.exit(main(sys.argv[5:]))
"""
# The first call of finish ends the test file's layout; the first save is of the plan.
MOMENTS = [
    ("BatchStore", "save", 3, "after"),
    ("Service", "upload", 2, "after"),
]
RARER_MOMENTS = [
    ("Entry", "finish", 2, "after"),
    ("BatchStore", "remove", 1, "before"),
    ("Entry", "finish", 2, "before"),
    ("Entry", "finish", 4, "after"),
    ("Service", "upload", 2, "before"),
    ("Entry", "remove", 1, "before"),
    ("Entry", "remove", 3, "after"),
]


def sweep(bench, *more):
    return ["suite", "sweep", "--target", str(bench), "--bs", "4k,8k,16k", *SMALL, *more]


def whole_runs(service):
    return Counter(
        run["manifest"]["batch"]["workload"] for run in service.runs.values() if not run["manifest"]["interrupted"]
    )


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    ("owner", "name", "number", "moment"),
    [*MOMENTS, *(pytest.param(*rare, marks=pytest.mark.nightly) for rare in RARER_MOMENTS)],
)
def test_batch_killed_at_a_step_boundary_arrives_whole_and_once(
    service, folders, bench, capsys, owner, name, number, moment
):
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, owner, name, str(number), moment, *sweep(bench)],
        capture_output=True,
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    wait_until(lambda: not fio_of(folders))
    (left,) = BatchStore(folders).unfinished()
    assert main(["suite", "--resume", "--no-samples"]) == 0
    assert whole_runs(service) == dict.fromkeys(WORKLOADS, 1)
    assert capsys.readouterr().out.splitlines()[-1] == f"Stored 3 of 3: {service.url}/batches/{left.plan.id}"
    assert list(Spool(folders).waiting()) == []
    assert BatchStore(folders).unfinished() == []
    assert list(bench.iterdir()) == []


@pytest.mark.nightly
def test_batch_killed_while_fio_measures_arrives_whole_and_the_cut_run_too(service, folders, bench, capsys):
    arguments = [word if word != "1" else "5" for word in sweep(bench)]
    running = subprocess.Popen([sys.executable, "-m", "fioboard_agent", *arguments], stderr=subprocess.DEVNULL)
    wait_until(lambda: bool(service.runs) and fio_is_measuring(folders, in_batch=True))
    running.send_signal(signal.SIGKILL)
    running.wait()
    wait_until(lambda: not fio_of(folders))
    assert main(["suite", "--resume", "--no-samples"]) == 0
    assert whole_runs(service) == dict.fromkeys(WORKLOADS, 1)
    assert sum(run["manifest"]["interrupted"] for run in service.runs.values()) == 1
    assert "Stored 3 of 3: " in capsys.readouterr().out.splitlines()[-1]
    assert list(Spool(folders).waiting()) == []


@pytest.mark.nightly
def test_every_step_is_sent_before_the_next_one_starts(service, folders, bench, monkeypatch):
    had = []
    new_entry = Spool.create_entry

    def counted(spool, draft, *arguments, **named):
        had.append((draft.batch.step if draft.batch else 0, len(service.runs)))
        return new_entry(spool, draft, *arguments, **named)

    monkeypatch.setattr(Spool, "create_entry", counted)
    assert main(sweep(bench)) == 0
    assert had == [(0, 0), (1, 0), (2, 1), (3, 2)]


@pytest.mark.nightly
def test_nothing_is_sent_between_writing_a_drive_and_measuring_it(service, folders, bench, monkeypatch):
    had = []
    new_entry = Spool.create_entry

    def counted(spool, draft, *arguments, **named):
        had.append((draft.batch.role, len(service.runs)))
        return new_entry(spool, draft, *arguments, **named)

    monkeypatch.setattr(Spool, "create_entry", counted)
    assert main([*sweep(bench, "--precondition")][:4] + ["--bs", "4k", *SMALL, "--precondition"]) == 0
    assert had == [("precondition", 0), ("measure", 0)]
    assert len(service.runs) == 2


@pytest.mark.nightly
def test_what_waits_of_a_batch_is_named_with_the_way_to_send_it(service, folders, bench, monkeypatch, capsys):
    away = double.refuse(503, "Unavailable")
    service.behaviours += [double.behave, away, away, away]
    assert main(sweep(bench, "--wait", "0", "--seed", "1")) == 4
    said = capsys.readouterr()
    waiting = [entry.manifest()["batch"]["workload"] for entry in Spool(folders).waiting()]
    assert len(waiting) == 2
    assert f"Saved locally, not uploaded (2): {', '.join(waiting)}." in said.err
    assert "Retry: fioboard-agent push" in said.err
    assert said.out.splitlines()[-1].startswith("Stored 1 of 3: ")
    assert said.err.count("uploaded later") == 1
    assert main(["suite", "--resume"]) == 2
    assert "Results not uploaded yet: 2. Upload them with: fioboard-agent push" in capsys.readouterr().err
    assert main(["push"]) == 0
    assert whole_runs(service) == dict.fromkeys(WORKLOADS, 1)


@pytest.mark.nightly
def test_run_names_earlier_results_that_still_wait(service, folders, bench, capsys):
    job = ["run", "--keep-free", "1m", "--no-samples", "--", "--name=a", "--rw=read", "--size=1m"]
    assert main([*job[:3], "--no-upload", *job[3:]]) == 0
    capsys.readouterr()
    assert main(job) == 0
    assert "Earlier results not uploaded yet: 1. Retry: fioboard-agent push" in (capsys.readouterr().err)


@pytest.mark.nightly
def test_runs_of_a_batch_that_another_process_sends_are_counted_as_stored(service, folders, bench, monkeypatch, capsys):
    """A timer's `push` runs while the suite measures."""
    monkeypatch.setattr(BatchSender, "send_between_steps", lambda _: main(["push"]) and None)
    assert main(sweep(bench)) == 0
    assert whole_runs(service) == dict.fromkeys(WORKLOADS, 1)
    assert capsys.readouterr().out.splitlines()[-1].startswith("Stored 3 of 3: ")


@pytest.mark.nightly
def test_run_that_another_process_sent_first_is_no_error(service, folders, bench, monkeypatch, capsys):
    finish = Entry.finish

    def finish_and_be_pushed(entry, outcome):
        finish(entry, outcome)
        assert main(["push"]) == 0

    monkeypatch.setattr(Entry, "finish", finish_and_be_pushed)
    assert main(["run", "--keep-free", "1m", "--no-samples", "--", "--name=a", "--rw=read", "--size=1m"]) == 0
    assert "was sent by another fioboard-agent" in capsys.readouterr().err
    assert len(service.runs) == 1


@pytest.mark.nightly
def test_service_that_is_away_is_asked_ever_more_rarely(service, folders, bench):
    assert (
        main(["run", "--no-upload", "--keep-free", "1m", "--no-samples", "--", "--name=a", "--rw=read", "--size=1m"])
        == 0
    )
    (entry,) = Spool(folders).waiting()
    now, tries = [0.0], []
    sender = BatchSender(Spool(folders), Service(Config(service.url, "t")), "b", lambda _: None, clock=lambda: now[0])
    sender.waiting = lambda: [entry]
    for _ in range(600):
        before = len(service.requests)
        service.behaviours.append(double.refuse(503, "Unavailable"))
        sender.send_between_steps()
        if len(service.requests) > before:
            tries.append(now[0])
        else:
            service.behaviours.pop()
        now[0] += 1
    assert tries == [0, 30, 90, 210, 450]


RESULT = {
    "sentence": "vda, virtio, 275 GB: 42.7k IOPS random read.",
    "text": ["1 of 1 run at a limit: the CPUs."],
    "lines": ["Workload                          IOPS", "random read 4 KiB, QD 32, 1 job  42.7k"],
}


@pytest.mark.parametrize(
    ("answer", "printed"),
    [
        ((200, RESULT), ["", RESULT["sentence"], *RESULT["text"], *RESULT["lines"], ""]),
        ((404, {}), ["Answer: 42,731 IOPS."]),
        ((200, {"lines": "all"}), ["Answer: 42,731 IOPS."]),
    ],
)
def test_the_terminal_ends_with_the_services_table_then_the_link(service, folders, capsys, answer, printed):
    service.documents["/api/v1/batches/b/result"] = answer
    sender = BatchSender(Spool(folders), Service(Config(service.url, "t")), "b", lambda _: None)
    sender.report.verdicts.append("42,731 IOPS.")
    assert print_batch(sender, ["key"], 1) == 0
    assert capsys.readouterr().out.splitlines() == [*printed, f"Stored 1 of 1: {service.url}/batches/b"]
    assert service.requests[-1]["query"] == f"host={identify_host(folders).id}"

"""`experiment`: conditions that differ in one thing, with real fio; what is measured, asked for, refused and put back."""

import json
import os
import signal
import subprocess
import sys
import time
from copy import deepcopy
from pathlib import Path

import pytest
from fio_watch import fio_is_measuring, fio_of

from fioboard_agent.cli import main
from fioboard_agent.commands import measuring
from fioboard_agent.delivery.spool import Spool
from fioboard_agent.experiments.receipts import ReceiptStore
from fioboard_agent.host.paths import Roots
from fioboard_agent.inventory.document import collect_inventory

pytestmark = pytest.mark.usefixtures("in_served_bench")
BRIEF = ["--runtime", "1", "--size", "8m", "--keep-free", "1m", "--no-samples"]


@pytest.fixture
def machine(monkeypatch):
    """This machine as it is, with a kernel that a test may change; what else happens on it is no condition."""
    seen = collect_inventory(Roots(), None)
    seen["os"].update(kernel="6.1.0", kernel_build="#1", cmdline=["quiet"])
    monkeypatch.setattr(measuring, "collect_inventory", lambda *_: deepcopy(seen))
    return seen


def begin(bench, *more, vary="kernel=6.1,6.12", repeat="1"):
    return main(
        ["experiment", "new", "--vary", vary, "--target", str(bench), "--repeat", repeat, "--yes", *BRIEF, *more]
    )


def resume(*more):
    return main(["experiment", "resume", "--no-samples", *more])


def manifests(service):
    runs = (run["manifest"] for run in service.runs.values())
    return sorted(runs, key=lambda run: run["batch"]["step"])


@pytest.mark.nightly
def test_person_is_asked_for_the_change_and_it_goes_on_when_it_is_seen(service, folders, bench, machine, capsys):
    assert begin(bench, "--question", "Is the new kernel faster?", "--rw", "randread,read") == 0
    said = capsys.readouterr().err
    assert "Question: Is the new kernel faster?" in said
    assert "A = 6.1, B = 6.12; one after the other" in said
    assert "4 workloads, 4 steps of 1 s: about 10 s" in said
    assert "Now: Boot kernel 6.12. Then: " in said
    assert len(service.runs) == 2
    assert list(bench.iterdir()) == []

    assert resume() == 3
    assert "The kernel has not changed yet. Boot kernel 6.12." in capsys.readouterr().err
    machine["os"]["kernel"], machine["memory"]["thp"] = "6.12.0", "never ever"
    assert resume() == 3
    said = capsys.readouterr().err
    assert "More than the kernel changed" in said
    assert "os.kernel: 6.1.0 -> 6.12.0. Also: memory.thp: " in said
    assert main(["experiment", "status"]) == 0
    assert "2 of 4 steps are done; next: Boot kernel 6.12." in capsys.readouterr().out
    assert len(service.runs) == 2

    machine["memory"]["thp"] = collect_inventory(Roots(), None)["memory"]["thp"]
    assert resume() == 0
    assert "Recognised: os.kernel: 6.1.0 -> 6.12.0" in capsys.readouterr().err
    runs = manifests(service)
    assert [run["labels"]["experiment_condition"] for run in runs] == ["6.1"] * 2 + ["6.12"] * 2
    assert [run["batch"]["step"] for run in runs] == [1, 2, 3, 4]
    assert {run["batch"]["name"] for run in runs} == {"experiment"}
    assert {run["batch"]["title"] for run in runs} == {"Is the new kernel faster?"}
    assert runs[-1]["batch"]["experiment"] == {
        "question": "Is the new kernel faster?", "thing": "kernel", "conditions": ["6.1", "6.12"],
        "condition": "6.12", "switched": [],
    }  # fmt: skip
    assert main(["experiment", "status"]) == 0
    assert "There is no unfinished experiment" in capsys.readouterr().out
    assert list(bench.iterdir()) == []


@pytest.mark.nightly
def test_it_goes_on_by_itself_when_the_one_change_is_seen(service, folders, bench, machine, capsys):
    """As the timer asks: it waits, refuses, goes on, and then has nothing to do."""
    assert resume("--unattended") == 0
    assert begin(bench) == 0
    assert resume("--unattended") == 3
    assert "The kernel has not changed yet. Boot kernel 6.12." in capsys.readouterr().err
    thp, machine["os"]["kernel"], machine["memory"]["thp"] = machine["memory"]["thp"], "6.12.0", "never ever"
    assert resume("--unattended") == 3
    assert "More than the kernel changed" in capsys.readouterr().err
    assert len(service.runs) == 1
    machine["memory"]["thp"] = thp
    assert resume("--unattended") == 0
    assert [run["labels"]["experiment_condition"] for run in manifests(service)] == ["6.1", "6.12"]
    assert resume("--unattended") == 0
    assert len(service.runs) == 2


@pytest.mark.nightly
def test_change_that_cannot_be_seen_is_taken_on_a_word(service, bench, machine, capsys):
    assert begin(bench, vary="cable=old,new") == 0
    assert resume() == 3
    assert "add --anyway when it is done" in capsys.readouterr().err
    assert resume("--anyway") == 0
    assert "continuing (--anyway)" in capsys.readouterr().err
    assert len(service.runs) == 2


@pytest.mark.nightly
def test_condition_that_is_half_measured_is_not_finished_on_another_machine(service, folders, bench, machine, capsys):
    real = measuring.print_run
    stop = iter([False, True])

    def stop_after_two(done, measured):
        real(done, measured)
        if next(stop):
            os.kill(os.getpid(), signal.SIGTERM)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fioboard_agent.commands.experiment.print_run", stop_after_two)
        assert begin(bench, repeat="3") == 130
    assert "Resume with: " in capsys.readouterr().err
    machine["os"]["kernel"] = "6.12.0"
    assert resume() == 3
    assert "not completely measured, and the machine has changed" in capsys.readouterr().err
    machine["os"]["kernel"] = "6.1.0"
    assert resume("--unattended") == 3
    assert "Its condition was interrupted." in capsys.readouterr().err
    assert resume() == 0
    assert [(run["batch"]["workload"], run["batch"]["repeat"]) for run in manifests(service)] == [
        ("randread-4k-qd32-nj1 @ 6.1", repeat) for repeat in (1, 2, 3)
    ]
    assert list(bench.iterdir()) == []


@pytest.mark.nightly
def test_suite_resume_takes_no_experiment_and_abort_ends_it(service, folders, bench, machine, capsys):
    assert begin(bench) == 0
    assert main(["suite", "--resume"]) == 2
    assert main(["experiment", "abort"]) == 0
    assert "1 runs of experiment" in capsys.readouterr().err
    assert main(["experiment", "resume"]) == 2
    assert len(service.runs) == 1
    assert list(folders.batches.iterdir()) == []


@pytest.mark.quick(2)
@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--vary", "kernel=6.1"], "name two to 8 conditions"),
        (["--vary", "kernel=6.1,6.1"], "name two to 8 conditions"),
        (["--vary", "kernel=6.1,../x;y"], "no plain word"),
        (["--vary", "colour=red,blue"], "differ in one of scheduler"),
        (["--vary", "drive=A,B", "--confirm-destroy", "X"], "only reads are measured"),
        (["--vary", "kernel=1,2", "--suite", "quick", "--rw", "read"], "leave out --rw"),
        ([], "Give what differs"),
    ],
)
def test_plan_that_cannot_answer_is_refused(service, folders, bench, machine, words, why, capsys):
    assert main(["experiment", "new", "--target", str(bench), *words, "--yes", *BRIEF]) == 2
    assert why in capsys.readouterr().err
    assert not list(folders.spool.glob("*"))


def test_it_asks_before_it_starts(service, bench, machine, capsys):
    assert main(["experiment", "new", "--vary", "kernel=1,2", "--target", str(bench), *BRIEF]) == 3
    said = capsys.readouterr().err
    assert "Writes 8.39 MB before anything is measured." in said
    assert "experiment asks before it starts" in said
    assert list(bench.iterdir()) == []


def test_flag_without_effect_is_named(service, bench, capsys):
    assert main(["experiment", "resume", "--vary", "kernel=1,2"]) == 2
    assert "--vary has no effect" in capsys.readouterr().err
    assert main(["experiment", "resume", "--anyway", "--unattended"]) == 2
    assert "with --unattended the inventory decides" in capsys.readouterr().err


# Real settings of a loop device's own queue.


def read_queue(loop):
    folder = Path("/sys/block", loop[0].rpartition("/")[2], "queue")
    return {name: (folder / name).read_text() for name in ("scheduler", "nr_requests", "wbt_lat_usec")}


@pytest.fixture
def queue(loop):
    if "mq-deadline" not in read_queue(loop)["scheduler"]:
        pytest.skip("this kernel offers one scheduler alone")
    return read_queue(loop)


def switch(loop, *more, runtime="1"):
    return ["experiment", "new", "--vary", "scheduler=none,mq-deadline", "--target", loop[0], "--repeat", "2", "--yes",
            "--no-samples", "--size", "8m", "--runtime", runtime, *more]  # fmt: skip


def test_scheduler_is_switched_in_turn_and_restore(service, folders, loop, queue, capsys):
    assert main(switch(loop)) == 0
    runs = manifests(service)
    assert [run["batch"]["experiment"]["condition"] for run in runs] == [
        "none", "mq-deadline", "mq-deadline", "none"
    ]  # fmt: skip
    receipt = runs[1]["batch"]["experiment"]["switched"][0]
    assert (receipt["was"], receipt["set"]) == ("none", "mq-deadline")
    assert read_queue(loop) == queue
    said = capsys.readouterr()
    assert "Put back: " in said.err
    batch_id = runs[0]["batch"]["id"]
    side = f"batch%3D{batch_id}%26label.experiment_condition%3D"
    assert said.out.splitlines()[-1] == f"Comparison: {service.url}/compare?base={side}none&new={side}mq-deadline"
    assert ReceiptStore(folders).list_open() == []


@pytest.mark.nightly
def test_scheduler_is_restore_when_fio_fails(service, folders, loop, queue, monkeypatch):
    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("fioboard_agent.benchmark.bench.run_fio", fail)
    assert main(switch(loop)) != 0
    assert read_queue(loop) == queue
    assert ReceiptStore(folders).list_open() == []


@pytest.mark.nightly
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
def test_scheduler_is_restore_after_every_end(service, folders, loop, queue, number, capsys):
    """Once while the setting is as it was, once while it is another one."""
    for condition in (0, 1):
        running = subprocess.Popen(
            [sys.executable, "-m", "fioboard_agent", *switch(loop, runtime="3")],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        deadline = time.monotonic() + 60
        while not (fio_is_measuring(folders) and (read_queue(loop) != queue) == bool(condition)):
            assert time.monotonic() < deadline
            assert running.poll() is None
            time.sleep(0.02)
        running.send_signal(number)
        running.communicate()
        while fio_of(folders):
            time.sleep(0.02)
        if number == signal.SIGKILL:
            capsys.readouterr()
            assert main(["status"]) == 0
            assert "queue/scheduler: none -> " in capsys.readouterr().out
            assert main(["experiment", "status"]) == 0
            assert "puts it back" in capsys.readouterr().out
            known = len(service.runs)
            assert main(["experiment", "resume", "--no-samples", "--unattended"]) == 3
            assert read_queue(loop) == queue
            assert len(service.runs) == known
        assert main(["experiment", "resume", "--no-samples"]) == 0
        assert read_queue(loop) == queue
        assert ReceiptStore(folders).list_open() == []
        steps = [
            (run["batch"]["workload"], run["batch"]["repeat"]) for run in manifests(service) if not run["interrupted"]
        ]
        assert len(steps) == len(set(steps)) == 4
        service.runs.clear()
    assert not list(Spool(folders).waiting())


def test_resumed_batch_of_an_older_agent_has_no_experiment(folders):
    from fioboard_agent.suites.store import BatchStore

    store = BatchStore(folders)
    (folders.batches / "x.json").write_text(json.dumps({"schema": 2, "plan": {}, "done": []}))
    assert store.unfinished() == []

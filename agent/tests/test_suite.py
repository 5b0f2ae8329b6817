"""Suites with real fio: one batch, in the planned order, and on again after whatever stopped it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from interrupter import INTERRUPTED, interrupt_when_fio_runs, interrupt_when_step_is_done

from fioboard_agent.cli import main
from fioboard_agent.delivery.spool import Spool
from fioboard_agent.suites.store import BatchStore

TINY = ["--runtime", "1", "--size", "8m", "--no-upload", "--keep-free", "1m", "--no-samples"]


pytestmark = pytest.mark.usefixtures("in_bench")


def sweep(bench, *more):
    return ["suite", "sweep", "--target", str(bench), *TINY, *more]


def manifests(folders):
    return [entry.manifest() for entry in Spool(folders).waiting()]


def test_sweep_is_a_batch_of_blocks_with_order_and_seed_recorded(folders, bench, capsys):
    assert (
        main(
            sweep(
                bench,
                "--rw",
                "randread",
                "--bs",
                "4k,64k",
                "--iodepth",
                "1,4",
                "--repeat",
                "2",
                "--seed",
                "3",
            )
        )
        == 0
    )
    batches = [manifest["batch"] for manifest in manifests(folders)]
    assert [(one["step"], one["steps"]) for one in batches] == [(step, 8) for step in range(1, 9)]
    assert [one["repeat"] for one in batches] == [1] * 4 + [2] * 4
    assert {(one["name"], one["order"], one["seed"], one["role"]) for one in batches} == {
        ("sweep", "interleaved", 3, "measure")
    }
    assert {one["workload"] for one in batches[:4]} == {one["workload"] for one in batches[4:]}
    said = capsys.readouterr()
    assert "4 workloads, 8 steps of 1 s: about 20 s" in said.err
    assert "95 % interval of 2 repeats" in said.out
    assert list(bench.iterdir()) == []
    assert BatchStore(folders).unfinished() == []


@pytest.mark.nightly
def test_further_options_are_swept_and_only_those_that_a_job_may_have(folders, bench, capsys):
    varied = ["--rw", "randrw", "--vary", "rwmixread=30,70", "--limit", "2ms", "--order", "latin"]
    assert main([*sweep(bench, *varied), "--estimate"]) == 0
    assert "for each GB/s of write throughput" in capsys.readouterr().err
    assert manifests(folders) == []
    assert main(sweep(bench, *varied)) == 0
    runs = manifests(folders)
    assert sorted(next(word for word in run["argv"] if word.startswith("--rwmixread")) for run in runs) == [
        "--rwmixread=30",
        "--rwmixread=70",
    ]
    assert [(run["batch"]["vary"], run["batch"]["order"]) for run in runs] == [(["rwmixread"], "latin")] * 2
    assert runs[0]["batch"]["search"] == {"metric": "clat_p99_ns", "limit": 2e6}
    # Refused before the first step, although only the second could do harm.
    for option in (
        "exec_prerun=true",
        "unlink=0,1",
        "iodepth=1,2",
        "ioengine=libaio,exec",
        "nonsense=1,2",
    ):
        assert main(sweep(bench, "--vary", option)) in {2, 3}, option
    assert len(manifests(folders)) == len(runs)
    assert list(bench.iterdir()) == []


def test_numjobs_and_ramp_reach_fio(folders, bench):
    assert main(sweep(bench, "--numjobs", "2", "--ramp-time", "1")) == 0
    (manifest,) = manifests(folders)
    assert {"--numjobs=2", "--ramp_time=1", "--runtime=1"} <= set(manifest["argv"])
    document = json.loads((next(Spool(folders).waiting()).files / "fio.json").read_text())
    assert len(document["jobs"]) == 1


@INTERRUPTED
@INTERRUPTED
def test_interrupted_batch_is_taken_up_where_it_was_left(folders, bench, capsys):
    interrupter = interrupt_when_step_is_done(folders)
    assert main(sweep(bench, "--bs", "4k,8k,16k", "--set", "bios.nps=4")) == 130
    interrupter.join()
    (left,) = BatchStore(folders).unfinished()
    assert list(bench.iterdir()) == []
    assert f"--resume {left.plan.id[:8]}" in capsys.readouterr().err
    assert main(["suite", "--resume", "--no-upload", "--no-samples"]) == 0
    runs = manifests(folders)
    whole = [run["batch"]["workload"] for run in runs if not run["interrupted"]]
    assert sorted(whole) == ["randread-16k-qd32-nj1", "randread-4k-qd32-nj1", "randread-8k-qd32-nj1"]
    assert sum(run["interrupted"] for run in runs) <= 1
    assert {run["batch"]["id"] for run in runs} == {left.plan.id}
    inventories = [json.loads((entry.folder / "inventory.json").read_text()) for entry in Spool(folders).waiting()]
    stated = [one["firmware_settings"]["manual"] for one in inventories]
    assert stated == [{"numa.nodes_per_socket": 4}] * len(runs)
    assert "continues" in capsys.readouterr().err
    assert list(bench.iterdir()) == []
    assert main(["suite", "--resume", "--no-upload"]) == 2


class InterruptsWhenFinalized:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_interrupt_that_python_drops_stops_the_batch_before_the_next_step(folders, bench, monkeypatch):
    monkeypatch.setattr("fioboard_agent.commands.suite.print_run", lambda *_: InterruptsWhenFinalized() and None)
    assert main(sweep(bench, "--bs", "4k,8k")) == 130
    (left,) = BatchStore(folders).unfinished()
    assert len(left.done) == 1
    assert list(bench.iterdir()) == []


@pytest.mark.nightly
def test_batch_outlives_an_agent_that_is_killed_as_a_reboot_would(folders, bench):
    agent = subprocess.Popen(
        [sys.executable, "-m", "fioboard_agent", *sweep(bench, "--bs", "4k,8k")],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and not any(batch.done for batch in BatchStore(folders).unfinished()):
        time.sleep(0.02)
    agent.send_signal(signal.SIGKILL)
    agent.wait()
    (left,) = BatchStore(folders).unfinished()
    assert len(left.done) == 1
    assert main(["suite", "--resume", left.plan.id[:6], "--no-upload", "--no-samples"]) == 0
    whole = [run["batch"]["workload"] for run in manifests(folders) if not run["interrupted"]]
    assert sorted(whole) == ["randread-4k-qd32-nj1", "randread-8k-qd32-nj1"]
    assert list(bench.iterdir()) == []


@INTERRUPTED
def test_batch_does_not_go_on_in_another_place(folders, bench, tmp_path, capsys):
    thread = interrupt_when_fio_runs(folders)
    assert main(["suite", "quick", "--target", str(bench), *TINY[2:], "--runtime", "20"]) == 130
    thread.join()
    bench.rename(tmp_path / "gone")
    bench.mkdir()
    assert main(["suite", "--resume", "--no-upload"]) == 6
    assert "not what this batch started with" in capsys.readouterr().err


@pytest.mark.nightly
def test_precondition_fills_the_test_file_and_is_no_measurement(folders, bench, capsys):
    assert main(sweep(bench, "--precondition", "random")) == 0
    runs = manifests(folders)
    assert [run["batch"]["role"] for run in runs] == ["precondition", "precondition", "measure"]
    written = []
    for entry in list(Spool(folders).waiting())[:2]:
        document = json.loads((entry.files / "fio.json").read_text())
        written.append(document["jobs"][0]["write"]["io_bytes"])
    assert written == [8 << 20, 8 << 20]
    assert "WRITES 8 MiB" in capsys.readouterr().err


def test_precondition_of_a_foreign_file_is_refused_before_anything_runs(folders, bench):
    (bench / "precious").write_bytes(b"x" * (8 << 20))
    arguments = ["suite", "sweep", "--target", str(bench / "precious"), *TINY, "--precondition"]
    assert main(arguments) == 3
    assert (bench / "precious").read_bytes() == b"x" * (8 << 20)
    assert manifests(folders) == []
    assert BatchStore(folders).unfinished() == []


@pytest.mark.nightly
def test_until_repeats_within_its_limits(folders, bench, capsys):
    assert main(sweep(bench, "--until", "95%", "--repeat", "2", "--max-repeats", "3")) == 0
    repeats = [run["batch"]["repeat"] for run in manifests(folders)]
    assert repeats in ([1, 2], [1, 2, 3])
    assert "within ± 95 % of the mean, at least 2 and at most 3 times" in capsys.readouterr().err


@pytest.mark.quick(3)
@pytest.mark.parametrize(
    "arguments",
    [
        ["suite", "quick"],
        ["suite", "--target", "."],
        ["suite"],
        ["suite", "quick", "--target", ".", "--bs", "4k"],
        ["suite", "quick", "--target", ".", "--until", "0%"],
        ["suite", "quick", "--target", ".", "--until", "narrow"],
        ["suite", "quick", "--target", ".", "--until", "5%", "--max-repeats", "2"],
        ["suite", "quick", "--target", ".", "--size", "1m", "--runtime", "1", "--resume"],
        ["suite", "sweep", "--target", ".", "--bs", "4m", "--size", "1m"],
        ["suite", "quick", "--target", ".", "--keep-free", "much"],
        ["suite", "quick", "--target", ".", "--only", "rand-read-8k"],
        ["suite", "sweep", "--target", ".", "--only", "rand-read-4k"],
        ["suite", "--resume", "--no-upload"],
    ],
)
def test_words_that_do_not_fit_together_are_refused(folders, bench, arguments):
    assert main([*arguments, "--no-upload"]) == 2
    assert list(bench.iterdir()) == []
    assert Path.cwd() == bench


@pytest.mark.nightly
def test_each_target_is_a_batch_and_none_is_measured_before_all_are_checked(folders, bench, capsys):
    places = [bench / "a", bench / "b"]
    for place in places:
        place.mkdir()
    given = ["suite", "sweep", *TINY, *(word for place in places for word in ("--target", str(place)))]
    assert main(given) == 0
    targets = {one["batch"]["id"]: one["targets"][0]["path"] for one in manifests(folders)}
    assert sorted(str(Path(path).parents[1]) for path in targets.values()) == [str(place) for place in places]
    assert [list(place.iterdir()) for place in places] == [[], []]

    (bench / "precious").write_bytes(b"x" * (16 << 20))
    assert main([*given, "--target", str(bench / "precious"), "--rw", "write"]) == 3
    assert "precious" in capsys.readouterr().err
    assert len(manifests(folders)) == len(places)

"""runner.py, bench.py and the command line with real fio."""

import json
import os
import select
import signal
import stat
import subprocess
import sys
import time

import pytest
from fio_watch import fio_is_measuring, is_alive
from interrupter import interrupt_when_fio_measures, signalled_when_ready
from test_kill import wait_until

from fioboard_agent.benchmark.runner import run_fio
from fioboard_agent.cli import main
from fioboard_agent.delivery.spool import Spool
from fioboard_agent.fio.outcome import STOP_GRACE_S
from fioboard_agent.fio.program import FioProgram
from fioboard_agent.fio.progress import Progress
from fioboard_agent.suites.driver import Driver

DEAF = "import signal, time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nprint('ready', flush=True)\ntime.sleep(60)\n"
AGENT = [sys.executable, "-m", "fioboard_agent"]
SMALL = ["--rw=randread", "--bs=4k", "--size=1m"]


pytestmark = pytest.mark.usefixtures("in_bench")


def newest(folders):
    return list(Spool(folders).waiting())[-1]


def run(*arguments, options=("--no-upload", "--no-samples", "--keep-free", "1m")):
    return main(["run", *options, "--", *arguments])


def script(tmp_path, text):
    """A program in fio's place, for what fio itself does not do on request."""
    path = tmp_path / "fake-fio"
    path.write_text(f"#!{sys.executable}\n{text}")
    path.chmod(0o755)
    return FioProgram(str(path), "fio-3.99")


def test_output_of_fio_is_kept_unchanged_and_as_json_plus(folders):
    assert run("--name=a", *SMALL) == 0
    entry = newest(folders)
    document = json.loads((entry.files / "fio.json").read_text())
    assert document["jobs"][0]["read"]["io_bytes"] == 1 << 20
    assert "bins" in document["jobs"][0]["read"]["clat_ns"]
    assert entry.manifest()["argv"][:4] == [
        "fio",
        "--output=fio.json",
        "--output-format=json+",
        "--eta=always",
    ]


def test_inventory_of_the_same_moment_is_kept_with_the_run(folders):
    run("--name=a", *SMALL)
    inventory = json.loads((newest(folders).folder / "inventory.json").read_text())
    assert inventory["schema"] == 1
    assert inventory["fio"]["version"].startswith("fio-3.")
    assert inventory["cpu"]["threads"] == os.cpu_count()


def test_file_lands_where_the_caller_stands_not_in_the_folder_of_the_agent(folders, bench):
    run("--name=a", *SMALL)
    assert [path.name for path in bench.iterdir()] == ["a.0.0"]
    assert not (newest(folders).files / "a.0.0").exists()


@pytest.mark.nightly
def test_second_run_may_use_the_file_of_the_first(folders):
    assert run("--name=a", "--rw=write", "--size=1m") == 0
    assert run("--name=a", "--rw=write", "--size=1m") == 0


def test_reading_run_gets_readonly(folders, bench):
    (bench / "data").write_bytes(bytes(1 << 20))
    run("--name=a", "--filename=data", *SMALL)
    assert "--readonly" in newest(folders).manifest()["argv"]


def test_chosen_format_is_respected(folders):
    assert run("--name=a", "--output-format=normal", *SMALL) == 0
    assert "IOPS=" in (newest(folders).files / "fio.txt").read_text()
    assert run("--name=a", "--minimal", *SMALL) == 0
    assert (newest(folders).files / "fio.txt").read_text().startswith("3;fio-")


def test_wanted_output_file_is_a_copy_and_never_overwritten(folders, bench):
    assert run("--name=a", "--output=mine.json", *SMALL) == 0
    assert (bench / "mine.json").read_bytes() == (newest(folders).files / "fio.json").read_bytes()
    assert run("--name=a", "--output=mine.json", *SMALL) == 3


def test_logs_of_fio_are_kept_with_the_run(folders):
    run("--name=a", "--write_bw_log=mine", "--log_avg_msec=100", *SMALL)
    kinds = {file["name"]: file["kind"] for file in newest(folders).manifest()["files"]}
    assert kinds["mine_bw.1.log"] == "fio_log"


def test_job_file_is_kept_as_it_was_run(folders, bench):
    (bench / "j.fio").write_text("[a]\nrw=write\nsize=64k\nfilename=x\n")
    assert main(["run", "--no-upload", "--keep-free", "1m", "j.fio"]) == 0
    entry = newest(folders)
    assert f"directory={bench}" in (entry.files / "job.fio").read_text()
    assert entry.manifest()["target"] == f"{bench}/x"
    assert (bench / "x").stat().st_size == 65536


def test_annotations_reach_the_manifest(folders):
    options = ["--no-upload", "--title", "T", "--label", "fan=off", "--label", "slot=3", "--tag", "nightly"]
    assert run("--name=a", *SMALL, options=[*options, "--keep-free", "1m"]) == 0
    manifest = newest(folders).manifest()
    assert (manifest["title"], manifest["labels"], manifest["tags"]) == (
        "T",
        {"fan": "off", "slot": "3"},
        ["nightly"],
    )


@pytest.mark.parametrize("label", ["Fan=off", "fan", "=x", "a b=c", "k=" + "v" * 257])
def test_bad_label_is_refused_before_anything_runs(folders, label):
    assert run("--name=a", *SMALL, options=["--no-upload", "--label", label]) == 2
    assert list(Spool(folders).waiting()) == []


def test_secret_values_do_not_reach_the_manifest(folders):
    run("--name=a", "--rw=read", "--ioengine=null", "--size=4k", "--http_s3_key=SECRET")
    assert "SECRET" not in json.dumps(newest(folders).manifest())


def test_failing_fio_is_told_with_its_own_words_and_kept(folders, capsys):
    assert run("--name=a", "--bs=nonsense", *SMALL[:1], "--size=1m") == 1
    assert "bs" in capsys.readouterr().err
    assert newest(folders).manifest()["exit_code"] == 1


def test_fio_that_never_filled_its_file_leaves_none(bench):
    run("--name=a", "--rw=write", "--size=1m", "--ioengine=no-such-engine-but-read")
    run("--name=a", "--rw=read", "--size=1m", "--bs=nonsense")
    assert list(bench.iterdir()) == []


def test_refused_job_starts_nothing(folders, bench):
    (bench / "precious").write_text("x")
    assert run("--name=a", "--rw=write", "--filename=precious", "--size=4k") == 3
    assert (bench / "precious").read_text() == "x"
    assert list(Spool(folders).waiting()) == []
    assert list(Spool(folders).unfinished()) == []


def test_fio_gets_three_environment_names_and_no_token(tmp_path, bench, monkeypatch):
    monkeypatch.setenv("FIOBOARD_TOKEN_FILE", "/secret")
    monkeypatch.setenv("LD_PRELOAD", "")
    seen = bench / "seen"
    program = script(tmp_path, f"import json, os; open({str(seen)!r}, 'w').write(json.dumps(dict(os.environ)))")
    run_fio(program, (), bench, bench / "messages", lambda _: None, lambda _: None)
    assert set(json.loads(seen.read_text())) - {"LC_CTYPE"} == {"PATH", "HOME", "LANG"}


def test_fio_runs_in_a_process_group_of_its_own(tmp_path, bench):
    seen = bench / "seen"
    program = script(tmp_path, f"import os; open({str(seen)!r}, 'w').write(f'{{os.getpgid(0)}} {{os.getpid()}}')")
    run_fio(program, (), bench, bench / "messages", lambda _: None, lambda _: None)
    group, process = map(int, seen.read_text().split())
    assert group == process != os.getpgid(0)


def test_progress_that_nobody_reads_any_more_does_not_end_fio(tmp_path, bench):
    """An agent that was killed leaves a broken pipe; fio writes its result all the same."""
    path = tmp_path / "fake-fio"
    path.write_text(
        "#!/bin/sh\nwhile read name mask; do [ $name = SigIgn: ] && echo ignored $mask; done < /proc/$$/status\n"
    )
    path.chmod(0o755)
    run_fio(FioProgram(str(path), "fio-3.99"), (), bench, bench / "messages", lambda _: None, lambda _: None)
    ((_, mask),) = [line.split() for line in (bench / "messages").read_text().splitlines()]
    assert int(mask, 16) & 1 << (signal.SIGPIPE - 1)


def test_children_that_fio_leaves_behind_are_stopped(tmp_path, bench):
    program = script(
        tmp_path,
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], stdout=subprocess.DEVNULL)\n"
        f"open({str(bench / 'child')!r}, 'w').write(str(child.pid))\n",
    )
    run_fio(program, (), bench, bench / "messages", lambda _: None, lambda _: None)
    child = int((bench / "child").read_text())
    wait_until(lambda: not is_alive(child))


def test_messages_and_progress_are_kept_apart(tmp_path, bench):
    program = script(
        tmp_path,
        "import sys\n"
        "sys.stdout.write('note: hello\\nJobs: 1 (f=1)\\r')\n"
        "sys.stdout.write('Jobs: 1 (f=1): [r(1)][50.0%][r=104MiB/s][r=26.1k IOPS][eta 00m:05s]\\r')\n"
        "sys.stdout.flush()\n"
        "sys.stderr.buffer.write(b'fio: bad thing \\xff\\n')\n"
        "sys.exit(3)\n",
    )
    progress = []
    outcome = run_fio(program, (), bench, bench / "messages", lambda _: None, progress.append)
    assert progress[-1] == Progress(50.0, "r=104MiB/s", "r=26.1k", 5)
    text = (bench / "messages").read_bytes()
    assert text.startswith(b"note: hello\nfio: bad thing")
    assert b"Jobs" not in text
    assert (outcome.exit_code, outcome.signal, outcome.interrupted) == (3, None, False)


def test_killed_fio_is_an_interrupted_run(tmp_path, bench):
    program = script(tmp_path, "import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    outcome = run_fio(program, (), bench, bench / "messages", lambda _: None, lambda _: None)
    assert (outcome.exit_code, outcome.signal, outcome.interrupted) == (None, "SIGKILL", True)


def test_first_interrupt_lets_fio_report_and_the_result_is_marked(folders, capsys):
    thread = interrupt_when_fio_measures(folders)
    assert run("--name=a", "--rw=randread", "--size=1m", "--time_based", "--runtime=30") == 130
    thread.join()
    manifest = newest(folders).manifest()
    assert manifest["interrupted"] is True
    text = (newest(folders).files / "fio.json").read_text()
    document = json.loads(text[text.index("{") :])
    assert 0 < document["jobs"][0]["read"]["runtime"] < 10_000
    assert "Interrupted" in capsys.readouterr().err


def test_last_words_are_kept_when_fio_ends_between_two_looks(tmp_path, bench, monkeypatch):
    """It ends just after a look at the pipe found nothing."""
    program = script(tmp_path, "import time\ntime.sleep(1)\nprint('last words')\nraise SystemExit(3)")
    started = []
    look = select.select

    def look_then_wait(reading, writing, failing, seconds):
        ready = look(reading, writing, failing, seconds)
        if not ready[0]:
            os.waitid(os.P_PID, started[0], os.WEXITED | os.WNOWAIT)
        return ready

    monkeypatch.setattr("fioboard_agent.benchmark.runner.select.select", look_then_wait)
    outcome = run_fio(program, (), bench, bench / "messages", started.append, lambda _: None)
    assert outcome.exit_code == 3
    assert b"last words" in (bench / "messages").read_bytes()


def test_second_interrupt_kills_a_fio_that_does_not_stop(tmp_path, bench):
    program = script(
        tmp_path,
        DEAF,
    )
    started = time.monotonic()
    with signalled_when_ready(bench / "messages", signal.SIGINT, again_after_s=0.5):
        outcome = run_fio(program, (), bench, bench / "messages", lambda _: None, lambda _: None)
    assert time.monotonic() - started < STOP_GRACE_S
    assert (outcome.signal, outcome.interrupted) == ("SIGKILL", True)


def test_termination_kills_a_fio_that_does_not_stop_in_time(tmp_path, bench, monkeypatch):
    monkeypatch.setattr("fioboard_agent.benchmark.runner.STOP_GRACE_S", 0.5)
    program = script(
        tmp_path,
        DEAF,
    )
    with signalled_when_ready(bench / "messages", signal.SIGTERM):
        outcome = run_fio(program, (), bench, bench / "messages", lambda _: None, lambda _: None)
    assert outcome.signal == "SIGKILL"


def test_two_benchmarks_at_once_are_refused(folders, capsys):
    first = subprocess.Popen(
        [
            *AGENT,
            "run",
            "--no-upload",
            "--keep-free",
            "1m",
            "--",
            "--name=a",
            *SMALL,
            "--time_based",
            "--runtime=60",
        ],
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    wait_until(lambda: fio_is_measuring(folders))
    assert run("--name=b", *SMALL) == 7
    assert str(first.pid) in capsys.readouterr().err
    first.send_signal(signal.SIGINT)
    assert first.wait(60) == 130


def test_missing_fio_is_one_clear_sentence(capsys):
    assert main(["run", "--no-upload", "--fio", "/nowhere/fio", "--", "--name=a", *SMALL]) == 6
    assert "Install it" in capsys.readouterr().err


@pytest.mark.parametrize("version", ["fio-2.21", "fio-2.1.9", "nonsense", ""])
def test_old_or_strange_fio_is_refused(tmp_path, capsys, version):
    program = script(tmp_path, f"print({version!r})")
    assert main(["run", "--no-upload", "--fio", program.path, "--", "--name=a", *SMALL]) == 6


def test_output_that_stayed_empty_is_a_failure(tmp_path, capsys, folders):
    program = script(tmp_path, "import sys\nif '--version' in sys.argv: print('fio-3.33')\n")
    assert main(["run", "--no-upload", "--fio", program.path, "--", "--name=a", "--ioengine=null", *SMALL]) == 1
    assert "empty" in capsys.readouterr().err
    assert newest(folders).manifest()["files"][0]["bytes"] == 0


def test_quick_suite_is_four_runs_of_one_batch_and_leaves_nothing_behind(folders, bench, capsys):
    arguments = ["suite", "quick", "--target", str(bench), "--runtime", "1", "--size", "16m"]
    assert main([*arguments, "--no-upload", "--keep-free", "1m"]) == 0
    manifests = [entry.manifest() for entry in Spool(folders).waiting()]
    assert [manifest["batch"]["step"] for manifest in manifests] == [1, 2, 3, 4]
    assert len({manifest["batch"]["id"] for manifest in manifests}) == 1
    assert len({manifest["upload_key"] for manifest in manifests}) == 4
    assert {manifest["batch"]["name"] for manifest in manifests} == {"quick"}
    assert list(bench.iterdir()) == []
    documents = [json.loads((entry.files / "fio.json").read_text()) for entry in Spool(folders).waiting()]
    directions = [[name for name in ("read", "write") if job["jobs"][0][name]["io_bytes"]] for job in documents]
    assert directions == [["read"], ["write"], ["read"], ["write"]]
    assert all(job["jobs"][0]["error"] == 0 for job in documents)
    assert "seq-read-1m: read" in capsys.readouterr().out


@pytest.mark.nightly
def test_suite_reads_what_was_really_written(folders, bench, monkeypatch):
    """Before the first step measures, every block of the test file holds data: holes would be read from nowhere."""
    blocks = []
    measure = Driver._measure

    def look_and_measure(*arguments):
        blocks.extend(path.stat().st_blocks * 512 for path in bench.glob("fioboard-*/fioboard-*.dat"))
        return measure(*arguments)

    monkeypatch.setattr(Driver, "_measure", look_and_measure)
    arguments = ["suite", "quick", "--target", str(bench), "--runtime", "1", "--size", "16m", "--only", "rand-read-4k"]
    main([*arguments, "--no-upload", "--no-samples", "--keep-free", "1m"])
    assert blocks
    assert min(blocks) >= 16 << 20


@pytest.mark.nightly
def test_suite_on_a_file_system_without_direct_io_says_so(folders, bench, capsys, monkeypatch):
    monkeypatch.setattr("fioboard_agent.suites.target.has_direct_io", lambda _: False)
    arguments = ["suite", "quick", "--target", str(bench), "--runtime", "1", "--size", "16m"]
    assert main([*arguments, "--no-upload", "--keep-free", "1m"]) == 0
    assert "direct=0" in capsys.readouterr().err
    argv = [entry.manifest()["argv"] for entry in Spool(folders).waiting()]
    assert all("--direct=0" in arguments for arguments in argv)
    assert ["--end_fsync=1" in arguments for arguments in argv] == [False, True, False, True]


def test_suite_never_takes_over_a_foreign_file(bench, folders):
    (bench / "precious").write_bytes(b"x" * (16 << 20))
    code = main(
        [
            "suite",
            "quick",
            "--target",
            str(bench / "precious"),
            "--size",
            "16m",
            "--runtime",
            "1",
            "--no-upload",
        ]
    )
    assert code == 3
    assert (bench / "precious").read_bytes() == b"x" * (16 << 20)


@pytest.mark.nightly
def test_suite_interrupted_by_hand_stops_and_cleans_up(folders, bench):
    thread = interrupt_when_fio_measures(folders, in_batch=True)
    arguments = ["suite", "quick", "--target", str(bench), "--runtime", "20", "--size", "16m"]
    assert main([*arguments, "--no-upload", "--no-samples", "--keep-free", "1m"]) == 130
    thread.join()
    assert len(list(Spool(folders).waiting())) == 1
    assert list(bench.iterdir()) == []


def test_results_are_readable_by_nobody_else(folders):
    run("--name=a", *SMALL)
    for path in newest(folders).files.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0

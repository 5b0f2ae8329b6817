"""safety/confinement.py: where fio may write while it runs, whatever it was told (S8 of the field's reports)."""

import contextlib
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from fioboard_agent.benchmark.bench import Bench, Request
from fioboard_agent.benchmark.runner import run_fio
from fioboard_agent.commands.run import require_answer_for_unlisted
from fioboard_agent.delivery.payload import Host
from fioboard_agent.errors import RefusedError
from fioboard_agent.fio.program import FioProgram
from fioboard_agent.host.paths import Roots
from fioboard_agent.jobs.arguments import parse_arguments
from fioboard_agent.jobs.local_policy import Switches
from fioboard_agent.jobs.time_limit import MAX_ENDLESS_S, find_time_limit_s
from fioboard_agent.safety import landlock, marker
from fioboard_agent.safety.clearance import Permissions, require_harmless_jobs
from fioboard_agent.safety.watch import WriteWatch
from fioboard_agent.terminal import ProgressLine

ROOMY = Permissions(keep_free_bytes=0)
# A program in fio's place that does what a fio with an unknown option might do, and then goes on until it is killed.
WRITER = "import time\nfile = open({path!r}, {mode!r})\nfile.write('x')\nfile.flush()\nprint('wrote', flush=True)\ntime.sleep(300)\n"
on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc and Landlock are Linux's")


def landlock_works():
    ruleset = landlock.make_ruleset([Path("/")])
    if ruleset is not None:
        os.close(ruleset)
    return ruleset is not None


@pytest.fixture
def precious(tmp_path):
    path = tmp_path / "foreign" / "precious"
    path.parent.mkdir()
    path.write_text("precious")
    return path


@pytest.fixture
def run(spool, bench, tmp_path):
    """Runs a job with a program in fio's place; returns how it ended and what it printed."""

    def run(text, *arguments):
        path = tmp_path / "fake-fio"
        path.write_text(f"#!{sys.executable}\n{text}")
        path.chmod(0o755)
        equipment = Bench(FioProgram(str(path), "fio-3.99"), spool, Host("h", "h"), {}, is_sampling=False)
        request = Request(parse_arguments(["--name=a", *arguments]), bench, ROOMY, is_sampled=False)
        with Path(os.devnull).open("w", encoding="ascii") as silence:
            measured = equipment.measure(request, ProgressLine(silence))
        return measured.outcome, (measured.entry.files / "messages.txt").read_text()

    return run


@on_linux
@pytest.mark.skipif(not landlock_works(), reason="this kernel has no Landlock")
@pytest.mark.parametrize("mode", ["r+", "w", "a"])
def test_kernel_refuses_what_was_not_confirmed(run, precious, bench, mode):
    outcome, messages = run(WRITER.format(path=str(precious), mode=mode), "--rw=write", "--size=4k")
    assert outcome.exit_code == 1
    assert "PermissionError" in messages
    assert precious.read_text() == "precious"


@on_linux
@pytest.mark.skipif(not landlock_works(), reason="this kernel has no Landlock")
def test_kernel_refuses_to_delete_to_make_and_to_follow_a_swapped_link(run, precious, bench):
    text = (
        f"import os\nos.symlink({str(precious)!r}, 'link')\n"
        f"for act in (lambda: os.unlink({str(precious)!r}), lambda: open({str(precious.parent / 'new')!r}, 'w'),\n"
        f"            lambda: open('link', 'w'), lambda: os.mkdir({str(precious.parent / 'folder')!r})):\n"
        "    try:\n        act()\n    except PermissionError:\n        print('refused', flush=True)\n"
    )
    _, messages = run(text, "--rw=write", "--size=4k")
    assert messages.count("refused") == 4
    assert [path.name for path in precious.parent.iterdir()] == ["precious"]
    assert precious.read_text() == "precious"


def swap(own, precious):
    """A link to the foreign file in the place of the agent's own."""
    own.rename(own.with_name("aside"))
    own.symlink_to(precious)


@on_linux
@pytest.mark.skipif(not landlock_works(), reason="this kernel has no Landlock")
def test_link_swapped_inside_the_folder_before_fio_opens_the_file_leads_nowhere(spool, bench, program, monkeypatch):
    """E10: the folder was admitted, and with it every file in it."""
    precious = bench / "precious"
    precious.write_bytes(b"p" * (1 << 20))
    marker.create_marked(bench / "own", "run")
    (bench / "own").write_bytes(bytes(1 << 20))
    monkeypatch.setattr(
        "fioboard_agent.benchmark.bench.run_fio",
        lambda *arguments: swap(bench / "own", precious) or run_fio(*arguments),
    )
    equipment = Bench(program, spool, Host("h", "h"), {}, is_sampling=False)
    jobs = parse_arguments(["--name=a", f"--filename={bench}/own", "--rw=write", "--bs=4k", "--size=1m"])
    with Path(os.devnull).open("w", encoding="ascii") as silence:
        measured = equipment.measure(Request(jobs, bench, ROOMY, is_sampled=False), ProgressLine(silence))
    assert measured.outcome.exit_code
    assert precious.read_bytes() == b"p" * (1 << 20)


@on_linux
@pytest.mark.skipif(not landlock_works(), reason="this kernel has no Landlock")
@pytest.mark.nightly
def test_swapper_that_races_with_the_start_never_gets_the_foreign_file_written(spool, bench, program):
    precious = bench / "precious"
    precious.write_bytes(b"p" * (1 << 16))
    marker.create_marked(bench / "own", "run")
    (bench / "own").write_bytes(bytes(1 << 16))
    ended = threading.Event()
    swaps = []

    def swap_back_and_forth():
        # The name is never free: a file that the agent makes anew is admitted by its folder (docs/agent-safety.md).
        aside, link = bench / "aside", bench / "link"
        while not ended.is_set():
            os.link(bench / "own", aside)
            link.symlink_to(precious)
            link.replace(bench / "own")
            aside.replace(bench / "own")
            swaps.append(aside)

    equipment = Bench(program, spool, Host("h", "h"), {}, is_sampling=False)
    jobs = parse_arguments(["--name=a", f"--filename={bench}/own", "--rw=write", "--bs=4k", "--size=64k"])
    swapper = threading.Thread(target=swap_back_and_forth)
    swapper.start()
    started = 0
    try:
        with Path(os.devnull).open("w", encoding="ascii") as silence:
            for _ in range(200):
                with contextlib.suppress(RefusedError, OSError):
                    equipment.measure(Request(jobs, bench, ROOMY, is_sampled=False), ProgressLine(silence))
                    started += 1
                if started == 5:
                    break
    finally:
        ended.set()
        swapper.join()
    assert started
    assert len(swaps) > 100, "the swapper ended early"
    assert precious.read_bytes() == b"p" * (1 << 16)


@on_linux
def test_what_nobody_confirmed_kills_fio_and_is_named(run, precious, monkeypatch):
    """Where the kernel cannot hold fio back, the watch sees it."""
    monkeypatch.setattr(landlock, "make_ruleset", lambda _: None)
    outcome, _ = run(WRITER.format(path=str(precious), mode="r+"), "--rw=write", "--size=4k")
    assert outcome.signal == "SIGKILL"
    assert outcome.interrupted
    assert str(precious) in outcome.stopped_because


@on_linux
def test_a_job_of_fio_that_writes_kills_it_too(run, precious, monkeypatch):
    monkeypatch.setattr(landlock, "make_ruleset", lambda _: None)
    forking = "import os, time\nif os.fork():\n    time.sleep(300)\n" + WRITER.format(path=str(precious), mode="a")
    outcome, _ = run(forking, "--rw=read", "--size=4k")
    assert str(precious) in outcome.stopped_because


@on_linux
def test_own_target_logs_and_reading_are_left_alone(run, precious, bench):
    text = (
        f"import time\na, b = open({str(bench / 'a.0.0')!r}, 'r+'), open('log', 'w')\n"
        f"c = open({str(precious)!r})\nd = open('/dev/null', 'w')\ntime.sleep(0.3)\nprint('done')\n"
    )
    outcome, messages = run(text, "--rw=write", "--size=4k")
    assert (outcome.exit_code, outcome.stopped_because) == (0, None)
    assert "done" in messages


@pytest.mark.nightly
@on_linux
@pytest.mark.quick(1)
@pytest.mark.parametrize("count", [300, 2_000])
def test_a_number_that_goes_from_a_file_that_is_read_to_a_confirmed_one_accuses_nobody(precious, bench, count):
    """fio closes its job file and opens the target, which gets the same number, while the watch looks."""
    own = bench / "own"
    text = (
        "import os, sys\nprint('ready', flush=True)\n"
        f"while True:\n    os.close(os.open({str(precious)!r}, os.O_RDONLY))\n    os.close(os.open({str(own)!r}, os.O_RDWR))\n"
    )
    own.touch()
    process = subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE)
    try:
        assert process.stdout.readline() == b"ready\n"
        looks = [WriteWatch([own], [], []).find_unconfirmed(process.pid) for _ in range(count)]
    finally:
        process.kill()
        process.communicate()
    assert set(looks) == {None}


def test_name_that_leads_elsewhere_at_the_start_is_refused(bench, precious):
    (bench / "sub").mkdir()
    (bench / "way").symlink_to("sub")
    jobs = parse_arguments(["--name=a", "--rw=write", f"--filename={bench}/way/precious", "--size=4k"])
    with require_harmless_jobs(jobs, bench, ROOMY, Roots()) as clearance:
        clearance.recheck_targets(Roots())
        (bench / "way").unlink()
        (bench / "way").symlink_to(precious.parent)
        with pytest.raises(RefusedError, match="changed while it was being checked"):
            clearance.recheck_targets(Roots())


def test_copy_of_a_file_of_ours_is_not_ours(bench):
    marker.create_marked(bench / "own", "run")
    (bench / "own").write_text("x")
    copy = bench / "copy"
    copy.write_text("precious")
    if hasattr(os, "setxattr"):
        for name in os.listxattr(bench / "own"):
            os.setxattr(copy, name, os.getxattr(bench / "own", name))
    for note in bench.glob("own.*"):
        (bench / note.name.replace("own", "copy", 1)).write_bytes(note.read_bytes())
    assert marker.find_maker(bench / "own") == "run"
    assert marker.find_maker(copy) is None


@pytest.mark.parametrize("folder", ["/etc", "/usr/bin", "/boot", "/var/spool"])
@pytest.mark.parametrize("rw", ["read", "write"])
def test_no_file_is_left_in_the_systems_folders(bench, folder, rw):
    jobs = parse_arguments(["--name=a", f"--rw={rw}", f"--directory={folder}", "--size=4k"])
    with pytest.raises(RefusedError, match="belongs to the system"):
        require_harmless_jobs(jobs, bench, ROOMY, Roots())


@pytest.mark.parametrize("option", ["--write_iolog=", "--mem=mmapshared:", "--iomem=mmap:"])
def test_file_beside_the_targets_goes_through_the_check_of_the_targets(bench, precious, option):
    base = ["--name=a", "--rw=read", "--size=4k"]
    (bench / "a.0.0").write_bytes(bytes(4096))
    with pytest.raises(RefusedError, match="not created by this agent"):
        require_harmless_jobs(parse_arguments([*base, f"{option}{precious}"]), bench, ROOMY, Roots())
    new = [*base, f"{option}{precious.parent}/new"]
    with pytest.raises(RefusedError, match="--allow-option"):
        require_harmless_jobs(parse_arguments(new), bench, ROOMY, Roots())
    allowed = Permissions(Switches(allowed_options=frozenset({"mem", "write_iolog"})), keep_free_bytes=0)
    with require_harmless_jobs(parse_arguments(new), bench, allowed, Roots()) as clearance:
        assert clearance.read_only
        assert [file.path.name for file in clearance.new_files] == ["new"]


@pytest.mark.parametrize(
    ("arguments", "seconds"),
    [
        (["--rw=read"], None),
        (["--ioengine=null"], None),
        (["--ioengine=net"], MAX_ENDLESS_S),
        (["--ioengine=cpuio", "--cpuload=50"], MAX_ENDLESS_S),
        (["--ioengine=net", "--runtime=30"], 90),
        (["--ioengine=net", "--runtime=2m", "--ramp_time=10s", "--startdelay=500ms"], 190.5),
        (["--ioengine=net", "--timeout=$x"], MAX_ENDLESS_S),
    ],
)
def test_job_that_may_have_no_end_gets_one(arguments, seconds):
    assert find_time_limit_s(parse_arguments(["--name=a", *arguments])) == seconds


def test_time_limit_stops_fio_and_says_so(spool, bench, program):
    equipment = Bench(program, spool, Host("h", "h"), {}, is_sampling=False)
    jobs = parse_arguments(["--name=a", "--ioengine=null", "--size=1m", "--rate=1", "--rw=read"])
    with Path(os.devnull).open("w", encoding="ascii") as silence:
        request = Request(jobs, bench, ROOMY, is_sampled=False, limit_s=0.2)
        outcome = equipment.measure(request, ProgressLine(silence)).outcome
    assert outcome.interrupted
    assert "time limit of 0.2 s" in outcome.stopped_because


def test_unlisted_option_is_asked_back_at_a_terminal_only(monkeypatch, capsys):
    jobs = parse_arguments(["--name=a", "--option_of_fio_4=x"])
    switches = Switches(allowed_options=frozenset({"option_of_fio_4"}))
    with pytest.raises(RefusedError, match="run it in a terminal"):
        require_answer_for_unlisted(jobs, switches)
    for answer, agreed in (("yes\n", False), ("option_of_fio_4\n", True)):
        terminal = type("Terminal", (), {"isatty": lambda self: True, "readline": lambda self, answer=answer: answer})()
        monkeypatch.setattr(sys, "stdin", terminal)
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
        if agreed:
            require_answer_for_unlisted(jobs, switches)
        else:
            with pytest.raises(RefusedError, match="not confirmed"):
                require_answer_for_unlisted(jobs, switches)

"""programs.py with real programs: what comes back, and that nothing can hold the agent up or fill its memory."""

from __future__ import annotations

import itertools
import subprocess
import time

import pytest
from fio_watch import is_alive

from fioboard_agent.host import programs
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.programs import Programs
from fioboard_agent.host.reader import Reader


def test_both_outputs_and_the_exit_code_come_back_apart():
    answer = Programs().run(["sh", "-c", "echo out; echo err >&2; exit 4"])
    assert (answer.exit_code, answer.text, answer.stderr) == (4, "out\n", "err\n")


def test_program_speaks_c_and_gets_no_input():
    assert Programs().run(["sh", "-c", "cat; echo $LC_ALL"]).text == "C\n"


def test_program_that_hangs_is_ended_with_its_helpers(tmp_path, monkeypatch):
    pid = tmp_path / "pid"
    # The clock stands still until the helper runs, so that a busy machine cannot let the time pass before that; then
    # every look at it is an hour later.
    hours = itertools.count(1)
    runs = lambda: pid.exists() and pid.read_text().strip()  # noqa: E731
    monkeypatch.setattr(programs.time, "monotonic", lambda: 3600.0 * next(hours) if runs() else 0.0)
    with pytest.raises(subprocess.TimeoutExpired):
        Programs().run(["sh", "-c", f"sleep 47 & echo $! > {pid}; wait"], timeout_s=0.05)
    monkeypatch.undo()
    deadline = time.monotonic() + 60
    while is_alive(int(pid.read_text())):
        assert time.monotonic() < deadline


def test_endless_answer_is_cut(monkeypatch):
    monkeypatch.setattr(programs, "MAX_ANSWER_BYTES", 100_000)
    answer = Programs().run(["sh", "-c", "head -c 1000000 /dev/zero"])
    assert (len(answer.stdout), answer.is_cut) == (100_000, True)


def test_missing_program_is_absent_only_where_it_is_required():
    reader = Reader(Roots())
    assert reader.ask(["no-such-program"]) is None
    assert reader.source.status == "ok"
    assert reader.ask(["no-such-program"], optional=False) is None
    assert reader.source.build_document() == {"status": "absent", "detail": "no-such-program is not installed"}


def test_slow_program_is_a_timeout_of_its_source():
    reader = Reader(Roots())
    assert reader.ask(["sleep", "47"], timeout_s=0.2) is None
    assert reader.source.build_document() == {"status": "timeout", "detail": "sleep took longer than 0.2 s"}


def test_no_program_is_asked_about_another_machine(tmp_path):
    assert Reader(Roots(tmp_path)).ask(["echo", "x"]) is None

"""progress.py and terminal.py: what the person sees while fio runs."""

import io

import pytest

from fioboard_agent.fio.progress import Progress, parse_progress
from fioboard_agent.terminal import ProgressLine


@pytest.mark.parametrize(
    ("line", "progress"),
    [
        (
            "Jobs: 1 (f=1): [m(1)][75.0%][r=86.3MiB/s,w=86.0MiB/s][r=22.1k,w=22.0k IOPS][eta 00m:01s]",
            Progress(75.0, "r=86.3MiB/s w=86.0MiB/s", "r=22.1k w=22.0k", 1),
        ),
        (
            "Jobs: 4 (f=4): [r(2),P(1)][0.0%][r=104M][r=26.1k IOPS][eta 49710d:06h:28m:14s]",
            Progress(0.0, None, "r=26.1k", ((49710 * 24 + 6) * 60 + 28) * 60 + 14),
        ),
        (
            "Jobs: 1 (f=1): [m(1)][-.-%][r=115MiB/s][r=29 IOPS][eta 00m:00s]",
            Progress(None, "r=115MiB/s", "r=29", 0),
        ),
        ("Jobs: 1 (f=1)", Progress()),
        ("Jobs: 1 (f=1): [R(1)][10.5%][eta 01h:00m:02s]", Progress(10.5, None, None, 3602)),
        (
            "Jobs: 1 (f=0): [/(1)][100.0%][t=1KiB/s][t=3 IOPS][eta 00m:00s]",
            Progress(100.0, "t=1KiB/s", "t=3", 0),
        ),
        ("note: both iodepth >= 1 and synchronous I/O engine", None),
        ("", None),
    ],
)
def test_lines_of_fio(line, progress):
    assert parse_progress(line) == progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_line_of_a_batch_shows_the_whole_batch(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    stream = Terminal()
    line = ProgressLine(stream, steps=4)
    line.start_step(3, "rand-read-4k")
    assert "fio is preparing" in stream.getvalue()
    line.show(Progress(50.0, "r=115MiB/s", "r=29.3k", 65))
    shown = stream.getvalue().split("\r")[-1]
    assert shown.rstrip() == "[3/4] rand-read-4k  [############--------]  62 %  r=29.3k IOPS  r=115MiB/s  ETA 1:05"


def test_figures_that_a_line_leaves_out_keep_their_last_value(monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    stream = Terminal()
    line = ProgressLine(stream)
    line.start_step(1, "fio")
    line.show(Progress(50.0, "r=1MiB/s", "r=1k", 5))
    line.show(Progress(None, None, None, None))
    assert "50 %  r=1k IOPS  r=1MiB/s" in stream.getvalue().split("\r")[-1]


def test_line_never_wraps(monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    stream = Terminal()
    line = ProgressLine(stream)
    line.start_step(1, "a-very-long-name" * 10)
    assert max(len(part) for part in stream.getvalue().split("\r")) == 39


def test_log_gets_a_plain_line_now_and_then():
    stream = io.StringIO()
    line = ProgressLine(stream)
    line.start_step(1, "fio")
    for percent in range(100):
        line.show(Progress(float(percent)))
    assert stream.getvalue().count("\n") == 1
    assert "\r" not in stream.getvalue()

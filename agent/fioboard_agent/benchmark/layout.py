"""Test files are written whole before anything is measured on them."""

from __future__ import annotations

from dataclasses import replace

from fioboard_agent.benchmark.bench import Bench, Request
from fioboard_agent.errors import SetupError
from fioboard_agent.terminal import ProgressLine


def write_test_files(bench: Bench, request: Request, progress: ProgressLine) -> None:
    """Run jobs that write their test files and measure nothing. Raises KeyboardInterrupt when it was interrupted,
    and SetupError when fio could not: what it said is kept then, and nothing else is.
    """
    progress.start_step(1, "test file")
    try:
        measured = bench.measure(replace(request, is_layout=True), progress)
    finally:
        progress.end()
    if measured.outcome.exit_code and not measured.outcome.interrupted:
        raise SetupError(f"The test file could not be written; fio's output is kept: {measured.entry.files}")
    # It measured nothing: there is no result to keep.
    measured.entry.discard()
    if measured.outcome.interrupted:
        raise KeyboardInterrupt

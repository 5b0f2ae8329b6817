"""What a confirmation says before it starts: how many runs, how long they take, and what they write."""

from __future__ import annotations

from pathlib import Path
from typing import Iterator, Optional

from fioboard_agent.confirm.driver import Sides
from fioboard_agent.confirm.trial import BASE, ROUND, Trial
from fioboard_agent.jobs.model import FioJobs
from fioboard_agent.jobs.targets import find_targets
from fioboard_agent.suites.batch import STEP_OVERHEAD_S
from fioboard_agent.suites.words import format_duration, format_size


def list_introduction(trial: Trial, sides: Sides) -> Iterator[str]:
    """Yield a sentence for each thing to know before the runs are started."""
    asked = trial.asked
    yield f"{asked.finding}: {asked.text}"
    if trial.half == BASE:
        yield f"A manual step: {asked.step} First, this host is measured as it is."
    elif trial.half is None:
        yield f"The change: {' '.join(asked.options)} ({asked.step})"
    count = sum(1 for _ in trial.steps())
    order = "".join("A" if side == BASE else "B" for side in ROUND) * trial.rounds if trial.half is None else ""
    yield f"{count} runs{f' in the order {order}' if order else ''}; nothing else is changed."
    yield _describe_time(count, asked.duration_s)
    laid_out = sum(file.size_bytes for file in sides.new_files)
    for file in sides.new_files:
        yield f"fio writes the test file {file.path} ({format_size(file.size_bytes)}) first; it is removed at the end."
    yield _describe_writes(count, asked.written_bytes, laid_out, _list_written(sides))


def _describe_time(count: int, duration_s: Optional[float]) -> str:
    if duration_s is None:
        return "The duration of a run is unknown: the service does not say how long the first one took."
    each = duration_s + STEP_OVERHEAD_S
    return f"Each takes about {format_duration(each)}, as the run did: about {format_duration(count * each)} in total."


def _describe_writes(count: int, written_bytes: Optional[int], laid_out: int, paths: list[Path]) -> str:
    if not paths:
        return f"They write {format_size(laid_out)} of test files in total." if laid_out else "They write nothing."
    places = ", ".join(map(str, paths[:3])) + (f" and {len(paths) - 3} more" if len(paths) > 3 else "")
    if written_bytes is None:
        return f"They write to {places}; how much is unknown, because the service does not say what the run wrote."
    total = format_size(count * written_bytes + laid_out)
    return f"They write to {places}: about {format_size(written_bytes)} each, as the run did, {total} in total."


def _list_written(sides: Sides) -> list[Path]:
    jobs: tuple[FioJobs, ...] = (sides.base, sides.changed)
    paths = [target.path for one in jobs for target in find_targets(one, Path.cwd()) if target.writes]
    return list(dict.fromkeys(paths))

"""The agent's command line that makes a sweep again."""

import shlex
from collections.abc import Sequence

import orjson

from fioboard.core.block_size import block_size
from fioboard.queries.rows import BatchRunRow, ResultRow

# What the agent calls a batch that it made of a grid of options.
SWEEP = "sweep"


def sweep_command(
    name: str,
    runs: Sequence[BatchRunRow],
    results: Sequence[ResultRow],
    options: Sequence[str] | None = None,
) -> str | None:
    """`fioboard-agent suite sweep --target … --rw … …`, with these options or the whole grid.

    None for a batch that is no sweep of the agent's, or was made on several targets: each run has its own command.
    """
    targets = {run["target"] for run in runs}
    target = next(iter(targets)) if len(targets) == 1 else None
    grid = _grid(results) if options is None else options
    if name != SWEEP or target is None or not grid:
        return None
    return " ".join(
        ["fioboard-agent suite sweep", f"--target {shlex.quote(target)}", *grid, *_runtime(results)]
    )


def _grid(results: Sequence[ResultRow]) -> list[str]:
    """All values of the grid; empty where some are not known, or the results are not the whole of it."""
    points = [(r["rw"], r["bs_bytes"], r["iodepth"], r["numjobs"] or 1) for r in results]
    rws = list(dict.fromkeys(rw for rw, *_ in points if rw))
    sizes = sorted({bs for _, bs, *_ in points if bs})
    depths = sorted({depth for *_, depth, _ in points if depth})
    jobs = sorted({count for *_, count in points})
    if len(set(points)) != len(rws) * len(sizes) * len(depths) * len(jobs) or not points:
        return []
    repeats = len({(r["run_id"]) for r in results}) // len(set(points))
    lists = {"rw": rws, "bs": map(block_size, sizes), "iodepth": depths, "numjobs": jobs}
    grid = [f"--{option} {','.join(map(str, values))}" for option, values in lists.items()]
    return [*grid, *([f"--repeat {repeats}"] if repeats > 1 else [])]


def _runtime(results: Sequence[ResultRow]) -> list[str]:
    """Where every step was given the same."""
    typed = {orjson.loads(row["job_options"]).get("runtime") for row in results}
    seconds = next(iter(typed)) if len(typed) == 1 else None
    return [f"--runtime {seconds}"] if isinstance(seconds, str) and seconds.isdigit() else []

"""Which step of a PTS is next, decided from what is done alone."""

from __future__ import annotations

from collections import defaultdict
from typing import Iterator, Mapping, Optional, Protocol, Sequence

from fioboard_agent.suites.pts.standard import LATENCY, SATURATION, THROUGHPUT, Pts
from fioboard_agent.suites.pts.steady_window import SteadyWindow, find_window
from fioboard_agent.suites.workload import Workload


class DoneStep(Protocol):
    """A step that was made: which, and its figures by direction."""

    @property
    def role(self) -> str:
        """`measure` or `precondition`."""

    @property
    def workload(self) -> str:
        """The cell."""

    @property
    def repeat(self) -> int:
        """The round."""

    @property
    def figures(self) -> dict[str, dict[str, float]]:
        """What was measured."""


METRICS = {LATENCY: "lat_mean_ns", THROUGHPUT: "bw_bytes_per_s"}


def list_rounds(pts: Pts, cells: Sequence[Workload], done: Sequence[DoneStep]) -> Iterator[tuple[Workload, int]]:
    """List the cells of each round, as far as can be said now: no more rounds than steady state needs."""
    by_round: defaultdict[int, set[str]] = defaultdict(set)
    for one in done:
        by_round[one.repeat].add(one.workload)
    wanted = {cell.name for cell in cells}
    end = find_end(pts, done)
    for number in range(1, (end or pts.max_rounds) + 1):
        if number > pts.least_rounds and not wanted <= by_round[number - 1]:
            return
        yield from ((cell, number) for cell in cells)


def find_end(pts: Pts, done: Sequence[DoneStep]) -> Optional[int]:
    """Find the round after which the test is over: steady state, or as much as write saturation writes; None before."""
    window = find_steady_window(pts, done)
    if window is not None and window.is_steady:
        return window.last * pts.period
    if pts.test != SATURATION:
        return None
    written = 0.0
    for one in sorted(done, key=lambda one: one.repeat):
        written += one.figures.get("write", {}).get("io_bytes", 0.0) if one.role == "measure" else 0.0
        if written >= pts.end_bytes:
            return one.repeat
    return None


def find_steady_window(pts: Pts, done: Sequence[DoneStep]) -> Optional[SteadyWindow]:
    """Find the window of steady state, else the last five rounds; of write saturation in compared rounds."""
    return find_window(collect_tracked(pts, done))


def collect_tracked(pts: Pts, done: Sequence[DoneStep]) -> dict[str, dict[int, float]]:
    """Collect the tracked figures by cell and compared round."""
    tracked: dict[str, dict[int, float]] = {name: {} for name in pts.tracked}
    for one in done:
        if one.role != "measure" or one.workload not in tracked or one.repeat % pts.period:
            continue
        value = read_value(pts.metric, one.figures)
        if value is not None:
            tracked[one.workload][one.repeat // pts.period] = value
    return tracked


def read_value(metric: str, figures: Mapping[str, Mapping[str, float]]) -> Optional[float]:
    """Read the figure of a cell: rates of both directions add up, latencies are weighted by their requests."""
    if not figures:
        return None
    if metric != METRICS[LATENCY]:
        return sum(one[metric] for one in figures.values())
    requests = sum(one["ios"] for one in figures.values())
    return sum(one[metric] * one["ios"] for one in figures.values()) / requests if requests else None

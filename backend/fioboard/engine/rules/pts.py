"""What a test of SNIA SSS PTS 2.0.2 showed: its rounds, the window of steady state, and the table of its cells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from fioboard.core.figures import format_bandwidth, format_bytes, format_count, format_iops, format_latency
from fioboard.engine.answers.pts import StatedPts, describe_deviation
from fioboard.engine.rules.sentences.pts import (
    DIFFERS,
    NOT_STEADY,
    PURGE_ENDED,
    PURGED,
    STEADY,
    TOO_FEW,
    TRACKED,
    UNPURGED,
)
from fioboard.engine.rules.steady_window import WINDOW, Fit, find_window
from fioboard.engine.words import pts as words

Cell = tuple[int, int]
"""Reads in percent, and block size in bytes."""


@dataclass(frozen=True)
class Point:
    """One cell in one round. `max_ns`: its largest latency."""

    value: float
    run_id: str
    max_ns: float | None = None


@dataclass(frozen=True)
class CellReport:
    """One cell over all rounds; `mean` and `max_ns` of the window, `fit` of one that decides about steady state."""

    cell: Cell
    points: Mapping[int, Point]
    fit: Fit | None
    mean: float | None
    max_ns: float | None


@dataclass(frozen=True)
class Report:
    """One test. `first` and `last`: the rounds of the window; None before there is one."""

    title: str
    sentence: str
    text: Sequence[str]
    deviations: Sequence[str]
    metric: words.PtsMetric
    round_count: int
    first: int | None
    last: int | None
    is_steady: bool
    cells: Sequence[CellReport]


def judge_pts(stated: StatedPts, measured: Mapping[Cell, Mapping[int, Point]]) -> Report:
    """Judge a test by its figures. `stated`: what the agent said with the last run; `measured`: by cell and round."""
    test, period = stated["test"], stated["period"]
    tracked = {
        cell: {number // period: point.value for number, point in points.items() if number % period == 0}
        for cell, points in measured.items()
        if any(cell[0] == reads and size in {None, cell[1]} for reads, size in words.TRACKED[test])
    }
    is_whole = len(tracked) == len(words.TRACKED[test])
    window = find_window({_build_key(cell): values for cell, values in tracked.items()}) if is_whole else None
    # Of write saturation each value of the window stands for the minutes since the one before.
    first = None if window is None else (window.first - 1) * period + 1
    last = None if window is None else window.last * period
    cells: list[CellReport] = []
    for cell, points in measured.items():
        inside = [
            point
            for number, point in points.items()
            if first is not None and last and first <= number <= last
        ]
        most = [point.max_ns for point in inside if point.max_ns is not None]
        cells.append(
            CellReport(
                cell,
                points,
                window.fits.get(_build_key(cell)) if window else None,
                fmean(point.value for point in inside) if inside else None,
                max(most) if most else None,
            )
        )
    rounds = _count_whole_rounds(stated["cells"], measured)
    report = Report(
        title=build_title(stated),
        sentence="",
        text=(),
        deviations=[describe_deviation(code) for code in stated["deviations"]],
        metric=words.METRICS[test],
        round_count=rounds,
        first=first,
        last=last,
        is_steady=window is not None and window.is_steady,
        cells=cells,
    )
    return _write_sentences(report, stated, test)


def build_title(stated: StatedPts) -> str:
    """Build what the test is called: `PTS-E throughput 128 KiB`."""
    block = stated["block_bytes"]
    name = f"PTS-{stated['class_name'][0].upper()} {words.NAMES[stated['test']]}"
    return f"{name} {format_block(block)}" if block else name


def format_block(size: int) -> str:
    """Format a block size as the standard does: `0.5 KiB`, `1024 KiB`."""
    return f"{size / 1024:g} KiB"


def format_cell(cell: Cell) -> str:
    """Format a cell as the standard does: `R/W 65/35, 64 KiB`."""
    return f"R/W {cell[0]}/{100 - cell[0]}, {format_block(cell[1])}"


def format_value(metric: words.PtsMetric, value: float) -> str:
    """Format a figure of the test."""
    if metric == "iops":
        return f"{format_iops(value)} IOPS"
    return format_bandwidth(value) if metric == "bw_bytes_per_s" else format_latency(value)


def _write_sentences(report: Report, stated: StatedPts, test: words.PtsTest) -> Report:
    tracked = [one for one in report.cells if one.fit is not None]
    title = report.title
    if report.first is None or report.last is None or not tracked:
        least = WINDOW * stated["period"]
        sentence = TOO_FEW(title=title, count=report.round_count, least=least)
    else:
        # Of IOPS and latency the cell that people quote: 4 KiB random writes.
        lead = min(tracked, key=lambda one: one.cell)
        value = format_value(report.metric, lead.fit.average if lead.fit else 0.0)
        cell = format_cell(lead.cell)
        sentence = (
            STEADY(title=title, value=value, cell=cell, first=report.first, last=report.last)
            if report.is_steady
            else NOT_STEADY(title=title, count=report.round_count, value=value, cell=cell)
        )
    text: list[str] = [
        TRACKED(
            cell=format_cell(one.cell),
            range=_format_share(one.fit.range_share),
            slope=_format_share(one.fit.slope_share),
        )
        for one in tracked
        if one.fit is not None
    ]
    purge, prefill = stated["purge"], format_bytes(stated["prefill_bytes"])
    if purge is None:
        text.append(UNPURGED(prefill=prefill))
    elif purge["state"] == "done":
        text.append(PURGED(method=purge["method"], prefill=prefill))
    else:
        text.append(PURGE_ENDED(method=purge["method"]))
    if report.deviations:
        text.insert(0, DIFFERS(reasons="; ".join(report.deviations)))
    return Report(
        title, sentence, text, report.deviations, report.metric, report.round_count, report.first, report.last,
        report.is_steady, report.cells,
    )  # fmt: skip


def _format_share(share: float) -> str:
    return f"{format_count(round(share * 100, 1))} %"


def _build_key(cell: Cell) -> str:
    return f"{cell[0]}/{cell[1]}"


def _count_whole_rounds(cells: int, measured: Mapping[Cell, Mapping[int, Point]]) -> int:
    """Count the rounds, from the first on, of which every cell is measured."""
    if len(measured) < cells:
        return 0
    count = 0
    while all(count + 1 in points for points in measured.values()):
        count += 1
    return count

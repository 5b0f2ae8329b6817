"""One run of another tool while its lines are read: what became a result, what was used, what was not understood."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypedDict

from msgspec.structs import replace

from fioboard.core.figures import format_things
from fioboard.engine.formats.fio.foreign import sentences
from fioboard.engine.formats.fio.model.cleaning import clean_options, clean_text
from fioboard.engine.formats.fio.model.errors import TooMany
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.lines import build_ranges
from fioboard.engine.formats.fio.model.reading import (
    DiskUtil,
    Invocation,
    Latency,
    Outcome,
    Problem,
    Reading,
    Result,
)
from fioboard.engine.formats.fio.model.time_series import TimeSeries
from fioboard.engine.formats.fio.text.census import has_figures, report_figures_in_prose
from fioboard.engine.formats.fio.text.lines import Line

_MAX_FIGURE = 2**63
# Fields of a Result, and those of their bounds.
_FIGURES = {
    "iops": "iops_bounds",
    "bw_bytes_per_s": "bw_bounds_bytes_per_s",
    "io_bytes": "io_bounds_bytes",
    "total_ios": None,
    "runtime_ms": None,
    "bs_bytes": None,
    "iodepth": None,
    "numjobs": None,
}


class Settings(TypedDict, total=False):
    """Fields of a Result that say how was measured."""

    rw: str | None
    bs_bytes: int | None
    iodepth: int | None
    numjobs: int | None
    ioengine: str | None
    direct: bool | None


@dataclass(slots=True, kw_only=True)
class RunDraft:
    """Filled line by line, then told as an Invocation."""

    tool: str
    version: str | None = None
    title: str | None = None
    command: str | None = None
    options: dict[str, str] = field(default_factory=dict)
    """Settings that hold for all results, by the tool's own names."""
    targets: list[str] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    disks: list[DiskUtil] = field(default_factory=list)
    series: list[TimeSeries] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    ended_at_ms: int | None = None
    is_zone_unknown: bool = False
    used: list[int] = field(default_factory=list)
    """Lines that the tool printed and that were read, known ones without a figure of ours too."""
    unread: list[int] = field(default_factory=list)
    has_failed: bool = False
    is_partial: bool = False

    def leave(self, line: Line) -> None:
        """A line between those of the run that no pattern took."""
        if has_figures(line.text):
            self.unread.append(line.number)

    def remark(self, line: int, error: str, detail: str) -> None:
        """A remark on the run at a line of the body."""
        self.problems.append(Problem(f"line {line}", error, detail))

    def report_lost(self, line: int, what: str) -> None:
        """Report an announced measurement without a result."""
        self.is_partial = True
        self.remark(line, "LostResult", sentences.NO_RESULT(measurement=what, line=line))

    def invocation(self, limits: Limits) -> Invocation:
        """The run as read."""
        self._drop_impossible(limits)
        inside = (min(self.used), max(self.used)) if self.used else None
        unread = [line for line in self.unread if inside is not None and inside[0] <= line <= inside[1]]
        if unread:
            self.problems.append(report_figures_in_prose(unread))
        return Invocation(
            tool_name=self.tool,
            tool_version=None if self.version is None else clean_text(self.version, 128),
            title=None if self.title is None else clean_text(self.title, 200),
            command_line=None if self.command is None else clean_text(self.command),
            global_options=clean_options(self.options),
            targets=tuple(clean_text(target) for target in dict.fromkeys(self.targets)),
            ended_at_ms=self.ended_at_ms,
            is_zone_unknown=self.is_zone_unknown,
            results=tuple(self.results),
            disk_util=tuple(self.disks) or None,
            series=tuple(self.series),
            problems=tuple(self.problems[: limits.max_problems]),
            outcome=self._choose_outcome(),
            source_lines=inside,
            lines_used=build_ranges(self.used),
            lines_not_understood=build_ranges(unread),
        )

    def _drop_impossible(self, limits: Limits) -> None:
        """A printed 0 was rounded away, and more than 2**63 of anything was never measured: both are unknown."""
        kept = [possible for result in self.results if _has_figure(possible := _drop_impossible(result))]
        if len(kept) < len(self.results) and len(self.problems) < limits.max_problems:
            detail = sentences.NOTHING_ABOVE_ZERO(
                results=format_things(len(self.results) - len(kept), "result")
            )
            self.problems.append(Problem("", "NoIo", detail))
            self.is_partial = True
        self.results = kept

    def _choose_outcome(self) -> Outcome:
        """Choose the outcome of the run by its results."""
        if self.has_failed:
            return "failed"
        if not self.results and not self.series:
            return "not_understood"
        return "partial" if self.is_partial else "complete"


def build_reading(kind: str, drafts: Sequence[RunDraft], limits: Limits) -> Reading | None:
    """Build the reading of the runs of one tool in a body; None when not one of them has a result. Raises TooMany."""
    if sum(len(draft.results) for draft in drafts) > limits.max_jobs or len(drafts) > limits.max_jobs:
        raise TooMany(sentences.TOO_MANY_RESULTS(most=limits.max_jobs, tool=drafts[0].tool))
    invocations = tuple(draft.invocation(limits) for draft in drafts if draft.used)
    if not any(one.results or one.series for one in invocations):
        return None
    return Reading(kind=kind, invocations=invocations)


def _drop_impossible(result: Result) -> Result:
    """Return the result without figures that cannot be: 0, or beyond what anything counts."""
    unknown: list[str] = []
    for name, bounds in _FIGURES.items():
        value = getattr(result, name)
        if value is not None and not 0 < value < _MAX_FIGURE:
            unknown += [name] if bounds is None else [name, bounds]
    for name in ("lat", "clat"):
        latency = getattr(result, name)
        if latency is not None and not _is_possible(latency):
            unknown.append(name)
    return replace(result, **dict.fromkeys(unknown)) if unknown else result


def _is_possible(latency: Latency) -> bool:
    values = (
        latency.min_ns,
        latency.mean_ns,
        latency.stddev_ns,
        latency.max_ns,
        *latency.percentiles.values(),
    )
    return all(value is None or 0 <= value < _MAX_FIGURE for value in values)


def _has_figure(result: Result) -> bool:
    return any(value is not None for value in (result.iops, result.bw_bytes_per_s, result.lat, result.clat))


def blank_used_lines(content: bytes, readings: Iterable[Reading]) -> bytes:
    """Return the body with blank lines in the place of those that other tools printed."""
    lines = content.split(b"\n")
    for first, last in (
        used for reading in readings for one in reading.invocations for used in _list_used(one)
    ):
        lines[first - 1 : last] = [b""] * (last - first + 1)
    return b"\n".join(lines)


def add_unread_lines(invocations: Sequence[Invocation], lines: Iterable[int]) -> list[Invocation]:
    """Add lines outside of all runs that look like figures to the run at or before which they are."""
    near_run: dict[int, list[int]] = {}
    ends = [one.source_lines[1] if one.source_lines else 0 for one in invocations]
    for line in sorted(lines):
        at = next((i for i, end in enumerate(ends) if line <= end), len(ends) - 1)
        near_run.setdefault(at, []).append(line)
    return [_add_unread(one, near_run[i]) if i in near_run else one for i, one in enumerate(invocations)]


def _add_unread(one: Invocation, lines: Sequence[int]) -> Invocation:
    """Add lines that were not understood to a run."""
    known = [line for first, last in one.lines_not_understood for line in range(first, last + 1)]
    if set(lines) <= set(known):
        return one
    problems = (*one.problems, report_figures_in_prose(lines))
    return replace(one, problems=problems, lines_not_understood=build_ranges({*known, *lines}))


def _list_used(one: Invocation) -> tuple[tuple[int, int], ...]:
    """List the ranges of lines that a run was read from."""
    return one.lines_used or ((one.source_lines,) if one.source_lines else ())


def set_fixed_settings(result: Result, settings: Settings) -> Result:
    """Return the result with the settings that the tool always runs with and does not print."""
    stated = {name: "tool" for name, value in settings.items() if value is not None}
    return replace(result, settings_source=stated, **settings)

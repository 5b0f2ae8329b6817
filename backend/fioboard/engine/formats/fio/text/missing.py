"""What a report of fio's text tells of results that it does not hold: nothing may be lost without a word.

Totals and group lines without a result, halves of a mixed job, jobs that were started or announced, silent servers.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from fioboard.engine.formats.fio.model.entry import Settings
from fioboard.engine.formats.fio.model.options import get_rw, list_directions
from fioboard.engine.formats.fio.model.reading import Problem
from fioboard.engine.formats.fio.text import sentences
from fioboard.engine.formats.fio.text.census import format_lines

if TYPE_CHECKING:
    from fioboard.engine.formats.fio.text.draft import Draft
    from fioboard.engine.formats.fio.text.entry import EntryText

_GIGA = 10**9
_MEGA = 10**6


def describe_missing(draft: "Draft") -> list[Problem]:
    """A remark for each result, job or server that the report tells of and does not hold."""
    problems = [
        *_report_lost_lines(draft),
        *_report_lost_directions(draft),
        *_report_lost_clones(draft),
    ]
    if not any(one.error == "LostJobs" for one in problems):
        problems += _report_lost_jobs(draft)
    return [*problems, *_report_silent_servers(draft)]


def find_lost_half(
    text: "EntryText", banner: Settings | None, options: Mapping[str, str] | None
) -> str | None:
    """Return the direction of a mixed job that the entry lacks, although nothing says that it moved no data."""
    stated = options or {}
    rw = banner.rw if banner is not None and banner.rw else get_rw(stated)
    expected = list_directions(rw) or ()
    if len(expected) < 2 or "mixed" in text.directions or not text.directions:
        return None
    if stated.get("rwmixread") in ("0", "100") or stated.get("rwmixwrite") in ("0", "100"):
        return None
    missing = [name for name in expected if name not in text.directions]
    return missing[0] if missing and not text.has_totals else None


def _report_lost_lines(draft: "Draft") -> Iterable[Problem]:
    """Report issued I/Os without a result, and other lines that were lost."""
    for text in draft.entries:
        for direction in text.list_lost_directions():
            detail = sentences.ISSUED_WITHOUT_RESULT(direction=direction)
            yield _build_problem(text.line, "LostResult", detail)
        cut = [name for name, one in text.directions.items() if one.headline.runtime_ms is None]
        if cut and text.head is not None:
            detail = sentences.LINE_CUT(directions=" and the ".join(cut))
            yield _build_problem(text.line, "LostResult", detail)
        if text.orphans:
            shown = format_lines(text.orphans)
            detail = sentences.LATENCIES_ALONE(lines=shown)
            yield _build_problem(text.orphans[0], "LostResult", detail)


def _report_lost_directions(draft: "Draft") -> Iterable[Problem]:
    """Report group lines of a direction in which no job is here, and halves of mixed jobs that nothing explains."""
    if not draft.entries or draft.all_clients is not None:
        return
    names = {name for text in draft.entries for name in text.directions}
    for one in draft.group_lines:
        direction = one.headline.direction
        is_idle = one.headline.io is not None and one.headline.io.high == 0
        if direction not in names and "mixed" not in names and direction != "mixed" and not is_idle:
            detail = sentences.GROUP_WITHOUT_RESULT(direction=direction)
            yield _build_problem(one.line, "LostResult", detail)
    if draft.group_lines:
        # A group that was summed up names each direction in which anything moved.
        return
    for text in draft.entries:
        settings = draft.collect_settings(text)
        half = find_lost_half(text, settings.banner, settings.options)
        if half is not None:
            rw = (settings.banner.rw if settings.banner is not None else None) or get_rw(
                settings.options or {}
            )
            detail = sentences.HALF_MISSING(half=half, rw=rw)
            yield _build_problem(text.line, "LostResult", detail)


def _report_lost_clones(draft: "Draft") -> Iterable[Problem]:
    """Report groups that moved more than the jobs of theirs that are here."""
    for one in draft.group_lines:
        here = draft.list_jobs(one.group, one.headline.direction)
        if draft.servers or draft.all_clients is not None or draft.compare_with_jobs(one) != "more":
            continue
        moved, present = one.headline.bandwidth, draft.sum_rates(one.group, one.headline.direction)
        if moved is None or not present:
            continue
        jobs = sum(text.head.jobs if text.head is not None else 1 for text in here)
        whole = max(jobs + 1, round(jobs * moved.value / present))
        detail = sentences.JOBS_ARE_HERE(
            moved=_format_rate(moved.value),
            present=_format_rate(present),
            jobs=jobs,
            whole=whole,
            verb="is" if jobs == 1 else "are",
        )
        yield _build_problem(here[0].line, "LostJobs", detail)


def _report_lost_jobs(draft: "Draft") -> Iterable[Problem]:
    """Report jobs that were started or announced and have no result."""
    heads = [text.head for text in draft.entries if text.head is not None]
    reported = sum(head.jobs for head in heads)
    if draft.started is not None and reported and reported < draft.started[0]:
        jobs, line = draft.started
        yield _build_problem(line, "LostJobs", sentences.JOBS_WITHOUT_RESULT(jobs=jobs, reported=reported))
        return
    # A head of several jobs may speak for several sections.
    is_grouped = any(head.jobs > 1 for head in heads)
    if is_grouped or not heads:
        return
    # Each section is at least one process: of more sections than were started some are of a start that is not here.
    if draft.started is not None and draft.started[0] >= sum(draft.banners.count_unreported({}).values()):
        return
    missing = draft.banners.count_unreported(Counter((head.name, head.group) for head in heads))
    if missing:
        shown = ", ".join(
            name if count == 1 and not draft.servers else f"{name} of {count} {_format_clients(count)}"
            for name, count in sorted(missing.items())[:8]
        )
        yield _build_announced(draft.first_line, sum(missing.values()), shown)


def describe_announced(draft: "Draft") -> Problem | None:
    """A remark on jobs that were announced where no result follows at all; None when there are none."""
    names = sorted(draft.banners.count_unreported({}))
    return _build_announced(draft.first_line, len(names), ", ".join(names[:8])) if names else None


def _build_announced(line: int, count: int, shown: str) -> Problem:
    """Build the problem of announced jobs without a result."""
    what = "1 announced job has" if count == 1 else sentences.JOBS_HAVE(jobs=count)
    return _build_problem(line, "LostJobs", sentences.ANNOUNCED(what=what, shown=shown[:200]))


def _report_silent_servers(draft: "Draft") -> Iterable[Problem]:
    """Report servers that were connected and sent no result."""
    silent = draft.servers - {text.server for text in draft.entries if text.server}
    if silent and any(text.server for text in draft.entries):
        shown = ", ".join(sorted(silent)[:8])
        detail = sentences.SERVERS_WITHOUT_RESULT(servers=shown[:200])
        yield _build_problem(draft.first_line, "LostJobs", detail)


def _format_clients(count: int) -> str:
    """Return "client" or "clients"."""
    return "client" if count == 1 else "clients"


def _format_rate(value: float) -> str:
    """Format a rate in MB/s or GB/s."""
    return f"{value / _GIGA:.3g} GB/s" if value >= _GIGA else f"{value / _MEGA:.3g} MB/s"


def _build_problem(line: int, error: str, detail: str) -> Problem:
    """Build a problem at a line."""
    return Problem(f"line {line}", error, detail)

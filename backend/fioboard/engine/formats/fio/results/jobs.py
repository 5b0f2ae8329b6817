"""Entries → results: one per logical job and direction.

Clones of a job (numjobs without group_reporting) come as several entries with one name, group and set of
options; on several hosts (client mode) too. They are added up here and kept as members beside the sum.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import asdict, force_setattr, replace

from fioboard.engine.formats.fio.model.entry import Entry
from fioboard.engine.formats.fio.model.reading import (
    DIRECTION_FIELDS,
    DirectionNumbers,
    Latency,
    Member,
    Problem,
    Result,
    SteadyState,
)
from fioboard.engine.formats.fio.results.checks import check_result
from fioboard.engine.formats.fio.results.clones import merge_latencies, sum_clones
from fioboard.engine.formats.fio.results.rounded import (
    describe_partial_clat,
    has_rounded_zeros,
    replace_rounded_zeros,
)
from fioboard.engine.formats.fio.results.settings import count_members, find_settings, is_merged

# fio prints one latency of syncs for a job: it is that of its writes.
WRITTEN = frozenset({"write", "mixed"})


def build_results(
    entries: Sequence[Entry], problems: Sequence[Problem]
) -> tuple[tuple[Result, ...], list[Problem]]:
    """Build results in order of first appearance, and the problems that belong to none of them. `problems` are those
    found while reading; each goes to the result whose `where` it lies under.

    `problems` are those found while reading; each goes to the result whose `where` it lies under.
    """
    results: list[Result] = []
    by_entry = _group_by_entry(entries, problems)
    for clones in _group(entries):
        by_direction: dict[str, list[tuple[Entry, DirectionNumbers]]] = {}
        for entry in clones:
            for numbers in entry.directions:
                by_direction.setdefault(numbers.direction, []).append((entry, numbers))
        for direction, pairs in by_direction.items():
            results.append(_build_result(clones, direction, pairs, by_entry))
    if not problems:
        return tuple(results), []
    taken = {id(problem) for result in results for problem in result.problems}
    return tuple(results), [problem for problem in problems if id(problem) not in taken]


def _group_by_entry(entries: Sequence[Entry], problems: Sequence[Problem]) -> dict[str, list[Problem]]:
    """Group the problems by the entry that they lie on or in, so that none is compared with every result."""
    by_entry: dict[str, list[Problem]] = {entry.where: [] for entry in entries} if problems else {}
    for problem in problems:
        parts = problem.where.split("/")
        for length in range(1, len(parts) + 1):
            of_entry = by_entry.get("/".join(parts[:length]))
            if of_entry is not None:
                of_entry.append(problem)
    return by_entry


def _group(entries: Sequence[Entry]) -> list[list[Entry]]:
    if len(entries) == 1:
        return [list(entries)]
    groups: dict[object, list[Entry]] = {}
    for entry in entries:
        options = frozenset(entry.own_options.items()) if entry.own_options is not None else None
        groups.setdefault((entry.job_name, entry.group, options, _is_grouped(entry)), []).append(entry)
    return list(groups.values())


def _is_grouped(entry: Entry) -> int | None:
    """Printed member counts keep a group apart from a clone of the same name."""
    return entry.member_count if entry.member_count and entry.member_count > 1 else None


def _build_result(
    clones: list[Entry],
    direction: str,
    pairs: list[tuple[Entry, DirectionNumbers]],
    problems: Mapping[str, Sequence[Problem]],
) -> Result:
    """Build the result of one job and direction."""
    first = clones[0]
    is_single = len(clones) == 1
    merged = is_single and is_merged(first)
    zeros: list[Problem] = []
    if True in [has_rounded_zeros(numbers) for _, numbers in pairs]:
        pairs, zeros = _replace_rounded_zeros(pairs, merged=merged)
    pairs, excluded = _drop_partial_clat(pairs)
    numbers = pairs[0][1] if len(pairs) == 1 else sum_clones(direction, [part for _, part in pairs])
    settings = find_settings(first, numbers, merged)
    members = _build_members(pairs) if len(clones) > 1 else ()
    member_count = _count(clones, merged)
    counted = _find_counted_jobs(first, member_count, problems) if not merged and not first.hostname else None
    if counted is not None and counted != settings.numjobs:
        settings.numjobs = counted
        settings.settings_source["numjobs"] = "members"
    result = Result(
        **{name: getattr(numbers, name) for name in DIRECTION_FIELDS},
        where=f"{pairs[0][0].where}/{direction}",
        job_name=first.job_name,
        group=first.group,
        job_options=first.options or {},
        has_all_options=first.own_options is not None and first.has_all_options and not merged,
        are_options_typed=first.options_source == "command_line",
        **asdict(settings),
        is_merged_sections=merged,
        member_count=member_count,
        started_at_ms=min((entry.started_at_ms for entry in clones if entry.started_at_ms), default=None),
        hostname=first.hostname if is_single else _find_hostname(clones),
        error=first.error if is_single else next((entry.error for entry in clones if entry.error), 0),
        usr_cpu_pct=first.usr_cpu_pct
        if is_single
        else _compute_mean_cpu([entry.usr_cpu_pct for entry in clones]),
        sys_cpu_pct=first.sys_cpu_pct
        if is_single
        else _compute_mean_cpu([entry.sys_cpu_pct for entry in clones]),
        ctx_switches=first.ctx_switches
        if is_single or first.ctx_switches is None
        else sum(entry.ctx_switches or 0 for entry in clones),
        latency_resolution_ns=first.resolution_ns
        if is_single
        else max(entry.resolution_ns for entry in clones),
        iops_sum=sum(part.iops or 0.0 for _, part in pairs) if members else None,
        bw_sum_bytes_per_s=sum(part.bw_bytes_per_s or 0 for _, part in pairs) if members else None,
        sync_ios=first.sync_ios if is_single else None,
        sync_lat=_add_up_syncs(clones) if direction in WRITTEN else None,
        steady_state=_merge_steady_states(clones),
        iodepth_level_pct=first.iodepth_level_pct if is_single else {},
        description=first.description,
        members=members,
    )
    own_problems = [
        problem
        for entry in clones
        for problem in problems.get(entry.where, ())
        if _is_in_direction(problem.where, entry.where, direction)
    ]
    own_problems += [*zeros, *excluded]
    own_problems += check_result(result, clones)
    return _set_problems(result, tuple(own_problems)) if own_problems else result


def _merge_steady_states(clones: Sequence[Entry]) -> SteadyState | None:
    """Return the steady state of the clone that missed it, else of the one that took longest to reach it; None where
    one has none: fio judges each by itself.
    """
    stated = [(entry.steady_state, entry.job_runtime_ms or 0) for entry in clones]
    known = [(state, took) for state, took in stated if state is not None]
    if not known or len(known) < len(clones):
        return None
    return max(known, key=lambda one: (one[0].is_attained is False, one[0].is_attained is None, one[1]))[0]


def _add_up_syncs(clones: Sequence[Entry]) -> Latency | None:
    """Add up the latencies of the clones' syncs, ns; None where none was measured."""
    if len(clones) == 1:
        return clones[0].sync_lat
    return merge_latencies([entry.sync_lat for entry in clones], [entry.sync_ios for entry in clones])


def _replace_rounded_zeros(
    pairs: Sequence[tuple[Entry, DirectionNumbers]], *, merged: bool
) -> tuple[list[tuple[Entry, DirectionNumbers]], list[Problem]]:
    """Return the entries with computed or unknown rates in the place of those that were printed as 0; each remark
    once.
    """
    changed: list[tuple[Entry, DirectionNumbers]] = []
    problems: dict[str, Problem] = {}
    for entry, numbers in pairs:
        size = find_settings(entry, numbers, merged).bs_bytes
        settled, remarks = replace_rounded_zeros(numbers, size, f"{entry.where}/{numbers.direction}")
        changed.append((entry, settled))
        for remark in remarks:
            problems.setdefault(remark.detail, remark)
    return changed, list(problems.values())


def _drop_partial_clat(
    pairs: list[tuple[Entry, DirectionNumbers]],
) -> tuple[list[tuple[Entry, DirectionNumbers]], list[Problem]]:
    """Return the entries without completion latencies that leave out the time of the I/O, with a remark for each."""
    kept, problems = [], []
    for entry, numbers in pairs:
        where = f"{entry.where}/{numbers.direction}"
        problem = describe_partial_clat(numbers, where)
        problems += [] if problem is None else [problem]
        kept.append((entry, numbers if problem is None else replace(numbers, clat=None)))
    return kept, problems


def _find_counted_jobs(
    first: Entry, member_count: int | None, problems: Mapping[str, Sequence[Problem]]
) -> int | None:
    """Return numjobs by the output itself; None where options give it, or where clones are missing that nobody
    counted.
    """
    if first.clone_count is not None:
        return first.clone_count
    are_lost = any(problem.error == "LostJobs" for problem in problems.get(first.where, ()))
    return None if first.own_options is not None or are_lost else member_count or None


def _set_problems(result: Result, problems: tuple[Problem, ...]) -> Result:
    # The result is not published yet.
    """Set the problems of a result that was just built."""
    force_setattr(result, "problems", problems)
    return result


def _is_in_direction(where: str, entry: str, direction: str) -> bool:
    """Tell whether a problem of an entry lies in this direction, or in none."""
    part = where[len(entry) + 1 :].partition("/")[0]
    return part == direction or part not in ("read", "write", "trim", "mixed")


def _build_members(pairs: Sequence[tuple[Entry, DirectionNumbers]]) -> tuple[Member, ...]:
    """Build the members of a merged result."""
    return tuple(
        Member(
            **{name: getattr(numbers, name) for name in DIRECTION_FIELDS},
            where=f"{entry.where}/{numbers.direction}",
            job_name=entry.job_name,
            hostname=entry.hostname,
            error=entry.error,
            usr_cpu_pct=entry.usr_cpu_pct,
            sys_cpu_pct=entry.sys_cpu_pct,
        )
        for entry, numbers in pairs
    )


def _count(clones: list[Entry], merged: bool) -> int | None:
    if len(clones) == 1:
        return count_members(clones[0], merged)
    printed = [entry.member_count for entry in clones]
    if all(printed):
        return sum(count or 0 for count in printed)
    if _are_hosts(clones):
        counts = [count_members(entry, merged) for entry in clones]
        return sum(count or 0 for count in counts) if all(counts) else None
    return len(clones)


def _are_hosts(clones: Sequence[Entry]) -> bool:
    """Client mode: each entry is the whole job on another server, not one clone."""
    return clones[0].hostname is not None and len({(entry.hostname, entry.port) for entry in clones}) == len(
        clones
    )


def _find_hostname(clones: Sequence[Entry]) -> str | None:
    """Return the host of all clones; None when they ran on several."""
    names = {entry.hostname for entry in clones}
    return clones[0].hostname if len(names) == 1 else None


def _compute_mean_cpu(values: Sequence[float | None]) -> float | None:
    """Return fio's own mean for a group: percent of one CPU, mean over the members."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known and len(known) == len(values) else None

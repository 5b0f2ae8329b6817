"""From the facts of one run: what it measured, one test at a time, and under which conditions."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeVar

from fioboard.engine.formats.fio.model.reading import Latency, Result
from fioboard.engine.hardware.datasheets.card import Pattern
from fioboard.engine.hardware.datasheets.conditions import RunConditions
from fioboard.engine.hardware.inventory.path import Member
from fioboard.engine.hardware.inventory.targets import list_arrays
from fioboard.engine.hardware.inventory.tolerant import text, whole
from fioboard.engine.rating.basis import LAYOUT_ALONE, LAYOUT_SIDE_BY_SIDE, Access, Basis, Model, Tested
from fioboard.engine.rules.depth import QUEUEING, SYNCHRONOUS
from fioboard.engine.rules.engine import CHECKS
from fioboard.engine.rules.facts import Moved, RunFacts
from fioboard.engine.rules.finding import Finding, Fine
from fioboard.engine.rules.media import compute_touched_bytes

Known = TypeVar("Known", bound=Hashable)
MAX_TESTS = 64
_PATTERNS: dict[str, Pattern] = {
    "read": "read",
    "write": "write",
    "randread": "randread",
    "randwrite": "randwrite",
    "randrw": "randrw",
}
_THROTTLING = next(check for check in CHECKS if check.id == "thermal-throttling")
# Options that make a drive's work easier when it compresses or recognises what it wrote before.
_ZEROS = ("zero_buffers", "buffer_pattern")
_SHARES = ("buffer_compress_percentage", "dedupe_percentage")
_INTERFACES = {"pcie": "nvme", "nvme": "nvme", "sata": "sata", "sas": "sas"}


def build_basis(facts: RunFacts) -> Basis:
    """Build what can be compared with datasheets."""
    throttled = _was_throttled(facts)
    places = {id(result): place for place, result in enumerate(facts.results)}
    tests = [_tested(facts, moved, throttled, places) for moved in islice(_each(facts), MAX_TESTS)]
    return Basis(
        models=tuple(_models(facts)),
        drive_count=facts.width,
        layout=_layout(facts),
        tests=tuple(tests),
    )


def _was_throttled(facts: RunFacts) -> bool | None:
    """Whether a drive slowed down because of heat; None when that cannot be told."""
    judgements = list(_THROTTLING.judge(facts))
    if any(isinstance(one, Finding) for one in judgements):
        return True
    return False if any(isinstance(one, Fine) for one in judgements) else None


def _each(facts: RunFacts) -> Iterator[Sequence[Moved]]:
    """One test each: a direction of a group, or both of a job that mixes them at random."""
    mixed = [r for r in facts.results if r.rw == "randrw" and r.direction in {"read", "write"}]
    jobs: dict[tuple[int, str], list[Result]] = {}
    for result in mixed:
        jobs.setdefault((result.group, result.job_name), []).append(result)
    for results in jobs.values():
        known = [(r, bw) for r in results if (bw := r.bw_bytes_per_s) is not None]
        # Without one of its directions a mix is another test.
        if len(known) == len(results):
            yield [Moved(r.direction, (r,), bw, r.iops) for r, bw in known]
    of_mixed = {id(result) for result in mixed}
    for direction in facts.directions():
        for moved in facts.list_moved(direction):
            if not any(id(result) in of_mixed for result in moved.results):
                yield [moved]


def _tested(
    facts: RunFacts, moves: Sequence[Moved], throttled: bool | None, places: Mapping[int, int]
) -> Tested:
    results = [result for moved in moves for result in moved.results]
    alone = results[0] if len(results) == 1 else None
    latency = (alone.lat or alone.clat) if alone else None
    iops, bandwidth = [moved.iops for moved in moves], [moved.bw_bytes_per_s for moved in moves]
    rw = _one(_PATTERNS.get(result.rw or "") for result in results)
    ceiling = facts.ceiling(moves[0].direction) if len(moves) == 1 else None
    return Tested(
        access=_access(moves, rw),
        position=min(places[id(result)] for result in results),
        iops=_sum(iops),
        bw_bytes_per_s=_sum(bandwidth),
        lat_mean_ns=latency.mean_ns if latency else None,
        percentiles_ns=_percentiles(alone),
        conditions=RunConditions(
            rw=rw,
            bs_bytes=_one(result.bs_bytes for result in results),
            read_pct=_read_pct(moves) if rw == "randrw" else None,
            outstanding=_outstanding(results, is_mixed=len(moves) > 1),
            workers=_workers(results, is_mixed=len(moves) > 1),
            span_share=_span(facts, results),
            written_bytes=_written(facts, results),
            is_incompressible=_is_incompressible(results),
            direct=_one(result.direct for result in results),
            is_raw=_is_raw(facts),
            lba_bytes=_one(whole(member.entry, "logical_block_bytes") for member in _members(facts)),
            link=_one(member.link for member in _members(facts)),
            was_throttled=throttled,
        ),
        ceiling_bytes_per_s=ceiling.high if ceiling else None,
    )


def _access(moves: Sequence[Moved], rw: Pattern | None) -> Access:
    if len(moves) > 1 or rw == "randrw":
        return "mixed"
    if moves[0].direction == "read":
        return "read"
    return "randwrite" if rw == "randwrite" else "write"


def _percentiles(alone: Result | None) -> dict[str, int]:
    """Of the total latency, else of completion: fio prints percentiles of one of both."""
    kinds: Iterable[Latency | None] = (alone.lat, alone.clat) if alone else ()
    return next((dict(one.percentiles) for one in kinds if one and one.percentiles), {})


def _read_pct(moves: Sequence[Moved]) -> int | None:
    """As measured, in whole percent."""
    total = _sum([moved.iops for moved in moves])
    reads = next((moved.iops for moved in moves if moved.direction == "read"), 0.0)
    return None if not total or reads is None else round(100 * reads / total)


def _outstanding(results: Sequence[Result], *, is_mixed: bool) -> float | None:
    """I/Os in flight over all jobs, by Little's law; else what was asked for."""
    parts = [_compute_depth(result) for result in results]
    measured = [part for part in parts if part is not None]
    if measured and len(measured) == len(parts):
        return round(sum(measured), 1)
    asked = [_asked(result) for result in (results[:1] if is_mixed else results)]
    known = [one for one in asked if one is not None]
    return float(sum(known)) if known and len(known) == len(asked) else None


def _compute_depth(result: Result) -> float | None:
    """Compute how many I/Os were in flight, with completion times where the total is not told: that leaves out
    what waited to be submitted.
    """
    for latency in (result.lat, result.clat):
        if latency is not None and latency.mean_ns is not None and result.iops is not None:
            return result.iops * latency.mean_ns / 1e9
    return None


def _asked(result: Result) -> int | None:
    jobs = result.numjobs or result.member_count
    if jobs is None:
        return None
    if result.ioengine in SYNCHRONOUS:
        return jobs
    if result.iodepth is None or (result.ioengine is not None and result.ioengine not in QUEUEING):
        return None
    return jobs * result.iodepth


def _workers(results: Sequence[Result], *, is_mixed: bool) -> int | None:
    jobs = [result.numjobs or result.member_count for result in (results[:1] if is_mixed else results)]
    known = [one for one in jobs if one is not None]
    return sum(known) if known and len(known) == len(jobs) else None


def _span(facts: RunFacts, results: Sequence[Result]) -> float | None:
    """Of all drives together. I/O in order gets no further than it moved; a target without a size may be a small
    file."""
    sizes = [whole(member.entry, "size_bytes") for member in _members(facts)]
    known = [size for size in sizes if size]
    if not known or len(known) < len(sizes):
        return None
    total = sum(known)
    spans = []
    for result in results:
        has_size = bool(result.job_options.get("size") or result.job_options.get("filesize"))
        span = compute_touched_bytes(result, total) if has_size or _is_raw(facts) else None
        if span is None:
            return None
        if not (result.rw or "").startswith("rand"):
            if result.io_bytes is None:
                return None
            span = min(span, float(result.io_bytes))
        spans.append(span)
    return round(min(1.0, max(spans) / total), 6)


def _written(facts: RunFacts, results: Sequence[Result]) -> int | None:
    """By this test, to one drive."""
    amounts = [result.io_bytes for result in results if result.direction == "write"]
    known = [amount for amount in amounts if amount is not None]
    if facts.width is None or not known or len(known) < len(amounts):
        return None
    return sum(known) // facts.width


def _is_incompressible(results: Sequence[Result]) -> bool | None:
    """Whether the data was random. Of reads the options say what a job laid out itself, and no more: without a word on
    it, what a drive holds counts as random."""
    random = [_is_random(result) for result in results]
    if False in random:
        return False
    return None if None in random else True


def _is_random(result: Result) -> bool | None:
    options = result.job_options
    if any(name in options and options[name] != "0" for name in _ZEROS):
        return False
    if any(options.get(name, "0").rstrip("%") not in {"0", ""} for name in _SHARES):
        return False
    return True if result.has_all_options or result.direction == "read" else None


def _is_raw(facts: RunFacts) -> bool | None:
    if facts.path is None:
        return None
    return all(target.kind == "disk" for target in facts.path.targets)


def _members(facts: RunFacts) -> Sequence[Member]:
    return facts.path.members if facts.path else []


def _models(facts: RunFacts) -> list[Model]:
    """By model and size; none at all where one drive does not tell its model."""
    counts: dict[tuple[str, int | None, str | None], int] = {}
    for member in _members(facts):
        model = text(member.entry, "model")
        if model is None or facts.is_virtual:
            return []
        interface = _INTERFACES.get(text(member.entry, "transport") or "")
        key = model, whole(member.entry, "size_bytes"), interface
        counts[key] = counts.get(key, 0) + 1
    return [Model(*key, count) for key, count in counts.items()]


def _layout(facts: RunFacts) -> str | None:
    if facts.path is None or not facts.path.members:
        return None
    volumes, targets = list_arrays(facts.path.targets), facts.path.targets
    if len(facts.path.members) == 1:
        return LAYOUT_ALONE
    if len(volumes) == 1 and len(targets) == 1:
        return text(volumes[0], "level")
    is_each_its_own = not volumes and all(len(target.members) == 1 for target in targets)
    return LAYOUT_SIDE_BY_SIDE if is_each_its_own else None


def _one(values: Iterable[Known]) -> Known | None:
    """The value that all have; None where they differ."""
    distinct = set(values)
    return distinct.pop() if len(distinct) == 1 else None


def _sum(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if known and len(known) == len(values) else None

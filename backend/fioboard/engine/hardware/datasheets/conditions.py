"""Conditions of a datasheet's figure and of a run, one by one: the same, easier, different, or not known."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from fioboard.engine.hardware.datasheets.card import Assumable, Card, Pattern, Rating

Name = Literal[
    "pattern", "block_size", "read_share", "outstanding", "workers", "span", "state", "cache",
    "data", "direct", "target", "lba_format", "link", "temperature", "scope",
]  # fmt: skip
Effect = Literal["same", "note", "easier", "differs", "unknown"]
"""`note`: differs without harm. `easier`: the drive was asked for less, so the run is a lower bound only."""

# I/Os in flight are often counted as IOPS times latency, which leaves out the time between two I/Os.
DEPTH_TOLERANCE = 0.10
# Less of the drive than this may lie in a mapping table's cache or in few dies; this much of it is the whole drive.
MIN_SPAN_SHARE = 0.10
FULL_SPAN_SHARE = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class RunConditions:
    """How a run measured. None: not known."""

    rw: Pattern | None = None
    bs_bytes: int | None = None
    read_pct: int | None = None
    outstanding: float | None = None
    """I/Os in flight over all jobs: IOPS times mean latency, else iodepth times numjobs."""
    workers: int | None = None
    span_share: float | None = None
    """How much of the drive the I/Os went to, 0 to 1."""
    state: Literal["fresh", "steady"] | None = None
    written_bytes: int | None = None
    """On one drive, since its SLC cache was last known empty."""
    is_incompressible: bool | None = None
    direct: bool | None = None
    is_raw: bool | None = None
    """Whether the target is the drive itself, without a file system or volume."""
    lba_bytes: int | None = None
    link: str | None = None
    was_throttled: bool | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a figure beside that of the run, as words; None where it is not known."""

    name: Name
    rated: str | None
    run: str | None
    effect: Effect


def compare_conditions(card: Card, rating: Rating, run: RunConditions) -> tuple[Condition, ...]:
    """Compare every condition that matters for a figure, in the order of their weight."""
    assumed = {_NAME_OF[field] for field in rating.assumed}
    return tuple(
        _mark_assumed(condition) if condition.name in assumed else condition
        for room in (_pattern, _depth, _extent, _drive)
        for condition in room(card, rating, run)
    )


# A queue depth is of each worker: with either of them assumed, nobody printed how many were in flight.
_NAME_OF: Mapping[Assumable, Name] = {
    "bs_bytes": "block_size",
    "queue_depth": "outstanding",
    "workers": "outstanding",
    "span": "span",
    "state": "state",
    "cache": "cache",
    "data": "data",
    "lba_bytes": "lba_format",
}


def _mark_assumed(condition: Condition) -> Condition:
    """Mark a condition as assumed: what was not printed can neither be met nor missed."""
    return replace(condition, rated=f"{condition.rated} (assumed)", effect="unknown")


def _word(value: object) -> str | None:
    return None if value is None else str(value)


def _equal(name: Name, rated: object, run: object) -> Condition:
    """Has to be the same; unknown where one of both is."""
    effect: Effect = "unknown" if rated is None or run is None else "same" if rated == run else "differs"
    return Condition(name, _word(rated), _word(run), effect)


def _pattern(_: Card, rating: Rating, run: RunConditions) -> Iterator[Condition]:
    if rating.rw == "any":
        yield Condition("pattern", "any", run.rw, "same" if run.rw else "unknown")
    else:
        yield _equal("pattern", rating.rw, run.rw)
    yield _equal("block_size", rating.bs_bytes, run.bs_bytes)
    if rating.read_pct is not None and run.rw == "randrw":
        yield _equal("read_share", rating.read_pct, run.read_pct)


def _format_depth(in_flight: float) -> str:
    """I/Os in flight by Little's law are known to no more digits: 119, 1.9."""
    return f"{in_flight:.0f}" if in_flight >= 10 else f"{in_flight:g}"


def _depth(_: Card, rating: Rating, run: RunConditions) -> Iterator[Condition]:
    rated, measured = rating.outstanding, run.outstanding
    effect: Effect
    if rated is None or measured is None:
        effect = "unknown"
    elif abs(measured - rated) <= DEPTH_TOLERANCE * rated:
        effect = "same"
    elif rating.metric == "lat_ns":
        effect = "differs"
    else:
        effect = "easier" if measured < rated else "note"
    yield Condition(
        "outstanding", _word(rated), None if measured is None else _format_depth(measured), effect
    )
    if rating.workers is not None and run.workers is not None and rating.workers != run.workers:
        yield Condition("workers", str(rating.workers), str(run.workers), "note")


def _extent(card: Card, rating: Rating, run: RunConditions) -> Iterator[Condition]:
    if rating.scope == "series":
        yield Condition("scope", "best of the series", "one drive", "unknown")
    if rating.span == "full":
        share = run.span_share
        effect: Effect = (
            "unknown"
            if share is None
            else "differs"
            if share < MIN_SPAN_SHARE
            else "same"
            if share >= FULL_SPAN_SHARE
            else "note"
        )
        yield Condition("span", "full", None if share is None else f"{share:.0%}", effect)
    if rating.state is not None:
        state = _equal("state", rating.state, run.state)
        yield (
            state
            if rating.is_write or state.effect == "same"
            else Condition("state", state.rated, state.run, "note")
        )
    cache = card.slc_cache_bytes
    if rating.is_write and cache is not None and (cache or rating.cache):
        yield _cache(cache, rating.cache or "within", run.written_bytes)


def _cache(size: float, rated: Literal["within", "after"], written: int | None) -> Condition:
    if written is None:
        return Condition("cache", rated, None, "unknown")
    run = "after" if written > size else "within"
    return Condition("cache", rated, run, "same" if run == rated else "differs")


def _compare_with_custom(name: Name, rated: str, run: str | None) -> Condition:
    """How drives are rated, though no datasheet prints it: a run without it is another test."""
    return replace(_equal(name, rated, run), rated=f"{rated} (assumed)")


def _drive(card: Card, rating: Rating, run: RunConditions) -> Iterator[Condition]:
    if run.is_incompressible is not True:
        is_known = run.is_incompressible is not None
        words = "compressible" if is_known else None
        yield Condition("data", rating.data, words, "differs" if is_known else "unknown")
    yield _compare_with_custom("direct", "yes", None if run.direct is None else "yes" if run.direct else "no")
    yield _compare_with_custom(
        "target", "raw", None if run.is_raw is None else "raw" if run.is_raw else "file system"
    )
    if rating.lba_bytes is not None:
        yield _equal("lba_format", rating.lba_bytes, run.lba_bytes)
    if card.link is not None:
        yield _equal("link", card.link, run.link)
    if run.was_throttled:
        yield Condition("temperature", "not throttled", "throttled", "differs")

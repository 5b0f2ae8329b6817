"""Ratings of a datasheet's card as figures that a source states, for a reference set."""

from collections.abc import Sequence

from fioboard.engine.hardware.datasheets.card import Rating, Source
from fioboard.engine.reference_sets.stated import Kind, Stated
from fioboard.engine.reference_sets.stated import Source as StatedSource

# What the words of a source make of its figure: the most, the least, else a value.
_MOST = ("up to", "maximum", "burst", "at most", "expanded")
_LEAST = ("at least", "minimum")
_READABLE = 500


def build_source(source: Source, licence: str | None = None) -> StatedSource:
    """Build the source of stated figures of a card's source; a licence that nobody noted is None."""
    return StatedSource(
        title=source.title[:200],
        address=source.address,
        dated=source.dated,
        read_at=source.read_at.isoformat(),
        licence=licence,
    )


def build_stated(
    rating: Rating,
    source: StatedSource,
    *,
    of: Kind,
    key: str,
    title: str,
    by: str,
    capacity_bytes: int | None = None,
) -> Stated | None:
    """Build the stated figure of a rating; None for what is no speed and no latency. A condition that somebody assumed
    was not stated.
    """
    if rating.metric == "slc_cache_bytes" or rating.rw is None:
        return None
    claim = rating.claim.casefold()
    is_most = any(word in claim for word in _MOST)
    is_least = not is_most and any(word in claim for word in _LEAST)
    assumed = frozenset(rating.assumed)
    is_depth_stated = rating.queue_depth is not None and not {"queue_depth", "workers"} & assumed
    return Stated(
        of=of,
        key=key,
        title=title[:200],
        capacity_bytes=capacity_bytes if rating.scope == "capacity" else None,
        metric=rating.metric,
        percentile=rating.percentile,
        low=rating.value if is_least else None,
        value=None if is_most or is_least else rating.value,
        high=rating.value if is_most else None,
        claim=rating.claim[:200],
        rw=rating.rw,
        read_pct=rating.read_pct,
        bs_bytes=None if "bs_bytes" in assumed else rating.bs_bytes,
        iodepth=rating.outstanding if is_depth_stated else None,
        state=None if "state" in assumed else rating.state,
        cache=None if "cache" in assumed else rating.cache,
        by=by[:200],
        source=source,
        note=None if rating.line is None else rating.line[:_READABLE],
    )


def keep_first(figures: Sequence[Stated | None]) -> list[Stated]:
    """Keep the figures that are any, each once: rows of a table repeat themselves."""
    return list(dict.fromkeys(one for one in figures if one is not None))

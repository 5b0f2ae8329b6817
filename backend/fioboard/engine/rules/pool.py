"""Which drive of a pool is slow, and which link is full: each drive alone against its peers, sets of drives together
against what they reach alone. Pure.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from fioboard.core.figures import format_bandwidth
from fioboard.core.sentence import Sentence
from fioboard.engine.rules.finding import format_share
from fioboard.engine.rules.sentences import pool as say

# Drives of one model differ by less in one host; a narrow link or a bad bay costs more.
SLOW_SHARE = 0.85
# Together they lose less than this to what they share with others by chance.
WHOLE_SHARE = 0.90
# A link that carries so much of its ceiling is full.
FULL_SHARE = 0.85
MIN_PEERS = 2
# Three standard deviations, each 1.4826 times the median of the absolute ones.
DEVIATIONS = 3 * 1.4826
VERBS_OF_ONE = {"read": "reads", "write": "writes"}


@dataclass(frozen=True, slots=True)
class PoolDrive:
    """One drive. `key`: what identifies it in every run of the pool."""

    key: str
    name: str
    model: str | None = None
    slot: str | None = None
    link: str | None = None
    numa_node: int | None = None


@dataclass(frozen=True, slots=True)
class PoolHop:
    """The narrowest link above all drives of a run: what it is called, and bytes/s that it carries."""

    name: str
    ceiling: float


@dataclass(frozen=True, slots=True)
class PoolRun:
    """What one run measured of the pool in one direction: bytes/s by drive. `rated`: shares of the datasheet that may
    judge. `offset`: where on a hard disk's surface. `disk`: the one below all of them, which are volumes on it."""

    run_id: object
    rates: Mapping[str, float]
    hop: PoolHop | None = None
    offset: str | None = None
    rated: Mapping[str, float] | None = None
    disk: str | None = None


@dataclass(frozen=True, slots=True)
class Bay:
    """One drive alone, and in the largest set that it was measured with; medians of repeats."""

    drive: PoolDrive
    alone: float | None
    together: float | None
    peer_median: float | None
    rated_share: float | None
    is_slow: bool
    surface: Sequence[tuple[str, float]]


@dataclass(frozen=True, slots=True)
class Level:
    """A set of drives together. `expected`: their sum by what smaller sets reached; `is_lost`: they stay below it."""

    run_id: object
    name: str
    drives: Sequence[str]
    alone: float
    expected: float
    together: float
    ceiling: float | None
    is_lost: bool
    is_full: bool


@dataclass(frozen=True, slots=True)
class Pool:
    """One direction of a pool, its one sentence, and those behind it."""

    direction: str
    sentence: Sentence
    text: Sequence[Sentence]
    bays: Sequence[Bay]
    levels: Sequence[Level]


def judge_pool(direction: str, drives: Mapping[str, PoolDrive], runs: Sequence[PoolRun]) -> Pool | None:
    """Judge one direction of a pool; None where fewer than two drives were measured alone."""
    usual = [run for run in runs if run.offset is None]
    alone = _compute_alone(usual)
    if len(alone) < 2:
        return None
    bays = [_judge_bay(drives[key], alone, drives, runs) for key in alone]
    levels = _judge_levels(usual, alone, drives)
    sentences = [
        *_describe_levels(direction, levels),
        *(_describe_slow(direction, bay, bays) for bay in bays if bay.is_slow),
        *_describe_pairs(direction, bays),
    ]
    whole = max(levels, key=lambda level: len(level.drives), default=None)
    if whole is None:
        sentences.append(say.ALONE(count=len(bays)))
    elif not any(level.is_lost for level in levels):
        summary = say.TOGETHER(
            count=len(whole.drives),
            verb=direction,
            together=format_bandwidth(whole.together),
            share=format_share(whole.together / whole.alone),
            alone=format_bandwidth(whole.alone),
        )
        sentences.append(summary)
    # Said only where each drive has something to be compared with.
    are_known = all(bay.peer_median is not None or bay.rated_share is not None for bay in bays)
    if are_known and not any(bay.is_slow for bay in bays) and not list(_describe_pairs(direction, bays)):
        sentences.append(say.NONE_SLOW())
    return Pool(direction, sentences[0], sentences[1:], bays, levels)


def _compute_alone(runs: Iterable[PoolRun]) -> dict[str, float]:
    """Return the median of what each drive reached by itself, in the order of the runs."""
    rates: dict[str, list[float]] = {}
    for run in runs:
        if len(run.rates) == 1:
            [(key, rate)] = run.rates.items()
            rates.setdefault(key, []).append(rate)
    return {key: median(values) for key, values in rates.items()}


def _judge_bay(
    drive: PoolDrive,
    alone: Mapping[str, float],
    drives: Mapping[str, PoolDrive],
    runs: Sequence[PoolRun],
) -> Bay:
    """Judge one drive against the others of its model, or against its datasheet where there are too few."""
    # Drives of which nobody knows the model may be unlike.
    peers = [
        rate
        for key, rate in alone.items()
        if key != drive.key and drive.model is not None and drives[key].model == drive.model
    ]
    typical = median(peers) if len(peers) >= MIN_PEERS else None
    rate = alone[drive.key]
    own = [run for run in runs if set(run.rates) == {drive.key}]
    shares = [share for run in own if run.rated and (share := run.rated.get(drive.key)) is not None]
    rated = median(shares) if shares else None
    joint = [run for run in runs if len(run.rates) > 1 and drive.key in run.rates]
    largest = max((len(run.rates) for run in joint), default=0)
    together = [run.rates[drive.key] for run in joint if len(run.rates) == largest]
    places: dict[str, list[float]] = {}
    for run in own if any(run.offset for run in own) else ():
        places.setdefault(run.offset or "0%", []).append(run.rates[drive.key])
    by_peers = typical is not None and rate < min(SLOW_SHARE, 1 - _compute_spread(peers)) * typical
    by_datasheet = typical is None and rated is not None and rated < SLOW_SHARE
    has_narrow_link = len(peers) == 1 and rate < SLOW_SHARE * peers[0] and _has_other_link(drive, drives)
    return Bay(
        drive=drive,
        alone=rate,
        together=median(together) if together else None,
        peer_median=typical if typical is not None else peers[0] if has_narrow_link else None,
        rated_share=rated,
        is_slow=by_peers or by_datasheet or has_narrow_link,
        surface=[(place, median(rates)) for place, rates in places.items()],
    )


def _compute_spread(rates: Sequence[float]) -> float:
    """Return how far peers lie from each other by themselves, as a share of their median: three deviations of a normal
    distribution, by the median of the absolute ones."""
    middle = median(rates)
    return DEVIATIONS * median(abs(rate - middle) for rate in rates) / middle if middle else 0.0


def _has_other_link(drive: PoolDrive, drives: Mapping[str, PoolDrive]) -> bool:
    """Whether the drive's link is known and differs from that of every other drive of its model."""
    links = {one.link for one in drives.values() if one.key != drive.key and one.model == drive.model}
    return drive.link is not None and None not in links and drive.link not in links


def _judge_levels(
    runs: Iterable[PoolRun], alone: Mapping[str, float], drives: Mapping[str, PoolDrive]
) -> list[Level]:
    """Judge each set of drives, the smallest first: a loss counts where it arises, and not again above it."""
    merged: dict[tuple[str, ...], list[PoolRun]] = {}
    for run in runs:
        if len(run.rates) > 1 and all(key in alone for key in run.rates):
            merged.setdefault(tuple(sorted(run.rates)), []).append(run)
    levels: list[Level] = []
    for keys, repeats in sorted(merged.items(), key=lambda one: len(one[0])):
        together = median([sum(run.rates.values()) for run in repeats])
        hop = repeats[0].hop
        expected = _compute_expected(keys, levels, alone)
        is_lost = together < WHOLE_SHARE * expected
        level = Level(
            run_id=repeats[0].run_id,
            name=hop.name if hop else repeats[0].disk or _get_set_name(keys, drives),
            drives=keys,
            alone=sum(alone[key] for key in keys),
            expected=expected,
            together=together,
            ceiling=hop.ceiling if hop else None,
            is_lost=is_lost,
            is_full=is_lost and hop is not None and together >= FULL_SHARE * hop.ceiling,
        )
        levels.append(level)
    return levels


def _compute_expected(keys: Sequence[str], smaller: Sequence[Level], alone: Mapping[str, float]) -> float:
    """Return the sum that a set should reach: of the largest sets within it what they reached, of other drives what
    they reach alone."""
    left, total = set(keys), 0.0
    for level in sorted(smaller, key=lambda one: -len(one.drives)):
        if set(level.drives) <= left and len(level.drives) < len(keys):
            left -= set(level.drives)
            total += min(level.together, level.expected)
    return total + sum(alone[key] for key in left)


def _get_set_name(keys: Sequence[str], drives: Mapping[str, PoolDrive]) -> str:
    nodes = {drives[key].numa_node for key in keys}
    if len(keys) < len(drives) and len(nodes) == 1 and None not in nodes:
        return say.NODE(node=nodes.pop())
    return say.ALL()


def _describe_levels(direction: str, levels: Sequence[Level]) -> Iterable[Sentence]:
    """Describe each set that loses, the full links first."""
    for level in sorted((one for one in levels if one.is_lost), key=lambda one: not one.is_full):
        if level.is_full and level.ceiling is not None:
            yield say.FULL(
                hop=level.name,
                count=len(level.drives),
                verb=direction,
                together=format_bandwidth(level.together),
                share=format_share(level.together / level.alone),
                alone=format_bandwidth(level.alone),
                ceiling=format_bandwidth(level.ceiling),
            )
        else:
            yield say.LOST(
                hop=level.name,
                count=len(level.drives),
                verb=direction,
                together=format_bandwidth(level.together),
                share=format_share(level.together / level.expected),
                expected=format_bandwidth(level.expected),
            )


def _describe_slow(direction: str, bay: Bay, bays: Sequence[Bay]) -> Sentence:
    """Describe a slow drive, with its link where that alone differs from its peers'."""
    drive, rate = bay.drive, bay.alone or 0.0
    place = say.PLACE(slot=drive.slot) if drive.slot else ""
    if bay.peer_median is None:
        share = format_share(bay.rated_share or 0.0)
        return say.BELOW_RATED(
            drive=drive.name,
            place=place,
            verb=VERBS_OF_ONE[direction],
            rate=format_bandwidth(rate),
            share=share,
        )
    peers = [one.drive for one in bays if one.drive.key != drive.key and one.drive.model == drive.model]
    links = {peer.link for peer in peers}
    has_own_link = (
        drive.link is not None and len(links) == 1 and drive.link not in links and None not in links
    )
    return say.SLOW(
        drive=drive.name,
        place=place,
        verb=VERBS_OF_ONE[direction],
        rate=format_bandwidth(rate),
        share=format_share(rate / bay.peer_median),
        median=format_bandwidth(bay.peer_median),
        peers=len(peers),
        link=say.LINK(link=drive.link, theirs=links.pop()) if has_own_link else "",
    )


def _describe_pairs(direction: str, bays: Sequence[Bay]) -> Iterable[Sentence]:
    """Describe the only two drives of a model where they differ and neither datasheet nor link explains it."""
    by_model: dict[str, list[Bay]] = {}
    for bay in bays:
        if bay.drive.model is None:
            continue
        by_model.setdefault(bay.drive.model, []).append(bay)
    for alike in by_model.values():
        if len(alike) != MIN_PEERS or any(bay.is_slow for bay in alike):
            continue
        low, high = sorted(alike, key=lambda bay: bay.alone or 0.0)
        if (low.alone or 0.0) < SLOW_SHARE * (high.alone or 0.0):
            yield say.UNEVEN(
                first=low.drive.name,
                verb=VERBS_OF_ONE[direction],
                low=format_bandwidth(low.alone or 0.0),
                second=high.drive.name,
                high=format_bandwidth(high.alone or 0.0),
            )

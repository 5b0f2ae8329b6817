"""What a figure is compared with where no limit, doubt or warning answers, the first that is known: its rating, the
path, the queue (Little's law), classes of devices."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fioboard.core.figures import format_count, format_figure, format_latency, format_percent, format_range
from fioboard.core.sentence import Sentence
from fioboard.engine.factors.workload import SPOKEN_PATTERNS
from fioboard.engine.formats.fio.model.reading import Result
from fioboard.engine.rules import likeness, sold
from fioboard.engine.rules.cpu_use import estimate_cpu_used
from fioboard.engine.rules.depth import (
    count_asked,
    is_each_synced,
    is_synced,
    is_synchronous_write,
    spell_depth,
)
from fioboard.engine.rules.device_classes import Hardware, read_hardware
from fioboard.engine.rules.facts import Moved, RunFacts
from fioboard.engine.rules.finding import format_share
from fioboard.engine.rules.rated import compare_with_rating
from fioboard.engine.rules.reached import spell_comparison
from fioboard.engine.rules.sentences.yardstick import (
    BOUND,
    BUFFERED,
    CHOOSE,
    DEEPER,
    HISTOGRAM,
    LATENCY_ALONE,
    LOGGED,
    NO_FIGURE,
    OF_PATH,
    OF_PATH_NEAR_CPU,
    ONLY_MEMORY,
    OPEN,
    RATED,
    REPEAT,
    SYNCED,
    WAITING,
)
from fioboard.engine.rules.unexplained import describe_carrier
from fioboard.engine.words.verdicts import ComparedWith

HEADLINES = (
    RATED, OF_PATH, OF_PATH_NEAR_CPU, DEEPER, BOUND, SYNCED, WAITING, OPEN, BUFFERED, CHOOSE, REPEAT,
    LATENCY_ALONE, LOGGED, HISTOGRAM, NO_FIGURE, ONLY_MEMORY,
    *sold.HEADLINES, *likeness.HEADLINES,
)  # fmt: skip
TEXTS = (*HEADLINES, *likeness.TEXTS)

RATING_OF_SHEET, RATING_STATED = "datasheet rating", "stated rating"
LOGS = {
    "bw": "a bandwidth",
    "iops": "an IOPS",
    "lat": "a latency",
    "clat": "a completion latency",
    "slat": "a submission latency",
}
_UNITS = {"bytes_per_s": "bytes/s", "iops": "IOPS", "ns": "ns"}
# One word or two of a sentence: what follows a comma is a part of its own.
_PATTERNS = {rw: spoken for rw, spoken in SPOKEN_PATTERNS.items() if "," not in spoken}
WAYS = ("read", "write", "mixed", "trim", "copy")
# Half of the I/Os took so many times what the fastest hundredth took: then most of a latency is taken for waiting.
WAITED = 3.0
# A job that has an I/O in flight for less of its time is bound by something else than that I/O.
MIN_IN_FLIGHT = 0.6
# With any of these a job does not do its next I/O as soon as it can.
_PAUSING = likeness.SLOWING - {"fsync", "fdatasync"}
# From this share on, both ends of a range are rounded to whole percent.
WHOLE = 0.1
# A limit of which less is used is near nothing.
MIN_NEAR = 0.5
MAX_TEXTS = 3
# More I/Os than a year of a fast drive: the log of a fio that miscounts.
MAX_COUNTED = 10**14


@dataclass(frozen=True, slots=True)
class Yardstick:
    """What a figure was compared with, None for nothing, in one sentence and what stands behind it."""

    compared_with: ComparedWith | None
    sentence: Sentence
    text: tuple[Sentence, ...] = ()


def list_words() -> frozenset[str]:
    """List what arguments of kind closed may be in these sentences, beside the words of likeness."""
    return frozenset({RATING_OF_SHEET, RATING_STATED, *WAYS, *LOGS.values(), *_PATTERNS.values()})


def find_yardstick(facts: RunFacts) -> Yardstick:
    """Compare what was measured with the first that is known; what else is known stands behind it."""
    moved = next((one for way in WAYS if (one := facts.moved(way)) is not None), None)
    if moved is None:
        return Yardstick(None, _describe_without_rate(facts))
    compared = [
        one
        for one in (
            _compare_with_rating(facts, moved),
            _compare_with_path(facts, moved),
            _compare_with_queue(facts, moved),
            _compare_with_classes(facts),
        )
        if one is not None
    ] or list(_compare_with_latency(facts, moved))
    if not compared:
        return Yardstick(None, _describe_alone(facts, moved))
    behind = [sentence for one in compared[1:] for sentence in (one.sentence, *one.text)]
    return Yardstick(
        compared[0].compared_with, compared[0].sentence, (*compared[0].text, *behind)[:MAX_TEXTS]
    )


def describe_measured(moved: Moved) -> dict[str, str]:
    """Return the figure that people speak of, and what it is of: `98.1k IOPS` and `random read`."""
    return {
        "measured": format_figure(moved.bw_bytes_per_s, "bytes/s")
        if moved.by_bytes or moved.iops is None
        else format_figure(moved.iops, "IOPS"),
        "what": describe_workload(moved.results, moved.direction),
    }


def describe_workload(results: Sequence[Result], direction: str) -> str:
    """Name a pattern, `random read`; the direction where results differ, or go both ways."""
    patterns = {result.rw for result in results}
    pattern = patterns.pop() if len(patterns) == 1 else None
    spoken = _PATTERNS.get(pattern or "", direction)
    return direction if direction in {"read", "write"} and " and " in spoken else spoken


def format_small_share(share: float) -> str:
    """Format a share, 0..1 or above, never as 0 %: `93.1 %`, `8.5 %`, `0.021 %`."""
    return format_percent(100 * share) if share >= 0.001 or not share else f"{100 * share:.2g} %"


def _compare_with_rating(facts: RunFacts, moved: Moved) -> Yardstick | None:
    """Compare with what the drives are rated under the same conditions, or as a person states it."""
    units = {"iops": "IOPS", "bw_bytes_per_s": "bytes/s"}
    known = [(both, name) for name in units if (both := compare_with_rating(facts, name))]
    if not known:
        return None
    (measured, rated), name = max(known, key=lambda one: one[0][0] / one[0][1])
    unit = units[name]
    ways = (one for way in facts.directions() if (one := facts.moved(way)) is not None)
    moved = next((one for one in ways if getattr(one, name) == measured), moved)
    sentence = RATED(
        measured=format_figure(measured, unit),
        what=describe_measured(moved)["what"],
        share=format_small_share(measured / rated),
        rated=format_figure(rated, unit),
        source=RATING_STATED if facts.rated else RATING_OF_SHEET,
    )
    return Yardstick("rating", sentence)


def _compare_with_path(facts: RunFacts, moved: Moved) -> Yardstick | None:
    """Compare with what the links or the network carry."""
    ceiling = facts.ceiling(moved.direction)
    if ceiling is None:
        return None
    least, most = (moved.bw_bytes_per_s / end for end in (ceiling.high, ceiling.low))
    spell = format_share if least >= WHOLE else format_small_share
    if most < least * 1.001:
        share = format_small_share(least)
    elif most > 1:
        # The measurement itself refutes the lower end of the range.
        share = spell_comparison(moved.bw_bytes_per_s, ceiling, facts.rate)["share"]
    else:
        # Of a range both ends: the payload per packet was not read.
        share = format_range(spell(least), spell(most))
    words = {**describe_measured(moved), "share": share, "carrier": describe_carrier(facts)}
    used = estimate_cpu_used(facts, moved.results)
    if used is not None and used >= MIN_NEAR and used > most:
        return Yardstick("limit", OF_PATH_NEAR_CPU(**words, used=format_share(used)))
    return Yardstick("limit", OF_PATH(**words))


def _compare_with_queue(facts: RunFacts, moved: Moved) -> Yardstick | None:
    """Judge by Little's law whether the rate is the latency's, and whether a deeper queue is worth trying; None where
    depth or latency is unknown, the job is paced, or one run cannot show it.
    """
    if not facts.is_fio or facts.lacks_results or len(moved.results) != 1:
        return None
    [result] = moved.results
    asked = count_asked(result)
    if result.is_merged_sections or asked is None or _PAUSING & result.job_options.keys():
        return None
    group = [one for one in facts.results if one.group == result.group]
    if is_synced(result) or is_synchronous_write(result):
        is_each = is_synchronous_write(result) or is_each_synced(result)
        sentence = _describe_synced(moved) if is_each and asked == 1 and len(group) == 1 else None
    elif asked == 1:
        sentence = _describe_bound(moved, result, group)
    else:
        sentence = _describe_waiting(moved, result, asked)
    return None if sentence is None else Yardstick("queue", sentence)


def _describe_synced(moved: Moved) -> Sentence | None:
    """Describe writes of which each waits for its sync: one cycle is what the rate says."""
    if not moved.iops:
        return None
    return SYNCED(**describe_measured(moved), latency=format_latency(1e9 / moved.iops))


def _describe_bound(moved: Moved, result: Result, group: Sequence[Result]) -> Sentence | None:
    """Describe one I/O at a time; None where the job did other things for most of its time, and through the page
    cache, which no deeper queue reaches.
    """
    latency = _get_mean_ns(result)
    if moved.is_direct is False or latency is None or not _is_filled(group, 1):
        return None
    return (DEEPER if moved.is_direct else BOUND)(**describe_measured(moved), latency=format_latency(latency))


def _get_mean_ns(result: Result) -> float | None:
    """Return the mean latency of an I/O from its submission, else from its start at the kernel on."""
    means = (latency.mean_ns for latency in (result.lat, result.clat) if latency is not None)
    return next((mean for mean in means if mean is not None), None)


def _is_filled(group: Sequence[Result], asked: int) -> bool:
    """Whether about as many I/Os as asked for were in flight: else something but the I/Os bounds the rate."""
    parts = [
        result.iops * mean / 1e9
        for result in group
        if result.iops is not None and (mean := _get_mean_ns(result)) is not None
    ]
    return len(parts) == len(group) and MIN_IN_FLIGHT * asked <= sum(parts) <= asked / MIN_IN_FLIGHT


def _describe_waiting(moved: Moved, result: Result, asked: int) -> Sentence | None:
    """Describe a queue in which most I/Os waited; None where they took about as long as the fastest: a limiter makes
    all wait alike, so that one run cannot tell.
    """
    latency = result.clat
    fastest, typical = (latency.percentiles.get(key) if latency else None for key in ("1", "50"))
    if not moved.is_direct or not fastest or not typical or typical < WAITED * fastest:
        return None
    return WAITING(
        **describe_measured(moved),
        depth=spell_depth(asked, result),
        typical=format_latency(typical),
        fastest=format_latency(fastest),
    )


def _compare_with_latency(facts: RunFacts, moved: Moved) -> Iterator[Yardstick]:
    """Compare a queue of several I/Os with their latency where nothing tells whether it is long enough."""
    if not facts.is_fio or facts.lacks_results or len(moved.results) != 1 or moved.is_direct is False:
        return
    [result] = moved.results
    asked, latency = count_asked(result) or 0, _get_mean_ns(result)
    is_free = not result.is_merged_sections and likeness.SLOWING.isdisjoint(result.job_options)
    if asked > 1 and latency is not None and is_free and _is_filled([result], asked):
        yield Yardstick(
            "queue",
            OPEN(
                **describe_measured(moved), depth=spell_depth(asked, result), latency=format_latency(latency)
            ),
        )


def _compare_with_classes(facts: RunFacts) -> Yardstick | None:
    """Compare with limits that volumes are sold with, then with classes of devices; None for several drives, for what
    is no drive, and where a person states the hardware.
    """
    is_stated = (
        facts.rated or facts.ratings or facts.stated_link is not None or facts.stated_model is not None
    )
    is_one = facts.width == 1 or (facts.path is None and facts.width is None)
    if is_stated or not is_one or facts.lacks_results:
        return None
    hardware = read_hardware(facts.path.members) if facts.path else Hardware()
    at_limit = sold.find_sold_limit(facts)
    if at_limit is not None:
        return Yardstick("class", at_limit)
    if sold.is_sold_volume(facts):
        return None
    like = likeness.find_likeness(list(_list_figures(facts)), hardware)
    return None if like is None else Yardstick("class", like.sentence, like.text)


def _list_figures(facts: RunFacts) -> Iterator[likeness.Observation]:
    """List the figures of results that ran alone."""
    for way in facts.directions():
        for moved in facts.list_moved(way):
            if len(moved.results) == 1 and (one := likeness.read_figure(moved.results[0])) is not None:
                yield one


def _describe_alone(facts: RunFacts, moved: Moved) -> Sentence:
    """Describe a figure that nothing is known to compare with, and what would give it a yardstick."""
    words = describe_measured(moved)
    is_waiting = any(map(is_synchronous_write, moved.results))
    if facts.is_fio and moved.is_direct is False and moved.direction != "trim" and not is_waiting:
        return BUFFERED(**words)
    return (CHOOSE if facts.path is None or facts.has_drives else REPEAT)(**words)


def _describe_without_rate(facts: RunFacts) -> Sentence:
    """Describe a run without a bandwidth by its IOPS, its latency or its log."""
    for result in facts.results:
        words = {"what": describe_workload([result], result.direction)}
        if result.iops:
            return CHOOSE(**words, measured=format_figure(result.iops, "IOPS"))
        means = [one.mean_ns for one in (result.lat, result.clat) if one is not None and one.mean_ns]
        if means:
            return LATENCY_ALONE(measured=format_latency(means[0]), what=result.direction)
    for series in facts.logged:
        if len(series.value) and series.metric in LOGS and series.unit in _UNITS:
            return LOGGED(
                entries=format_count(len(series.value)),
                what=LOGS[series.metric],
                measured=format_figure(float(series.value.mean()), _UNITS[series.unit]),
            )
    counted = sum(int(series.counts.sum()) for series in facts.logged if series.counts is not None)
    if 0 < counted < MAX_COUNTED:
        return HISTOGRAM(entries=format_count(counted))
    is_of_memory = any(problem.error == "CacheOnly" for problem in facts.problems)
    return ONLY_MEMORY() if is_of_memory else NO_FIGURE()

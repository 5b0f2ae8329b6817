"""Figures that cannot be: above what the recorded links carry."""

from collections.abc import Iterator

from fioboard.core.figures import format_bandwidth
from fioboard.engine.hardware.inventory.stated_link import StatedLink
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown
from fioboard.engine.rules.rule import Experiment, Rule
from fioboard.engine.rules.sentences.jobs import (
    ABOVE_LINK,
    ABOVE_LINK_CACHED,
    ABOVE_STATED_LINK,
    IMPOSSIBLE,
    IMPOSSIBLE_STATED,
)


def judge_faster_than_possible(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether a figure is above the sum of the links' rates, which cannot be."""
    path = facts.path
    if path is None and facts.stated_link is not None:
        yield from _judge_stated_link(facts, facts.stated_link)
        return
    if path is None or not (facts.has_drives or path.rate):
        if facts.lacking_path:
            yield Unknown(facts.lacking_path)
        return
    if path.rate is None:
        yield Unknown("virtual" if facts.is_virtual else "links")
        return
    is_any = False
    for direction in facts.directions():
        moved = facts.moved(direction)
        measured = moved.bw_bytes_per_s if moved else None
        if moved is None or measured is None or measured <= path.rate.high:
            continue
        is_any = True
        sentence = ABOVE_LINK if moved.is_direct else ABOVE_LINK_CACHED
        yield Finding(
            "faster-than-possible",
            "warning",
            sentence(
                measured=format_bandwidth(measured),
                direction=direction,
                rate=format_bandwidth(path.rate.high),
            ),
            (
                Evidence("measured", measured, "bytes/s", "result"),
                Evidence("link rate", path.rate.high, "bytes/s", "computed"),
                Evidence("slowest link", path.limited_by),
            ),
            share=measured / path.rate.high,
            direction=direction,
            headline=IMPOSSIBLE(measured=format_bandwidth(measured), rate=format_bandwidth(path.rate.high)),
        )
    if not is_any:
        yield FINE


def _judge_stated_link(facts: RunFacts, stated: StatedLink) -> Iterator[Judgement]:
    """Judge figures above the link that a person stated: then the statement is wrong."""
    is_any = False
    for direction in facts.directions():
        moved = facts.moved(direction)
        measured = moved.bw_bytes_per_s if moved else None
        if measured is None or measured <= stated.rate:
            continue
        is_any = True
        words = {
            "measured": format_bandwidth(measured),
            "link": stated.link,
            "rate": format_bandwidth(stated.rate),
        }
        yield Finding(
            "faster-than-possible",
            "warning",
            ABOVE_STATED_LINK(direction=direction, **words),
            (
                Evidence("measured", measured, "bytes/s", "result"),
                Evidence("link rate", stated.rate, "bytes/s", "computed"),
                Evidence("slowest link", stated.link, None, "stated"),
            ),
            share=measured / stated.rate,
            direction=direction,
            headline=IMPOSSIBLE_STATED(**words),
        )
    if not is_any:
        yield FINE


DECLARED = (
    Rule(
        "faster-than-possible",
        "results above the link limit",
        "trust",
        "The bandwidth is above the rate of the recorded links, one way.",
        "link rate after encoding",
        ("measured", "link rate", "slowest link"),
        Experiment(
            "Check the link under load (Linux: lspci -vv; macOS: system_profiler SPPCIDataType), and repeat with "
            "direct=1",
            "The link's real speed differs from the record, or the cache answered.",
            "If neither, the data takes another path.",
        ),
        judge=judge_faster_than_possible,
        templates=(ABOVE_LINK, ABOVE_LINK_CACHED, ABOVE_STATED_LINK),
    ),
)
HEADLINES = (IMPOSSIBLE, IMPOSSIBLE_STATED)

"""What was measured beside what the drives are rated: by their datasheet, or by what a person stated."""

from collections.abc import Iterator

from fioboard.core.figures import format_bandwidth, format_iops
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown, format_share
from fioboard.engine.rules.reached import FULL
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.drives import (
    AT_DATASHEET,
    AT_DATASHEET_IOPS,
    AT_RATED,
    AT_RATED_IOPS,
    BELOW_DATASHEET,
    BELOW_DATASHEET_IOPS,
    DATASHEET_IOPS_REACHED,
    DATASHEET_REACHED,
    RATED_IOPS_REACHED,
    RATED_REACHED,
)

UNITS = {"bw_bytes_per_s": "bytes/s", "iops": "IOPS"}
STATED, DATASHEET = "stated", "datasheet"


def compare_with_rating(facts: RunFacts, metric: str) -> tuple[float, float] | None:
    """Return the measured value and the rating of all drives together: as stated, else as a datasheet rates it under
    the same conditions. None when neither is known, or the drives are not counted.
    """
    each, width = facts.rated.get(metric), facts.width
    if each is None:
        alike = [one for one in facts.ratings if one.metric == metric and one.may_judge]
        best = max(alike, key=lambda one: one.share, default=None)
        return (best.measured, best.rated) if best else None
    values = [
        getattr(moved, metric)
        for direction in facts.directions()
        if (moved := facts.moved(direction)) is not None
    ]
    known = [value for value in values if value is not None]
    if not known or width is None:
        return None
    return max(known), each * width


def judge_at_rated(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether a run reached its rating: what a person stated, which has no conditions and so is never certain,
    else the datasheet.
    """
    if facts.rated:
        yield from _judge_stated(facts)
        return
    judging = [one for one in facts.ratings if one.may_judge]
    if not judging:
        yield from _list_unknown(facts)
        return
    best = max(judging, key=lambda one: one.share)
    if best.share < RULES["at-rated"].thresholds["full"]:
        yield FINE
        return
    is_iops = best.metric == "iops"
    words = _format_figures(best.metric, best.measured, best.rated)
    yield Finding(
        "at-rated",
        "info",
        (AT_DATASHEET_IOPS if is_iops else AT_DATASHEET)(**words),
        _list_evidence(best.metric, best.measured, best.rated, DATASHEET, best.drive_count),
        "likely",
        share=best.share,
        headline=(DATASHEET_IOPS_REACHED if is_iops else DATASHEET_REACHED)(**words),
    )


def judge_below_rated(facts: RunFacts) -> Iterator[Judgement]:
    """Judge each figure whose conditions are those of the datasheet. Never a verdict, so it has no headline."""
    judging = [one for one in facts.ratings if one.may_judge]
    if not judging:
        yield from _list_unknown(facts)
        return
    thresholds = RULES["below-rated"].thresholds
    missed = [one for one in judging if one.share < thresholds["below"]]
    for one in missed:
        text = BELOW_DATASHEET_IOPS if one.metric == "iops" else BELOW_DATASHEET
        yield Finding(
            "below-rated",
            "warning" if one.share < thresholds["far below"] else "info",
            text(**_format_figures(one.metric, one.measured, one.rated)),
            _list_evidence(one.metric, one.measured, one.rated, DATASHEET, one.drive_count),
            share=one.share,
        )
    if not missed:
        yield FINE


def _judge_stated(facts: RunFacts) -> Iterator[Judgement]:
    """Compare the run with what a person stated of its drives."""
    judged = False
    for metric, text, headline in (
        ("bw_bytes_per_s", AT_RATED, RATED_REACHED),
        ("iops", AT_RATED_IOPS, RATED_IOPS_REACHED),
    ):
        both = compare_with_rating(facts, metric) if metric in facts.rated else None
        if both is None:
            continue
        judged = True
        measured, rated = both
        if measured / rated < RULES["at-rated"].thresholds["full"]:
            continue
        words = _format_figures(metric, measured, rated)
        yield Finding(
            "at-rated",
            "info",
            text(**words),
            _list_evidence(metric, measured, rated, STATED, facts.width),
            "likely",
            share=measured / rated,
            headline=headline(**words),
        )
        return
    yield FINE if judged else Unknown(facts.lacking_path or "target")


def _list_unknown(facts: RunFacts) -> Iterator[Judgement]:
    """List what is lacking before a datasheet may judge: the sheet, or a run under its conditions. Nothing of what
    lies on no drive.
    """
    if facts.ratings:
        yield Unknown("datasheet conditions")
    elif facts.path is not None and facts.has_drives and not facts.is_virtual:
        yield Unknown("datasheet")


def _format_figures(metric: str, measured: float, rated: float) -> dict[str, str]:
    """Format measured value, share and rating for a sentence."""
    spelled = format_bandwidth if metric == "bw_bytes_per_s" else format_iops
    return {"measured": spelled(measured), "share": format_share(measured / rated), "rated": spelled(rated)}


def _list_evidence(
    metric: str, measured: float, rated: float, source: str, drives: int | None
) -> tuple[Evidence, ...]:
    """List the figures that a finding rests on."""
    unit = UNITS[metric]
    return (
        Evidence("measured", measured, unit, "result"),
        Evidence("rated", rated, unit, source),
        Evidence("drives", drives),
    )


DECLARED = (
    Rule(
        "at-rated",
        "drive rating",
        "limit",
        "The figure is at least 90 % of what the datasheet rates all drives together under the same conditions, or of "
        "the rating that was stated for the drive, times the drives.",
        "the drives' datasheet (docs/datasheets.md), or the run's own label rated_…: stated, its conditions unknown",
        ("measured", "rated", "drives"),
        None,
        {"full": FULL},
        "A rating holds under its own conditions; a stated one has none, so it colours nothing.",
        hidden_by="rated",
        judge=judge_at_rated,
        templates=(AT_RATED, AT_RATED_IOPS, AT_DATASHEET, AT_DATASHEET_IOPS),
        is_of_trusted=True,
    ),
    Rule(
        "below-rated",
        "rating under its own conditions",
        "limit",
        "The figure is less than 85 % of what the datasheet rates all drives together, and every condition that it "
        "prints is that of the run; under 50 % it is a warning.",
        "the drives' datasheet (docs/datasheets.md)",
        ("measured", "rated", "drives"),
        Experiment(
            "Run the same job on another drive of the same model",
            "If that one reaches its rating, this drive, its slot or its firmware is slow.",
            "If it does not, check what both share: link, power state, firmware, temperature.",
        ),
        {"below": 0.85, "far below": 0.5},
        "One condition differs or is not known: then nothing is said, and the run's page names it. It is never the "
        "verdict: that a rating is missed says nothing of what holds the run back.",
        hidden_by="rated",
        judge=judge_below_rated,
        templates=(BELOW_DATASHEET, BELOW_DATASHEET_IOPS),
        is_of_trusted=True,
    ),
)
HEADLINES = (RATED_REACHED, RATED_IOPS_REACHED, DATASHEET_REACHED, DATASHEET_IOPS_REACHED)
"""What a verdict may say of these."""

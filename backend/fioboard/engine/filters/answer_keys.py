"""What runs can be found by of their answers: by the kind of verdict, by limits, by doubts, by all that was found."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, LiteralString, get_args

from fioboard.engine.rules import RULES_OF_RUNS
from fioboard.engine.words.verdicts import VerdictKind


@dataclass(frozen=True, slots=True)
class AnswerKey:
    """One key of filters, facets and groups that the stored answer decides."""

    title: LiteralString
    column: Literal["verdict_kind", "limit_ids", "finding_ids"]
    """Of `run`: what holds its values."""
    values: tuple[str, ...]
    nothing: LiteralString
    """What runs are called that have none of the values."""
    axis: LiteralString | None = None
    """SQL of the one value that a run `r` has on a chart's axis; None where it may have several."""


ANSWER_KEYS: Mapping[str, AnswerKey] = {
    "verdict": AnswerKey(
        "Verdict", "verdict_kind", get_args(VerdictKind), "no verdict yet", "r.verdict_kind"
    ),
    "limit": AnswerKey(
        "Limit",
        "limit_ids",
        tuple(rule.id for rule in RULES_OF_RUNS.values() if rule.kind == "limit"),
        "no limit named",
        # The one that the verdict rests on stands first.
        "r.limit_ids[1]",
    ),
    "trust": AnswerKey(
        "Data quality",
        "finding_ids",
        tuple(rule.id for rule in RULES_OF_RUNS.values() if rule.kind == "trust"),
        "no data-quality issue",
    ),
    "finding": AnswerKey("Finding", "finding_ids", tuple(RULES_OF_RUNS), "nothing found"),
}
"""limit: the verdict names it, or names it beside as within a tenth. trust, finding: the rule found something."""

ANSWER_AXES: Mapping[str, LiteralString] = {
    key: declared.axis for key, declared in ANSWER_KEYS.items() if declared.axis is not None
}
"""Those that a chart can have on an axis, with their SQL."""

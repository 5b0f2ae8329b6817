"""What a rule says: a finding, that all is well, or which fact it lacked; and how figures are spelled in it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from fioboard.core import figures
from fioboard.core.quantity import format_figures
from fioboard.core.sentence import Sentence
from fioboard.engine.answers.finding import ExperimentOut, FindingOut
from fioboard.engine.hardware.inventory.link import Range
from fioboard.engine.rules.needs import NEEDS
from fioboard.engine.rules.rule import RULES, Experiment
from fioboard.engine.words.findings import Confidence, Severity


@dataclass(frozen=True, slots=True)
class Evidence:
    """One fact a finding rests on, in base units."""

    name: str
    value: str | int | float | bool | None
    unit: str | None = None
    source: str = "inventory"


@dataclass(frozen=True, slots=True)
class Finding:
    """One remark. `id` is stable and declared with its rule; the text may improve."""

    id: str
    severity: Severity
    text: Sentence
    evidence: tuple[Evidence, ...]
    confidence: Confidence = "certain"
    options: tuple[str, ...] = ()
    """Job options as the experiment sets them: `direct=1`."""
    share: float | None = None
    """Of a limit: how much of it was reached, 0 to 1 and above."""
    direction: str | None = None
    headline: Sentence | None = None
    """What the verdict says when this finding is the answer."""
    trial: Experiment | None = None
    """The experiment instead of the rule's first: one of its alternatives."""

    def serialize(self) -> FindingOut:
        """Return the finding as answers have it."""
        rule = RULES[self.id]
        trial = self.trial or rule.experiment
        experiment: ExperimentOut | None = None
        if trial is not None:
            experiment = {
                "title": trial.title,
                "options": list(self.options),
                "if_true": trial.if_true,
                "if_false": trial.if_false,
                "is_destructive": trial.is_destructive,
            }
        return {
            "id": self.id,
            "kind": rule.kind,
            "severity": self.severity,
            "confidence": self.confidence,
            "text": self.text,
            "names": list_names(self.text),
            "evidence": [
                {"name": e.name, "value": e.value, "unit": e.unit, "source": e.source} for e in self.evidence
            ],
            "experiment": experiment,
        }


def list_names(text: str) -> list[str]:
    """List what a sentence calls drives, PCIe functions and arrays by; none of a text that no template composed."""
    if not isinstance(text, Sentence):
        return []
    stated = [text.arguments[name] for name, kind in text.template.kinds.items() if kind in {"name", "names"}]
    return list(dict.fromkeys(name for one in stated for name in _split_names(one)))


def _split_names(stated: object) -> Sequence[str]:
    # A single name stays the object that it is: a share marks where each of its texts comes from.
    if isinstance(stated, list):
        return stated
    text = cast(str, stated)
    return text.split(", ") if ", " in text else [text]


@dataclass(frozen=True, slots=True)
class Fine:
    """The rule could be checked and there is nothing to say."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """The rule could not be checked. `need` is a name of engine/rules/needs.py."""

    need: str

    def __post_init__(self) -> None:
        if self.need not in NEEDS:
            raise KeyError(self.need)


FINE = Fine()
Judgement = Finding | Fine | Unknown


def format_bandwidth_range(bounds: Range) -> str:
    """Format a range: `13.3–14.4 GB/s`, or one figure when both ends read the same."""
    return figures.format_range(figures.format_bandwidth(bounds.low), figures.format_bandwidth(bounds.high))


def format_share(share: float, digits: int = 0) -> str:
    """Format a share, 0..1 or above, in percent: `98.6 %`."""
    return f"{100 * share:.{digits}f} %"


def format_shares(shares: Sequence[float]) -> str:
    """Format the shares of several runs, from the lowest to the highest: `71–84 %`."""
    return figures.format_range(format_share(min(shares)), format_share(max(shares)))


def format_quantity(number: float) -> str:
    """Format a count: `131,000`, and below a hundred its digits: `12.5`, `0.5`, never 0 for a part of one."""
    return figures.format_count(round(number)) if abs(number) >= 100 else format_figures(number)

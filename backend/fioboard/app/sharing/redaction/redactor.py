"""What one share lets through, and what it calls the rest. Lives for one freeze only and is kept nowhere (R5)."""

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import TypeVar, cast

from fioboard.app.sharing.redaction.fields import FIELDS, LABEL, can_reveal, get_title
from fioboard.app.sharing.redaction.provenance import Fact, Own, Revealed, Wording
from fioboard.engine.answers.shared import LeftOut

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Wish:
    """What the sender asked for: groups to hide, fields to reveal, words for the recipient."""

    hide: tuple[str, ...] = ()
    reveal: tuple[str, ...] = ()
    note: str | None = None
    expectation: str | None = None
    asked: tuple[str, ...] = ()
    """Keys of the questions that stand first."""


def spell_letters(number: int) -> str:
    """Return letters for a number: 1 is A, 26 is Z, 27 is AA."""
    spelled = ""
    while number:
        number, rest = divmod(number - 1, 26)
        spelled = chr(ord("A") + rest) + spelled
    return spelled


@dataclass(slots=True)
class Redactor:
    """Labels by first appearance, what was left out, what was kept as a fact, what was revealed."""

    hidden: frozenset[str]
    revealed: frozenset[str]
    _labels: dict[str, dict[Hashable, Own]] = field(default_factory=lambda: defaultdict(dict))
    left: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    facts: set[str] = field(default_factory=set)
    """Values shown as facts of a machine."""
    replaced: dict[str, str] = field(default_factory=dict)
    """The first label that stands in the place of a field's value: what this document shows, no example."""
    shown: set[str] = field(default_factory=set)
    """Values that stand in the document because they were revealed."""

    def label(self, kind: str, key: Hashable, words: str = "") -> Own:
        """`host 1`, `drive A`; the same key gets the same label. `words` of this place stand behind it."""
        taken = self._labels[kind]
        if key not in taken:
            number = len(taken) + 1
            spoken = spell_letters(number) if kind == "drive" else str(number)
            taken[key] = Own(f"{kind} {spoken}")
        return Own(f"{taken[key]} ({words})") if words else taken[key]

    def keep(self, value: Value, hide: str | None, wording: Wording = "maker") -> Value:
        """A value that is shown as a fact, marked so. `hide`: what leaves it out; None: it has a closed form."""
        kept: object = value
        if isinstance(value, list):
            kept = [self.keep(item, hide, wording) for item in value]
        elif isinstance(value, str):
            self.facts.add(value)
            kept = Fact(value, (hide,) if hide else (), wording)
        return cast(Value, kept)

    def reveal(self, name: str, value: str | None) -> Revealed | None:
        """The value when its field was revealed, else None; what is left out is counted."""
        if not value:
            return None
        if name in self.revealed:
            self.shown.add(value)
            return Revealed(value)
        self.left[name].add(value)
        return None

    def named(self, name: str, value: str | None, label: str) -> str:
        """The value when its field was revealed, else its label."""
        shown = self.reveal(name, value)
        if shown is None and value:
            self.replaced.setdefault(name, label)
        return shown or label

    def list_omissions(self) -> list[LeftOut]:
        """List what was left out, in the order of the registry, labels last."""
        order = [*FIELDS, *sorted(name for name in self.left if name.startswith(LABEL))]
        return [self._describe_omission(name) for name in order if self.left.get(name)]

    def _describe_omission(self, name: str) -> LeftOut:
        usual = FIELDS[name].replaced_by if name in FIELDS else None
        return {
            "field": name,
            "title": get_title(name),
            "count": len(self.left[name]),
            "replaced_by": self.replaced.get(name) or usual,
            "can_reveal": can_reveal(name),
            "suggestion": FIELDS[name].suggestion if name in FIELDS else None,
        }

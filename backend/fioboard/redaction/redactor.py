"""What one share lets through, and what it calls the rest. Lives for one freeze only and is kept nowhere (R5)."""

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from fioboard.redaction.fields import FIELDS, LABEL, can_reveal, title_of


@dataclass(frozen=True, slots=True)
class Wish:
    """What the sender asked for: groups to hide, fields to reveal, a note for the recipient."""

    hide: tuple[str, ...] = ()
    reveal: tuple[str, ...] = ()
    note: str | None = None


def letters(number: int) -> str:
    """1 is A, 26 is Z, 27 is AA."""
    found = ""
    while number:
        number, rest = divmod(number - 1, 26)
        found = chr(ord("A") + rest) + found
    return found


@dataclass(slots=True)
class Redactor:
    """Labels by first appearance, what was left out, what was kept as a fact, what was revealed."""

    hidden: frozenset[str]
    revealed: frozenset[str]
    _labels: dict[str, dict[Hashable, str]] = field(default_factory=lambda: defaultdict(dict))
    left: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    facts: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Values shown as facts of a machine, and the names that `hide` knows which leave them out."""
    replaced: dict[str, str] = field(default_factory=dict)
    """The first label that stands in the place of a field's value: what this document shows, no example."""
    worded: set[str] = field(default_factory=set)
    """Facts that whoever set a machine up may have worded: products, models, slots."""
    shown: set[str] = field(default_factory=set)
    """Values that stand in the document because they were revealed."""

    def label(self, kind: str, key: Hashable, words: str = "") -> str:
        """`host 1`, `drive A`; the same key gets the same label. `words` stand behind it."""
        taken = self._labels[kind]
        if key not in taken:
            number = len(taken) + 1
            spoken = letters(number) if kind == "drive" else str(number)
            taken[key] = f"{kind} {spoken}" + (f" ({words})" if words else "")
        return taken[key]

    def known(self, kind: str, key: Hashable) -> str | None:
        """The label something has already."""
        return self._labels[kind].get(key)

    def keep(self, value: Any, hide: str | None) -> Any:
        """Notes that a value is shown as a fact. `hide`: what leaves it out; None: it is one of a closed list."""
        for text in value if isinstance(value, list) else [value]:
            if isinstance(text, str):
                self.facts[text] |= {hide} if hide else set()
        return value

    def reveal(self, name: str, value: Any) -> Any:
        """The value when its field was revealed, else None; what is left out is counted."""
        if value is None or value in ("", [], {}):
            return None
        if name in self.revealed:
            self.shown.update(str(text) for text in (value if isinstance(value, list) else [value]))
            return value
        self.left[name].update(str(text) for text in (value if isinstance(value, list) else [value]))
        return None

    def named(self, name: str, value: str | None, label: str) -> str:
        """The value when its field was revealed, else its label."""
        shown = self.reveal(name, value)
        if shown is None and value:
            self.replaced.setdefault(name, label)
        return shown or label

    def left_out(self) -> list[dict[str, Any]]:
        """schemas.shared.LeftOut, in the order of the registry, labels last."""
        order = [*FIELDS, *sorted(name for name in self.left if name.startswith(LABEL))]
        return [self._left(name) for name in order if self.left.get(name)]

    def _left(self, name: str) -> dict[str, Any]:
        return {
            "field": name,
            "title": title_of(name),
            "count": len(self.left[name]),
            "replaced_by": self.replaced.get(name) or (FIELDS[name].replaced_by if name in FIELDS else None),
            "can_reveal": can_reveal(name),
        }

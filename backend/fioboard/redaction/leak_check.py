"""Searches the finished document for identifiers (R8). It repairs nothing: what it finds stops the share, and is told
with the ways out, for its sender to choose."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fioboard.redaction.identifiers import MIN_ANYWHERE, Identifier, plain, strings
from fioboard.redaction.redactor import Redactor


@dataclass(frozen=True, slots=True)
class Place:
    """Where the document shows it."""

    where: str
    """JSON pointer into the document."""
    hide: str | None
    """Name for `hide` that leaves it out there; None when nothing does: then the projection is wrong."""


@dataclass(frozen=True, slots=True)
class Leak:
    """A field that was not revealed, and the places that show it all the same."""

    field: str
    places: tuple[Place, ...]


class IdentifierFound(Exception):
    """The finished document holds an identifier that was not revealed; nothing may be published."""

    def __init__(self, leaks: Collection[Leak]) -> None:
        fields = ", ".join(leak.field for leak in leaks)
        super().__init__(f"The share would show {fields}, which was not revealed.")
        self.leaks = tuple(leaks)

    @property
    def field(self) -> str:
        """The first of the fields that would be shown."""
        return self.leaks[0].field


def search(document: Any, identifiers: Iterable[Identifier], redactor: Redactor) -> list[Leak]:
    """Every field that the document still shows. What was kept as a fact or revealed is taken from the redactor."""
    texts = {text: plain(text) for text in strings(document)}
    haystack = "\n".join(texts.values())
    revealed = {plain(value) for value in redactor.shown}
    hits: dict[str, list[Identifier]] = {}
    for one in sorted(identifiers, key=lambda i: (i.field, i.text)):
        if one.plain in revealed or one.plain not in haystack:
            continue
        for text, flat in texts.items():
            if one.plain in flat and _counts(one, text, redactor):
                hits.setdefault(text, []).append(one)
    return _leaks(document, hits, redactor) if hits else []


def _leaks(document: Any, hits: Mapping[str, list[Identifier]], redactor: Redactor) -> list[Leak]:
    places: dict[str, dict[Place, None]] = {}
    for where, text in _pointed(document, ""):
        for one in hits.get(text, ()):
            known = places.setdefault(one.field, {})
            for hide in _ways_out(one, text, redactor):
                known[Place(where, hide)] = None
    return [Leak(field, tuple(known)) for field, known in sorted(places.items())]


def _ways_out(one: Identifier, text: str, redactor: Redactor) -> list[str | None]:
    """What would have to be hidden for a text not to show it. Only facts of the machine can be left out."""
    rest = _without(text, redactor.shown)
    if one.plain in plain(_without(rest, redactor.facts)):
        return [None]
    facts = [fact for fact in redactor.facts if fact and fact in rest and one.plain in plain(fact)]
    return [hide for fact in facts for hide in sorted(redactor.facts[fact])] or [None]


def _counts(one: Identifier, text: str, redactor: Redactor) -> bool:
    rest = _without(text, redactor.shown)
    if one.sort == "name" and rest in redactor.worded and plain(rest) == one.plain:
        return True
    if one.sort != "id":
        rest = _without(rest, redactor.facts)
    if one.plain not in plain(rest):
        return False
    return one.sort == "id" or len(one.plain) >= MIN_ANYWHERE or _is_word(one.plain, rest)


def _without(text: str, known: Collection[str]) -> str:
    """A text without the known values in it, longest first; what is left on both sides stays apart."""
    inside = sorted((value for value in known if value and value in text), key=len, reverse=True)
    for value in inside:
        text = text.replace(value, "\x00")
    return text


def _is_word(flat: str, text: str) -> bool:
    """Whether letters and digits stand in a text as words of their own, whatever separates them."""
    spread = r"[\W_]*".join(map(re.escape, flat))
    return re.search(rf"(?<![^\W_]){spread}(?![^\W_])", text.casefold()) is not None


def _pointed(value: Any, where: str) -> Iterator[tuple[str, str]]:
    """Every text of a JSON-like value with its JSON pointer; a key stands where its value does."""
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            below = f"{where}/{str(key).replace('~', '~0').replace('/', '~1')}"
            yield below, key
            yield from _pointed(item, below)
    elif isinstance(value, list | tuple):
        for position, item in enumerate(value):
            yield from _pointed(item, f"{where}/{position}")

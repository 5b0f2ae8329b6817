"""Searches the finished document for identifiers (R8). It repairs nothing: what it finds stops the share, and is told
with the ways out, for its sender to choose.

Each text is judged by its own mark (provenance.py): the service's words and what was revealed tell nothing, of a
sentence the arguments are searched, a fact shows no more than facts may, and a text without a mark may show nothing.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from pydantic import TypeAdapter

from fioboard.app.sharing.redaction import sentences
from fioboard.app.sharing.redaction.identifiers import MIN_ANYWHERE, Identifier, simplify
from fioboard.app.sharing.redaction.provenance import Fact, Own, Revealed
from fioboard.core.sentence import Sentence
from fioboard.engine.answers.shared import SharedDocument
from fioboard.engine.hardware.inventory import schema_marks


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
        super().__init__(sentences.WOULD_SHOW(fields=fields))
        self.leaks = tuple(leaks)

    @property
    def field(self) -> str:
        """The first of the fields that would be shown."""
        return self.leaks[0].field


def search(document: object, identifiers: Iterable[Identifier], revealed: Iterable[str] = ()) -> list[Leak]:
    """Every field that the marked document still shows. `revealed`: values that may stand anywhere."""
    places: dict[tuple[str, str], list[tuple[str, str]]] = {}
    flat: dict[str, str] = {}
    for where, text in list_texts(document):
        flat.setdefault(text, simplify(text))
        places.setdefault((text, _get_mark(text)), []).append((where, text))
    haystack = "\n".join(flat.values())
    excused = {simplify(value) for value in revealed}
    leaks: dict[str, dict[Place, None]] = {}
    for one in sorted(identifiers, key=lambda i: (i.field, i.text)):
        if one.plain in excused or one.plain not in haystack:
            continue
        for (text, _), standing in places.items():
            if one.plain in flat[text] and _is_showing(standing[0][1], one):
                for where, marked in standing:
                    hides: tuple[str | None, ...] = marked.hides if isinstance(marked, Fact) else ()
                    leaks.setdefault(one.field, {}).update((Place(where, h), None) for h in hides or (None,))
    return [Leak(field, tuple(sorted(shown_at, key=_get_order))) for field, shown_at in sorted(leaks.items())]


def _get_order(place: Place) -> tuple[str, str]:
    return place.where, place.hide or ""


def _get_mark(text: str) -> str:
    """Return what distinguishes one mark from another."""
    return f"{text.wording} {' '.join(text.hides)}" if isinstance(text, Fact) else ""


def list_texts(document: object, where: str = "") -> Iterator[tuple[str, str]]:
    """List every text that can show something, with its JSON pointer; a key is listed where its value is."""
    if isinstance(document, Sentence):
        for argument in document.arguments.values():
            yield from list_texts(argument, where)
    elif isinstance(document, str):
        if not isinstance(document, Own | Revealed):
            yield where, document
    elif isinstance(document, Mapping):
        for key, item in document.items():
            below = f"{where}/{str(key).replace('~', '~0').replace('/', '~1')}"
            if type(key) is not str or key not in list_field_names():
                yield from list_texts(key, below)
            yield from list_texts(item, below)
    elif isinstance(document, list | tuple):
        for position, item in enumerate(document):
            yield from list_texts(item, f"{where}/{position}")


@cache
def list_field_names() -> frozenset[str]:
    """List the names of fields that a document has by its shape, and an inventory by its schema; other keys are
    data.
    """
    shape = TypeAdapter(SharedDocument).json_schema()
    return frozenset({*_list_properties(shape), *_list_properties(schema_marks.load_schema())})


def _list_properties(schema: object) -> Iterator[str]:
    if isinstance(schema, Mapping):
        fields = schema.get("properties")
        yield from fields if isinstance(fields, Mapping) else ()
        for below in schema.values():
            yield from _list_properties(below)
    elif isinstance(schema, list):
        for below in schema:
            yield from _list_properties(below)


def _is_showing(text: str, one: Identifier) -> bool:
    """Return whether a text that holds the letters of an identifier shows it."""
    if isinstance(text, Fact):
        return _is_fact_showing(text, one)
    return one.sort == "id" or len(one.plain) >= MIN_ANYWHERE or _is_word(one.plain, text)


def _is_fact_showing(fact: Fact, one: Identifier) -> bool:
    """Return whether a fact shows an identifier. A part's maker may have called it as somebody calls a directory,
    never as somebody else numbered a drive.
    """
    if one.sort != "name" or fact.wording == "form":
        return one.sort == "id"
    if fact.wording != "maker" and simplify(fact) == one.plain:
        return True
    if fact.wording == "owner":
        return _is_word(one.plain, fact)
    is_telling = any(c.isdigit() for c in one.plain) and any(c.isalpha() for c in one.plain)
    return is_telling and len(one.plain) >= MIN_ANYWHERE and _is_word(one.plain, fact)


def _is_word(flat: str, text: str) -> bool:
    """Whether letters and digits stand in a text as words of their own, whatever separates them."""
    spread = r"[\W_]*".join(map(re.escape, flat))
    return re.search(rf"(?<![^\W_]){spread}(?![^\W_])", text.casefold()) is not None

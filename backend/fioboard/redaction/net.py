"""Searches the finished document for identifiers (R8). A hit stops the share: the net repairs nothing."""

import re
from collections.abc import Collection, Iterable
from typing import Any

from fioboard.redaction.identifiers import ANYWHERE_FROM, Identifier, IdentifierFound, plain, strings


def search(
    document: Any, identifiers: Iterable[Identifier], facts: Collection[str], shown: Collection[str]
) -> None:
    """Raises IdentifierFound for the first hit. `facts`: values kept as facts; `shown`: values that were revealed."""
    texts = set(strings(document))
    haystack = "\n".join(plain(one) for one in texts)
    allowed = {plain(value) for value in shown}
    for one in sorted(identifiers, key=lambda i: (i.field, i.text)):
        if one.plain in allowed or one.plain not in haystack:
            continue
        for found in texts:
            if one.plain in plain(found) and _counts(one, found, facts, shown):
                raise IdentifierFound(one.field)


def _counts(one: Identifier, found: str, facts: Collection[str], shown: Collection[str]) -> bool:
    rest = _without(found, shown)
    if one.sort == "name" and rest in facts and plain(rest) == one.plain:
        return True
    if one.sort != "id":
        rest = _without(rest, facts)
    if one.plain not in plain(rest):
        return False
    return one.sort == "id" or len(one.plain) >= ANYWHERE_FROM or _is_word(one.text, rest)


def _without(found: str, known: Collection[str]) -> str:
    """A text without the known values in it, longest first; what is left on both sides stays apart."""
    inside = sorted((value for value in known if value and value in found), key=len, reverse=True)
    for value in inside:
        found = found.replace(value, "\x00")
    return found


def _is_word(text: str, found: str) -> bool:
    """Whether the text stands in another as words of its own, whatever separates them."""
    parts = [re.escape(part) for part in re.split(r"[\W_]+", text.casefold()) if part]
    between = r"[\W_]*"
    return re.search(rf"(?<![^\W_]){between.join(parts)}(?![^\W_])", found.casefold()) is not None

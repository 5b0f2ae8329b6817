"""Searches the finished document for identifiers (R8). A hit stops the share: the net repairs nothing."""

import re
from collections.abc import Collection, Iterable
from typing import Any

from fioboard.redaction.identifiers import MIN_ANYWHERE, Identifier, IdentifierFound, plain, strings
from fioboard.redaction.redactor import Redactor


def search(document: Any, identifiers: Iterable[Identifier], redactor: Redactor) -> None:
    """Raises IdentifierFound for the first hit. What was kept as a fact or revealed is taken from the redactor."""
    texts = {found: plain(found) for found in strings(document)}
    haystack = "\n".join(texts.values())
    revealed = {plain(value) for value in redactor.shown}
    for one in sorted(identifiers, key=lambda i: (i.field, i.text)):
        if one.plain in revealed or one.plain not in haystack:
            continue
        if any(one.plain in flat and _counts(one, found, redactor) for found, flat in texts.items()):
            raise IdentifierFound(one.field)


def _counts(one: Identifier, found: str, redactor: Redactor) -> bool:
    rest = _without(found, redactor.shown)
    if one.sort == "name" and rest in redactor.named_facts and plain(rest) == one.plain:
        return True
    if one.sort != "id":
        rest = _without(rest, redactor.facts)
    if one.plain not in plain(rest):
        return False
    return one.sort == "id" or len(one.plain) >= MIN_ANYWHERE or _is_word(one.plain, rest)


def _without(found: str, known: Collection[str]) -> str:
    """A text without the known values in it, longest first; what is left on both sides stays apart."""
    inside = sorted((value for value in known if value and value in found), key=len, reverse=True)
    for value in inside:
        found = found.replace(value, "\x00")
    return found


def _is_word(flat: str, found: str) -> bool:
    """Whether letters and digits stand in a text as words of their own, whatever separates them."""
    spread = r"[\W_]*".join(map(re.escape, flat))
    return re.search(rf"(?<![^\W_]){spread}(?![^\W_])", found.casefold()) is not None

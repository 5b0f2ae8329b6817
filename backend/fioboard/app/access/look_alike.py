"""Whether a person's name looks like another one: `аda` with a Cyrillic а is not Ada (Unicode TR39)."""

import unicodedata
from collections.abc import Iterable


def find_look_alike(name: str, others: Iterable[str]) -> str | None:
    """The first of the other names that looks like this one and is another; None when there is none.

    Names of ASCII alone are told apart as they are written: `al` and `a1` may both be people of a team.
    """
    key, looks = name.lower(), skeleton(name)
    for other in others:
        is_plain = name.isascii() and other.isascii()
        if not is_plain and other.lower() != key and skeleton(other) == looks:
            return other
    return None


def skeleton(name: str) -> str:
    """The same text for all names that look alike; for comparison only."""
    visible = (one for one in unicodedata.normalize("NFKC", name) if unicodedata.category(one) != "Cf")
    plain = "".join(map(_prototype, visible)).casefold()
    return unicodedata.normalize("NFC", "".join(map(_prototype, plain)).casefold())


def _prototype(character: str) -> str:
    # Late: its tables take 0.3 s to load, and only somebody new needs them.
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415 -- late, see above

    alike = confusables_data.get(character, [])
    if len(alike) != 1:  # several: others look like this one
        return character
    return str(min(character, alike[0]["c"], key=lambda text: (len(text), text)))

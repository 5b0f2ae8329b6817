"""Which factors follow from which: one real change must not look like several.

A card moved to another slot changes its link and the path's ceiling, too; those are listed as "follows from slot", not
as changes of their own. They could also have changed by themselves, so a consequence is always shown, never dropped.
"""

from fioboard.vocabulary.factors import FACTORS


def causes(key: str) -> tuple[str, ...]:
    """What a factor can follow from, as declared; nothing for a label."""
    return FACTORS[key].follows_from if key in FACTORS else ()


def none_when_known(key: str) -> str | None:
    """The factor that tells, being known, that this one does not apply where it is absent."""
    return FACTORS[key].none_when_known if key in FACTORS else None


def cause_of(key: str, changed: frozenset[str]) -> str | None:
    """The nearest changed factor that `key` can follow from, None when it stands for itself."""
    seen: set[str] = set()
    asked = list(causes(key))
    while asked:
        source = asked.pop(0)
        if source in changed and source != key:
            return source
        if source not in seen:
            seen.add(source)
            asked += causes(source)
    return None

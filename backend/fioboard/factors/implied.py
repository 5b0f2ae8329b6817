"""Which factors follow from which: one real change must not look like several.

A card moved to another slot changes its link and the path's ceiling, too; those are listed as "follows from slot", not
as changes of their own. They could also have changed by themselves, so a consequence is always shown, never dropped.
"""

from fioboard.vocabulary.factors import FACTORS, OPTION_FACTORS

# What an option of the job that is no factor of its own is called among factors; and a label.
OPTION = "option."
LABEL = "label."


def causes(key: str) -> tuple[str, ...]:
    """What a factor can follow from, as declared; a job option from the factor that tells it, a label from nothing."""
    if key in FACTORS:
        return FACTORS[key].follows_from
    told_by = OPTION_FACTORS.get(key.removeprefix(OPTION)) if key.startswith(OPTION) else None
    return () if told_by is None else (told_by,)


def without(key: str) -> str:
    """The word for a run that is known to be without: an option was not set."""
    return "not set" if key.startswith(OPTION) else "none"


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

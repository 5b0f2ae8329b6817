"""Which factors follow from which: one real change must not look like several.

A card moved to another slot changes its link and the path's ceiling, too; those are listed as "follows from slot", not
as changes of their own. They could also have changed by themselves, so a consequence is always shown, never dropped.
"""

from collections.abc import Hashable, Mapping

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


def read_value(factors: Mapping[str, object], key: str) -> tuple[object] | None:
    """Return what a run recorded of a factor, in a tuple of its own; None when that is unknown.

    The value None means that the run is known to be without: a single drive has no RAID level.
    """
    if key in factors:
        return (factors[key],)
    teller = none_when_known(key)
    return (None,) if teller is not None and teller in factors else None


def comparable_value(value: object) -> Hashable:
    """Return a value that is equal for equal factor values: 1 and 1.0 are one value, 1 and true are two."""
    if isinstance(value, list | tuple):
        return tuple(map(comparable_value, value))
    return isinstance(value, bool), value if isinstance(value, Hashable) else repr(value)


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

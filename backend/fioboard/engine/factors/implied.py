"""Which factors follow from which: one real change must not look like several.

A card moved to another slot changes its link and the path's ceiling, too; those are listed as "follows from slot", not
as changes of their own. They could also have changed by themselves, so a consequence is always shown, never dropped.
"""

import re
from collections.abc import Hashable, Mapping, Sequence

from fioboard.engine.words.experiments import CONDITION_KEY
from fioboard.engine.words.factors import FACTORS, OPTION_FACTORS

# What an option of the job that is no factor of its own is called among factors; and a label.
OPTION = "option."
LABEL = "label."
HEADING = "heading"
SLOT_LINK = f"{LABEL}slot.link"
_GENERATION = re.compile(r"\b(?:pci-?e|pci express)\s?(?:gen\s?)?([1-6])(?:\.[01])?(?=\W|$)")
_WORD = re.compile(r"\d+(?:\.\d+)*|[a-z]+")
# Words of a heading that name no setting: "NPS4, any CPU" beside "NPS1".
_NEUTRAL = frozenset(
    ["any", "all", "cpu", "cpus", "core", "cores", "and", "with", "at", "on", "the", "default"]
)


def causes(key: str) -> tuple[str, ...]:
    """What a factor can follow from, as declared; a job option from the factor that tells it, a label from nothing.

    The link of a slot, which people state as a label, follows from the slot.
    """
    if key in FACTORS:
        return FACTORS[key].follows_from
    if key == SLOT_LINK:
        return ("slot",)
    told_by = OPTION_FACTORS.get(key.removeprefix(OPTION)) if key.startswith(OPTION) else None
    return () if told_by is None else (told_by,)


def get_absent_word(key: str) -> str:
    """Return the word for a run that is known to be without: an option was not set."""
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


def find_cause(key: str, changed: frozenset[str]) -> str | None:
    """Find the nearest changed factor that `key` can follow from, None when it stands for itself.

    The condition of an experiment is a name for what else changed, in the order of the registry.
    """
    if key == CONDITION_KEY:
        named = [one for one in (*FACTORS, *sorted(changed)) if one in changed and one != key]
        return next((one for one in named if find_cause(one, changed - {key}) is None), None)
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


def find_restated(base: object, new: object, changes: Mapping[str, tuple[object, object]]) -> str | None:
    """Find the changed factor that two headings only restate: `NPS1` and `NPS4, any CPU` beside NPS 1 and 4.

    None where a heading says more than that, so that its difference stands for itself. `changes`: base and new value of
    each other factor that changed.
    """
    if not isinstance(base, str) or not isinstance(new, str):
        return None
    ours, theirs = _split_words(base), _split_words(new)
    restated = None
    for key, values in sorted(changes.items(), key=lambda change: -len(str(change[1][0]))):
        our_rest, their_rest = (
            _remove(words, _split_words(str(value)))
            for words, value in zip((ours, theirs), values, strict=True)
        )
        if our_rest is not None and their_rest is not None:
            ours, theirs = our_rest, their_rest
            restated = restated or key
    is_same = [word for word in ours if word not in _NEUTRAL] == [
        word for word in theirs if word not in _NEUTRAL
    ]
    return restated if is_same else None


def _split_words(text: str) -> list[str]:
    return _WORD.findall(_GENERATION.sub(r"gen\1", text.lower()))


def _remove(words: Sequence[str], part: Sequence[str]) -> list[str] | None:
    """Return the words without the first place where the part stands in them; None where it does not."""
    for start in range(len(words) - len(part) + 1):
        if part and list(words[start : start + len(part)]) == list(part):
            return [*words[:start], *words[start + len(part) :]]
    return None

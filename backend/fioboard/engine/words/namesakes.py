"""Several hosts that call themselves alike: each has a name of its own here, `ubuntu`, `ubuntu (2)`, `ubuntu (3)`.

A host's name is what people and filters choose runs by, what comparisons, charts, exports and shares tell hosts apart
by. Were two hosts to share it, all of them would mix two machines' figures in silence.
"""

import re
from collections.abc import Set

from fioboard.engine.words.limits import MAX_HOST_CHARACTERS

# PostgreSQL and Python read it alike.
NUMBER = r" \((?:[2-9]|[1-9][0-9]+)\)$"
_NUMBER_CHARACTERS = len(" (9999)")


def strip_number(name: str) -> str:
    """Return what the host calls itself, as far as its name here tells: `ubuntu (2)` → `ubuntu`."""
    return re.sub(NUMBER, "", name)


def shared_part(told: str) -> str:
    """What the names of all hosts that call themselves `told` begin with: cut where a number has no room."""
    return told[: MAX_HOST_CHARACTERS - _NUMBER_CHARACTERS]


def is_called(name: str, told: str) -> bool:
    """Whether a host of this name calls itself `told`."""
    return name == told or (name != strip_number(name) and strip_number(name) == shared_part(told))


def free_name(told: str, taken: Set[str]) -> str:
    """The name for a host that calls itself `told`, where others have the names `taken`."""
    name, number = told, 1
    while name in taken:
        number += 1
        name = f"{shared_part(told)} ({number})"
    return name

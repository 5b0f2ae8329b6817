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


def shared_part(name: str) -> str:
    """What the names of all hosts that call themselves `name` begin with: cut where a number has no room."""
    return name[: MAX_HOST_CHARACTERS - _NUMBER_CHARACTERS]


def is_called(name: str, stated: str) -> bool:
    """Whether a host of this name calls itself `stated`."""
    return name == stated or (name != strip_number(name) and strip_number(name) == shared_part(stated))


def free_name(stated: str, taken: Set[str]) -> str:
    """The name for a host that calls itself `stated`, where others have the names `taken`."""
    name, number = stated, 1
    while name in taken:
        number += 1
        name = f"{shared_part(stated)} ({number})"
    return name

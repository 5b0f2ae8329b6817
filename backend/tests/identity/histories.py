"""Histories of one test: what happens to a machine between two runs that leaves the test what it was."""

import random
import string
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from uuid import UUID

from tests.identity.machines import KINDS, Machine, Names

Event = Callable[[random.Random, Names], None]


def _reboot(chance: random.Random, names: Names) -> None:
    chance.shuffle(names.drives)


def _bus_numbers(chance: random.Random, names: Names) -> None:
    first = chance.randrange(0x10, 0x80)
    names.addresses = [f"0000:{first + 3 * n:02x}:00.0" for n in range(len(names.addresses))]


def _card_moved(_: random.Random, names: Names) -> None:
    names.slots = [names.slots[(n + 1) % len(names.slots)] for n in range(len(names.slots))]


def _array_reassembled(_: random.Random, names: Names) -> None:
    names.md = "md127" if names.md != "md127" else "md126"


def _renumbered(chance: random.Random, names: Names) -> None:
    names.loop, names.dm = f"loop{chance.randrange(1, 60)}", f"dm-{chance.randrange(1, 60)}"


def _dated_mount(chance: random.Random, names: Names) -> None:
    day = f"2026-{chance.randrange(1, 13):02d}-{chance.randrange(1, 29):02d}"
    names.mount = f"/mnt/{chance.choice((day, day.replace('-', '')))}"


def _snapshot(chance: random.Random, names: Names) -> None:
    names.folder = (
        f".snapshots/2026-{chance.randrange(1, 13):02d}-{chance.randrange(1, 29):02d}T02:00:00Z/data"
    )


def _temporary_folder(chance: random.Random, names: Names) -> None:
    letters = string.ascii_letters + string.digits
    names.folder = "tmp." + "".join(chance.choices(letters, k=10))


def _random_id(chance: random.Random, names: Names) -> None:
    names.folder = f"run-{UUID(int=chance.getrandbits(128), version=4)}"


def _another_file(chance: random.Random, names: Names) -> None:
    names.file = chance.choice((f"bench-{chance.randrange(10**6)}.bin", "other.dat", "job.0.0"))


def _next_batch(chance: random.Random, names: Names) -> None:
    names.batch = str(UUID(int=chance.getrandbits(128), version=4))[:13]


EVENTS: dict[str, Event] = {
    "reboot": _reboot,
    "bus numbers": _bus_numbers,
    "card moved": _card_moved,
    "array reassembled": _array_reassembled,
    "loop and dm renumbered": _renumbered,
    "another file": _another_file,
    "next batch": _next_batch,
    "agent reinstalled": lambda chance, names: None,
}
# Before both runs: a path that has such a part has another one in its place every time.
PLACES: dict[str, Event] = {
    "plain": lambda chance, names: None,
    "dated mount": _dated_mount,
    "snapshot": _snapshot,
    "temporary folder": _temporary_folder,
    "random id": _random_id,
}


@dataclass(frozen=True)
class Moment:
    """One run of a history."""

    names: Names
    which: int
    """Whether it measured the first or the second thing of its kind."""
    agent: str


@dataclass(frozen=True)
class History:
    """The same test twice, then another one of its kind."""

    kind: str
    place: str
    events: tuple[str, ...]
    machine: Machine
    moments: tuple[Moment, Moment, Moment]


def history(number: int) -> History:
    """The history of a number, always the same."""
    chance = random.Random(number)
    machine = Machine(chance)
    kind = KINDS[number % len(KINDS)]
    place = chance.choice(list(PLACES))
    events = tuple(chance.sample(list(EVENTS), k=chance.randrange(1, 5)))
    first = machine.names()
    PLACES[place](chance, first)
    later = deepcopy(first)
    PLACES[place](chance, later)
    for event in events:
        EVENTS[event](chance, later)
    agents = ("0.1.0", "0.2.0" if "agent reinstalled" in events else "0.1.0")
    return History(
        kind,
        place,
        events,
        machine,
        (
            Moment(first, 0, agents[0]),
            Moment(later, 0, agents[1]),
            Moment(chance.choice((first, later)), 1, agents[1]),
        ),
    )

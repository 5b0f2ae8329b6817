"""What an upload is read beside: its host's name, and the cards its run is held against.

Hosts send again and again, and asking took a statement of its own for every upload: a process remembers both. The
statement that stores looks whether they are still so, and stores nothing otherwise (queries/ingest.py); the upload is
then read anew, beside what is so now.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from fioboard.core.database import Database
from fioboard.queries import specs
from fioboard.queries.hosts import name_for
from fioboard.schemas.upload import Manifest
from fioboard.specs.in_force import CardInForce, RatingContext
from fioboard.vocabulary.namesakes import is_called

MAX_HOSTS = 10_000


@dataclass(frozen=True, slots=True)
class Arrival:
    """What one upload is read beside."""

    host_name: str
    rating_context: RatingContext
    remembered_cards: str | None = None
    """The state of the cards where both were remembered; None: the database was asked just now."""


@dataclass(slots=True)
class _Memory:
    names: dict[str, str] = field(default_factory=dict)
    """By the agents' own ids, the one that was stored last at the end."""
    cards: Sequence[CardInForce] = ()
    cards_state: str = ""


_of: WeakKeyDictionary[Database, _Memory] = WeakKeyDictionary()


def remembered(database: Database, manifest: Manifest) -> Arrival | None:
    """None where the database must be asked: for a step of a batch, what was written before it counts, and a host that
    calls itself otherwise than before may not get that name."""
    memory = _of.setdefault(database, _Memory())
    name = memory.names.get(manifest.host.id)
    if name is None or manifest.batch is not None or not is_called(name, manifest.host.name):
        return None
    return Arrival(name, RatingContext(memory.cards), memory.cards_state)


async def asked(database: Database, manifest: Manifest) -> Arrival:
    """What the database says, remembered. Raises Unavailable."""
    async with database.driver() as driver:
        own, context, cards_state = await specs.arrival_of(driver, manifest.host.id, manifest.batch)
        host_name = await name_for(driver, manifest.host.id, manifest.host.name, own)
    memory = _of.setdefault(database, _Memory())
    memory.cards, memory.cards_state = context.cards, cards_state
    _keep(memory.names, manifest.host.id, host_name)
    return Arrival(host_name, context)


def _keep(names: dict[str, str], agent_host_id: str, host_name: str) -> None:
    """The host that was asked for longest ago goes first."""
    names.pop(agent_host_id, None)
    if len(names) >= MAX_HOSTS:
        del names[next(iter(names))]
    names[agent_host_id] = host_name

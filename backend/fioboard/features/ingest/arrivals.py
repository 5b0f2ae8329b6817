"""What an upload or a person's document is read beside: its host's name, and the cards its run is held against.

Hosts send again and again, folders hold thousands of files of one host, and asking took a statement of its own for
each: a process remembers both. The statement that stores looks whether they are still so, and stores nothing otherwise
(queries/ingest.py); the upload is then read anew, beside what is so now.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar
from uuid import UUID
from weakref import WeakKeyDictionary

from fioboard.core.database import Database
from fioboard.queries import ingest as ingest_queries
from fioboard.queries import specs
from fioboard.queries.hosts import name_for
from fioboard.schemas.upload import Manifest
from fioboard.specs.in_force import CardInForce, RatingContext
from fioboard.vocabulary.namesakes import is_called

MAX_HOSTS = 10_000
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Arrival:
    """What one upload is read beside."""

    host_name: str
    rating_context: RatingContext
    remembered_cards: str | None = None
    """The state of the cards where both were remembered; None: the database was asked just now."""


@dataclass(frozen=True, slots=True)
class DocumentArrival(Arrival):
    """What a person's document is read beside."""

    host_id: UUID | None = None
    """None: the host is new."""
    upload_key: UUID | None = None
    """Under which the host has it already; None: it has not, or nobody asked."""


@dataclass(slots=True)
class _Memory:
    names: dict[str, str] = field(default_factory=dict)
    """By the agents' own ids, the one that was stored last at the end."""
    ids: dict[str, UUID] = field(default_factory=dict)
    """Of hosts that are called exactly as people call them, by that name: no other host can be meant by it."""
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


def remembered_of_name(database: Database, told: str) -> DocumentArrival | None:
    """Of a document of the host that people call so. None where the database must be asked."""
    memory = _of.setdefault(database, _Memory())
    host_id = memory.ids.get(told)
    if host_id is None:
        return None
    return DocumentArrival(told, RatingContext(memory.cards), memory.cards_state, host_id)


async def asked_of_name(database: Database, told: str, sha256: bytes, digest: bytes) -> DocumentArrival:
    """What the database says of a document with that content, remembered. Raises Unavailable."""
    async with database.driver() as driver:
        row = await ingest_queries.document_arrival(driver, told, sha256, digest)
        host_name = row["host_name"] or await name_for(driver, None, told)
        cards = await specs.cards_of(driver, row)
    memory = _of.setdefault(database, _Memory())
    memory.cards, memory.cards_state = cards, row["state"]
    if row["host_id"] is not None and host_name == told:
        _keep(memory.ids, told, row["host_id"])
    return DocumentArrival(host_name, RatingContext(cards), None, row["host_id"], row["upload_key"])


def _keep(known: dict[str, T], host: str, value: T) -> None:
    """The host that was asked for longest ago goes first."""
    known.pop(host, None)
    if len(known) >= MAX_HOSTS:
        del known[next(iter(known))]
    known[host] = value

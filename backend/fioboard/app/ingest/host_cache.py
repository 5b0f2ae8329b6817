"""What an upload or a person's document is read beside: its host's name, and the cards its run is held against.

Hosts send again and again, folders hold thousands of files of one host, and asking took a statement of its own for
each: a process remembers both. The statement that stores looks whether they are still so, and stores nothing otherwise
(store/queries/ingest.py); the upload is then read anew, beside what is so now.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TypeVar
from uuid import UUID
from weakref import WeakKeyDictionary

from fioboard.core.database import Database
from fioboard.core.driver import Driver
from fioboard.engine.answers.upload import Manifest, ManifestHost
from fioboard.engine.hardware.datasheets.in_force import CardInForce, RatingContext
from fioboard.engine.hardware.inventory.machine import Identifier
from fioboard.engine.words.namesakes import is_called
from fioboard.store.queries import ingest as ingest_queries
from fioboard.store.queries import specs
from fioboard.store.queries.agent_hosts import AgentHostRow, find_agent_host, find_candidates, join_host
from fioboard.store.queries.hosts import choose_name

MAX_HOSTS = 10_000
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Arrival:
    """What one upload is read beside."""

    host_name: str
    rating_context: RatingContext
    agent_host_id: str | None = None
    """Of the host's first agent, by which the host is found; None of a person's document."""
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
    return Arrival(name, RatingContext(memory.cards), manifest.host.id, memory.cards_state)


async def asked(database: Database, manifest: Manifest, identifiers: Collection[Identifier]) -> Arrival:
    """What the database says, remembered. `identifiers`: of the machine, by which an agent that is new finds its host.

    Raises Unavailable.
    """
    async with database.driver() as driver:
        host = await find_agent_host(driver, manifest.host.id, identifiers) or await _recognise(
            driver, manifest.host, identifiers
        )
        agent_host_id = manifest.host.id if host is None else host["agent_host_id"]
        own, context, cards_state = await specs.read_arrival(driver, agent_host_id, manifest.batch)
        # Of one machine there is one name; a merged or split host keeps the one it has.
        keeps_name = host is not None and host["origin"] in {"merged", "split", "stated"}
        stated = host["name"] if host is not None and keeps_name else manifest.host.name
        host_name = await choose_name(driver, agent_host_id, stated, own)
    memory = _of.setdefault(database, _Memory())
    memory.cards, memory.cards_state = context.cards, cards_state
    if agent_host_id == manifest.host.id:
        _keep(memory.names, agent_host_id, host_name)
    return Arrival(host_name, context, agent_host_id)


async def _recognise(
    driver: Driver, stated: ManifestHost, identifiers: Collection[Identifier]
) -> AgentHostRow | None:
    """The one host whose machine is certainly the sender's; from now on its agent is one of that host's."""
    candidates = [
        one for one in await find_candidates(driver, identifiers, stated.name) if one.likeness == "same"
    ]
    if len(candidates) != 1:
        return None
    await join_host(driver, candidates[0].host_id, stated.id, "recognised")
    return await find_agent_host(driver, stated.id, identifiers)


def remembered_of_name(database: Database, name: str) -> DocumentArrival | None:
    """Of a document of the host that people call so. None where the database must be asked."""
    memory = _of.setdefault(database, _Memory())
    host_id = memory.ids.get(name)
    if host_id is None:
        return None
    return DocumentArrival(name, RatingContext(memory.cards), None, memory.cards_state, host_id)


async def asked_of_name(
    database: Database, stated_name: str, sha256: bytes, digest: bytes
) -> DocumentArrival:
    """What the database says of a document with that content, remembered. Raises Unavailable."""
    async with database.driver() as driver:
        row = await ingest_queries.find_arrival(driver, stated_name, sha256, digest)
        host_name = row["host_name"] or await choose_name(driver, None, stated_name)
        if row["host_id"] is None and host_name != stated_name:
            # The name was taken between the two questions, most likely by the same document: it has a host by now.
            row = await ingest_queries.find_arrival(driver, stated_name, sha256, digest)
            host_name = row["host_name"] or host_name
        cards = await specs.get_cards_at_state(driver, row)
    memory = _of.setdefault(database, _Memory())
    memory.cards, memory.cards_state = cards, row["state"]
    if row["host_id"] is not None and host_name == stated_name:
        _keep(memory.ids, stated_name, row["host_id"])
    return DocumentArrival(host_name, RatingContext(cards), None, None, row["host_id"], row["upload_key"])


def _keep(known: dict[str, T], host: str, value: T) -> None:
    """The host that was asked for longest ago goes first."""
    known.pop(host, None)
    if len(known) >= MAX_HOSTS:
        del known[next(iter(known))]
    known[host] = value

"""Which host an agent is of: by the id it made for itself, or by the identifiers of its machine."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from typing import Literal, TypedDict
from uuid import UUID, uuid4

from fioboard.core.driver import Driver
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.hardware.inventory.machine import Identifier, Likeness, are_different, compare_machines
from fioboard.engine.words.namesakes import is_called

Origin = Literal["own", "recognised", "stated", "merged", "split"]
MAX_CANDIDATES = 20
# Of an identifier that many hosts have, as a cloned image makes them, and of such identifiers.
_MAX_SHARERS, _MAX_SHARED = 5, 200


class AgentHostRow(TypedDict):
    """A host that an agent sends for."""

    host_id: UUID
    name: str
    agent_host_id: str
    """Of the host's first agent, by which uploads name it."""
    origin: Origin
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Candidate:
    """A host that a machine may be."""

    host_id: UUID
    name: str
    known_since: datetime
    likeness: Likeness


async def list_agent_hosts(driver: Driver, agent_host_id: str) -> list[AgentHostRow]:
    """List the hosts that an agent sends for: one, and those that were split from it."""
    rows: list[AgentHostRow] = await driver.fetch(
        """
        select id as host_id, name, agent_host_id, 'own' as origin, created_at from host where agent_host_id = $1
        union all
        select h.id, h.name, h.agent_host_id, a.origin, h.created_at
        from host_agent a join host h on h.id = a.host_id where a.agent_host_id = $1
        """,
        agent_host_id,
    )
    return rows


async def find_agent_host(
    driver: Driver, agent_host_id: str, identifiers: Collection[Identifier]
) -> AgentHostRow | None:
    """The host that an upload of an agent belongs to; of one that was split, the host of that machine."""
    rows = await list_agent_hosts(driver, agent_host_id)
    main = next((row for row in rows if row["origin"] != "split"), None)
    splits = [row for row in rows if row["origin"] == "split"]
    if main is not None and splits and identifiers:
        known = await list_identifiers(driver, [row["host_id"] for row in rows])
        if are_different(identifiers, known.get(main["host_id"], ())):
            return next(
                (row for row in splits if not are_different(identifiers, known.get(row["host_id"], ()))), main
            )
    return main


async def list_identifiers(driver: Driver, host_ids: Sequence[UUID]) -> dict[UUID, list[Identifier]]:
    """Return every identifier that each host's machine was seen with, by host."""
    known: dict[UUID, list[Identifier]] = {}
    for row in await driver.fetch(
        "select host_id, kind, sha256 from host_identifier where host_id = any($1::uuid[])", list(host_ids)
    ):
        known.setdefault(row["host_id"], []).append(Identifier(row["kind"], row["sha256"]))
    return known


async def find_candidates(
    driver: Driver, identifiers: Collection[Identifier], name: str, *, but: UUID | None = None
) -> list[Candidate]:
    """Hosts that a machine of these identifiers, which calls itself `name`, is or may be; the certain ones first."""
    rows = await driver.fetch(
        """
        select h.id, h.name, h.created_at from host h
        where h.merged_into_id is null and h.id is distinct from $2 and h.id in (
            select host_id from host_identifier where sha256 = any($1::bytea[])
        ) order by h.id limit $3
        """,
        *([one.sha256 for one in identifiers], but, MAX_CANDIDATES),
    )
    known = await list_identifiers(driver, [row["id"] for row in rows]) if rows else {}
    candidates = [
        Candidate(
            row["id"],
            row["name"],
            row["created_at"],
            compare_machines(identifiers, known[row["id"]], has_same_name=is_called(row["name"], name)),
        )
        for row in rows
    ]
    return sorted(
        (one for one in candidates if one.likeness != "other"), key=lambda one: one.likeness != "same"
    )


async def find_pairs(driver: Driver) -> list[tuple[Candidate, Candidate]]:
    """Hosts of which two are or may be one machine, the older one of each pair first; at most 20 pairs."""
    rows = await driver.fetch(
        """
        select array_agg(distinct i.host_id order by i.host_id) as host_ids
        from host_identifier i join host h on h.id = i.host_id and h.merged_into_id is null
        group by i.sha256 having count(distinct i.host_id) > 1 order by i.sha256 limit $1
        """,
        _MAX_SHARED,
    )
    pairs = {pair for row in rows for pair in combinations(row["host_ids"][:_MAX_SHARERS], 2)}
    host_ids = list({host_id for pair in pairs for host_id in pair})
    known = await list_identifiers(driver, host_ids)
    hosts = {
        row["id"]: row
        for row in await driver.fetch(
            "select id, name, created_at from host where id = any($1::uuid[])", host_ids
        )
    }
    alike: list[tuple[Candidate, Candidate]] = []
    for pair in pairs:
        kept, other = sorted((hosts[one] for one in pair), key=lambda host: (host["created_at"], host["id"]))
        likeness = compare_machines(
            known[kept["id"]], known[other["id"]], has_same_name=is_called(other["name"], kept["name"])
        )
        if likeness != "other":
            one, two = (
                Candidate(host["id"], host["name"], host["created_at"], likeness) for host in (kept, other)
            )
            alike.append((one, two))
    alike.sort(key=lambda pair: (pair[0].likeness != "same", pair[0].known_since, pair[1].known_since))
    return alike[:MAX_CANDIDATES]


async def join_host(driver: Driver, host_id: UUID, agent_host_id: str, origin: Origin) -> None:
    """Make an agent one of a host's. A host without any gets an id of its own, so that it keeps its name."""
    await driver.execute(
        "update host set agent_host_id = $2 where id = $1 and agent_host_id is null", host_id, str(uuid4())
    )
    await driver.execute(
        """
        insert into host_agent (agent_host_id, host_id, origin, created_at) values ($1, $2, $3, now())
        on conflict do nothing
        """,
        *(agent_host_id, host_id, origin),
    )


async def add_identifiers(driver: Driver, host_id: UUID, identifiers: Collection[Identifier]) -> None:
    """Keep the identifiers that a host's machine was seen with."""
    await driver.execute(
        """
        insert into host_identifier (host_id, kind, sha256, seen_at)
        select $1, i.kind, i.sha256, now() from unnest($2::text[], $3::bytea[]) as i (kind, sha256)
        on conflict do nothing
        """,
        *(host_id, [one.kind for one in identifiers], [one.sha256 for one in identifiers]),
    )


async def remove_identifiers(driver: Driver, host_id: UUID, identifiers: Collection[Identifier]) -> None:
    """Forget identifiers that turned out to be another machine's."""
    await driver.execute(
        "delete from host_identifier where host_id = $1 and sha256 = any($2::bytea[])",
        *(host_id, [one.sha256 for one in identifiers]),
    )


async def remove_agents(driver: Driver, host_id: UUID) -> None:
    """Remove all agents from a host, so that none uploads to it any more."""
    await driver.execute("delete from host_agent where host_id = $1", host_id)


async def remove_agent(driver: Driver, agent_host_id: str) -> None:
    """Remove an agent that the service made up for a host."""
    await driver.execute("delete from host_agent where agent_host_id = $1", agent_host_id)


class EnrolmentRow(TypedDict):
    """How far an enrolment came."""

    expires_at: datetime
    used_at: datetime | None
    hosts: int
    hosts_enrolled: int
    used_by: UUID | None
    """The host that used its code."""
    host_name: str | None
    first_run_id: UUID | None
    """The first run that came from this host since, and is here."""
    first_batch_id: UUID | None
    first_sentence: str | None


async def get_enrolment(driver: Driver, enrolment_id: UUID) -> EnrolmentRow | None:
    """Read how far an enrolment came; None when there is none, or its host is gone."""
    row: EnrolmentRow | None = await driver.fetchrow(
        """
        select c.expires_at, c.used_at, c.hosts, c.hosts_enrolled, h.id as used_by, h.name as host_name,
            f.id as first_run_id, f.batch_id as first_batch_id, f.verdict ->> 'sentence' as first_sentence
        from one_time_code c left join host h on h.id = c.host_id and c.used_at is not null
            left join lateral (
                select n.id, n.batch_id, n.verdict from (
                    select r.id, r.batch_id, r.verdict, r.uploaded_at from run r
                    where r.host_id = h.id and r.deleted_at is null order by r.sorted_at desc, r.id desc limit 1000
                ) n
                where n.uploaded_at >= c.used_at order by n.uploaded_at, n.id limit 1
            ) f on true
        where c.id = $1 and c.purpose = 'enrolment'
        """,
        enrolment_id,
    )
    return row


class EnrolledHostRow(TypedDict):
    """A host that used the code of an enrolment."""

    host: HostRef
    enrolled_at: datetime
    last_seen_at: datetime | None
    is_revoked: bool


async def list_enrolled_hosts(driver: Driver, enrolment_id: UUID, most: int) -> list[EnrolledHostRow]:
    """List the hosts that used the code of an enrolment, the newest first."""
    rows = await driver.fetch(
        """
        select h.id, h.name, t.created_at, t.last_used_at, t.revoked_at is not null as is_revoked
        from api_token t join host h on h.id = t.host_id
        where t.enrolment_id = $1 order by t.created_at desc, t.id desc limit $2
        """,
        *(enrolment_id, most),
    )
    return [
        {
            "host": HostRef(id=row["id"], name=row["name"]),
            "enrolled_at": row["created_at"],
            "last_seen_at": row["last_used_at"],
            "is_revoked": row["is_revoked"],
        }
        for row in rows
    ]


async def has_measured_batch(driver: Driver, agent: str, batch_id: UUID, host_id: UUID | None) -> bool:
    """Tell whether the agent's host made a run of the batch. `host_id`: the only host it may be; None: any."""
    return bool(
        await driver.fetchval(
            """
            select exists (
                select from run r join host h on h.id = r.host_id
                where r.batch_id = $1 and r.deleted_at is null and ($3::uuid is null or h.id = $3) and (
                    h.agent_host_id = $2
                    or exists (select from host_agent a where a.host_id = h.id and a.agent_host_id = $2)))
            """,
            *(batch_id, agent, host_id),
        )
    )

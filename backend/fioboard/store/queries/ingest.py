"""Writing an upload: one statement, so that everything or nothing is there when it returns.

The statement finds or makes host, documents, inventory, configurations and workloads, and inserts the upload,
its runs and their results. Rows that another transaction made a moment ago are invisible to its snapshot:
then a reference stays null, a NOT NULL constraint fails, nothing is stored, and the caller tries again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from asyncpg.exceptions import (
    DeadlockDetectedError,
    ForeignKeyViolationError,
    NotNullViolationError,
    SerializationError,
    UniqueViolationError,
)

from fioboard.core.driver import Driver
from fioboard.core.objects import Place
from fioboard.core.run_state import RunState
from fioboard.engine.words import runs
from fioboard.engine.words.columns import names, values
from fioboard.engine.words.namesakes import NUMBER, shared_part
from fioboard.store.queries.derived import (
    DRIVES,
    FACET_COLUMNS,
    HISTOGRAMS,
    IDENTIFIERS,
    JOB_RESULTS,
    MACHINE,
    MORE_TARGET_NAMES,
    RESULTS,
    RUN_DRIVES,
    RUN_RECORD,
    TARGET_NAMES,
    TIME_SERIES,
    Columns,
    Derived,
    build_facets,
)
from fioboard.store.queries.parameters import Statement
from fioboard.store.queries.specs import CARDS_STATE, CardsStateRow

# What a lost race looks like; the next try sees the winner's rows, or that what it would have named is gone.
LOST_RACE = (
    NotNullViolationError,
    UniqueViolationError,
    ForeignKeyViolationError,
    SerializationError,
    DeadlockDetectedError,
)


@dataclass(slots=True, kw_only=True)
class NewUpload:
    """Everything one upload stores. JSON values are already encoded text."""

    id: UUID
    upload_key: UUID
    digest: bytes
    agent_host_id: str | None
    host_id: UUID | None
    new_host_id: UUID
    host_name: str
    remembered_cards: str | None = None
    """Read under a host's name and beside cards that were remembered: the state of those cards. It is stored if both
    are still so, and, of a person's document, if the host does not have it under another key."""
    token_id: UUID | None
    manifest: str
    collected: str | None
    received_at: datetime
    batch_id: UUID | None = None
    batch_title: str | None = None
    """As the agent was given it; what a person wrote on the page stays."""
    document_ids: list[UUID] = field(default_factory=list)
    document_sha256: list[bytes] = field(default_factory=list)
    document_sizes: list[int] = field(default_factory=list)
    document_kinds: list[str] = field(default_factory=list)
    document_bodies: list[bytes | None] = field(default_factory=list)
    document_places: list[Place] = field(default_factory=list)
    """Where each is by now: None of the bodies is one that the object store has."""
    file_names: list[str] = field(default_factory=list)
    file_kinds: list[str] = field(default_factory=list)
    inventory: Columns = field(default_factory=Columns)
    inventory_facets: list[str] = field(default_factory=list)
    derived: Derived = field(default_factory=Derived)

    def parameters(self) -> Mapping[str, object]:
        """By the names of the fields; an inventory by its columns."""
        own = {one.name: getattr(self, one.name) for one in fields(self)}
        return {**own, **self.inventory.parameters("inventory"), **self.derived.parameters()}


_DOCUMENT_UPLOAD = """
select u.upload_key
from document d join upload_file f on f.document_id = d.id join upload u on u.id = f.upload_id
where d.sha256 = {sha256} and u.host_id = {host} and u.digest = {digest}
order by u.id limit 1
"""
_RUN = (*runs.READ, *runs.STATED)
_UNDER_ANOTHER_KEY = _DOCUMENT_UPLOAD.format(
    sha256="(:document_sha256 ::bytea[])[1]", host=":host_id", digest=":digest"
)
"""A person's document that its host had under another name."""
_HOST, _IS_NEW = "(select host_id from new_upload)", "exists (select from new_upload)"
_STORE = Statement(f"""
with known as (
    select id from upload where upload_key = :upload_key
    union all
    select null from (select) remembered
    where :remembered_cards ::text is not null and (
        not exists (
            select from host where name = :host_name and merged_into_id is null
                and (agent_host_id = :agent_host_id or id = :host_id)
        )
        or (select state from ({CARDS_STATE}) cards) <> :remembered_cards
        or exists (select from host_agent where agent_host_id = :agent_host_id)
        or (:agent_host_id ::text is null and exists ({_UNDER_ANOTHER_KEY}))
    )
), host_found as (
    select id from host
    where (:agent_host_id ::text is not null and agent_host_id = :agent_host_id) or id = :host_id
       or (:agent_host_id ::text is null and :host_id ::uuid is null and agent_host_id is null and name = :host_name)
), host_new as (
    insert into host (id, agent_host_id, name, created_at)
    select :new_host_id, :agent_host_id, :host_name, :received_at
    where not exists (select from host_found) and not exists (select from known)
    on conflict do nothing returning id
), host_renamed as (
    update host set name = :host_name
    where :agent_host_id ::text is not null and id in (select id from host_found) and name <> :host_name
      and not exists (select from known)
), the_host as (
    select id from host_found union all select id from host_new
), new_upload as (
    insert into upload (id, upload_key, digest, host_id, token_id, manifest, collected, received_at)
    select :id, :upload_key, :digest, (select id from the_host), :token_id, :manifest ::jsonb, :collected ::jsonb,
        :received_at
    where not exists (select from known)
    on conflict (upload_key) do nothing returning id, host_id
), batch_titled as (
    insert into batch (id, title)
    select :batch_id ::uuid, :batch_title ::text
    where :batch_title ::text is not null and exists (select from new_upload)
    on conflict (id) do update set title = excluded.title where batch.title is null and batch.changed_at is null
), document_new as (
    insert into document (id, sha256, size_bytes, media_kind, body_zstd, created_at, stored_in)
    select d.id, d.sha256, d.size_bytes, d.media_kind, d.body, :received_at, d.place
    from unnest(:document_ids ::uuid[], :document_sha256 ::bytea[], :document_sizes ::bigint[],
        :document_kinds ::text[], :document_bodies ::bytea[], :document_places ::text[])
        as d (id, sha256, size_bytes, media_kind, body, place)
    where exists (select from new_upload)
    on conflict (sha256) do nothing returning id, sha256
), the_documents as (
    select id, sha256 from document_new
    union select id, sha256 from document where sha256 = any(:document_sha256 ::bytea[])
), files as (
    insert into upload_file (upload_id, position, name, kind, document_id)
    select u.id, f.position - 1, f.name, f.kind, (select id from the_documents t where t.sha256 = f.sha256)
    from new_upload u, unnest(:file_names ::text[], :file_kinds ::text[], :document_sha256 ::bytea[])
        with ordinality as f (name, kind, sha256, position)
), inventory_new as (
    insert into inventory (id, content_sha256, body, created_at, {FACET_COLUMNS})
    select i.id, i.sha256, i.body::jsonb, :received_at, {build_facets("i.facets::jsonb")}
    from unnest(:inventory_ids ::uuid[], :inventory_sha256 ::bytea[], :inventory_body ::text[],
        :inventory_facets ::text[]) as i (id, sha256, body, facets)
    where exists (select from new_upload)
      and not exists (select from inventory where content_sha256 = i.sha256)
    on conflict (content_sha256) do nothing returning id, content_sha256
), the_inventory as (
    select id from inventory_new
    union all select id from inventory where content_sha256 = any(:inventory_sha256 ::bytea[])
), configuration_known as (
    update configuration c
    set run_count = c.run_count + n.runs, last_seen_at = greatest(c.last_seen_at, :received_at),
        target_names = {MORE_TARGET_NAMES.format(names=TARGET_NAMES.format(names="n.names"))}
    from unnest(:configuration_sha256 ::bytea[], :configuration_runs ::bigint[], :configuration_names ::text[])
        as n (sha256, runs, names)
    where c.content_sha256 = n.sha256 and exists (select from new_upload)
    returning c.id, c.content_sha256
), configuration_new as (
    insert into configuration (id, content_sha256, factors, run_count, first_seen_at, last_seen_at, target_names)
    select n.id, n.sha256, n.body::jsonb, n.runs, :received_at, :received_at, {TARGET_NAMES.format(names="n.names")}
    from unnest(:configuration_ids ::uuid[], :configuration_sha256 ::bytea[], :configuration_body ::text[],
        :configuration_runs ::bigint[], :configuration_names ::text[]) as n (id, sha256, body, runs, names)
    where exists (select from new_upload)
      and not exists (select from configuration where content_sha256 = n.sha256)
    returning id, content_sha256
), the_configurations as (
    select * from configuration_known union all select * from configuration_new
), watched as (
    insert into watch_due (host_id, configuration_id)
    select (select host_id from new_upload), id from the_configurations
), workload_new as (
    insert into workload (id, content_sha256, options)
    select w.id, w.sha256, w.body::jsonb
    from unnest(:workload_ids ::uuid[], :workload_sha256 ::bytea[], :workload_body ::text[]) as w (id, sha256, body)
    where exists (select from new_upload) and not exists (select from workload where content_sha256 = w.sha256)
    on conflict (content_sha256) do nothing returning id, content_sha256
), the_workloads as (
    select id, content_sha256 from workload_new
    union all select id, content_sha256 from workload where content_sha256 = any(:workload_sha256 ::bytea[])
), runs as (
    insert into run (id, upload_id, position, host_id, inventory_id, configuration_id, uploaded_at, sorted_at,
        {names(_RUN)})
    select r.id, u.id, r.position, u.host_id, (select id from the_inventory),
        (select id from the_configurations c where c.content_sha256 = decode(r.configuration, 'hex')), :received_at,
        coalesce(r.started_at, :received_at), {values(_RUN, "r")}
    from new_upload u, jsonb_to_recordset(:runs ::jsonb) as r {RUN_RECORD}
), results as (
    insert into result {RESULTS.format(workloads="the_workloads")}
    where exists (select from new_upload)
), job_results as (
    insert into job_result {JOB_RESULTS}
    where exists (select from new_upload)
), histograms as (
    insert into histogram {HISTOGRAMS}
    where exists (select from new_upload)
), series as (
    insert into time_series {TIME_SERIES}
    where exists (select from new_upload)
), machine as (
    insert into host_state {MACHINE.format(host=_HOST, condition=_IS_NEW)}
), identifiers as (
    insert into host_identifier {IDENTIFIERS.format(host=_HOST, condition=_IS_NEW)}
), drives as (
    insert into drive {DRIVES.format(host=_HOST, condition=_IS_NEW)}
    returning id, host_id, unit
), the_drives as (
    select id, host_id, unit from drives
    union all select id, host_id, unit from drive
    where host_id = {_HOST} and not exists (select from drives n where n.unit = drive.unit)
), run_drives as (
    insert into run_drive {RUN_DRIVES.format(drives="the_drives", host=_HOST, condition=_IS_NEW)}
)
select id, exists (select from document where sha256 = any(:document_sha256 ::bytea[]) and stored_in = 's3')
    as is_partly_in_store
from new_upload
""")

_KNOWN = """
select u.digest, h.agent_host_id, r.id, r.state, r.verdict
from upload u join host h on h.id = u.host_id join run r on r.upload_id = u.id
where u.upload_key = $1
order by r.position
"""


class StoredRow(TypedDict):
    """An upload that was stored."""

    id: UUID
    is_partly_in_store: bool
    """A document of it was in the object store before."""


async def store(driver: Driver, new: NewUpload) -> StoredRow | None:
    """Stores an upload. None when nothing was done: its key is known, or what was remembered is no longer so. Raises
    LOST_RACE: then call again.

    `driver`: an asyncpg connection outside a transaction; the statement is its own.
    """
    row: StoredRow | None = await driver.fetchrow(_STORE.sql, *_STORE.values(new.parameters()))
    return row


class KnownRunRow(TypedDict):
    """A run of an upload that was stored before."""

    digest: bytes
    """Of the upload's files."""
    agent_host_id: str | None
    id: UUID
    state: RunState
    verdict: str | None
    """JSON of a VerdictBrief."""


async def find_upload(driver: Driver, upload_key: UUID) -> list[KnownRunRow]:
    """The runs of a known upload in order; empty when unknown."""
    rows: list[KnownRunRow] = await driver.fetch(_KNOWN, upload_key)
    return rows


_HOST_BY_NAME = f"""
select k.id, k.name from host h join host k on k.id = coalesce(h.merged_into_id, h.id)
where h.name = {{name}} or (
    h.agent_host_id is null and h.merged_into_id is null and regexp_replace(h.name, '{NUMBER}', '') = {{shared}}
)
order by h.name = {{name}} desc, h.id limit 1
"""


async def find_host_by_name(driver: Driver, name: str) -> UUID | None:
    """The host that a person means by a name; one that has no agent also by what its imports call it."""
    host_id: UUID | None = await driver.fetchval(
        _HOST_BY_NAME.format(name="$1", shared="$2"), name, shared_part(name)
    )
    return host_id


async def find_document_upload(driver: Driver, host_id: UUID, sha256: bytes, digest: bytes) -> UUID | None:
    """The key under which a person's document was stored for a host before; None when it was not.

    Its key is made of the name that the host had then: a host that was renamed, or numbered, has it still.
    """
    key: UUID | None = await driver.fetchval(
        _DOCUMENT_UPLOAD.format(sha256="$1", digest="$2", host="$3"), sha256, digest, host_id
    )
    return key


class DocumentArrivalRow(CardsStateRow):
    """What a person's document is read beside: the host that its name means, None of a new one; the key under which it
    was stored for that host before; and the state of the cards."""

    host_id: UUID | None
    host_name: str | None
    upload_key: UUID | None


async def find_arrival(driver: Driver, name: str, sha256: bytes, digest: bytes) -> DocumentArrivalRow:
    """Return what `find_host_by_name`, `get_identity` and `find_document_upload` would return one after the other."""
    row: DocumentArrivalRow = await driver.fetchrow(
        f"""
        select h.id as host_id, h.name as host_name, known.upload_key, cards.*
        from ({CARDS_STATE}) cards
        left join ({_HOST_BY_NAME.format(name="$3", shared="$4")}) h on true
        left join lateral ({_DOCUMENT_UPLOAD.format(sha256="$1", digest="$2", host="h.id")}) known on true
        """,
        *(sha256, digest, name, shared_part(name)),
    )
    return row


class HostIdentity(TypedDict):
    """Who a host is: its first agent's own id, if it has an agent, those of its further agents, and its name."""

    agent_host_id: str | None
    name: str
    other_agents: list[str]
    former_names: list[str]
    """Names of hosts that were merged into it."""


async def get_identity(driver: Driver, host_id: UUID) -> HostIdentity:
    """Who a host is that is known to exist: the one that a token belongs to."""
    identity: HostIdentity = await driver.fetchrow(
        """
        select agent_host_id, name,
            array(select a.agent_host_id from host_agent a where a.host_id = host.id and a.origin <> 'split')
                as other_agents,
            array(select m.name from host m where m.merged_into_id = host.id) as former_names
        from host where id = $1
        """,
        host_id,
    )
    return identity


async def record_refusal(
    driver: Driver,
    *,
    refusal_id: UUID,
    agent_host_id: str | None,
    error: str,
    detail: str,
    upload_key: UUID | None,
) -> None:
    """Record that an upload was refused for good, so that its host's page can say so."""
    await driver.execute(
        """
        insert into refused_upload (id, host_id, error, detail, upload_key, refused_at)
        values ($1, coalesce(
            (select id from host where agent_host_id = $2),
            (select host_id from host_agent where agent_host_id = $2 and origin <> 'split' limit 1)
        ), $3, $4, $5, now())
        """,
        *(refusal_id, agent_host_id, error, detail, upload_key),
    )

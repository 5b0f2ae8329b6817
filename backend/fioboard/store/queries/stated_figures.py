"""Figures that sources state, in the reference sets that count: of what a run measured, of a drive model, of a set."""

from collections.abc import Sequence
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.run_state import Direction
from fioboard.store.queries.reference_export import UNRELIABLE
from fioboard.store.queries.reference_sets import COUNTS, Origin


class StatedRow(TypedDict):
    """A stated figure that counts, and whose set it is in."""

    set_id: UUID
    origin: Origin
    maker_name: str | None
    public_key: bytes | None
    subject_sha256: bytes
    stated: str
    """JSON."""


class SubjectRow(TypedDict):
    """A result of a run on one drive, with what tells of what figures are stated of that drive."""

    position: int
    direction: Direction
    rw: str | None
    bs_bytes: int | None
    in_flight: int | None
    iops: float | None
    bw_bytes_per_s: int | None
    clat_p50_ns: float | None
    clat_p99_ns: float | None
    model: str | None
    capacity_bytes: int | None
    transport: str | None
    link: str | None
    """The best that both its ends can do; else the trained one."""
    is_rotational: bool | None
    """Looked for of SATA drives only."""
    vendor: str | None
    """Of the machine, and so is the product."""
    product: str | None


_COUNTING = f"""
select f.id as set_id, f.origin, f.maker_name, k.public_key, x.subject_sha256, x.stated::text as stated
from reference_set_stated x join reference_set f on f.id = x.set_id left join reference_set_key k on k.id = f.key_id
where {COUNTS}
"""


async def list_subjects(driver: Driver, run_id: UUID, *, most: int) -> list[SubjectRow]:
    """List the results of a run that can be compared with what is stated: direct, alone, on one drive, read or
    written, the largest first; none where the run cannot be relied on, or where no set states anything.
    """
    rows: list[SubjectRow] = await driver.fetch(
        """
        with measured as materialized (
            select r.id as run_id, c.factors ->> 'drive.model' as model,
                case when jsonb_typeof(c.factors -> 'drive.capacity') = 'number'
                    then (c.factors ->> 'drive.capacity')::numeric::bigint end as capacity_bytes,
                c.factors ->> 'drive.transport' as transport,
                coalesce(c.factors ->> 'pcie.capable', c.factors ->> 'pcie.link') as link,
                -- An inventory is large, and only here it says more than the transport.
                case when c.factors ->> 'drive.transport' = 'sata' then (
                    select (one.value ->> 'rotational')::boolean
                    from inventory i, jsonb_each(
                        case when jsonb_typeof(i.body -> 'disks') = 'object' then i.body -> 'disks' else '{}' end
                    ) one
                    where i.id = r.inventory_id and one.value ->> 'model' = c.factors ->> 'drive.model'
                        and jsonb_typeof(one.value -> 'rotational') = 'boolean'
                    limit 1
                ) end as is_rotational,
                c.factors ->> 'system.vendor' as vendor, c.factors ->> 'system.product' as product
            from run r join configuration c on c.id = r.configuration_id
            where r.id = $1 and r.outcome = 'complete' and r.verdict_kind is distinct from 'trust'
                and not r.finding_ids && $2::text[] and c.factors -> 'drive.count' = '1'
                and not c.factors ? 'raid.level' and jsonb_typeof(c.factors -> 'drive.model') = 'string'
                and exists (select from reference_set_stated)
        )
        select m.*, s.position, s.direction, s.rw, s.bs_bytes, s.iodepth * coalesce(s.numjobs, 1) as in_flight, s.iops,
            s.bw_bytes_per_s, s.clat_p50_ns, s.clat_p99_ns
        from measured m join result s on s.run_id = m.run_id and s.is_alone and s.direct
        where s.direction in ('read', 'write')
        order by s.bw_bytes_per_s desc nulls last, s.position limit $3
        """,
        *(run_id, list(UNRELIABLE), most),
    )
    return rows


async def list_stated(driver: Driver, subjects: Sequence[bytes], *, most: int) -> list[StatedRow]:
    """List what sets that count state of these subjects, in the order of the sets."""
    rows: list[StatedRow] = await driver.fetch(
        f"{_COUNTING} and x.subject_sha256 = any($1::bytea[]) order by f.id desc, x.position limit $2",
        *(subjects, most),
    )
    return rows


async def list_stated_of_set(driver: Driver, set_id: UUID, *, most: int) -> list[str]:
    """List what a set states, in the order of its file, as JSON."""
    rows = await driver.fetch(
        "select stated::text as stated from reference_set_stated where set_id = $1 order by position limit $2",
        *(set_id, most),
    )
    return [row["stated"] for row in rows]


async def list_pasted(driver: Driver, models: Sequence[str]) -> list[str]:
    """List what people pasted here of these models (patterns of LIKE in lower case), as JSON."""
    rows = await driver.fetch(
        f"""
        select x.stated::text as stated from reference_set_stated x join reference_set f on f.id = x.set_id
            left join reference_set_key k on k.id = f.key_id
        where {COUNTS} and f.origin = 'pasted' and x.stated ->> 'of' = 'model'
            and lower(x.stated ->> 'key') like any($1::text[])
        order by f.id, x.position
        """,
        models,
    )
    return [row["stated"] for row in rows]


async def set_state(driver: Driver, set_id: UUID, *, is_off: bool, by: str) -> bool:
    """Let a set without a key count no longer, or again; False where there is none."""
    done = await driver.fetchval(
        """
        update reference_set set off_at = case when $2 then coalesce(off_at, now()) end,
            off_by = case when $2 then coalesce(off_by, $3) end
        where id = $1 and key_id is null returning id
        """,
        *(set_id, is_off, by),
    )
    return done is not None


async def is_product_set_there(driver: Driver, sha256: bytes) -> bool:
    """Whether this very set of the product was taken."""
    is_there: bool = await driver.fetchval(
        "select exists (select from reference_set where content_sha256 = $1 and origin = 'product')", sha256
    )
    return is_there


async def replace_product_set(driver: Driver, set_id: UUID) -> None:
    """Remove the product's earlier sets; one that was turned off leaves the new one turned off."""
    await driver.execute(
        """
        update reference_set f set off_at = e.off_at, off_by = e.off_by
        from (select off_at, off_by from reference_set where origin = 'product' and id <> $1 order by id desc limit 1) e
        where f.id = $1
        """,
        set_id,
    )
    await driver.execute("delete from reference_set where origin = 'product' and id <> $1", set_id)

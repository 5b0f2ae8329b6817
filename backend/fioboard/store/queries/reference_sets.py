"""Reference sets: trusted keys, files that were taken, the product's own, pasted ones, and the cells that count."""

from datetime import datetime
from typing import Literal, TypedDict
from uuid import UUID

import msgspec
import orjson

from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7
from fioboard.core.run_state import Direction
from fioboard.engine.reference_sets.document import Content, Likeness, get_likeness
from fioboard.store.queries.reference_export import COMPARABLE, PLACE, RUNTIME_CLASS, STATE, UNRELIABLE

# Two imports at once follow each other: which set of a key is the newest is then known.
_IMPORT_LOCK = 0x66696F62_72736574
Origin = Literal["signed", "product", "pasted"]


class KeyRow(TypedDict):
    """A key that was trusted once."""

    id: UUID
    trusted_at: datetime
    revoked_at: datetime | None
    maker_name: str | None
    """Of its newest set."""


class SetRow(TypedDict):
    """A file that was taken."""

    id: UUID
    origin: Origin
    public_key: bytes | None
    """None here and below: it came with the product, or a person pasted it."""
    made: str
    maker_name: str | None
    maker_contact: str | None
    cell_count: int
    stated_count: int
    imported_at: datetime
    imported_by: str
    revoked_at: datetime | None
    off_at: datetime | None
    is_newest: bool
    """Of its key, or of the product."""


class CellRow(TypedDict):
    """A cell that counts, and whose it is."""

    set_id: UUID
    maker_name: str | None
    public_key: bytes | None
    cell: str
    """JSON."""


class RunCellRow(CellRow):
    """A result of a run beside a cell that counts, of the same drives and test."""

    position: int
    """Of the result."""
    firmware: str | None
    """Of the run's drives."""
    direction: Direction
    rw: str | None
    bs_bytes: int | None
    iops: float | None
    bw_bytes_per_s: int | None


COUNTS = """
k.revoked_at is null and f.off_at is null and (f.origin = 'pasted' or not exists (
    select from reference_set n where n.origin = f.origin and n.key_id is not distinct from f.key_id and n.id > f.id
))
"""
"""Whether the set `f` of the key `k`, which may be null, counts."""
_COUNTING = f"""
select f.id as set_id, f.maker_name, k.public_key, x.cell::text as cell, x.likeness_sha256
from reference_set_cell x join reference_set f on f.id = x.set_id left join reference_set_key k on k.id = f.key_id
where {COUNTS}
"""
_BY_DRIVES = "order by (x.cell ->> 'drives')::int desc, f.id, x.position"


async def wait_for_imports(driver: Driver) -> None:
    """Let no other import of a set go on until this transaction ends."""
    await driver.execute("select pg_advisory_xact_lock($1)", _IMPORT_LOCK)


async def find_key(driver: Driver, public_key: bytes) -> KeyRow | None:
    """Return a key that was trusted once; no other import of a set goes on until this transaction ends."""
    await wait_for_imports(driver)
    row: KeyRow | None = await driver.fetchrow(
        """
        select k.id, k.trusted_at, k.revoked_at, (
            select maker_name from reference_set s where s.key_id = k.id order by s.id desc limit 1
        ) as maker_name
        from reference_set_key k where k.public_key = $1
        """,
        public_key,
    )
    return row


async def add_key(driver: Driver, public_key: bytes, by: str) -> UUID:
    """Store a key whose sets count from now on, and return its id."""
    key_id: UUID = await driver.fetchval(
        """
        insert into reference_set_key (id, public_key, trusted_at, trusted_by) values ($1, $2, now(), $3)
        on conflict (public_key) do update set trusted_at = now(), trusted_by = $3, revoked_at = null, revoked_by = null
        returning id
        """,
        *(uuid7(), public_key, by),
    )
    return key_id


async def revoke_key(driver: Driver, public_key: bytes, by: str) -> bool:
    """Let no set of a key count any more; whether one did."""
    done = await driver.fetchval(
        "update reference_set_key set revoked_at = now(), revoked_by = $2 where public_key = $1 and revoked_at is null"
        " returning id",
        *(public_key, by),
    )
    return done is not None


async def add_set(
    driver: Driver,
    key_id: UUID | None,
    sha256: bytes,
    content: Content,
    *,
    by: str,
    origin: Origin = "signed",
) -> UUID | None:
    """Store a set and return its id; None where this very file was taken before."""
    header, cells, stated = content
    set_id: UUID | None = await driver.fetchval(
        """
        insert into reference_set (
            id, origin, key_id, content_sha256, made, maker_name, maker_contact, cell_count, stated_count, imported_at,
            imported_by
        ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, now(), $10) on conflict (content_sha256) do nothing returning id
        """,
        *(uuid7(), origin, key_id, sha256, header.made, header.maker.name, header.maker.contact),
        *(len(cells), len(stated), by),
    )
    if set_id is None:
        return None
    await driver.execute(
        """
        insert into reference_set_cell (set_id, position, likeness_sha256, cell)
        select $1, place - 1, likeness, cell::jsonb
        from unnest($2::bytea[], $3::text[]) with ordinality c (likeness, cell, place)
        """,
        *(set_id, [get_likeness(cell).sha256 for cell in cells]),
        [msgspec.json.encode(cell).decode() for cell in cells],
    )
    await driver.execute(
        """
        insert into reference_set_stated (set_id, position, subject_sha256, stated)
        select $1, place - 1, subject, stated::jsonb
        from unnest($2::bytea[], $3::text[]) with ordinality c (subject, stated, place)
        """,
        *(
            set_id,
            [one.subject_sha256 for one in stated],
            [msgspec.json.encode(one).decode() for one in stated],
        ),
    )
    return set_id


async def list_sets(driver: Driver) -> list[SetRow]:
    """List every set, the newest first."""
    rows: list[SetRow] = await driver.fetch(
        """
        select f.id, f.origin, k.public_key, f.made, f.maker_name, f.maker_contact, f.cell_count, f.stated_count,
            f.imported_at, f.imported_by, k.revoked_at, f.off_at, f.origin = 'pasted' or not exists (
                select from reference_set n
                where n.origin = f.origin and n.key_id is not distinct from f.key_id and n.id > f.id
            ) as is_newest
        from reference_set f left join reference_set_key k on k.id = f.key_id order by f.id desc
        """
    )
    return rows


async def list_cells_of_run(driver: Driver, run_id: UUID, *, most: int) -> list[RunCellRow]:
    """List the cells that count of a run's drives and tests, of any firmware, those of the most drives first; none
    where the run cannot be relied on.
    """
    results = await driver.fetch(
        f"""
        select c.factors ->> 'drive.model' as model, p.*, {STATE} as state, {RUNTIME_CLASS} as runtime_class,
            w.content_sha256 as workload_sha256, s.position, s.direction, s.rw, s.bs_bytes, s.iops, s.bw_bytes_per_s
        from run r join configuration c on c.id = r.configuration_id cross join lateral (select {PLACE}) p
            join result s on s.run_id = r.id and s.is_alone and s.direct join workload w on w.id = s.workload_id
        where r.id = $1 and r.outcome = 'complete' and s.runtime_ms is not null and {COMPARABLE}
            and r.verdict_kind is distinct from 'trust' and not r.finding_ids && $2::text[]
            and exists (select from reference_set)
        order by s.position
        """,
        run_id,
        list(UNRELIABLE),
    )
    if not results:
        return []
    of_result = [
        Likeness(
            **{name: row[name] for name in Likeness._fields if name != "setting"},
            setting=tuple(sorted(orjson.loads(row["setting"]).items())),
        ).sha256
        for row in results
    ]
    cells = await driver.fetch(
        f"""{_COUNTING} and x.likeness_sha256 = any($1::bytea[]) {_BY_DRIVES} limit $2""",
        *(of_result, most),
    )
    return [
        RunCellRow(
            set_id=cell["set_id"],
            position=result["position"],
            maker_name=cell["maker_name"],
            public_key=cell["public_key"],
            cell=cell["cell"],
            firmware=result["firmware"],
            direction=result["direction"],
            rw=result["rw"],
            bs_bytes=result["bs_bytes"],
            iops=result["iops"],
            bw_bytes_per_s=result["bw_bytes_per_s"],
        )
        for cell in cells
        for likeness, result in zip(of_result, results, strict=True)
        if likeness == cell["likeness_sha256"]
    ]


async def list_cells_of_model(driver: Driver, model: str, *, most: int) -> list[CellRow]:
    """List the cells that count of a drive model, those of the most drives first."""
    rows: list[CellRow] = await driver.fetch(
        f"{_COUNTING} and lower(x.cell ->> 'model') = lower($1) {_BY_DRIVES} limit $2", model, most
    )
    return rows

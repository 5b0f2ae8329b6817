"""What is watched: which configurations make one series, its runs in time, and where they changed."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.run_state import Direction
from fioboard.vocabulary.changes import MAX_WATCHED_RUNS
from fioboard.vocabulary.metrics import HEADLINES, METRICS, STORED

# Held by whoever works, as long as its connection lives: PostgreSQL frees it when the worker dies.
_WORK_LOCK = 0x66696F62_77617463

WATCHABLE = (*(name for name in HEADLINES if METRICS[name].unit != "share" and name not in STORED), *STORED)
"""Names of the metrics that PostgreSQL gives without reading a document."""


class ConfigurationRow(TypedDict):
    """A configuration and its factors."""

    id: UUID
    factors: str


class DueRow(TypedDict):
    """A configuration that waits, and which series it belongs to."""

    configuration_id: UUID
    watch_digest: bytes | None


class AlikeRow(ConfigurationRow):
    """A configuration of a series, and how many runs it has, on whatever host."""

    run_count: int


class WatchedRow(TypedDict):
    """One result of a run."""

    run_id: UUID
    configuration_id: UUID
    at: datetime
    is_doubted: bool
    workload_id: UUID
    direction: Direction
    figures: list[float | None]
    """As WATCHABLE names them, in base units; None = not measured."""


class SeriesRow(TypedDict):
    """A series as it is stored."""

    id: UUID
    workload_id: UUID
    direction: str
    metric: str


class KnownChangeRow(TypedDict):
    """A change as it is stored, by what it is known again."""

    id: UUID
    series_id: UUID
    after_at: datetime
    ratio: float
    is_gone: bool


@dataclass(frozen=True, slots=True)
class Series:
    """A series to be stored; as the columns of `watch_series`."""

    id: UUID
    workload_id: UUID
    direction: str
    metric: str
    run_count: int
    doubted_count: int
    first_at: datetime
    last_at: datetime
    last_run_id: UUID
    last_value: float


@dataclass(frozen=True, slots=True)
class Change:
    """A change to be stored; as the columns of `change`."""

    id: UUID
    series_id: UUID
    before_run_id: UUID
    after_run_id: UUID
    before_at: datetime
    after_at: datetime
    before: float
    after: float
    ratio: float
    ratio_low: float | None
    ratio_high: float | None
    n_before: int
    n_after: int
    is_worse: bool | None
    suspects: str
    """JSON."""
    unknown: str
    """JSON."""


async def take_work(driver: Driver) -> bool:
    """Whether this connection may work now: nobody else does."""
    return bool(await driver.fetchval("select pg_try_advisory_lock($1)", _WORK_LOCK))


async def leave_work(driver: Driver) -> None:
    """The connection goes back to the pool and must not keep the lock."""
    await driver.execute("select pg_advisory_unlock($1)", _WORK_LOCK)


async def without_digest(driver: Driver, version: int, most: int) -> list[ConfigurationRow]:
    """Configurations whose digest other rules made, or none."""
    rows: list[ConfigurationRow] = await driver.fetch(
        """
        (select id, factors::text as factors from configuration where watch_version is null limit $2)
        union all
        (select id, factors::text as factors from configuration where watch_version <> $1 limit $2)
        limit $2
        """,
        *(version, most),
    )
    return rows


async def set_digests(
    driver: Driver, version: int, ids: Sequence[UUID], digests: Sequence[bytes | None]
) -> None:
    """Notes digests; their runs are due to be watched."""
    await driver.execute(
        """
        with set_now as (
            update configuration c set watch_digest = n.digest, watch_version = $1
            from unnest($2::uuid[], $3::bytea[]) as n (id, digest) where c.id = n.id returning c.id
        )
        insert into watch_due (configuration_id) select id from set_now
        """,
        *(version, list(ids), list(digests)),
    )


async def next_due(driver: Driver) -> DueRow | None:
    """A configuration that waits; None when none does."""
    row: DueRow | None = await driver.fetchrow(
        """
        select c.id as configuration_id, c.watch_digest
        from watch_due d join configuration c on c.id = d.configuration_id limit 1
        """
    )
    return row


async def count_due(driver: Driver) -> int:
    """How many configurations wait to be watched anew."""
    return int(await driver.fetchval("select count(distinct configuration_id) from watch_due"))


async def hosts_of(driver: Driver, configuration_id: UUID) -> list[UUID]:
    """Hosts with runs of a configuration, deleted ones among them: one, but where a host was renamed."""
    rows = await driver.fetch(
        "select distinct host_id from run where configuration_id = $1", configuration_id
    )
    return [row["host_id"] for row in rows]


async def alike(driver: Driver, digest: bytes, host_id: UUID) -> list[AlikeRow]:
    """Configurations of one digest that a host has runs of."""
    rows: list[AlikeRow] = await driver.fetch(
        """
        select c.id, c.factors::text as factors, c.run_count from configuration c
        where c.watch_digest = $1
            and exists (select from run r where r.configuration_id = c.id and r.host_id = $2)
        """,
        *(digest, host_id),
    )
    return rows


async def take_due(driver: Driver, configuration_ids: Sequence[UUID]) -> None:
    """Removes what waits of these, within the transaction that watches them: what comes later waits again."""
    await driver.execute(
        "delete from watch_due where configuration_id = any($1::uuid[])", list(configuration_ids)
    )


async def results_of(driver: Driver, host_id: UUID, configuration_ids: Sequence[UUID]) -> list[WatchedRow]:
    """Results of a host's newest runs of these configurations that have a start of their own, the oldest first."""
    rows: list[WatchedRow] = await driver.fetch(
        f"""
        with newest as (
            select id, configuration_id, sorted_at, verdict_kind is not distinct from 'trust' as is_doubted
            from run
            where configuration_id = any($2::uuid[]) and host_id = $1 and deleted_at is null
                and started_at is not null
            order by sorted_at desc, id desc limit $3
        )
        select r.id as run_id, r.configuration_id, r.sorted_at as at, r.is_doubted, s.workload_id, s.direction,
            array[{", ".join(f"{METRICS[name].sql()}::float8" for name in WATCHABLE)}] as figures
        from newest r join result s on s.run_id = r.id
        order by r.sorted_at, r.id, s.position
        """,
        *(host_id, list(configuration_ids), MAX_WATCHED_RUNS),
    )
    return rows


async def series_of(driver: Driver, digest: bytes, host_id: UUID) -> list[SeriesRow]:
    """A host's series of one digest, as they are stored."""
    rows: list[SeriesRow] = await driver.fetch(
        """
        select id, workload_id, direction, metric from watch_series where digest = $1 and host_id = $2
        """,
        *(digest, host_id),
    )
    return rows


async def digest_of(driver: Driver, series_id: UUID) -> bytes:
    """The digest of a series that is there."""
    return bytes(await driver.fetchval("select digest from watch_series where id = $1", series_id))


async def put_series(driver: Driver, digest: bytes, host_id: UUID, series: Sequence[Series]) -> None:
    """Writes a host's series of one digest, new and known ones; the others go, but those of whose changes people
    noted something."""
    await driver.execute(
        """
        delete from watch_series w where digest = $1 and host_id = $2 and id <> all($3::uuid[])
            and not exists (select from change where series_id = w.id and state_at is not null)
        """,
        *(digest, host_id, [one.id for one in series]),
    )
    await driver.executemany(
        """
        insert into watch_series (digest, host_id, id, workload_id, direction, metric, run_count, doubted_count,
            first_at, last_at, last_run_id, last_value)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        on conflict (id) do update set run_count = excluded.run_count, doubted_count = excluded.doubted_count,
            first_at = excluded.first_at, last_at = excluded.last_at, last_run_id = excluded.last_run_id,
            last_value = excluded.last_value
        """,
        [(digest, host_id, *astuple(one)) for one in series],
    )


async def changes_of(driver: Driver, series_ids: Sequence[UUID]) -> list[KnownChangeRow]:
    """Changes of some series, those that are gone among them."""
    rows: list[KnownChangeRow] = await driver.fetch(
        """
        select id, series_id, after_at, ratio, gone_at is not null as is_gone
        from change where series_id = any($1::uuid[]) order by after_at, id
        """,
        list(series_ids),
    )
    return rows


async def put_changes(driver: Driver, changes: Sequence[Change]) -> None:
    """Writes changes, new and known ones; what people noted of them stays."""
    await driver.executemany(
        """
        insert into change (id, series_id, before_run_id, after_run_id, before_at, after_at, before, after, ratio,
            ratio_low, ratio_high, n_before, n_after, is_worse, suspects, unknown, detected_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15::jsonb, $16::jsonb, now())
        on conflict (id) do update set before_run_id = excluded.before_run_id,
            after_run_id = excluded.after_run_id, before_at = excluded.before_at, after_at = excluded.after_at,
            before = excluded.before, after = excluded.after, ratio = excluded.ratio,
            ratio_low = excluded.ratio_low, ratio_high = excluded.ratio_high, n_before = excluded.n_before,
            n_after = excluded.n_after, is_worse = excluded.is_worse, suspects = excluded.suspects,
            unknown = excluded.unknown, gone_at = null
        """,
        [astuple(one) for one in changes],
    )


async def remove_changes(driver: Driver, ids: Sequence[UUID]) -> None:
    """The runs show them no more: one that nobody noted anything of is removed, the others stay and say so."""
    await driver.execute("delete from change where id = any($1::uuid[]) and state_at is null", list(ids))
    await driver.execute(
        "update change set gone_at = now() where id = any($1::uuid[]) and gone_at is null", list(ids)
    )


async def options_of(driver: Driver, workload_ids: Sequence[UUID]) -> dict[UUID, str]:
    """Comparable options of workloads, as JSON text."""
    rows = await driver.fetch(
        "select id, options::text as options from workload where id = any($1::uuid[])", list(workload_ids)
    )
    return {row["id"]: row["options"] for row in rows}

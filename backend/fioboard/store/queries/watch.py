"""What is watched: which configurations make one series, its runs in time, and where they changed."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.run_state import Direction
from fioboard.engine.rules import RULES
from fioboard.engine.words.changes import MAX_WATCHED_RUNS
from fioboard.engine.words.limits import MAX_TESTS_OF_RUN
from fioboard.engine.words.metrics import HEADLINES, METRICS, STORED
from fioboard.store.queries import work_locks

# Held by whoever works, as long as its connection lives: PostgreSQL frees it when the worker dies.
_WORK_LOCK = 0x66696F62_77617463

# Runs that are watched beyond MAX_WATCHED_RUNS, until one begins that the next looks begin with, too.
_MAX_MORE_RUNS = 200

# A disturbance that is likely is the verdict of its run without making that a doubt.
_DISTURBANCES = ", ".join(f"'{rule.id}'" for rule in RULES.values() if rule.is_disturbance)
_IS_DOUBTED = f"(verdict_kind = 'trust' or verdict ->> 'id' in ({_DISTURBANCES})) is true"

WATCHABLE = (*(name for name in HEADLINES if METRICS[name].unit != "share" and name not in STORED), *STORED)
"""Names of the metrics that PostgreSQL gives without reading a document."""


class ConfigurationRow(TypedDict):
    """A configuration and its factors."""

    id: UUID
    factors: str


class DueRow(TypedDict):
    """Alike runs of a host that wait to be watched."""

    host_id: UUID
    digest: bytes | None


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
    seen: str | None
    """As Series has it."""


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
    seen: str
    """Where the next look goes on, JSON of `watch.Watched`."""


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
    return await work_locks.take(driver, _WORK_LOCK)


async def release_work(driver: Driver) -> None:
    """Release the lock of the work: the connection goes back to the pool and must not keep it."""
    await work_locks.release(driver, _WORK_LOCK)


async def list_without_digest(driver: Driver, version: int, most: int) -> list[ConfigurationRow]:
    """List configurations whose digest other rules made, or none."""
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
        insert into watch_due (host_id, configuration_id)
        select distinct r.host_id, r.configuration_id
        from run r where r.configuration_id = any($2::uuid[]) and r.deleted_at is null
        """,
        *(version, list(ids), list(digests)),
    )


async def list_due(driver: Driver, most: int) -> list[DueRow]:
    """List some of what waits, each once."""
    rows: list[DueRow] = await driver.fetch(
        """
        select distinct d.host_id, c.watch_digest as digest
        from (select host_id, configuration_id from watch_due limit $1) d
        join configuration c on c.id = d.configuration_id
        """,
        most,
    )
    return rows


async def count_due(driver: Driver) -> int:
    """How many configurations wait to be watched anew."""
    return int(await driver.fetchval("select count(distinct configuration_id) from watch_due"))


async def take_due(driver: Driver, due: DueRow) -> None:
    """Removes what waits of these, within the transaction that watches them: what comes later waits again.

    Their configurations are members of the series from now on.
    """
    await driver.execute(
        """
        with taken as (
            delete from watch_due d using configuration c
            where d.host_id = $1 and c.id = d.configuration_id and c.watch_digest is not distinct from $2
            returning d.configuration_id
        )
        insert into watch_member (configuration_id, host_id, digest)
        select distinct configuration_id, $1, $2 from taken where $2 is not null
        on conflict (configuration_id, host_id) do update set digest = excluded.digest
        where watch_member.digest <> excluded.digest
        """,
        *(due["host_id"], due["digest"]),
    )


async def skip_flush(driver: Driver) -> None:
    """Let the transaction's end wait for no disk: after a crash of the machine what it did waits again, all of it."""
    await driver.execute("set local synchronous_commit = off")


async def list_configurations(driver: Driver, configuration_ids: Sequence[UUID]) -> list[ConfigurationRow]:
    """List configurations with their factors."""
    rows: list[ConfigurationRow] = await driver.fetch(
        "select id, factors::text as factors from configuration where id = any($1::uuid[])",
        list(configuration_ids),
    )
    return rows


async def list_results(
    driver: Driver, digest: bytes, host_id: UUID, test: tuple[UUID, Direction] | None = None
) -> list[WatchedRow]:
    """List the first results of a host's newest alike runs that have a start of their own, the oldest first; of one
    test or of all.

    Of the newest MAX_WATCHED_RUNS and those before them, until one whose id ends in five zero bits: the first run is
    the same for 32 looks or so, so that a look can go on from the one before. It follows from the runs alone.
    """
    rows: list[WatchedRow] = await driver.fetch(
        f"""
        with alike as (
            select r.* from watch_member m cross join lateral (
                select id, configuration_id, sorted_at, {_IS_DOUBTED} as is_doubted from run
                where configuration_id = m.configuration_id and host_id = m.host_id and deleted_at is null
                    and started_at is not null
                order by sorted_at desc, id desc limit $3 + {_MAX_MORE_RUNS}
            ) r
            where m.digest = $1 and m.host_id = $2
        ), newest as (
            select *, row_number() over (order by sorted_at desc, id desc) as place
            from alike order by sorted_at desc, id desc limit $3 + {_MAX_MORE_RUNS}
        ), watched as (
            select * from newest where place <= coalesce(
                (select min(place) from newest where place >= $3 and get_byte(uuid_send(id), 15) & 31 = 0),
                $3 + {_MAX_MORE_RUNS})
        )
        select r.id as run_id, r.configuration_id, r.sorted_at as at, r.is_doubted, s.workload_id, s.direction,
            array[{", ".join(f"{METRICS[name].sql()}::float8" for name in WATCHABLE)}] as figures
        from watched r join result s on s.run_id = r.id and s.position < {MAX_TESTS_OF_RUN}
        where $4::uuid is null or (s.workload_id = $4 and s.direction = $5)
        order by r.sorted_at, r.id, s.position
        """,
        *(digest, host_id, MAX_WATCHED_RUNS, *(test or (None, None))),
    )
    return rows


async def list_series(driver: Driver, digest: bytes, host_id: UUID) -> list[SeriesRow]:
    """List a host's series of one digest, as they are stored."""
    rows: list[SeriesRow] = await driver.fetch(
        """
        select id, workload_id, direction, metric, seen from watch_series where digest = $1 and host_id = $2
        """,
        *(digest, host_id),
    )
    return rows


class _FollowingRow(TypedDict):
    """A series none of whose runs has its digest any more, and where its newest run is now."""

    id: UUID
    digest: bytes
    there: UUID | None
    """The series that is there already."""
    is_noted_there: bool
    """Whether people noted something of that one's changes."""


async def follow_runs(driver: Driver, due: DueRow) -> None:
    """Series whose runs are all of another digest now, as after a reparse, go there with what people noted of them.

    Their ids stay, so that links do. Of several that become one, the others' noted changes join it.
    """
    kept: set[UUID] = set()
    while row := await _find_next_to_follow(driver, due):
        if row["there"] in kept or row["is_noted_there"]:
            await driver.execute(
                "update change set series_id = $2 where series_id = $1 and state_at is not null",
                *(row["id"], row["there"]),
            )
            await driver.execute("delete from watch_series where id = $1", row["id"])
            continue
        await driver.execute("delete from watch_series where id = $1", row["there"])
        await driver.execute(
            "update watch_series set digest = $2, seen = null where id = $1", row["id"], row["digest"]
        )
        kept.add(row["id"])


async def _find_next_to_follow(driver: Driver, due: DueRow) -> _FollowingRow | None:
    """Find the next series that should follow the host's runs to another digest; None when there is none."""
    row: _FollowingRow | None = await driver.fetchrow(
        """
        select w.id, c.watch_digest as digest, o.id as there, exists (
            select from change where series_id = o.id and state_at is not null) as is_noted_there
        from watch_series w join run r on r.id = w.last_run_id join configuration c on c.id = r.configuration_id
        left join watch_series o on (o.digest, o.host_id, o.workload_id, o.direction, o.metric)
            = (c.watch_digest, w.host_id, w.workload_id, w.direction, w.metric)
        where w.host_id = $1 and r.host_id = w.host_id and c.watch_digest <> w.digest
            and $2 in (w.digest, c.watch_digest)
            and not exists (
                select from watch_member m join run b on b.configuration_id = m.configuration_id
                    and b.host_id = m.host_id and b.deleted_at is null
                join configuration d on d.id = m.configuration_id and d.watch_digest = w.digest
                where m.host_id = w.host_id and m.digest = w.digest)
        order by exists (select from change where series_id = w.id and state_at is not null) desc,
            w.run_count desc, w.id limit 1
        """,
        *(due["host_id"], due["digest"]),
    )
    return row


async def remove_series(driver: Driver, ids: Sequence[UUID]) -> None:
    """Series without runs go, but those of whose changes people noted something."""
    await driver.execute(
        """
        delete from watch_series w where id = any($1::uuid[])
            and not exists (select from change where series_id = w.id and state_at is not null)
        """,
        list(ids),
    )


async def put_series(driver: Driver, due: DueRow, series: Sequence[Series]) -> None:
    """Writes a host's series of one digest, new and known ones."""
    await driver.executemany(
        """
        insert into watch_series (digest, host_id, id, workload_id, direction, metric, run_count, doubted_count,
            first_at, last_at, last_run_id, last_value, seen)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        on conflict (id) do update set run_count = excluded.run_count, doubted_count = excluded.doubted_count,
            first_at = excluded.first_at, last_at = excluded.last_at, last_run_id = excluded.last_run_id,
            last_value = excluded.last_value, seen = excluded.seen
        where (watch_series.run_count, watch_series.doubted_count, watch_series.first_at, watch_series.last_run_id,
            watch_series.seen)
            is distinct from (excluded.run_count, excluded.doubted_count, excluded.first_at, excluded.last_run_id,
            excluded.seen)
        """,
        [(due["digest"], due["host_id"], *astuple(one)) for one in series],
    )


async def list_changes(driver: Driver, series_ids: Sequence[UUID]) -> list[KnownChangeRow]:
    """List changes of some series, those that are gone among them."""
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
        where (change.before_run_id, change.after_run_id, change.before, change.after, change.ratio, change.ratio_low,
            change.ratio_high, change.n_before, change.n_after, change.is_worse, change.suspects, change.unknown,
            change.gone_at)
            is distinct from (excluded.before_run_id, excluded.after_run_id, excluded.before, excluded.after,
            excluded.ratio, excluded.ratio_low, excluded.ratio_high, excluded.n_before, excluded.n_after,
            excluded.is_worse, excluded.suspects, excluded.unknown, null)
        """,
        [astuple(one) for one in changes],
    )


async def remove_changes(driver: Driver, ids: Sequence[UUID]) -> None:
    """The runs show them no more: one that nobody noted anything of is removed, the others stay and say so."""
    await driver.execute("delete from change where id = any($1::uuid[]) and state_at is null", list(ids))
    await driver.execute(
        "update change set gone_at = now() where id = any($1::uuid[]) and gone_at is null", list(ids)
    )


async def get_options(driver: Driver, workload_ids: Sequence[UUID]) -> dict[UUID, str]:
    """Return comparable options of workloads, as JSON text."""
    rows = await driver.fetch(
        "select id, options::text as options from workload where id = any($1::uuid[])", list(workload_ids)
    )
    return {row["id"]: row["options"] for row in rows}

"""Making runs another host's, with all that follows from them: configurations, drives, watched series."""

from collections.abc import Sequence
from uuid import UUID

import orjson

from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7
from fioboard.core.sanitize import content_sha256, encoded
from fioboard.engine.words.columns import names
from fioboard.engine.words.drives import DRIVE
from fioboard.store.queries.derived import MORE_TARGET_NAMES
from fioboard.store.queries.hosts import NamedHost


async def move_uploads(
    driver: Driver,
    source: NamedHost,
    target: NamedHost,
    upload_ids: Sequence[UUID] | None,
    move_id: UUID | None,
) -> None:
    """Make uploads of one host, with their runs, another host's. None: all of them. `move_id`: records which."""
    ids = None if upload_ids is None else list(upload_ids)
    configurations = await _rename_configurations(driver, source, target["name"], ids)
    await driver.execute(
        """
        with renamed as (
            select * from unnest($4::uuid[], $5::uuid[]) as n (old_id, new_id)
        ), before as (
            select r.id, r.configuration_id as old_id, r.deleted_at is null as counts,
                case when coalesce(r.overridden ? 'host', false) then r.configuration_id
                    else coalesce(n.new_id, r.configuration_id) end as new_id
            from run r left join renamed n on n.old_id = r.configuration_id
            where r.host_id = $1 and ($3::uuid[] is null or r.upload_id = any($3))
        ), moved as (
            update run set host_id = $2, configuration_id = b.new_id from before b where run.id = b.id
        ), due as (
            insert into watch_due (host_id, configuration_id)
            select distinct $1::uuid, old_id from before union select distinct $2::uuid, new_id from before
        )
        update configuration c set run_count = c.run_count + d.difference
        from (
            select id, sum(runs)::bigint as difference from (
                select old_id as id, -count(*) as runs from before where counts group by old_id
                union all select new_id, count(*) from before where counts group by new_id
            ) as changes group by id
        ) as d
        where c.id = d.id
        """,
        *(source["id"], target["id"], ids, list(configurations), list(configurations.values())),
    )
    await driver.execute(
        """
        with moved as (
            update upload set host_id = $2 where host_id = $1 and ($3::uuid[] is null or id = any($3)) returning id
        )
        insert into host_moved (move_id, table_name, row_id)
        select $4, 'upload', id from moved where $4::uuid is not null
        """,
        *(source["id"], target["id"], ids, move_id),
    )
    await _move_drives(driver, source["id"], target["id"])
    await _move_watched(driver, source["id"], target["id"])


async def _rename_configurations(
    driver: Driver, source: NamedHost, name: str, upload_ids: list[UUID] | None
) -> dict[UUID, UUID]:
    """The configuration with the other host's name for each of the source's runs; made where there is none."""
    rows = await driver.fetch(
        """
        select id, factors::text as factors from configuration where id in (
            select configuration_id from run where host_id = $1 and ($2::uuid[] is null or upload_id = any($2))
        )
        """,
        *(source["id"], upload_ids),
    )
    renamed = {row["id"]: orjson.loads(row["factors"]) | {"host": name} for row in rows}
    digests = {old_id: content_sha256(factors) for old_id, factors in renamed.items()}
    await driver.execute(
        f"""
        insert into configuration as c
            (id, content_sha256, factors, run_count, first_seen_at, last_seen_at, target_names)
        select distinct on (n.sha256) n.id, n.sha256, n.body::jsonb, 0, now(), now(), o.target_names
        from unnest($1::uuid[], $2::bytea[], $3::text[], $4::uuid[]) as n (id, sha256, body, old_id)
        join configuration o on o.id = n.old_id order by n.sha256, o.id
        on conflict (content_sha256) do update
            set target_names = {MORE_TARGET_NAMES.format(names="excluded.target_names")}
        where not c.target_names @> excluded.target_names
        """,
        *(
            [uuid7() for _ in renamed],
            [digests[old_id] for old_id in renamed],
            [encoded(factors) for factors in renamed.values()],
            list(renamed),
        ),
    )
    stored = await driver.fetch(
        "select id, content_sha256 from configuration where content_sha256 = any($1::bytea[])",
        list(digests.values()),
    )
    by_digest = {row["content_sha256"]: row["id"] for row in stored}
    return {old_id: by_digest[digest] for old_id, digest in digests.items()}


async def _move_drives(driver: Driver, source_id: UUID, target_id: UUID) -> None:
    """Give the target the drives that its runs measured, and both hosts the state that their newest inventory tells."""
    await driver.execute(
        f"""
        insert into drive (id, host_id, unit, seen_at, {names(DRIVE)})
        select gen_random_uuid(), $2, d.unit, d.seen_at, {names(DRIVE, "d")}
        from drive d where d.host_id = $1
        on conflict (host_id, unit) do update set seen_at = excluded.seen_at,
            ({names(DRIVE)}) = row({names(DRIVE, "excluded")})
        where drive.seen_at < excluded.seen_at
        """,
        *(source_id, target_id),
    )
    await driver.execute(
        """
        update run_drive rd set drive_id = own.id
        from run r, drive d, drive own
        where r.id = rd.run_id and r.host_id = $1 and d.id = rd.drive_id and d.host_id <> $1
            and own.host_id = $1 and own.unit = d.unit
        """,
        target_id,
    )
    for host_id in (source_id, target_id):
        await driver.execute("delete from host_state where host_id = $1", host_id)
        # Read again in the background, which makes state and drives of it anew.
        await driver.execute(
            """
            insert into upload_due (upload_id, due_since)
            select r.upload_id, now() from run r where r.host_id = $1 and r.inventory_id is not null
            order by r.sorted_at desc, r.id desc limit 1
            on conflict (upload_id) do update set due_since = excluded.due_since
            """,
            host_id,
        )
    await driver.execute(
        "delete from drive d where host_id = $1 and not exists (select from run where host_id = $1)",
        source_id,
    )


async def _move_watched(driver: Driver, source_id: UUID, target_id: UUID) -> None:
    """Changes go with the runs that show them, with what people said of them; the series are watched anew."""
    await driver.execute(
        """
        insert into watch_series (id, digest, host_id, workload_id, direction, metric, run_count, doubted_count,
            first_at, last_at, last_run_id, last_value, seen)
        select gen_random_uuid(), digest, $2, workload_id, direction, metric, run_count, doubted_count, first_at,
            last_at, last_run_id, last_value, null
        from watch_series where host_id = $1
        on conflict (digest, host_id, workload_id, direction, metric) do update set seen = null
        """,
        *(source_id, target_id),
    )
    await driver.execute(
        """
        update change c set series_id = there.id
        from watch_series here, watch_series there, run r
        where here.id = c.series_id and here.host_id = $1 and r.id = c.after_run_id and r.host_id = $2
            and there.host_id = $2 and there.digest = here.digest and there.workload_id = here.workload_id
            and there.direction = here.direction and there.metric = here.metric
        """,
        *(source_id, target_id),
    )
    await driver.execute("update watch_series set seen = null where host_id = $1", source_id)
    await driver.execute(
        "delete from watch_series w where host_id = $1 and not exists (select from run where host_id = $1)",
        source_id,
    )

"""Latency bins, clones and series lie in partitions by month of upload

Revision: 3f9b60c2d8e5
Revises: d5e09b37c1a4

Each table as it is becomes the first partition: nothing is copied, its rows are looked at once.
"""

import sqlalchemy as sa
from alembic import op

revision = "3f9b60c2d8e5"
down_revision = "d5e09b37c1a4"
branch_labels = None
depends_on = None

# Table, the column it is partitioned by, the rest of its primary key, what that column refers to.
TABLES = (
    ("histogram", "result_id", "kind", "result"),
    ("job_result", "result_id", "position", "result"),
    ("time_series", "run_id", "position", "run"),
)

# Both ends of a partition are ids: the first of a month, as the time in a UUIDv7.
FIRST_ID = """
create function first_id_of(moment timestamptz) returns uuid language sql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$ select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid $$
"""
TIME_OF = """
create function time_of_id(id uuid) returns timestamptz language sql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$ select to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) $$
"""
# Runs as the owner of the tables, whoever calls it, and with names of its own schema alone. An upload waits for it for
# 0.2 s at most; what it does not get done the next call does.
MAKE = """
create function make_partitions() returns integer language plpgsql security definer
set search_path = pg_catalog, pg_temp set lock_timeout = '200ms' set timezone = 'UTC'
as $make$
declare
    one record;
    reached timestamptz;
    made integer := 0;
begin
    if not pg_try_advisory_xact_lock(7378415037781729633) then
        return 0;
    end if;
    for one in
        select c.relname as name, a.attname as key,
            (select max(substring(pg_get_expr(b.relpartbound, b.oid) from $$TO \\('([0-9a-f-]+)'\\)$$))
             from pg_inherits i join pg_class b on b.oid = i.inhrelid where i.inhparent = c.oid)::uuid as reached
        from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
        join pg_attribute a on a.attrelid = c.oid and a.attnum = p.partattrs[0]
        where c.relnamespace = '{schema}'::regnamespace order by c.relname
    loop
        reached := {schema}.time_of_id(one.reached);
        while reached < now() + interval '3 months' loop
            perform {schema}.make_partition(one.name, one.key, reached);
            reached := reached + interval '1 month';
            made := made + 1;
        end loop;
    end loop;
    return made;
end $make$
"""
# What came with a clock far ahead is in the partition for the rest, and moves: no row may be in two.
MAKE_ONE = """
create function make_partition(parent text, key text, month timestamptz) returns void language plpgsql
set search_path = pg_catalog, pg_temp set timezone = 'UTC'
as $make$
declare
    made text := parent || to_char(month, '_YYYY_MM');
    low uuid := {schema}.first_id_of(month);
    high uuid := {schema}.first_id_of(month + interval '1 month');
begin
    execute format('create table {schema}.%I (like {schema}.%I including all)', made, parent);
    execute format('lock table {schema}.%I in access exclusive mode', parent || '_other');
    execute format('with moved as (delete from {schema}.%I where %I >= %L and %I < %L returning *)
        insert into {schema}.%I select * from moved', parent || '_other', key, low, key, high, made);
    execute format('alter table {schema}.%I attach partition {schema}.%I for values from (%L) to (%L)',
        parent, made, low, high);
end $make$
"""


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    schema = op.get_bind().scalar(sa.text("select quote_ident(current_schema())"))
    op.execute(FIRST_ID)
    op.execute(TIME_OF)
    for table, key, position, referred in TABLES:
        first, other = f"{table}_first", f"{table}_other"
        # Not yet the next month's first: what comes while this lasts is at home in the first partition, too.
        bound = op.get_bind().scalar(
            sa.text(f"""
            select first_id_of(date_trunc('month', greatest(now(),
                (select time_of_id({key}) from {table} order by {key} desc limit 1)), 'UTC') + interval '1 month')
            """)  # noqa: S608 -- our own names
        )
        op.execute(f"alter table {table} rename to {first}")
        op.execute(f"alter index pk_{table} rename to pk_{first}")
        op.execute(
            f"create table {table} (like {first} including defaults including comments including storage "
            f"including compression) partition by range ({key})"
        )
        op.create_primary_key(f"pk_{table}", table, [key, position])
        op.create_foreign_key(
            f"fk_{table}_{key}_{referred}", table, referred, [key], ["id"], ondelete="CASCADE"
        )
        op.execute(f"alter table {table} attach partition {first} for values from (minvalue) to ('{bound}')")
        op.execute(f"create table {other} (like {table} including all)")
        op.execute(f"alter table {table} attach partition {other} default")
    op.execute(MAKE_ONE.format(schema=schema))
    op.execute(MAKE.format(schema=schema))
    op.execute("select make_partitions()")


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.execute("drop function make_partitions()")
    op.execute("drop function make_partition(text, text, timestamptz)")
    for table, _, _, _ in TABLES:
        first = f"{table}_first"
        op.execute(f"alter table {table} detach partition {first}")
        # Rows of the later months are written once more, into the one table that stays.
        op.execute(f"insert into {first} select * from {table}")  # noqa: S608 -- our own names
        op.execute(f"drop table {table}")
        op.execute(f"alter table {first} rename to {table}")
        op.execute(f"alter index pk_{first} rename to pk_{table}")
    op.execute("drop function time_of_id(uuid)")
    op.execute("drop function first_id_of(timestamptz)")

-- Runs: configurations, workloads, results, and their points.

create table configuration (
    id uuid constraint pk_configuration primary key,
    content_sha256 bytea not null constraint uq_configuration_content_sha256 unique,
    factors jsonb not null,
    run_count bigint not null,
    first_seen_at timestamptz not null,
    last_seen_at timestamptz not null,
    watch_digest bytea,
    watch_version integer,
    target_names text[] default '{}' not null
);
create index ix_configuration_watch_digest on configuration (watch_digest);
create index ix_configuration_watch_version on configuration (watch_version);
comment on column configuration.content_sha256 is 'of the canonical JSON of `factors`';
comment on column configuration.run_count is 'runs not deleted; maintained by ingest, can be rebuilt';
comment on column configuration.watch_digest is 'of the factors that runs of one watched series share';
comment on column configuration.watch_version is 'of the rules that made watch_digest; null = not made yet';
comment on column configuration.target_names is
    'under which its target was measured, as far as kept: what filters may call it, too';

create table workload (
    id uuid constraint pk_workload primary key,
    content_sha256 bytea not null constraint uq_workload_content_sha256 unique,
    options jsonb not null
);
comment on column workload.content_sha256 is 'of the canonical JSON of `options`';
comment on column workload.options is 'null values = unknown';

create table batch (
    id uuid constraint pk_batch primary key,
    title text,
    note text,
    changed_at timestamptz,
    changed_by text
);
comment on column batch.title is 'shown in place of its name; null = its name is';
comment on column batch.changed_by is 'name of who changed it last';

-- Letters and digits only: otherwise 'nvme0n1.json' would be one word, which nothing that people type would find.
-- Immutable, as array_to_string is for text, so that a generated column may use it.
create function run_words(title text, note text, tags text[], job_names text[]) returns tsvector
language sql immutable parallel safe as $$
    select to_tsvector('simple', regexp_replace(
        lower(concat_ws(' ', title, note, array_to_string(tags, ' '), array_to_string(job_names, ' '))),
        '[^[:alnum:]]+', ' ', 'g'))
$$;

create table run (
    id uuid constraint pk_run primary key,
    upload_id uuid not null constraint fk_run_upload_id_upload references upload,
    position smallint not null,
    host_id uuid not null constraint fk_run_host_id_host references host,
    inventory_id uuid constraint fk_run_inventory_id_inventory references inventory,
    configuration_id uuid not null constraint fk_run_configuration_id_configuration references configuration,
    uploaded_at timestamptz not null,
    started_at timestamptz,
    started_at_reason text,
    ended_at timestamptz,
    sorted_at timestamptz not null,
    state text not null,
    state_reason text,
    outcome text not null,
    reader_version integer not null,
    tool_name text not null,
    tool_version text,
    target text,
    argv jsonb,
    global_options jsonb not null,
    disk_util jsonb,
    problems jsonb not null,
    batch_id uuid,
    batch jsonb,
    title text,
    note text,
    labels jsonb not null,
    tags text[] not null,
    iops double precision,
    bw_bytes_per_s double precision,
    clat_p99_ns double precision,
    deleted_at timestamptz,
    job_names text[] default '{}' not null,
    words tsvector generated always as (run_words(title, note, tags, job_names)) stored not null,
    facts_version integer,
    path jsonb,
    path_fingerprint text,
    overridden jsonb,
    verdict jsonb,
    finding_ids text[] default '{}' not null,
    answer jsonb,
    verdict_kind text,
    limit_ids text[] default '{}' not null,
    rating_basis jsonb,
    rated_share double precision,
    clock jsonb,
    stated_hardware_id uuid constraint fk_run_stated_hardware_id_stated_hardware references stated_hardware,
    clock_ahead_ms bigint,
    headline_position smallint,
    constraint ck_run_outcome check (outcome in ('complete', 'partial', 'interrupted', 'failed', 'not_understood')),
    constraint ck_run_state check (state in ('understood', 'not_understood'))
);
create index ix_run_batch_id_sorted_at_id on run (batch_id, sorted_at desc, id desc)
    include (started_at)
    where batch_id is not null and deleted_at is null;
create index ix_run_bw_bytes_per_s_id on run (bw_bytes_per_s desc nulls last, id desc)
    include (configuration_id)
    where deleted_at is null;
create index ix_run_clat_p99_ns_id on run (clat_p99_ns desc nulls last, id desc)
    include (configuration_id)
    where deleted_at is null;
create index ix_run_configuration_id_sorted_at_id on run (configuration_id, sorted_at desc, id desc)
    include (batch_id, started_at)
    where deleted_at is null;
create index ix_run_confirm_run on run (((labels ->> 'confirm_run'))) where labels ? 'confirm_run';
create index ix_run_deleted_at_id on run (deleted_at desc, id desc) where deleted_at is not null;
create index ix_run_finding_ids on run using gin (finding_ids);
create index ix_run_host_id_bw_bytes_per_s on run (host_id, bw_bytes_per_s desc nulls last)
    where deleted_at is null and verdict_kind is distinct from 'trust';
create index ix_run_host_id_iops on run (host_id, iops desc nulls last)
    where deleted_at is null and verdict_kind is distinct from 'trust';
create index ix_run_host_id_sorted_at_id on run (host_id, sorted_at desc, id desc) where deleted_at is null;
create index ix_run_inventory_id on run (inventory_id);
create index ix_run_iops_id on run (iops desc nulls last, id desc) include (configuration_id) where deleted_at is null;
create index ix_run_limit_ids on run using gin (limit_ids);
create index ix_run_rated_share_id on run (rated_share desc nulls last, id desc)
    include (configuration_id)
    where deleted_at is null;
create index ix_run_sorted_at_id on run (sorted_at desc, id desc)
    include (configuration_id, started_at)
    where deleted_at is null;
create index ix_run_stated_hardware_id on run (stated_hardware_id) where stated_hardware_id is not null;
create index ix_run_tags on run using gin (tags);
create index ix_run_undated_sorted_at_id on run (sorted_at desc, id desc)
    include (configuration_id)
    where deleted_at is null and started_at is null;
create index ix_run_upload_id_position on run (upload_id, position);
create index ix_run_verdict_kind_configuration_id on run (verdict_kind, configuration_id) where deleted_at is null;
create index ix_run_words on run using gin (words);
comment on column run.position is 'order in the upload, from 0';
comment on column run.uploaded_at is 'the server''s clock';
comment on column run.started_at is 'corrected where the host''s clock was wrong; null = unknown or impossible';
comment on column run.started_at_reason is 'why started_at is null, or how it was computed';
comment on column run.sorted_at is 'started_at, else uploaded_at: what lists are ordered by';
comment on column run.state_reason is 'why the output was not understood';
comment on column run.reader_version is 'of the reader that made the derived rows';
comment on column run.global_options is 'fio''s [global] section as typed';
comment on column run.disk_util is 'null = fio printed no disk statistics';
comment on column run.batch is 'name, step, steps, role';
comment on column run.iops is 'headline: largest over the results; for sorting lists only';
comment on column run.bw_bytes_per_s is 'headline, as above, bytes/s';
comment on column run.clat_p99_ns is 'headline: largest over the results, ns';
comment on column run.deleted_at is 'restorable for 30 days';
comment on column run.job_names is 'distinct, of its results; for searching';
comment on column run.words is 'what q searches, beside host and labels; function run_words of the migrations';
comment on column run.facts_version is 'of the rules that made path and factors';
comment on column run.path is 'targets and limits as the API shows them; null = no target is known';
comment on column run.path_fingerprint is 'facet path; null = no target is known';
comment on column run.overridden is 'factors that a label overrides → value detected; null = none';
comment on column run.verdict is 'kind, rule, sentence and share; null = not judged';
comment on column run.finding_ids is 'rules that found something; for filters';
comment on column run.answer is 'verdict, findings, checks, ceilings as the API shows them; null = not judged';
comment on column run.verdict_kind is 'limit, trust, unexplained or none, as the verdict says; null = not judged';
comment on column run.limit_ids is 'limits that the verdict names; for filters';
comment on column run.rating_basis is
    'what datasheets are held against, with its conditions; null = nothing was measured';
comment on column run.rated_share is 'headline, as above: measured / rated';
comment on column run.clock is 'what 0:00 is, phases, place of fio''s logs; null = nothing recorded over time';
comment on column run.stated_hardware_id is 'who stated its inventory; null = its agent sent it, or none is known';
comment on column run.clock_ahead_ms is
    'the host''s clock less the service''s at the upload, from one minute on: times are corrected by it; '
    'null = no correction, since the clock was right or is unknown';
comment on column run.headline_position is
    'position of the result that gives the headline bandwidth; null = the first';

create table run_edit (
    id uuid constraint pk_run_edit primary key,
    edit_id uuid not null,
    run_id uuid not null constraint fk_run_edit_run_id_run references run on delete cascade,
    edited_at timestamptz not null,
    actor text not null,
    actor_name text not null,
    before jsonb not null,
    after jsonb not null
);
create index ix_run_edit_edit_id on run_edit (edit_id);
create index ix_run_edit_run_id_edited_at on run_edit (run_id, edited_at);
comment on column run_edit.edit_id is 'one for all runs edited in one call';
comment on column run_edit.actor is 'token:ID or session:ID, never a secret';
comment on column run_edit.actor_name is 'as the actor was called then';
comment on column run_edit.before is 'title, note, labels, tags, deleted';

create table run_drive (
    run_id uuid constraint pk_run_drive primary key
        constraint fk_run_drive_run_id_run references run on delete cascade,
    drive_id uuid not null constraint fk_run_drive_drive_id_drive references drive on delete cascade
);
create index ix_run_drive_drive_id on run_drive (drive_id);

create table result (
    id uuid constraint pk_result primary key,
    run_id uuid not null constraint fk_result_run_id_run references run on delete cascade,
    workload_id uuid not null constraint fk_result_workload_id_workload references workload,
    position smallint not null,
    job_name text not null,
    job_group integer not null,
    direction text not null,
    rw text,
    bs_bytes bigint,
    iodepth bigint,
    numjobs bigint,
    ioengine text,
    direct boolean,
    job_options jsonb not null,
    details jsonb not null,
    usr_cpu_pct double precision,
    sys_cpu_pct double precision,
    error bigint not null,
    problems jsonb not null,
    iops double precision,
    bw_bytes_per_s bigint,
    io_bytes bigint,
    total_ios bigint,
    runtime_ms bigint,
    slat jsonb,
    clat jsonb,
    lat jsonb,
    clat_mean_ns double precision generated always as ((clat ->> 'mean')::double precision) stored,
    clat_p50_ns double precision generated always as ((clat -> 'percentiles' ->> '50')::double precision) stored,
    clat_p95_ns double precision generated always as ((clat -> 'percentiles' ->> '95')::double precision) stored,
    clat_p99_ns double precision generated always as ((clat -> 'percentiles' ->> '99')::double precision) stored,
    clat_p99_9_ns double precision generated always as ((clat -> 'percentiles' ->> '99.9')::double precision) stored,
    lat_mean_ns double precision generated always as ((lat ->> 'mean')::double precision) stored,
    lat_p50_ns double precision generated always as ((lat -> 'percentiles' ->> '50')::double precision) stored,
    lat_p95_ns double precision generated always as ((lat -> 'percentiles' ->> '95')::double precision) stored,
    lat_p99_ns double precision generated always as ((lat -> 'percentiles' ->> '99')::double precision) stored,
    lat_p99_9_ns double precision generated always as ((lat -> 'percentiles' ->> '99.9')::double precision) stored,
    slat_mean_ns double precision generated always as ((slat ->> 'mean')::double precision) stored,
    slat_p50_ns double precision generated always as ((slat -> 'percentiles' ->> '50')::double precision) stored,
    slat_p95_ns double precision generated always as ((slat -> 'percentiles' ->> '95')::double precision) stored,
    slat_p99_ns double precision generated always as ((slat -> 'percentiles' ->> '99')::double precision) stored,
    slat_p99_9_ns double precision generated always as ((slat -> 'percentiles' ->> '99.9')::double precision) stored,
    cpu_pct double precision generated always as (usr_cpu_pct + sys_cpu_pct) stored,
    rated_share double precision,
    rated_verdict text,
    is_alone boolean default true not null,
    constraint ck_result_direction check (direction in ('read', 'write', 'trim', 'mixed'))
);
create index ix_result_run_id_position on result (run_id, position)
    include (workload_id, direction, iops, bw_bytes_per_s, clat_mean_ns, clat_p50_ns, clat_p95_ns, clat_p99_ns,
    clat_p99_9_ns, lat_mean_ns, lat_p50_ns, lat_p95_ns, lat_p99_ns, lat_p99_9_ns, slat_mean_ns, slat_p50_ns,
    slat_p95_ns, slat_p99_ns, slat_p99_9_ns, cpu_pct, rated_share);
create index ix_result_workload_id on result (workload_id);
comment on column result.position is 'order in the output, from 0';
comment on column result.job_group is 'fio''s groupid';
comment on column result.job_options is 'effective options as typed';
comment on column result.details is 'what only the run page shows; keys with their units in the name';
comment on column result.rated_share is 'measured / rated';
comment on column result.rated_verdict is 'null = nothing rates it';
comment on column result.is_alone is 'no other job of its group ran beside it';

create table histogram (
    result_id uuid not null constraint fk_histogram_result_id_result references result on delete cascade,
    kind text not null,
    n bigint not null,
    bins bytea not null,
    constraint pk_histogram primary key (result_id, kind)
) partition by range (result_id);
comment on column histogram.kind is 'slat, clat or lat';
comment on column histogram.n is 'I/Os in the bins';

create table job_result (
    result_id uuid not null constraint fk_job_result_result_id_result references result on delete cascade,
    position integer not null,
    iops double precision,
    bw_bytes_per_s bigint,
    io_bytes bigint,
    total_ios bigint,
    runtime_ms bigint,
    slat jsonb,
    clat jsonb,
    lat jsonb,
    constraint pk_job_result primary key (result_id, position)
) partition by range (result_id);
comment on column job_result.position is 'order among the clones, from 0';

create table time_series (
    run_id uuid not null constraint fk_time_series_run_id_run references run on delete cascade,
    position integer not null,
    source text not null,
    name text not null,
    metric text not null,
    direction text,
    is_epoch boolean not null,
    is_per_io boolean not null,
    n bigint not null,
    points bytea not null,
    offset_ms bigint,
    constraint pk_time_series primary key (run_id, position)
) partition by range (run_id);
comment on column time_series.position is 'order within the run, from 0';
comment on column time_series.source is 'fio_log, status_interval or samples';
comment on column time_series.name is 'file or job it came from; of samples the subject';
comment on column time_series.metric is 'bw_bytes_per_s, iops, clat_ns, …; unknown';
comment on column time_series.direction is 'null where it has none: a temperature';
comment on column time_series.is_epoch is 'times are Unix ms; else ms from the start of the job';
comment on column time_series.is_per_io is 'one point per I/O: values are no rates of a window';
comment on column time_series.n is 'points';
comment on column time_series.offset_ms is
    'to be added for the run''s clock, ms; null = its place there is not known';

-- Latency bins, clones and series lie in partitions by month of upload. Both ends of a partition are ids: the first of a
-- month, as the time in a UUIDv7.
create function first_id_of(moment timestamptz) returns uuid language sql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$ select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid $$;

create function time_of_id(id uuid) returns timestamptz language sql immutable parallel safe
set search_path = pg_catalog, pg_temp
as $$ select to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) $$;

create table histogram_first (
    like histogram including all excluding indexes,
    constraint pk_histogram_first primary key (result_id, kind)
);
alter table histogram attach partition histogram_first
    for values from (minvalue) to (first_id_of(date_trunc('month', now(), 'UTC') + interval '1 month'));
create table histogram_other (like histogram including all);
alter table histogram attach partition histogram_other default;

create table job_result_first (
    like job_result including all excluding indexes,
    constraint pk_job_result_first primary key (result_id, position)
);
alter table job_result attach partition job_result_first
    for values from (minvalue) to (first_id_of(date_trunc('month', now(), 'UTC') + interval '1 month'));
create table job_result_other (like job_result including all);
alter table job_result attach partition job_result_other default;

create table time_series_first (
    like time_series including all excluding indexes,
    constraint pk_time_series_first primary key (run_id, position)
);
alter table time_series attach partition time_series_first
    for values from (minvalue) to (first_id_of(date_trunc('month', now(), 'UTC') + interval '1 month'));
create table time_series_other (like time_series including all);
alter table time_series attach partition time_series_other default;

-- Rows of a clock far ahead are in the partition for the rest, and move: no row may be in two.
create function make_partition(parent text, key text, month timestamptz) returns void language plpgsql
set search_path = pg_catalog, pg_temp set timezone = 'UTC'
as $make$
declare
    made text := parent || to_char(month, '_YYYY_MM');
    low uuid := :schema.first_id_of(month);
    high uuid := :schema.first_id_of(month + interval '1 month');
begin
    execute format('create table :schema.%I (like :schema.%I including all)', made, parent);
    execute format('lock table :schema.%I in access exclusive mode', parent || '_other');
    execute format('with moved as (delete from :schema.%I where %I >= %L and %I < %L returning *)
        insert into :schema.%I select * from moved', parent || '_other', key, low, key, high, made);
    execute format('alter table :schema.%I attach partition :schema.%I for values from (%L) to (%L)',
        parent, made, low, high);
end $make$;

-- Runs as the owner of the tables, whoever calls it, and with names of its own schema alone. An upload waits for it for
-- 0.2 s at most; the next call does what is left.
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
            (select max(substring(pg_get_expr(b.relpartbound, b.oid) from $$TO \('([0-9a-f-]+)'\)$$))
             from pg_inherits i join pg_class b on b.oid = i.inhrelid where i.inhparent = c.oid)::uuid as reached
        from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
        join pg_attribute a on a.attrelid = c.oid and a.attnum = p.partattrs[0]
        where c.relnamespace = ':schema'::regnamespace order by c.relname
    loop
        reached := :schema.time_of_id(one.reached);
        while reached < now() + interval '3 months' loop
            perform :schema.make_partition(one.name, one.key, reached);
            reached := reached + interval '1 month';
            made := made + 1;
        end loop;
    end loop;
    return made;
end $make$;

select make_partitions();

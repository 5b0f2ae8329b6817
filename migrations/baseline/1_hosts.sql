-- Hosts: machines, what they consist of, and what happened to them.

create table host (
    id uuid constraint pk_host primary key,
    agent_host_id text constraint uq_host_agent_host_id unique,
    name text not null constraint uq_host_name unique,
    created_at timestamptz not null,
    merged_into_id uuid constraint fk_host_merged_into_id_host references host
);
create index ix_host_merged_into_id on host (merged_into_id);
comment on column host.agent_host_id is
    'of its first agent, made by that; null = known only by the name given at an import, or merged';
comment on column host.name is 'what it calls itself; numbered when another host has that name: `ubuntu (2)`';
comment on column host.merged_into_id is 'the host that has its runs since a merge; null = it has its own';

create table host_agent (
    agent_host_id text not null,
    host_id uuid not null constraint fk_host_agent_host_id_host references host,
    origin text not null,
    created_at timestamptz not null,
    constraint pk_host_agent primary key (agent_host_id, host_id),
    constraint ck_host_agent_origin check (origin in ('recognised', 'stated', 'merged', 'split'))
);
create index ix_host_agent_host_id on host_agent (host_id);
comment on column host_agent.agent_host_id is 'made by the agent';
comment on column host_agent.origin is
    'why it is this host''s; split = only what is of this host''s machine, the rest is the first host''s';

create table host_identifier (
    host_id uuid not null constraint fk_host_identifier_host_id_host references host on delete cascade,
    kind text not null,
    sha256 bytea not null,
    seen_at timestamptz not null,
    constraint pk_host_identifier primary key (host_id, kind, sha256)
);
create index ix_host_identifier_sha256 on host_identifier (sha256);
comment on column host_identifier.kind is 'of inventory/machine.py';
comment on column host_identifier.sha256 is 'never shown';
comment on column host_identifier.seen_at is 'when it was first seen';

create table host_move (
    id uuid constraint pk_host_move primary key,
    kind text not null,
    source_id uuid not null constraint fk_host_move_source_id_host references host,
    target_id uuid not null constraint fk_host_move_target_id_host references host,
    source_agent text,
    other_agents text[] not null,
    moved_at timestamptz not null,
    moved_by text not null,
    undone_at timestamptz,
    undone_by text,
    constraint ck_host_move_kind check (kind in ('merge', 'split'))
);
create index ix_host_move_source_id on host_move (source_id);
create index ix_host_move_target_id on host_move (target_id);
comment on column host_move.source_agent is 'the merged host''s own agent, which it gets back; null = it had none';
comment on column host_move.other_agents is 'the merged host''s further agents';
comment on column host_move.moved_by is 'name of who moved it';
comment on column host_move.undone_at is 'null = it is in force';

create table host_moved (
    move_id uuid not null constraint fk_host_moved_move_id_host_move references host_move on delete cascade,
    table_name text not null,
    row_id uuid not null,
    constraint pk_host_moved primary key (move_id, table_name, row_id)
);
comment on column host_moved.row_id is 'of that table';

create table inventory (
    id uuid constraint pk_inventory primary key,
    content_sha256 bytea not null constraint uq_inventory_content_sha256 unique,
    body jsonb not null,
    created_at timestamptz not null,
    hw_fingerprint text,
    fw_fingerprint text,
    os_fingerprint text,
    facets_unknown jsonb,
    facts_version integer,
    units_fingerprint text
);
comment on column inventory.content_sha256 is 'of the canonical JSON';
comment on column inventory.body is 'the document, made harmless for jsonb (no U+0000, no huge numbers)';
comment on column inventory.hw_fingerprint is 'facet hw; null = not computed';
comment on column inventory.fw_fingerprint is 'facet fw; null = not computed';
comment on column inventory.os_fingerprint is 'facet os; null = not computed';
comment on column inventory.facets_unknown is 'facet → names of what its fingerprint lacks; null = not computed';
comment on column inventory.facts_version is 'of the rules that made the fingerprints';
comment on column inventory.units_fingerprint is
    'of the serials of drives and memory modules: never shown; null = not known';

create table host_state (
    host_id uuid constraint pk_host_state primary key
        constraint fk_host_state_host_id_host references host on delete cascade,
    seen_at timestamptz not null,
    degraded_arrays text[] not null
);
comment on column host_state.seen_at is 'start of the run whose inventory it was, else its upload';
comment on column host_state.degraded_arrays is 'name and level; empty = none is known';

create table drive (
    id uuid constraint pk_drive primary key,
    host_id uuid not null constraint fk_drive_host_id_host references host on delete cascade,
    unit bytea not null,
    seen_at timestamptz not null,
    has_serial boolean not null,
    name text not null,
    model text,
    firmware text,
    transport text,
    slot text,
    size_bytes bigint,
    link_gts double precision,
    link_lanes integer,
    capable_gts double precision,
    capable_lanes integer,
    link_class text,
    temperature_c double precision,
    used_pct integer,
    spare_pct integer,
    media_errors bigint,
    critical_warning integer,
    temperature_limit_c integer
);
create unique index ix_drive_host_id_unit on drive (host_id, unit);
create index ix_drive_model on drive (model);
comment on column drive.unit is 'hash of serial, WWID or place: never shown';
comment on column drive.seen_at is 'start of the run that named it, else its upload';
comment on column drive.has_serial is 'can be known again on another host';
comment on column drive.link_gts is 'GT/s';
comment on column drive.link_lanes is 'lanes';
comment on column drive.capable_gts is 'GT/s; null = not known for certain';
comment on column drive.capable_lanes is 'lanes';
comment on column drive.link_class is 'null = no PCIe link of its own';
comment on column drive.temperature_c is '°C';
comment on column drive.used_pct is 'of its rated endurance';
comment on column drive.media_errors is 'ever';
comment on column drive.critical_warning is 'bits; 0 = of nothing';
comment on column drive.temperature_limit_c is '°C, as the drive says itself';

create table agent_report (
    host_id uuid constraint pk_agent_report primary key
        constraint fk_agent_report_host_id_host references host on delete cascade,
    reported_at timestamptz not null,
    agent_version text not null,
    waiting integer not null,
    waiting_since timestamptz,
    refused integer not null,
    error text,
    error_at timestamptz
);
comment on column agent_report.reported_at is 'by the service''s clock';
comment on column agent_report.waiting is 'uploads in its spool';
comment on column agent_report.waiting_since is 'when the oldest of them was made; null = none waits';
comment on column agent_report.refused is 'uploads it keeps that the service refused for good';
comment on column agent_report.error is 'of its last failed delivery; null = none is known';
comment on column agent_report.error_at is 'by the host''s clock';

create table time_note (
    id uuid constraint pk_time_note primary key,
    host_id uuid constraint fk_time_note_host_id_host references host on delete cascade,
    at timestamptz not null,
    until timestamptz,
    text text not null,
    created_at timestamptz not null,
    created_by text not null,
    changed_at timestamptz,
    changed_by text,
    constraint ck_time_note_until check (until > at)
);
create index ix_time_note_at_id on time_note (at desc, id desc);
create index ix_time_note_host_id on time_note (host_id);
comment on column time_note.host_id is 'null = of all hosts';
comment on column time_note.at is 'when it was so, or began';
comment on column time_note.until is 'end of the span; null = a moment';
comment on column time_note.text is 'one line';
comment on column time_note.created_by is 'name of who wrote it';
comment on column time_note.changed_at is 'when it was changed last; null = never';
comment on column time_note.changed_by is 'name of who changed it last';

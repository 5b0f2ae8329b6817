-- Watching: series of alike runs, changes, events, references, and notifications.

create table watch_due (
    id uuid default gen_random_uuid() not null,
    configuration_id uuid not null,
    host_id uuid not null,
    constraint pk_watch_due primary key (host_id, configuration_id, id)
);

create table watch_member (
    configuration_id uuid not null
        constraint fk_watch_member_configuration_id_configuration references configuration on delete cascade,
    host_id uuid not null constraint fk_watch_member_host_id_host references host on delete cascade,
    digest bytea not null,
    constraint pk_watch_member primary key (configuration_id, host_id)
);
create index ix_watch_member_host_id_digest on watch_member (host_id, digest);
comment on column watch_member.digest is 'of the configuration, when it was watched last';

create table watch_series (
    id uuid constraint pk_watch_series primary key,
    digest bytea not null,
    host_id uuid not null constraint fk_watch_series_host_id_host references host on delete cascade,
    workload_id uuid not null constraint fk_watch_series_workload_id_workload references workload,
    direction text not null,
    metric text not null,
    run_count integer not null,
    doubted_count integer not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    last_run_id uuid not null constraint fk_watch_series_last_run_id_run references run on delete cascade,
    last_value double precision not null,
    seen text,
    constraint uq_watch_series_digest_host_id_workload_id_direction_metric
        unique (digest, host_id, workload_id, direction, metric)
);
create index ix_watch_series_host_id_last_at on watch_series (host_id, last_at desc);
create index ix_watch_series_last_run_id on watch_series (last_run_id);
create index ix_watch_series_workload_id on watch_series (workload_id);
comment on column watch_series.digest is 'of the factors that all its runs share; watch/series.py';
comment on column watch_series.metric is 'name of vocabulary/metrics.py';
comment on column watch_series.run_count is 'runs watched';
comment on column watch_series.doubted_count is 'runs left out, since their figures cannot be trusted';
comment on column watch_series.last_value is 'of its newest run, in the metric''s base unit';
comment on column watch_series.seen is 'where the next look goes on, as JSON; null = all is looked at';

create table change (
    id uuid constraint pk_change primary key,
    series_id uuid not null constraint fk_change_series_id_watch_series references watch_series on delete cascade,
    before_run_id uuid not null constraint fk_change_before_run_id_run references run on delete cascade,
    after_run_id uuid not null constraint fk_change_after_run_id_run references run on delete cascade,
    before_at timestamptz not null,
    after_at timestamptz not null,
    before double precision not null,
    after double precision not null,
    ratio double precision not null,
    ratio_low double precision,
    ratio_high double precision,
    n_before integer not null,
    n_after integer not null,
    is_worse boolean,
    suspects jsonb not null,
    unknown jsonb not null,
    detected_at timestamptz not null,
    gone_at timestamptz,
    state text default 'new' not null,
    cause text,
    note text,
    assignee_id uuid constraint fk_change_assignee_id_app_user references app_user on delete set null,
    state_at timestamptz,
    state_by text,
    constraint ck_change_state check (state in ('new', 'acknowledged', 'expected', 'fixed'))
);
create index ix_change_after_at_id on change (after_at desc, id desc)
    include (gone_at, state, is_worse, ratio, series_id);
create index ix_change_after_run_id on change (after_run_id);
create index ix_change_assignee_id on change (assignee_id);
create index ix_change_before_run_id on change (before_run_id);
create index ix_change_detected_at on change (detected_at);
create index ix_change_series_id on change (series_id);
create index ix_change_state_after_at_id on change (state, after_at desc, id desc)
    include (is_worse, ratio, series_id)
    where gone_at is null;
create index ix_change_suspects on change using gin (suspects jsonb_path_ops);
comment on column change.before_at is 'start of the last run before it';
comment on column change.after_at is 'start of the first run after it';
comment on column change.before is 'level before, in the metric''s base unit';
comment on column change.after is 'level after, in the metric''s base unit';
comment on column change.ratio is 'after / before, a share';
comment on column change.ratio_low is '95 % interval of ratio, a share; null = too few runs';
comment on column change.ratio_high is '95 % interval of ratio, a share; null = too few runs';
comment on column change.n_before is 'runs at the level before';
comment on column change.n_after is 'runs at the level after';
comment on column change.is_worse is 'null = the metric has no better direction';
comment on column change.suspects is 'what changed between the two runs, ranked';
comment on column change.unknown is 'factors unknown on a side';
comment on column change.detected_at is 'when the service saw it first';
comment on column change.gone_at is 'since when the runs show it no more; null = they do';
comment on column change.cause is 'a person''s, of an expected change';
comment on column change.state_at is 'when a person changed it last';
comment on column change.state_by is 'name of who changed it last';

create table event (
    id uuid constraint pk_event primary key,
    host_id uuid not null constraint fk_event_host_id_host references host on delete cascade,
    kind text not null,
    subject text not null,
    name text,
    detail text not null,
    began_at timestamptz not null,
    seen_at timestamptz not null,
    detected_at timestamptz not null,
    gone_at timestamptz,
    state text default 'new' not null,
    cause text,
    note text,
    assignee_id uuid constraint fk_event_assignee_id_app_user references app_user on delete set null,
    state_at timestamptz,
    state_by text,
    constraint ck_event_kind
        check (kind in ('overdue', 'refused', 'waiting', 'warning', 'array', 'missing', 'link', 'worn', 'hot')),
    constraint ck_event_state check (state in ('new', 'acknowledged', 'expected', 'fixed'))
);
create index ix_event_assignee_id on event (assignee_id);
create index ix_event_began_at_id on event (began_at desc, id desc) include (gone_at, kind, state, host_id);
create index ix_event_host_id on event (host_id);
create unique index ix_event_open on event (host_id, kind, subject) where gone_at is null;
create index ix_event_open_began_at_id on event (began_at desc, id desc)
    include (kind, state, host_id)
    where gone_at is null;
comment on column event.kind is 'of vocabulary/events.py';
comment on column event.subject is 'by what it is known again: a drive''s unit, an expectation; never shown';
comment on column event.name is 'of a drive or workload; null = the host itself';
comment on column event.detail is 'what is so, with figures and units';
comment on column event.began_at is 'since when it is known to be so; it may be so for longer';
comment on column event.seen_at is 'when it was last seen to be so';
comment on column event.detected_at is 'when the service saw it first';
comment on column event.gone_at is 'since when it is so no more; null = it still is';
comment on column event.cause is 'a person''s, of an expected event';
comment on column event.state_at is 'when a person changed it last';
comment on column event.state_by is 'name of who changed it last';

create table expectation (
    id uuid constraint pk_expectation primary key,
    host_id uuid not null constraint fk_expectation_host_id_host references host on delete cascade,
    workload_id uuid constraint fk_expectation_workload_id_workload references workload,
    weekdays smallint[] not null,
    by time not null,
    zone text not null,
    grace_minutes integer not null,
    created_at timestamptz not null,
    created_by text not null,
    constraint ck_expectation_grace_minutes check (grace_minutes between 0 and 1440),
    constraint ck_expectation_weekdays check (cardinality(weekdays) > 0 and weekdays <@ '{0,1,2,3,4,5,6}')
);
create index ix_expectation_host_id on expectation (host_id);
create index ix_expectation_workload_id on expectation (workload_id);
comment on column expectation.workload_id is 'null = a run of any workload';
comment on column expectation.weekdays is '0 = Monday to 6 = Sunday';
comment on column expectation.by is 'local time in `zone`: the run has started by then';
comment on column expectation.zone is 'name of the IANA time zone database';
comment on column expectation.grace_minutes is 'minutes after `by` that are not yet missing';
comment on column expectation.created_at is 'deadlines before are of no interest';

create table reference (
    id uuid constraint pk_reference primary key,
    name text not null,
    note text,
    host_id uuid constraint fk_reference_host_id_host references host on delete cascade,
    workload_id uuid constraint fk_reference_workload_id_workload references workload,
    filter text not null,
    run_count integer not null,
    pinned_at timestamptz not null,
    pinned_by text not null,
    ended_at timestamptz,
    ended_by text,
    replaced_by_id uuid constraint fk_reference_replaced_by_id_reference references reference on delete set null
);
create unique index ix_reference_in_force on reference (host_id, workload_id) nulls not distinct
    where ended_at is null;
create index ix_reference_replaced_by_id on reference (replaced_by_id);
create index ix_reference_workload_id on reference (workload_id);
comment on column reference.host_id is 'whose runs it is for; null = of all hosts';
comment on column reference.workload_id is 'null = for all workloads';
comment on column reference.filter is 'what was pinned, canonical; its runs are those of that moment';
comment on column reference.run_count is 'runs when it was pinned';
comment on column reference.ended_at is 'null = it is in force';
comment on column reference.replaced_by_id is 'null = it was taken back';

create table reference_run (
    reference_id uuid not null
        constraint fk_reference_run_reference_id_reference references reference on delete cascade,
    run_id uuid not null constraint fk_reference_run_run_id_run references run on delete cascade,
    constraint pk_reference_run primary key (reference_id, run_id)
);
create index ix_reference_run_run_id on reference_run (run_id);

create table notification_rule (
    id uuid constraint pk_notification_rule primary key,
    user_id uuid not null constraint fk_notification_rule_user_id_app_user references app_user on delete cascade,
    name text not null,
    kind text not null,
    secret text not null,
    shown text not null,
    host text,
    metric text,
    is_worse boolean,
    least double precision not null,
    suspect text,
    digest_hour integer,
    quiet_from integer,
    quiet_to integer,
    is_active boolean default true not null,
    since timestamptz not null,
    created_at timestamptz not null,
    kinds text[] default '{change}' not null,
    filter text,
    zone text default 'UTC' not null,
    constraint ck_notification_rule_kind check (kind in ('webhook', 'mail', 'chat'))
);
create index ix_notification_rule_user_id on notification_rule (user_id);
comment on column notification_rule.kind is 'webhook, mail or chat';
comment on column notification_rule.secret is 'destination, encrypted with a key that is not in the database';
comment on column notification_rule.shown is 'scheme and server of the destination, no secret';
comment on column notification_rule.host is 'name of a host; null = every host';
comment on column notification_rule.metric is 'name of vocabulary/metrics.py; null = every one';
comment on column notification_rule.is_worse is 'null = for the better, too';
comment on column notification_rule.least is 'least distance of a change''s ratio from 1, a share';
comment on column notification_rule.suspect is 'factor that changed, too; null = any or none';
comment on column notification_rule.digest_hour is 'hour of the day, in `zone`, of the daily message; null = at once';
comment on column notification_rule.quiet_from is
    'hour of the day, in `zone`, that nothing is sent from; null = no quiet hours';
comment on column notification_rule.quiet_to is 'hour of the day, in `zone`, that ends it';
comment on column notification_rule.since is 'what was seen before is not told';
comment on column notification_rule.kinds is 'of vocabulary/notifications.py: change, and kinds of events';
comment on column notification_rule.filter is 'runs it is about, in the filter language; null = all';
comment on column notification_rule.zone is 'name of the IANA time zone database';

create table notification_delivery (
    id uuid default gen_random_uuid() constraint pk_notification_delivery primary key,
    rule_id uuid not null
        constraint fk_notification_delivery_rule_id_notification_rule references notification_rule on delete cascade,
    change_id uuid constraint fk_notification_delivery_change_id_change references change on delete cascade,
    message_id uuid,
    state text default 'waiting' not null,
    attempt integer default 0 not null,
    next_at timestamptz not null,
    last_error text,
    delivered_at timestamptz,
    event_id uuid constraint fk_notification_delivery_event_id_event references event on delete cascade,
    constraint uq_notification_delivery_rule_id_change_id unique (rule_id, change_id),
    constraint uq_notification_delivery_rule_id_event_id unique (rule_id, event_id),
    constraint ck_notification_delivery_state check (state in ('waiting', 'delivered', 'failed')),
    constraint ck_notification_delivery_subject check (num_nonnulls(change_id, event_id) = 1)
);
create index ix_notification_delivery_change_id on notification_delivery (change_id);
create index ix_notification_delivery_event_id on notification_delivery (event_id);
create index ix_notification_delivery_message_id on notification_delivery (message_id);
create index ix_notification_delivery_waiting on notification_delivery (next_at) where state = 'waiting';
comment on column notification_delivery.change_id is 'null = an event';
comment on column notification_delivery.message_id is
    'idempotency key of the message it is part of, kept over retries';
comment on column notification_delivery.attempt is 'attempts that failed';
comment on column notification_delivery.next_at is 'not sent before';
comment on column notification_delivery.last_error is 'of the last attempt; names no secret';
comment on column notification_delivery.event_id is 'null = a change';

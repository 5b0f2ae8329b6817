-- Accounts: users, sessions, tokens, and what they did.

create table app_user (
    id uuid constraint pk_app_user primary key,
    name text not null,
    role text not null,
    password_hash text,
    oidc_issuer text,
    oidc_subject text,
    created_at timestamptz not null,
    last_login_at timestamptz,
    deactivated_at timestamptz,
    constraint ck_app_user_role check (role in ('viewer', 'editor', 'admin'))
);
create unique index uq_app_user_name on app_user (lower(name));
create unique index uq_app_user_oidc on app_user (oidc_issuer, oidc_subject);
comment on column app_user.name is 'what they sign in with; unique without regard to case';
comment on column app_user.password_hash is 'Argon2id; null = no password';
comment on column app_user.oidc_issuer is 'single sign-on: who vouches for them';
comment on column app_user.oidc_subject is 'single sign-on: their id there';
comment on column app_user.deactivated_at is 'null = active; their sessions and tokens end with them';

create table invitation (
    id uuid constraint pk_invitation primary key,
    code_sha256 bytea not null constraint uq_invitation_code_sha256 unique,
    role text not null,
    label text not null,
    created_by uuid not null constraint fk_invitation_created_by_app_user references app_user,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    used_by uuid constraint fk_invitation_used_by_app_user references app_user,
    revoked_at timestamptz,
    constraint ck_invitation_role check (role in ('viewer', 'editor', 'admin'))
);
comment on column invitation.label is 'for whom it was made';

create table session (
    id uuid constraint pk_session primary key,
    reference_sha256 bytea not null constraint uq_session_reference_sha256 unique,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    user_id uuid not null constraint fk_session_user_id_app_user references app_user,
    browser text,
    authenticated_at timestamptz not null
);
create index ix_session_user_id on session (user_id);
comment on column session.expires_at is 'absolute end, 14 days';
comment on column session.browser is 'User-Agent, cut to 200 characters';
comment on column session.authenticated_at is
    'when a password or link was last shown, here or to the identity provider';

create table failed_login (
    id uuid constraint pk_failed_login primary key,
    whose_sha256 bytea not null,
    at timestamptz not null
);
create index ix_failed_login_whose_sha256_at on failed_login (whose_sha256, at);
comment on column failed_login.whose_sha256 is 'of the account''s name and the caller''s network';

create table api_token (
    id uuid constraint pk_api_token primary key,
    name text not null,
    scope text not null,
    token_sha256 bytea not null constraint uq_api_token_token_sha256 unique,
    prefix text not null,
    host_id uuid constraint fk_api_token_host_id_host references host,
    created_at timestamptz not null,
    expires_at timestamptz,
    last_used_at timestamptz,
    revoked_at timestamptz,
    created_by uuid constraint fk_api_token_created_by_app_user references app_user,
    agent_host_id text,
    constraint ck_api_token_scope check (scope in ('upload', 'yabs', 'feed', 'read', 'write', 'admin'))
);
create index ix_api_token_created_by on api_token (created_by);
create index ix_api_token_host_id on api_token (host_id);
comment on column api_token.prefix is 'first characters, to recognise it by';
comment on column api_token.host_id is 'the one host an upload token may send for; null = any';
comment on column api_token.created_by is 'ends with that user; null = made on the command line';
comment on column api_token.agent_host_id is 'the agent that got it at its enrolment; null = made by a person';

create table one_time_code (
    id uuid constraint pk_one_time_code primary key,
    purpose text not null,
    code_sha256 bytea not null constraint uq_one_time_code_code_sha256 unique,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    user_id uuid constraint fk_one_time_code_user_id_app_user references app_user,
    host_id uuid constraint fk_one_time_code_host_id_host references host on delete cascade,
    may_join boolean default true not null,
    constraint ck_one_time_code_purpose check (purpose in ('login', 'enrolment', 'single_sign_on'))
);
create index ix_one_time_code_host_id on one_time_code (host_id);
comment on column one_time_code.user_id is
    'whom a login link signs in, or single sign-on is to be connected to; null otherwise';
comment on column one_time_code.host_id is 'the one host that an enrolment is for; null = the maker named none';
comment on column one_time_code.may_join is 'an enrolment may continue a host that its machine is recognised as';

create table audit_event (
    id uuid constraint pk_audit_event primary key,
    at timestamptz not null,
    actor_kind text not null,
    actor_id uuid,
    actor_name text not null,
    action text not null,
    subject_id uuid,
    detail jsonb not null
);
create index ix_audit_event_subject_id_id on audit_event (subject_id, id desc);
comment on column audit_event.actor_kind is 'user, token, command_line or nobody';
comment on column audit_event.actor_name is 'as it was then; names change';
comment on column audit_event.action is 'noun.verb, e.g. token.create';
comment on column audit_event.subject_id is 'what it was done to, e.g. the run''s id';
comment on column audit_event.detail is 'what changed; never a secret';

create table saved_view (
    id uuid constraint pk_saved_view primary key,
    page text not null,
    name text not null,
    query text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    created_by text not null,
    is_pinned boolean default false not null,
    is_default boolean default false not null,
    constraint uq_saved_view_page_name unique (page, name),
    constraint ck_saved_view_page check (page in ('runs', 'series', 'compare'))
);
create unique index ix_saved_view_page_default on saved_view (page) where is_default;
comment on column saved_view.page is 'runs, series or compare';
comment on column saved_view.query is 'query string as the page has it; filters in canonical spelling';
comment on column saved_view.created_by is 'token:ID or session:ID';
comment on column saved_view.is_pinned is 'stands above the list';
comment on column saved_view.is_default is 'what the navigation opens; one per page';

create table feed (
    token_id uuid constraint pk_feed primary key
        constraint fk_feed_token_id_api_token references api_token on delete cascade,
    view_id uuid not null constraint fk_feed_view_id_saved_view references saved_view on delete cascade,
    has_runs boolean not null
);
create index ix_feed_view_id on feed (view_id);
comment on column feed.token_id is 'whose scope is feed';
comment on column feed.has_runs is 'its newest runs are entries, too';

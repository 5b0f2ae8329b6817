-- Shares: links for others, and the copies they open. Datasheet cards of users.

create table share (
    id uuid constraint pk_share primary key,
    token_sha256 bytea not null constraint uq_share_token_sha256 unique,
    kind text not null,
    spec jsonb not null,
    title text not null,
    label text,
    passphrase_hash text,
    hidden text[] not null,
    revealed text[] not null,
    created_by uuid constraint fk_share_created_by_app_user references app_user,
    created_with uuid constraint fk_share_created_with_api_token references api_token,
    created_by_name text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    paused_at timestamptz,
    revoked_at timestamptz,
    view_count integer default 0 not null,
    last_viewed_at timestamptz,
    expectation text,
    constraint ck_share_kind check (kind in ('run', 'compare', 'series', 'batch'))
);
create index ix_share_created_by on share (created_by);
create index ix_share_created_with on share (created_with);
comment on column share.spec is 'what was asked for: run_id, or a page''s address';
comment on column share.title is 'of the frozen document';
comment on column share.label is 'for whom; the recipient sees it';
comment on column share.passphrase_hash is 'Argon2id; null = none is asked for';
comment on column share.hidden is 'fields left out beyond the default';
comment on column share.revealed is 'exceptions from the redaction';
comment on column share.created_by is 'ends with that user; null = a token of the terminal';
comment on column share.created_with is 'ends with that token; null = made in a browser';
comment on column share.created_by_name is 'as it was then; names change';
comment on column share.revoked_at is 'for good';
comment on column share.view_count is 'times the page''s document was opened';
comment on column share.expectation is 'what its sender expected of the result, in own words; null = not said';

create table share_document (
    share_id uuid constraint pk_share_document primary key
        constraint fk_share_document_share_id_share references share on delete cascade,
    body_zstd bytea not null
);
comment on column share_document.body_zstd is 'JSON of schemas.shared.SharedDocument';

create table share_run (
    share_id uuid not null constraint fk_share_run_share_id_share references share on delete cascade,
    run_id uuid not null constraint fk_share_run_run_id_run references run on delete cascade,
    constraint pk_share_run primary key (share_id, run_id)
);
create index ix_share_run_run_id on share_run (run_id);

create table share_view (
    id uuid constraint pk_share_view primary key,
    share_id uuid not null constraint fk_share_view_share_id_share references share on delete cascade,
    at timestamptz not null,
    what text not null,
    network text,
    browser text,
    constraint ck_share_view_what check (what in ('page', 'json', 'csv', 'raw'))
);
create index ix_share_view_share_id_id on share_view (share_id, id desc);
comment on column share_view.network is 'cut to /24 or /48; null = unknown';
comment on column share_view.browser is 'family and system; null = unknown';

create table spec_card (
    id text not null,
    version integer not null,
    document jsonb not null,
    origin text not null,
    made_by text not null,
    made_at timestamptz not null,
    superseded_by integer,
    constraint pk_spec_card primary key (id, version),
    constraint ck_spec_card_origin check (origin in ('person'))
);
comment on column spec_card.id is 'the card''s own id, e.g. intel-dc-p3700-2-tb';
comment on column spec_card.version is 'from 1, one more for each that supersedes it';
comment on column spec_card.document is 'the card as it was checked; specs/card.py';
comment on column spec_card.origin is 'who brought it: person';
comment on column spec_card.made_by is 'name of the person or the token';
comment on column spec_card.superseded_by is 'newer version; null = in force';

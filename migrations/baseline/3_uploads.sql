-- Uploads: the original bytes, where they came from, and reading them again.

create table document (
    id uuid constraint pk_document primary key,
    sha256 bytea not null constraint uq_document_sha256 unique,
    size_bytes bigint not null,
    media_kind text not null,
    body_zstd bytea,
    created_at timestamptz not null,
    stored_in text default 'postgres' not null,
    constraint ck_document_stored_in
        check (case stored_in when 'postgres' then body_zstd is not null
            when 's3' then body_zstd is null else false end)
);
comment on column document.sha256 is 'of the original bytes';
comment on column document.size_bytes is 'of the original bytes';
comment on column document.media_kind is 'what the reader took it for, e.g. fio_json; unknown';
comment on column document.body_zstd is 'null: the bytes are in the object store';
comment on column document.stored_in is
    'where the bytes are: postgres, in body_zstd; s3, in the object store by sha256';

create table upload (
    id uuid constraint pk_upload primary key,
    upload_key uuid not null constraint uq_upload_upload_key unique,
    digest bytea not null,
    host_id uuid not null constraint fk_upload_host_id_host references host,
    token_id uuid constraint fk_upload_token_id_api_token references api_token,
    manifest jsonb not null,
    collected jsonb,
    received_at timestamptz not null
);
create index ix_upload_host_id on upload (host_id);
create index ix_upload_token_id on upload (token_id);
comment on column upload.upload_key is 'the agent''s key; for imports derived from host and SHA-256 of the body';
comment on column upload.digest is 'SHA-256 over the digests of all files, docs/upload.md';
comment on column upload.manifest is 'as sent, unknown fields included; for imports {import: what the address said}';
comment on column upload.collected is
    'what of the inventory is of one moment only (collected_at, collector): no part of its content';

create table upload_file (
    upload_id uuid not null constraint fk_upload_file_upload_id_upload references upload on delete cascade,
    position smallint not null,
    name text not null,
    kind text not null,
    document_id uuid not null constraint fk_upload_file_document_id_document references document,
    constraint pk_upload_file primary key (upload_id, position)
);
create index ix_upload_file_document_id on upload_file (document_id);
comment on column upload_file.name is 'as the sender named it; data, never a path';

create table upload_due (
    upload_id uuid constraint pk_upload_due primary key
        constraint fk_upload_due_upload_id_upload references upload on delete cascade,
    due_since timestamptz not null
);

create table refused_upload (
    id uuid constraint pk_refused_upload primary key,
    host_id uuid constraint fk_refused_upload_host_id_host references host,
    error text not null,
    detail text not null,
    upload_key uuid,
    refused_at timestamptz not null
);
create index ix_refused_upload_host_id on refused_upload (host_id);

create table reparse (
    id uuid constraint pk_reparse primary key,
    is_dry_run boolean not null,
    is_of_everything boolean not null,
    reader_version integer,
    facts_version integer,
    requested_at timestamptz not null,
    finished_at timestamptz,
    last_upload_id uuid,
    uploads_total integer,
    uploads_done integer not null,
    uploads_changed integer not null,
    uploads_refused integer not null,
    facts jsonb not null,
    refusals jsonb not null
);
create unique index uq_reparse_unfinished on reparse ((true)) where finished_at is null;
comment on column reparse.is_dry_run is 'say what would change, change nothing';
comment on column reparse.is_of_everything is 'also what this version of the readers has read';
comment on column reparse.reader_version is 'that reads; null before the first upload';
comment on column reparse.facts_version is 'of the rules for path and factors; null before the first upload';
comment on column reparse.last_upload_id is 'the last one that is done; they come in order';
comment on column reparse.uploads_total is 'counted when work began; null before';
comment on column reparse.uploads_done is 'uploads read again so far';
comment on column reparse.uploads_changed is 'of those done: read differently';
comment on column reparse.uploads_refused is 'of those done: left as they were';
comment on column reparse.facts is 'what changed or would change: fact to number of places';
comment on column reparse.refusals is 'the first of them: [{upload_id, detail}]';

create table stated_hardware (
    id uuid constraint pk_stated_hardware primary key,
    host_id uuid not null constraint fk_stated_hardware_host_id_host references host,
    inventory_id uuid not null constraint fk_stated_hardware_inventory_id_inventory references inventory,
    document_id uuid not null constraint fk_stated_hardware_document_id_document references document,
    since timestamptz not null,
    stated_at timestamptz not null,
    stated_by text not null
);
create index ix_stated_hardware_document_id on stated_hardware (document_id);
create index ix_stated_hardware_host_id on stated_hardware (host_id);
create index ix_stated_hardware_inventory_id on stated_hardware (inventory_id);
comment on column stated_hardware.inventory_id is 'the cleaned reading';
comment on column stated_hardware.document_id is 'the text, byte for byte as it was pasted';
comment on column stated_hardware.since is 'it went to no run older than that';
comment on column stated_hardware.stated_by is 'name of who stated it';

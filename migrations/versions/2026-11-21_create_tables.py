"""create tables

Revision: 0001
Revises:
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.create_table(
        "configuration",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column(
            "content_sha256", sa.LargeBinary(), nullable=False, comment="of the canonical JSON of `factors`"
        ),
        sa.Column("factors", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=False),
        sa.Column(
            "run_count",
            sa.BigInteger(),
            nullable=False,
            comment="runs not deleted; maintained by ingest, can be rebuilt",
        ),
        sa.Column("first_seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_configuration")),
        sa.UniqueConstraint("content_sha256", name=op.f("uq_configuration_content_sha256")),
    )
    op.create_table(
        "document",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("sha256", sa.LargeBinary(), nullable=False, comment="of the original bytes"),
        sa.Column("size_bytes", sa.BigInteger(), nullable=False, comment="of the original bytes"),
        sa.Column(
            "media_kind",
            sa.Text(),
            nullable=False,
            comment="what the reader took it for, e.g. fio_json; unknown",
        ),
        sa.Column("body_zstd", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document")),
        sa.UniqueConstraint("sha256", name=op.f("uq_document_sha256")),
    )
    op.create_table(
        "host",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column(
            "agent_host_id",
            sa.Text(),
            nullable=True,
            comment="made by the agent; null = known only by the name given at an import",
        ),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_host")),
        sa.UniqueConstraint("agent_host_id", name=op.f("uq_host_agent_host_id")),
    )
    op.create_index("ix_host_name", "host", ["name"], unique=False)
    op.create_index(
        "uq_host_name_imported",
        "host",
        ["name"],
        unique=True,
        postgresql_where=sa.text("agent_host_id is null"),
    )
    op.create_table(
        "inventory",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("content_sha256", sa.LargeBinary(), nullable=False, comment="of the canonical JSON"),
        sa.Column(
            "body",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=False,
            comment="the document, made harmless for jsonb (no U+0000, no huge numbers)",
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("hw_fingerprint", sa.Text(), nullable=True, comment="facet hw; null = not computed"),
        sa.Column("fw_fingerprint", sa.Text(), nullable=True, comment="facet fw; null = not computed"),
        sa.Column("os_fingerprint", sa.Text(), nullable=True, comment="facet os; null = not computed"),
        sa.Column("path_fingerprint", sa.Text(), nullable=True, comment="facet path; null = not computed"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inventory")),
        sa.UniqueConstraint("content_sha256", name=op.f("uq_inventory_content_sha256")),
    )
    op.create_table(
        "one_time_code",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("purpose", sa.Text(), nullable=False),
        sa.Column("code_sha256", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("purpose in ('login', 'enrolment')", name=op.f("ck_one_time_code_purpose")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_one_time_code")),
        sa.UniqueConstraint("code_sha256", name=op.f("uq_one_time_code_code_sha256")),
    )
    op.create_table(
        "session",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("reference_sha256", sa.LargeBinary(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False, comment="absolute end, 14 days"),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_session")),
        sa.UniqueConstraint("reference_sha256", name=op.f("uq_session_reference_sha256")),
    )
    op.create_table(
        "workload",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column(
            "content_sha256", sa.LargeBinary(), nullable=False, comment="of the canonical JSON of `options`"
        ),
        sa.Column(
            "options",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=False,
            comment="null values = unknown",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_workload")),
        sa.UniqueConstraint("content_sha256", name=op.f("uq_workload_content_sha256")),
    )
    op.create_table(
        "api_token",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("token_sha256", sa.LargeBinary(), nullable=False),
        sa.Column("prefix", sa.Text(), nullable=False, comment="first characters, to recognise it by"),
        sa.Column(
            "host_id",
            sa.Uuid(),
            nullable=True,
            comment="the one host an upload token may send for; null = any",
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("scope in ('upload', 'read', 'write', 'admin')", name=op.f("ck_api_token_scope")),
        sa.ForeignKeyConstraint(["host_id"], ["host.id"], name=op.f("fk_api_token_host_id_host")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_token")),
        sa.UniqueConstraint("token_sha256", name=op.f("uq_api_token_token_sha256")),
    )
    op.create_index(op.f("ix_api_token_host_id"), "api_token", ["host_id"], unique=False)
    op.create_table(
        "refused_upload",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("host_id", sa.Uuid(), nullable=True),
        sa.Column("error", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("upload_key", sa.Uuid(), nullable=True),
        sa.Column("refused_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["host_id"], ["host.id"], name=op.f("fk_refused_upload_host_id_host")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_refused_upload")),
    )
    op.create_index(op.f("ix_refused_upload_host_id"), "refused_upload", ["host_id"], unique=False)
    op.create_table(
        "upload",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column(
            "upload_key",
            sa.Uuid(),
            nullable=False,
            comment="the agent's key; for imports derived from host and SHA-256 of the body",
        ),
        sa.Column(
            "digest",
            sa.LargeBinary(),
            nullable=False,
            comment="SHA-256 over the digests of all files, docs/upload.md",
        ),
        sa.Column("host_id", sa.Uuid(), nullable=False),
        sa.Column("token_id", sa.Uuid(), nullable=True),
        sa.Column(
            "manifest",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=False,
            comment="as sent, unknown fields included; for imports {import: what the address said}",
        ),
        sa.Column(
            "collected",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=True,
            comment="what of the inventory is of one moment only (collected_at, collector): no part of its content",
        ),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["host_id"], ["host.id"], name=op.f("fk_upload_host_id_host")),
        sa.ForeignKeyConstraint(["token_id"], ["api_token.id"], name=op.f("fk_upload_token_id_api_token")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_upload")),
        sa.UniqueConstraint("upload_key", name=op.f("uq_upload_upload_key")),
    )
    op.create_index(op.f("ix_upload_host_id"), "upload", ["host_id"], unique=False)
    op.create_index(op.f("ix_upload_token_id"), "upload", ["token_id"], unique=False)
    op.create_table(
        "run",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("upload_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.SmallInteger(), nullable=False, comment="order in the upload, from 0"),
        sa.Column("host_id", sa.Uuid(), nullable=False),
        sa.Column("inventory_id", sa.Uuid(), nullable=True),
        sa.Column("configuration_id", sa.Uuid(), nullable=False),
        sa.Column("uploaded_at", sa.DateTime(timezone=True), nullable=False, comment="the server's clock"),
        sa.Column(
            "started_at",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="the host's clock; null = unknown or impossible",
        ),
        sa.Column(
            "started_at_reason",
            sa.Text(),
            nullable=True,
            comment="why started_at is null, or how it was computed",
        ),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "sorted_at",
            sa.DateTime(timezone=True),
            nullable=False,
            comment="started_at, else uploaded_at: what lists are ordered by",
        ),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("state_reason", sa.Text(), nullable=True, comment="why the output was not understood"),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column(
            "reader_version", sa.Integer(), nullable=False, comment="of the reader that made the derived rows"
        ),
        sa.Column("tool_name", sa.Text(), nullable=False),
        sa.Column("tool_version", sa.Text(), nullable=True),
        sa.Column("target", sa.Text(), nullable=True),
        sa.Column("argv", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
        sa.Column(
            "global_options",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=False,
            comment="fio's [global] section as typed",
        ),
        sa.Column(
            "disk_util",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=True,
            comment="null = fio printed no disk statistics",
        ),
        sa.Column("problems", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=False),
        sa.Column("batch_id", sa.Uuid(), nullable=True),
        sa.Column(
            "batch",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=True,
            comment="name, step, steps",
        ),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("labels", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=False),
        sa.Column("tags", postgresql.ARRAY(sa.Text()), nullable=False),
        sa.Column(
            "iops",
            sa.Double(),
            nullable=True,
            comment="headline: largest over the results; for sorting lists only",
        ),
        sa.Column("bw_bytes_per_s", sa.Double(), nullable=True, comment="headline, as above, bytes/s"),
        sa.Column(
            "clat_p99_ns", sa.Double(), nullable=True, comment="headline: largest over the results, ns"
        ),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True, comment="restorable for 30 days"),
        sa.CheckConstraint("outcome in ('complete', 'interrupted', 'failed')", name=op.f("ck_run_outcome")),
        sa.CheckConstraint("state in ('understood', 'not_understood')", name=op.f("ck_run_state")),
        sa.ForeignKeyConstraint(
            ["configuration_id"], ["configuration.id"], name=op.f("fk_run_configuration_id_configuration")
        ),
        sa.ForeignKeyConstraint(["host_id"], ["host.id"], name=op.f("fk_run_host_id_host")),
        sa.ForeignKeyConstraint(
            ["inventory_id"], ["inventory.id"], name=op.f("fk_run_inventory_id_inventory")
        ),
        sa.ForeignKeyConstraint(["upload_id"], ["upload.id"], name=op.f("fk_run_upload_id_upload")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_run")),
    )
    op.create_index(
        "ix_run_batch_id", "run", ["batch_id"], unique=False, postgresql_where=sa.text("batch_id is not null")
    )
    op.create_index(
        "ix_run_bw_bytes_per_s_id",
        "run",
        [sa.literal_column("bw_bytes_per_s desc nulls last"), sa.literal_column("id desc")],
        unique=False,
        postgresql_where=sa.text("deleted_at is null"),
    )
    op.create_index(
        "ix_run_clat_p99_ns_id",
        "run",
        [sa.literal_column("clat_p99_ns desc nulls last"), sa.literal_column("id desc")],
        unique=False,
        postgresql_where=sa.text("deleted_at is null"),
    )
    op.create_index(
        "ix_run_configuration_id_sorted_at_id",
        "run",
        ["configuration_id", sa.literal_column("sorted_at desc"), sa.literal_column("id desc")],
        unique=False,
        postgresql_where=sa.text("deleted_at is null"),
    )
    op.create_index(
        "ix_run_host_id_sorted_at_id",
        "run",
        ["host_id", sa.literal_column("sorted_at desc"), sa.literal_column("id desc")],
        unique=False,
        postgresql_where=sa.text("deleted_at is null"),
    )
    op.create_index(op.f("ix_run_inventory_id"), "run", ["inventory_id"], unique=False)
    op.create_index(
        "ix_run_iops_id",
        "run",
        [sa.literal_column("iops desc nulls last"), sa.literal_column("id desc")],
        unique=False,
        postgresql_where=sa.text("deleted_at is null"),
    )
    op.create_index(
        "ix_run_sorted_at_configuration_id",
        "run",
        ["sorted_at", "configuration_id"],
        unique=False,
        postgresql_where=sa.text("deleted_at is null"),
    )
    op.create_index(
        "ix_run_sorted_at_id",
        "run",
        [sa.literal_column("sorted_at desc"), sa.literal_column("id desc")],
        unique=False,
        postgresql_where=sa.text("deleted_at is null"),
    )
    op.create_index("ix_run_upload_id_position", "run", ["upload_id", "position"], unique=False)
    op.create_table(
        "upload_file",
        sa.Column("upload_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.SmallInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False, comment="as the sender named it; data, never a path"),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("document_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"], ["document.id"], name=op.f("fk_upload_file_document_id_document")
        ),
        sa.ForeignKeyConstraint(
            ["upload_id"], ["upload.id"], name=op.f("fk_upload_file_upload_id_upload"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("upload_id", "position", name=op.f("pk_upload_file")),
    )
    op.create_index(op.f("ix_upload_file_document_id"), "upload_file", ["document_id"], unique=False)
    op.create_table(
        "result",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("run_id", sa.Uuid(), nullable=False),
        sa.Column("workload_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.SmallInteger(), nullable=False, comment="order in the output, from 0"),
        sa.Column("job_name", sa.Text(), nullable=False),
        sa.Column("job_group", sa.Integer(), nullable=False, comment="fio's groupid"),
        sa.Column("direction", sa.Text(), nullable=False),
        sa.Column("rw", sa.Text(), nullable=True),
        sa.Column("bs_bytes", sa.BigInteger(), nullable=True),
        sa.Column("iodepth", sa.BigInteger(), nullable=True),
        sa.Column("numjobs", sa.BigInteger(), nullable=True),
        sa.Column("ioengine", sa.Text(), nullable=True),
        sa.Column("direct", sa.Boolean(), nullable=True),
        sa.Column(
            "job_options",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=False,
            comment="effective options as typed",
        ),
        sa.Column(
            "details",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=False,
            comment="what only the run page shows; keys with their units in the name",
        ),
        sa.Column("usr_cpu_pct", sa.Double(), nullable=True),
        sa.Column("sys_cpu_pct", sa.Double(), nullable=True),
        sa.Column("error", sa.BigInteger(), nullable=False),
        sa.Column("problems", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=False),
        sa.Column("iops", sa.Double(), nullable=True),
        sa.Column("bw_bytes_per_s", sa.BigInteger(), nullable=True),
        sa.Column("io_bytes", sa.BigInteger(), nullable=True),
        sa.Column("total_ios", sa.BigInteger(), nullable=True),
        sa.Column("runtime_ms", sa.BigInteger(), nullable=True),
        sa.Column("slat", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
        sa.Column("clat", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
        sa.Column("lat", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
        sa.CheckConstraint(
            "direction in ('read', 'write', 'trim', 'mixed')", name=op.f("ck_result_direction")
        ),
        sa.ForeignKeyConstraint(
            ["run_id"], ["run.id"], name=op.f("fk_result_run_id_run"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["workload_id"], ["workload.id"], name=op.f("fk_result_workload_id_workload")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_result")),
    )
    op.create_index("ix_result_run_id_position", "result", ["run_id", "position"], unique=False)
    op.create_index(op.f("ix_result_workload_id"), "result", ["workload_id"], unique=False)
    op.create_table(
        "time_series",
        sa.Column("run_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False, comment="order within the run, from 0"),
        sa.Column("source", sa.Text(), nullable=False, comment="fio_log, status_interval or samples"),
        sa.Column("name", sa.Text(), nullable=False, comment="file or job it came from"),
        sa.Column("metric", sa.Text(), nullable=False, comment="bw_bytes_per_s, iops, clat_ns, …; unknown"),
        sa.Column("direction", sa.Text(), nullable=False),
        sa.Column(
            "is_epoch",
            sa.Boolean(),
            nullable=False,
            comment="times are Unix ms; else ms from the start of the job",
        ),
        sa.Column(
            "is_per_io",
            sa.Boolean(),
            nullable=False,
            comment="one point per I/O: values are no rates of a window",
        ),
        sa.Column("n", sa.BigInteger(), nullable=False, comment="points"),
        sa.Column("points", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["run_id"], ["run.id"], name=op.f("fk_time_series_run_id_run"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("run_id", "position", name=op.f("pk_time_series")),
    )
    op.create_table(
        "histogram",
        sa.Column("result_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False, comment="slat, clat or lat"),
        sa.Column("n", sa.BigInteger(), nullable=False, comment="I/Os in the bins"),
        sa.Column("bins", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["result_id"], ["result.id"], name=op.f("fk_histogram_result_id_result"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("result_id", "kind", name=op.f("pk_histogram")),
    )
    op.create_table(
        "job_result",
        sa.Column("result_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False, comment="order among the clones, from 0"),
        sa.Column("iops", sa.Double(), nullable=True),
        sa.Column("bw_bytes_per_s", sa.BigInteger(), nullable=True),
        sa.Column("io_bytes", sa.BigInteger(), nullable=True),
        sa.Column("total_ios", sa.BigInteger(), nullable=True),
        sa.Column("runtime_ms", sa.BigInteger(), nullable=True),
        sa.Column("slat", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
        sa.Column("clat", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
        sa.Column("lat", postgresql.JSONB(none_as_null=True, astext_type=sa.Text()), nullable=True),
        sa.ForeignKeyConstraint(
            ["result_id"], ["result.id"], name=op.f("fk_job_result_result_id_result"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("result_id", "position", name=op.f("pk_job_result")),
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_table("job_result")
    op.drop_table("histogram")
    op.drop_table("time_series")
    op.drop_index(op.f("ix_result_workload_id"), table_name="result")
    op.drop_index("ix_result_run_id_position", table_name="result")
    op.drop_table("result")
    op.drop_index(op.f("ix_upload_file_document_id"), table_name="upload_file")
    op.drop_table("upload_file")
    op.drop_index("ix_run_upload_id_position", table_name="run")
    op.drop_index("ix_run_sorted_at_id", table_name="run", postgresql_where=sa.text("deleted_at is null"))
    op.drop_index(
        "ix_run_sorted_at_configuration_id", table_name="run", postgresql_where=sa.text("deleted_at is null")
    )
    op.drop_index("ix_run_iops_id", table_name="run", postgresql_where=sa.text("deleted_at is null"))
    op.drop_index(op.f("ix_run_inventory_id"), table_name="run")
    op.drop_index(
        "ix_run_host_id_sorted_at_id", table_name="run", postgresql_where=sa.text("deleted_at is null")
    )
    op.drop_index(
        "ix_run_configuration_id_sorted_at_id",
        table_name="run",
        postgresql_where=sa.text("deleted_at is null"),
    )
    op.drop_index("ix_run_clat_p99_ns_id", table_name="run", postgresql_where=sa.text("deleted_at is null"))
    op.drop_index(
        "ix_run_bw_bytes_per_s_id", table_name="run", postgresql_where=sa.text("deleted_at is null")
    )
    op.drop_index("ix_run_batch_id", table_name="run", postgresql_where=sa.text("batch_id is not null"))
    op.drop_table("run")
    op.drop_index(op.f("ix_upload_token_id"), table_name="upload")
    op.drop_index(op.f("ix_upload_host_id"), table_name="upload")
    op.drop_table("upload")
    op.drop_index(op.f("ix_refused_upload_host_id"), table_name="refused_upload")
    op.drop_table("refused_upload")
    op.drop_index(op.f("ix_api_token_host_id"), table_name="api_token")
    op.drop_table("api_token")
    op.drop_table("workload")
    op.drop_table("session")
    op.drop_table("one_time_code")
    op.drop_table("inventory")
    op.drop_index(
        "uq_host_name_imported", table_name="host", postgresql_where=sa.text("agent_host_id is null")
    )
    op.drop_index("ix_host_name", table_name="host")
    op.drop_table("host")
    op.drop_table("document")
    op.drop_table("configuration")

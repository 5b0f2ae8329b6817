"""Add requests to measure, their schedules, the hosts that take them and what running ones show live

Revision: 6d1acc0e053f
Revises: 7d1c0a5e93f4

Live samples are unlogged: they cost no WAL, and a crash that empties them loses nothing that is kept.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "6d1acc0e053f"
down_revision = "7d1c0a5e93f4"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.create_table(
        "live_sample",
        sa.Column("request_id", sa.Uuid(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False, comment="by the host's clock"),
        sa.Column(
            "sample",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=False,
            comment="rates, latencies, temperature and CPU",
        ),
        sa.PrimaryKeyConstraint("request_id", "at", name=op.f("pk_live_sample")),
        prefixes=["UNLOGGED"],
    )
    op.create_table(
        "schedule",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("host_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=True, comment="as in request"),
        sa.Column("run_id", sa.Uuid(), nullable=True, comment="as in request"),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column(
            "parameters",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=False,
            comment="as in request",
        ),
        sa.Column("priority", sa.SmallInteger(), nullable=False, comment="as in request"),
        sa.Column("cron", sa.Text(), nullable=False, comment="five fields, as in Debian's cron"),
        sa.Column("zone", sa.Text(), nullable=False, comment="name of the IANA time zone database"),
        sa.Column(
            "jitter_s", sa.Integer(), nullable=False, comment="each start is up to so many seconds later"
        ),
        sa.Column(
            "only_when_idle",
            sa.Boolean(),
            nullable=False,
            comment="skipped while the host has another request to run",
        ),
        sa.Column(
            "next_at",
            sa.DateTime(timezone=True),
            nullable=False,
            comment="when it is due next, with its jitter",
        ),
        sa.Column(
            "paused_at",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="since when it is paused; null = it is not",
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.CheckConstraint("(kind = 'repeat') = (name is null)", name=op.f("ck_schedule_name")),
        sa.CheckConstraint("(kind = 'repeat') = (run_id is not null)", name=op.f("ck_schedule_run_id")),
        sa.CheckConstraint("kind in ('suite', 'job', 'repeat')", name=op.f("ck_schedule_kind")),
        sa.CheckConstraint("jitter_s >= 0", name=op.f("ck_schedule_jitter_s")),
        sa.ForeignKeyConstraint(
            ["host_id"], ["host.id"], name=op.f("fk_schedule_host_id_host"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_schedule")),
    )
    op.create_index(op.f("ix_schedule_host_id"), "schedule", ["host_id"], unique=False)
    op.create_index(
        "ix_schedule_next_at",
        "schedule",
        ["next_at"],
        unique=False,
        postgresql_where=sa.text("paused_at is null"),
    )
    op.create_table(
        "serving_host",
        sa.Column("host_id", sa.Uuid(), nullable=False),
        sa.Column(
            "seen_at", sa.DateTime(timezone=True), nullable=False, comment="when its agent last polled"
        ),
        sa.Column("agent_version", sa.Text(), nullable=False),
        sa.Column(
            "offers",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=False,
            comment="of its /etc/fioboard/serve.toml, as the agent sent it",
        ),
        sa.ForeignKeyConstraint(
            ["host_id"], ["host.id"], name=op.f("fk_serving_host_host_id_host"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("host_id", name=op.f("pk_serving_host")),
    )
    op.create_table(
        "request",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("host_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column(
            "name", sa.Text(), nullable=True, comment="of the host's suite or job file; null = a repeat"
        ),
        sa.Column("run_id", sa.Uuid(), nullable=True, comment="the run to repeat; it may be deleted since"),
        sa.Column("target", sa.Text(), nullable=False, comment="folder or device, as the host lists it"),
        sa.Column(
            "parameters",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=False,
            comment="of the closed list in schemas/request.py",
        ),
        sa.Column("priority", sa.SmallInteger(), nullable=False, comment="higher ones start first"),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True, comment="why it ended so; null = nothing to explain"),
        sa.Column(
            "schedule_id",
            sa.Uuid(),
            nullable=True,
            comment="the schedule that made it; null = a person did, or the schedule is gone",
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.Column(
            "expires_at",
            sa.DateTime(timezone=True),
            nullable=False,
            comment="not started by then, it never is",
        ),
        sa.Column(
            "offered_at",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="when it was last offered to the host; null = never",
        ),
        sa.Column(
            "lease_until",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="from then on it may be offered again",
        ),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "seen_at",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="when the agent last said that it runs",
        ),
        sa.Column(
            "progress",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=True,
            comment="step, steps, workload and times; null = not running",
        ),
        sa.Column(
            "cancel_asked_at",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="when its end was asked for; null = it was not",
        ),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "reported_at",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="when the agent said how it ended; null = it did not",
        ),
        sa.CheckConstraint("(kind = 'repeat') = (name is null)", name=op.f("ck_request_name")),
        sa.CheckConstraint("(kind = 'repeat') = (run_id is not null)", name=op.f("ck_request_run_id")),
        sa.CheckConstraint("kind in ('suite', 'job', 'repeat')", name=op.f("ck_request_kind")),
        sa.CheckConstraint(
            "state in ('queued', 'offered', 'running', 'done', 'failed', 'refused', 'cancelled', 'expired')",
            name=op.f("ck_request_state"),
        ),
        sa.ForeignKeyConstraint(
            ["host_id"], ["host.id"], name=op.f("fk_request_host_id_host"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["schedule_id"],
            ["schedule.id"],
            name=op.f("fk_request_schedule_id_schedule"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_request")),
    )
    op.create_index(
        "ix_request_host_id_id", "request", ["host_id", sa.literal_column("id desc")], unique=False
    )
    op.create_index(
        "ix_request_host_id_open",
        "request",
        ["host_id"],
        unique=False,
        postgresql_where=sa.text("state in ('queued', 'offered', 'running')"),
    )
    op.create_index(op.f("ix_request_schedule_id"), "request", ["schedule_id"], unique=False)


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_index(op.f("ix_request_schedule_id"), table_name="request")
    op.drop_index(
        "ix_request_host_id_open",
        table_name="request",
        postgresql_where=sa.text("state in ('queued', 'offered', 'running')"),
    )
    op.drop_index("ix_request_host_id_id", table_name="request")
    op.drop_table("request")
    op.drop_table("serving_host")
    op.drop_index("ix_schedule_next_at", table_name="schedule", postgresql_where=sa.text("paused_at is null"))
    op.drop_index(op.f("ix_schedule_host_id"), table_name="schedule")
    op.drop_table("schedule")
    op.drop_table("live_sample")

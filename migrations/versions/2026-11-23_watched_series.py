"""Watched series, their changes, and what waits to be watched

Configurations of before have no digest: the service fills it, and watches their runs, in the background.

Revision: f87cc117ab5e
Revises: 2f86d1b07c4e
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "f87cc117ab5e"
down_revision = "2f86d1b07c4e"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.create_table(
        "watch_due",
        sa.Column("id", sa.Uuid(), server_default=sa.text("gen_random_uuid()"), nullable=False),
        sa.Column("configuration_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["configuration_id"],
            ["configuration.id"],
            name=op.f("fk_watch_due_configuration_id_configuration"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_watch_due")),
    )
    op.create_index(op.f("ix_watch_due_configuration_id"), "watch_due", ["configuration_id"], unique=False)
    op.create_table(
        "watch_series",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column(
            "digest",
            sa.LargeBinary(),
            nullable=False,
            comment="of the factors that all its runs share; watch/series.py",
        ),
        sa.Column("host_id", sa.Uuid(), nullable=False),
        sa.Column("workload_id", sa.Uuid(), nullable=False),
        sa.Column("direction", sa.Text(), nullable=False),
        sa.Column("metric", sa.Text(), nullable=False, comment="name of vocabulary/metrics.py"),
        sa.Column("run_count", sa.Integer(), nullable=False, comment="runs watched"),
        sa.Column(
            "doubted_count",
            sa.Integer(),
            nullable=False,
            comment="runs left out, since their figures cannot be trusted",
        ),
        sa.Column("first_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_run_id", sa.Uuid(), nullable=False),
        sa.Column(
            "last_value", sa.Double(), nullable=False, comment="of its newest run, in the metric's base unit"
        ),
        sa.ForeignKeyConstraint(
            ["host_id"], ["host.id"], name=op.f("fk_watch_series_host_id_host"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["last_run_id"], ["run.id"], name=op.f("fk_watch_series_last_run_id_run"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["workload_id"], ["workload.id"], name=op.f("fk_watch_series_workload_id_workload")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_watch_series")),
        sa.UniqueConstraint(
            "digest",
            "host_id",
            "workload_id",
            "direction",
            "metric",
            name=op.f("uq_watch_series_digest_host_id_workload_id_direction_metric"),
        ),
    )
    op.create_index(
        "ix_watch_series_host_id_last_at",
        "watch_series",
        ["host_id", sa.literal_column("last_at desc")],
        unique=False,
    )
    op.create_index(op.f("ix_watch_series_last_run_id"), "watch_series", ["last_run_id"], unique=False)
    op.create_index(op.f("ix_watch_series_workload_id"), "watch_series", ["workload_id"], unique=False)
    op.create_table(
        "change",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("series_id", sa.Uuid(), nullable=False),
        sa.Column("before_run_id", sa.Uuid(), nullable=False),
        sa.Column("after_run_id", sa.Uuid(), nullable=False),
        sa.Column(
            "before_at", sa.DateTime(timezone=True), nullable=False, comment="start of the last run before it"
        ),
        sa.Column(
            "after_at", sa.DateTime(timezone=True), nullable=False, comment="start of the first run after it"
        ),
        sa.Column("before", sa.Double(), nullable=False, comment="level before, in the metric's base unit"),
        sa.Column("after", sa.Double(), nullable=False, comment="level after, in the metric's base unit"),
        sa.Column("ratio", sa.Double(), nullable=False, comment="after / before, a share"),
        sa.Column(
            "ratio_low",
            sa.Double(),
            nullable=True,
            comment="95 % interval of ratio, a share; null = too few runs",
        ),
        sa.Column(
            "ratio_high",
            sa.Double(),
            nullable=True,
            comment="95 % interval of ratio, a share; null = too few runs",
        ),
        sa.Column("n_before", sa.Integer(), nullable=False, comment="runs at the level before"),
        sa.Column("n_after", sa.Integer(), nullable=False, comment="runs at the level after"),
        sa.Column(
            "is_worse", sa.Boolean(), nullable=True, comment="null = the metric has no better direction"
        ),
        sa.Column(
            "suspects",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=False,
            comment="what changed between the two runs, ranked",
        ),
        sa.Column(
            "unknown",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=False,
            comment="factors unknown on a side",
        ),
        sa.Column(
            "detected_at", sa.DateTime(timezone=True), nullable=False, comment="when the service saw it first"
        ),
        sa.Column(
            "gone_at",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="since when the runs show it no more; null = they do",
        ),
        sa.Column("state", sa.Text(), server_default="new", nullable=False),
        sa.Column("cause", sa.Text(), nullable=True, comment="a person's, of an expected change"),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("assignee_id", sa.Uuid(), nullable=True),
        sa.Column(
            "state_at", sa.DateTime(timezone=True), nullable=True, comment="when a person changed it last"
        ),
        sa.Column("state_by", sa.Text(), nullable=True, comment="name of who changed it last"),
        sa.CheckConstraint(
            "state in ('new', 'acknowledged', 'expected', 'fixed')", name=op.f("ck_change_state")
        ),
        sa.ForeignKeyConstraint(
            ["after_run_id"], ["run.id"], name=op.f("fk_change_after_run_id_run"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["assignee_id"], ["app_user.id"], name=op.f("fk_change_assignee_id_app_user"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["before_run_id"], ["run.id"], name=op.f("fk_change_before_run_id_run"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["series_id"],
            ["watch_series.id"],
            name=op.f("fk_change_series_id_watch_series"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_change")),
    )
    op.create_index(
        "ix_change_after_at_id",
        "change",
        [sa.literal_column("after_at desc"), sa.literal_column("id desc")],
        unique=False,
    )
    op.create_index(op.f("ix_change_after_run_id"), "change", ["after_run_id"], unique=False)
    op.create_index(op.f("ix_change_assignee_id"), "change", ["assignee_id"], unique=False)
    op.create_index(op.f("ix_change_before_run_id"), "change", ["before_run_id"], unique=False)
    op.create_index(op.f("ix_change_series_id"), "change", ["series_id"], unique=False)
    op.add_column(
        "configuration",
        sa.Column(
            "watch_digest",
            sa.LargeBinary(),
            nullable=True,
            comment="of the factors that runs of one watched series share",
        ),
    )
    op.add_column(
        "configuration",
        sa.Column(
            "watch_version",
            sa.Integer(),
            nullable=True,
            comment="of the rules that made watch_digest; null = not made yet",
        ),
    )
    op.create_index(op.f("ix_configuration_watch_digest"), "configuration", ["watch_digest"], unique=False)
    op.create_index(op.f("ix_configuration_watch_version"), "configuration", ["watch_version"], unique=False)


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_index(op.f("ix_configuration_watch_version"), table_name="configuration")
    op.drop_index(op.f("ix_configuration_watch_digest"), table_name="configuration")
    op.drop_column("configuration", "watch_version")
    op.drop_column("configuration", "watch_digest")
    op.drop_index(op.f("ix_change_series_id"), table_name="change")
    op.drop_index(op.f("ix_change_before_run_id"), table_name="change")
    op.drop_index(op.f("ix_change_assignee_id"), table_name="change")
    op.drop_index(op.f("ix_change_after_run_id"), table_name="change")
    op.drop_index("ix_change_after_at_id", table_name="change")
    op.drop_table("change")
    op.drop_index(op.f("ix_watch_series_workload_id"), table_name="watch_series")
    op.drop_index(op.f("ix_watch_series_last_run_id"), table_name="watch_series")
    op.drop_index("ix_watch_series_host_id_last_at", table_name="watch_series")
    op.drop_table("watch_series")
    op.drop_index(op.f("ix_watch_due_configuration_id"), table_name="watch_due")
    op.drop_table("watch_due")

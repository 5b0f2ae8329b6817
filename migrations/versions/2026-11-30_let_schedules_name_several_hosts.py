"""Let schedules name several hosts

Revision: 5e0d93b7a1c4
Revises: c41e7a90d5b2

A schedule of several hosts is paused when this is taken back: what its first host measures alone compares with nothing.
"""

import sqlalchemy as sa
from alembic import op

revision = "5e0d93b7a1c4"
down_revision = "c41e7a90d5b2"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.create_table(
        "schedule_host",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("schedule_id", sa.Uuid(), nullable=False),
        sa.Column("host_id", sa.Uuid(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False, comment="of this host, as it lists it"),
        sa.ForeignKeyConstraint(
            ["schedule_id"],
            ["schedule.id"],
            name=op.f("fk_schedule_host_schedule_id_schedule"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["host_id"], ["host.id"], name=op.f("fk_schedule_host_host_id_host"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_schedule_host")),
        sa.UniqueConstraint("schedule_id", "host_id", name=op.f("uq_schedule_host_schedule_id_host_id")),
    )
    op.create_index(op.f("ix_schedule_host_host_id"), "schedule_host", ["host_id"])


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.execute(
        "update schedule set paused_at = coalesce(paused_at, now()) "
        "where id in (select schedule_id from schedule_host)"
    )
    op.drop_table("schedule_host")

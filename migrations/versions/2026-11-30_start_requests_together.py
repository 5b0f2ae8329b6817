"""Start requests of several hosts together

Revision: 4e9b71c2d8f0
Revises: 1d7be40c93a5
"""

import sqlalchemy as sa
from alembic import op

revision = "4e9b71c2d8f0"
down_revision = "1d7be40c93a5"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.create_table(
        "request_group",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column(
            "begun_at",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="when its first host was offered its request; null = none was",
        ),
        sa.Column(
            "start_at",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="when all hosts start fio, by the service's clock; null = not all of them are ready",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_request_group")),
    )
    for column in (
        sa.Column(
            "group_id",
            sa.Uuid(),
            nullable=True,
            comment="the hosts that start together; null = it starts alone",
        ),
        sa.Column(
            "ready_at",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="when its host waited for the common start; null = it did not",
        ),
        sa.Column(
            "fio_started_at",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="when fio was started, by the service's clock; null = unknown, or it starts alone",
        ),
        sa.Column(
            "clock_ahead_us",
            sa.BigInteger(),
            nullable=True,
            comment="the host's clock less the service's, µs, measured over the poll; null = as above",
        ),
        sa.Column(
            "clock_uncertainty_us",
            sa.BigInteger(),
            nullable=True,
            comment="most that fio_started_at and clock_ahead_us can be off, µs; null = as above",
        ),
    ):
        op.add_column("request", column)
    op.create_foreign_key(
        op.f("fk_request_group_id_request_group"),
        "request",
        "request_group",
        ["group_id"],
        ["id"],
        ondelete="CASCADE",
    )
    op.create_index(
        "ix_request_group_id", "request", ["group_id"], postgresql_where=sa.text("group_id is not null")
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    for column in ("clock_uncertainty_us", "clock_ahead_us", "fio_started_at", "ready_at", "group_id"):
        op.drop_column("request", column)
    op.drop_table("request_group")

"""Have schedules alert to their own missing runs

Revision: 8c2f5d0b71ae
Revises: 5b1f7c2e90ad
"""

import sqlalchemy as sa
from alembic import op

revision = "8c2f5d0b71ae"
down_revision = "5b1f7c2e90ad"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.add_column(
        "schedule",
        sa.Column(
            "is_expected",
            sa.Boolean(),
            server_default=sa.text("false"),
            nullable=False,
            comment="while it is not paused, its expectation alerts to missing runs",
        ),
    )
    op.add_column(
        "expectation",
        sa.Column(
            "schedule_id",
            sa.Uuid(),
            nullable=True,
            comment="whose requests are expected; null = any run of the host",
        ),
    )
    op.create_unique_constraint(op.f("uq_expectation_schedule_id"), "expectation", ["schedule_id"])
    op.create_foreign_key(
        op.f("fk_expectation_schedule_id_schedule"),
        "expectation",
        "schedule",
        ["schedule_id"],
        ["id"],
        ondelete="CASCADE",
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_column("expectation", "schedule_id")
    op.drop_column("schedule", "is_expected")

"""Runs keep by how much their host's clock was wrong

Revision: 41b7a0d95c3e
Revises: 3f9b60c2d8e5
"""

import sqlalchemy as sa
from alembic import op

revision = "41b7a0d95c3e"
down_revision = "3f9b60c2d8e5"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.add_column(
        "run",
        sa.Column(
            "clock_ahead_ms",
            sa.BigInteger(),
            nullable=True,
            comment="the host's clock less the service's at the upload, from one minute on: times are corrected by "
            "it; null = no correction, since the clock was right or is unknown",
        ),
    )
    op.alter_column(
        "run",
        "started_at",
        comment="corrected where the host's clock was wrong; null = unknown or impossible",
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.alter_column("run", "started_at", comment="the host's clock; null = unknown or impossible")
    op.drop_column("run", "clock_ahead_ms")

"""One clock for what a run recorded: what its 0:00 is, its phases, and the offset of each series

Revision: c1a8e5704bd2
Revises: 5f1c0d83ab27
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "c1a8e5704bd2"
down_revision = "5f1c0d83ab27"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.add_column(
        "run",
        sa.Column(
            "clock",
            postgresql.JSONB(none_as_null=True),
            nullable=True,
            comment="what 0:00 is, phases, place of fio's logs; null = nothing recorded over time",
        ),
    )
    op.add_column(
        "time_series",
        sa.Column(
            "offset_ms",
            sa.BigInteger(),
            nullable=True,
            comment="to be added for the run's clock, ms; null = its place there is not known",
        ),
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_column("time_series", "offset_ms")
    op.drop_column("run", "clock")

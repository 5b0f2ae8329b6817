"""What the sender of a share expected stands apart from the note

Revision: 3d0e86f7c915
Revises: c1a8e5704bd2
"""

import sqlalchemy as sa
from alembic import op

revision = "3d0e86f7c915"
down_revision = "c1a8e5704bd2"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.add_column(
        "share",
        sa.Column(
            "expectation",
            sa.Text(),
            nullable=True,
            comment="what its sender expected of the result, in own words; null = not said",
        ),
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_column("share", "expectation")

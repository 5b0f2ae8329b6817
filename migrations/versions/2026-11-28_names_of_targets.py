"""Configurations keep the names under which their target was measured

Revision: 8d15e7a4c093
Revises: 41b7a0d95c3e
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision = "8d15e7a4c093"
down_revision = "41b7a0d95c3e"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.add_column(
        "configuration",
        sa.Column(
            "target_names",
            ARRAY(sa.Text),
            server_default=sa.text("'{}'"),
            nullable=False,
            comment="under which its target was measured, as far as kept: what filters may call it, too",
        ),
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_column("configuration", "target_names")

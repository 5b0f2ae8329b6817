"""Changes are counted state by state, so many and no more

Revision: 5f1c0d83ab27
Revises: 9164d82a2b94
"""

import sqlalchemy as sa
from alembic import op

revision = "5f1c0d83ab27"
down_revision = "9164d82a2b94"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.create_index(
        "ix_change_state_after_at_id",
        "change",
        ["state", sa.literal_column("after_at desc"), sa.literal_column("id desc")],
        postgresql_where=sa.text("gone_at is null"),
        postgresql_include=["is_worse", "ratio", "series_id"],
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_index("ix_change_state_after_at_id", table_name="change")

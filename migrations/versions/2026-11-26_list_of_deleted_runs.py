"""Deleted runs are listed in the order of deleting

Revision: 7d20c4e1b95a
Revises: 3d0e86f7c915
"""

import sqlalchemy as sa
from alembic import op

revision = "7d20c4e1b95a"
down_revision = "3d0e86f7c915"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.create_index(
        "ix_run_deleted_at_id",
        "run",
        [sa.literal_column("deleted_at desc"), sa.literal_column("id desc")],
        postgresql_where=sa.text("deleted_at is not null"),
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_index("ix_run_deleted_at_id", table_name="run")

"""Runs that were made to confirm a finding are found by the run they ask about

Revision: 3e9a51c7d204
Revises: b7d3f02a96c4
"""

import sqlalchemy as sa
from alembic import op

revision = "3e9a51c7d204"
down_revision = "b7d3f02a96c4"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.create_index(
        "ix_run_confirm_run",
        "run",
        [sa.text("(labels ->> 'confirm_run')")],
        postgresql_where=sa.text("labels ? 'confirm_run'"),
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_index("ix_run_confirm_run", table_name="run")

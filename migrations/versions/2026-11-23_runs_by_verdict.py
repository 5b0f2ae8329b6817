"""Runs of a kind of verdict are counted from an index

Revision: 5c1be0d87f36
Revises: 5c0f7e92ab16
"""

import sqlalchemy as sa
from alembic import op

revision = "5c1be0d87f36"
down_revision = "5c0f7e92ab16"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.create_index(
        "ix_run_verdict_kind_configuration_id",
        "run",
        ["verdict_kind", "configuration_id"],
        postgresql_where=sa.text("deleted_at is null"),
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_index("ix_run_verdict_kind_configuration_id", table_name="run")

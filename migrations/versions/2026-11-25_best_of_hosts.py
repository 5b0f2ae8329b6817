"""The best runs of a host, for the list of hosts

Revision: c41d7e90b5a8
Revises: 3606a2fd6ac4
"""

import sqlalchemy as sa
from alembic import op

revision = "c41d7e90b5a8"
down_revision = "3606a2fd6ac4"
branch_labels = None
depends_on = None

COLUMNS = ("bw_bytes_per_s", "iops")


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    for column in COLUMNS:
        op.create_index(
            f"ix_run_host_id_{column}",
            "run",
            ["host_id", sa.text(f"{column} desc nulls last")],
            postgresql_where=sa.text("deleted_at is null and verdict_kind is distinct from 'trust'"),
        )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    for column in reversed(COLUMNS):
        op.drop_index(f"ix_run_host_id_{column}", table_name="run")

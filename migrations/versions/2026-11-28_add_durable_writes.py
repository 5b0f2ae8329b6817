"""Give the time of a durable write columns of its own

Revision: 5f8016b12b82
Revises: af085adae667

Empty until `fioboard reparse`: it needs the caches of the drives beside the output. Nothing is rewritten.
"""

import sqlalchemy as sa
from alembic import op

revision = "5f8016b12b82"
down_revision = "af085adae667"
branch_labels = None
depends_on = None

COLUMNS = (
    ("durable_write_mean_ns", sa.Double(), "mean time of a durable write; null = unknown"),
    ("durable_write_p99_ns", sa.Double(), "the same, 99th percentile, where it is exact"),
    ("durable_basis", sa.Text(), "what it is known from, or why it is unknown; null for what is no write"),
)


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    for name, kind, comment in COLUMNS:
        op.add_column("result", sa.Column(name, kind, nullable=True, comment=comment))


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    for name, _, _ in COLUMNS:
        op.drop_column("result", name)

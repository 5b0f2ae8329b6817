"""Keep the power that was drawn while a run's jobs moved data

Revision: 7c1e9a40d5b2
Revises: 9a3f0c6d217e

Null for all that is stored: a reparse fills it where the samples hold a meter.
"""

import sqlalchemy as sa
from alembic import op

revision = "7c1e9a40d5b2"
down_revision = "9a3f0c6d217e"
branch_labels = None
depends_on = None

# Name, type, comment.
COLUMNS = (
    ("power_source", sa.Text, "the meter of power_w; null = no meter, or not the first result"),
    ("power_w", sa.Double, "mean power of the run in watts"),
    ("power_low_w", sa.Double, "95 % interval of that mean, lower end"),
    ("power_high_w", sa.Double, "the same, upper end"),
    ("power_readings", sa.Integer, "of the meter in that time, a count"),
    ("power_bytes_per_s", sa.Double, "of all jobs together in that time"),
    ("power_iops", sa.Double, "of all jobs together in that time"),
)


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    for name, kind, comment in COLUMNS:
        op.add_column("result", sa.Column(name, kind(), comment=comment))


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    for name, _, _ in COLUMNS:
        op.drop_column("result", name)

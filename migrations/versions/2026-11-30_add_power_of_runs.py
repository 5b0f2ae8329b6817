"""Keep the power that was drawn while a run's jobs moved data

Revision: 7c1e9a40d5b2
Revises: 1d7be40c93a5

Null for all that is stored: a reparse fills it where the samples hold a meter.
"""

import sqlalchemy as sa
from alembic import op

revision = "7c1e9a40d5b2"
down_revision = "1d7be40c93a5"
branch_labels = None
depends_on = None

COLUMNS = (
    sa.Column("power_source", sa.Text(), comment="what told power_w; null = no meter, or not the first result"),
    sa.Column("power_w", sa.Double(), comment="mean power of the run in watts"),
    sa.Column("power_low_w", sa.Double(), comment="95 % interval of that mean, lower end"),
    sa.Column("power_high_w", sa.Double(), comment="the same, upper end"),
    sa.Column("power_readings", sa.Integer()),
    sa.Column("power_bytes_per_s", sa.Double(), comment="of all jobs together in that time"),
    sa.Column("power_iops", sa.Double(), comment="of all jobs together in that time"),
)  # fmt: skip


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    for column in COLUMNS:
        op.add_column("result", column.copy())


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    for column in COLUMNS:
        op.drop_column("result", column.name)

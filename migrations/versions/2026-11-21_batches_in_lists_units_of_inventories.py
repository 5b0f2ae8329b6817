"""Runs of a batch in the order of time; roles of steps; which units an inventory speaks of

Revision: 7be8fb42c059
Revises: ac4efc8f4128
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "7be8fb42c059"
down_revision = "ac4efc8f4128"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.alter_column(
        "run",
        "batch",
        existing_type=postgresql.JSONB(astext_type=sa.Text()),
        comment="name, step, steps, role",
        existing_comment="name, step, steps",
        existing_nullable=True,
    )
    op.create_index(
        "ix_run_batch_id_sorted_at_id",
        "run",
        ["batch_id", sa.text("sorted_at desc"), sa.text("id desc")],
        postgresql_where=sa.text("batch_id is not null and deleted_at is null"),
    )
    op.drop_index("ix_run_batch_id", table_name="run")
    op.add_column(
        "inventory",
        sa.Column(
            "units_fingerprint",
            sa.Text(),
            nullable=True,
            comment="of the serials of drives and memory modules: never shown; null = not known",
        ),
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_column("inventory", "units_fingerprint")
    op.create_index("ix_run_batch_id", "run", ["batch_id"], postgresql_where=sa.text("batch_id is not null"))
    op.drop_index("ix_run_batch_id_sorted_at_id", table_name="run")
    op.alter_column(
        "run",
        "batch",
        existing_type=postgresql.JSONB(astext_type=sa.Text()),
        comment="name, step, steps",
        existing_comment="name, step, steps, role",
        existing_nullable=True,
    )

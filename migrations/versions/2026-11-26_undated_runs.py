"""Runs whose start is not stated have an index of their own, and the others say whether they state it

Revision: 6a93f1c7e0d2
Revises: 6e0b93d1c2f8
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision = "6a93f1c7e0d2"
down_revision = "6e0b93d1c2f8"
branch_labels = None
depends_on = None

OF_CONFIGURATIONS = ("configuration_id", "deleted_at is null")
OF_BATCHES = ("batch_id", "batch_id is not null and deleted_at is null")


def _by(key: str, where: str, include: Sequence[str]) -> None:
    name = f"ix_run_{key}_sorted_at_id"
    op.drop_index(name, table_name="run")
    op.create_index(
        name,
        "run",
        [key, sa.text("sorted_at desc"), sa.text("id desc")],
        postgresql_where=sa.text(where),
        postgresql_include=include,
    )


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.create_index(
        "ix_run_undated_sorted_at_id",
        "run",
        [sa.text("sorted_at desc"), sa.text("id desc")],
        postgresql_where=sa.text("deleted_at is null and started_at is null"),
        postgresql_include=["configuration_id"],
    )
    _by(*OF_CONFIGURATIONS, ["batch_id", "started_at"])
    _by(*OF_BATCHES, ["started_at"])


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    _by(*OF_BATCHES, [])
    _by(*OF_CONFIGURATIONS, ["batch_id"])
    op.drop_index("ix_run_undated_sorted_at_id", table_name="run")

"""Runs are found, sorted and drawn by their share of what a datasheet rates

Runs of before have none until a reparse. One index of results is written anew to carry the share (1,100,000 results
take seconds).

Revision: 2f86d1b07c4e
Revises: 5c1be0d87f36
"""

import sqlalchemy as sa
from alembic import op

revision = "2f86d1b07c4e"
down_revision = "5c1be0d87f36"
branch_labels = None
depends_on = None

FIGURES = [
    *("workload_id", "direction", "iops", "bw_bytes_per_s"),
    *(
        f"{kind}_{name}_ns"
        for kind in ("clat", "lat", "slat")
        for name in ("mean", "p50", "p95", "p99", "p99_9")
    ),
    "cpu_pct",
]


def _results(*more: str) -> None:
    """The results of a run, with what filters and charts ask of them."""
    op.drop_index("ix_result_run_id_position", table_name="result")
    op.create_index(
        "ix_result_run_id_position", "result", ["run_id", "position"], postgresql_include=[*FIGURES, *more]
    )


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.add_column("result", sa.Column("rated_share", sa.Double(), nullable=True, comment="measured / rated"))
    op.add_column(
        "result", sa.Column("rated_verdict", sa.Text(), nullable=True, comment="null = nothing rates it")
    )
    _results("rated_share")
    op.add_column(
        "run",
        sa.Column("rated_share", sa.Double(), nullable=True, comment="headline, as above: measured / rated"),
    )
    op.create_index(
        "ix_run_rated_share_id",
        "run",
        [sa.text("rated_share desc nulls last"), sa.text("id desc")],
        postgresql_where=sa.text("deleted_at is null"),
        postgresql_include=["configuration_id"],
    )
    op.create_table(
        "upload_due",
        sa.Column("upload_id", sa.Uuid(), nullable=False),
        sa.Column("due_since", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["upload_id"], ["upload.id"], name=op.f("fk_upload_due_upload_id_upload"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("upload_id", name=op.f("pk_upload_due")),
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_table("upload_due")
    op.drop_index("ix_run_rated_share_id", table_name="run", postgresql_where=sa.text("deleted_at is null"))
    op.drop_column("run", "rated_share")
    _results()
    op.drop_column("result", "rated_verdict")
    op.drop_column("result", "rated_share")

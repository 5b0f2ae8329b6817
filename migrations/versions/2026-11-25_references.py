"""References: runs that others are held against

Revision: c3f7a9d41b60
Revises: 9d2b64f7a0c1
"""

import sqlalchemy as sa
from alembic import op

revision = "c3f7a9d41b60"
down_revision = "9d2b64f7a0c1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "reference",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("host_id", sa.Uuid(), nullable=True, comment="whose runs it is for; null = of all hosts"),
        sa.Column("workload_id", sa.Uuid(), nullable=True, comment="null = for all workloads"),
        sa.Column(
            "filter",
            sa.Text(),
            nullable=False,
            comment="what was pinned, canonical; its runs are those of that moment",
        ),
        sa.Column("run_count", sa.Integer(), nullable=False, comment="runs when it was pinned"),
        sa.Column("pinned_at", moment, nullable=False),
        sa.Column("pinned_by", sa.Text(), nullable=False),
        sa.Column("ended_at", moment, nullable=True, comment="null = it is in force"),
        sa.Column("ended_by", sa.Text(), nullable=True),
        sa.Column("replaced_by_id", sa.Uuid(), nullable=True, comment="null = it was taken back"),
        sa.ForeignKeyConstraint(
            ["host_id"], ["host.id"], name=op.f("fk_reference_host_id_host"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["replaced_by_id"],
            ["reference.id"],
            name=op.f("fk_reference_replaced_by_id_reference"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["workload_id"], ["workload.id"], name=op.f("fk_reference_workload_id_workload")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reference")),
    )
    op.create_index(op.f("ix_reference_workload_id"), "reference", ["workload_id"])
    op.create_index(op.f("ix_reference_replaced_by_id"), "reference", ["replaced_by_id"])
    op.create_index(
        "ix_reference_in_force",
        "reference",
        ["host_id", "workload_id"],
        unique=True,
        postgresql_nulls_not_distinct=True,
        postgresql_where=sa.text("ended_at is null"),
    )
    op.create_table(
        "reference_run",
        sa.Column("reference_id", sa.Uuid(), nullable=False),
        sa.Column("run_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["reference_id"],
            ["reference.id"],
            name=op.f("fk_reference_run_reference_id_reference"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["run_id"], ["run.id"], name=op.f("fk_reference_run_run_id_run"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("reference_id", "run_id", name=op.f("pk_reference_run")),
    )
    op.create_index(op.f("ix_reference_run_run_id"), "reference_run", ["run_id"])


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_table("reference_run")
    op.drop_table("reference")

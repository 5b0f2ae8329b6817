"""Find cells of reference sets by digest

Revision: 5b1f7c2e90ad
Revises: 393407a9d2ce
"""

import sqlalchemy as sa
from alembic import op

revision = "5b1f7c2e90ad"
down_revision = "393407a9d2ce"
branch_labels = None
depends_on = None

OLD_INDEX = "ix_reference_set_cell_model_key_workload_sha256"


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    # No release took a set in yet; cells of before lack their runtime class. The files are taken in again.
    op.execute("delete from reference_set")
    op.drop_index(OLD_INDEX, table_name="reference_set_cell")
    op.drop_column("reference_set_cell", "model_key")
    op.drop_column("reference_set_cell", "workload_sha256")
    op.add_column(
        "reference_set_cell",
        sa.Column(
            "likeness_sha256",
            sa.LargeBinary(),
            nullable=False,
            comment="of what a figure must share with the cell: drives, state, test",
        ),
    )
    op.create_index(
        op.f("ix_reference_set_cell_likeness_sha256"), "reference_set_cell", ["likeness_sha256"], unique=False
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.execute("delete from reference_set")
    op.drop_index(op.f("ix_reference_set_cell_likeness_sha256"), table_name="reference_set_cell")
    op.drop_column("reference_set_cell", "likeness_sha256")
    op.add_column("reference_set_cell", sa.Column("model_key", sa.Text(), nullable=False))
    op.add_column("reference_set_cell", sa.Column("workload_sha256", sa.LargeBinary(), nullable=False))
    op.create_index(OLD_INDEX, "reference_set_cell", ["model_key", "workload_sha256"], unique=False)

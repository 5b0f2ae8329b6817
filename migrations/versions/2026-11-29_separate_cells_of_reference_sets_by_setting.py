"""Separate cells of reference sets by setting

Revision: 8e4d20b7c1f5
Revises: 8c2f5d0b71ae
"""

import sqlalchemy as sa
from alembic import op

revision = "8e4d20b7c1f5"
down_revision = "8c2f5d0b71ae"
branch_labels = None
depends_on = None

INDEX = "ix_reference_set_cell_model"


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    # No release took a set in yet; cells of before lack their setting. The files are taken in again.
    op.execute("delete from reference_set")
    op.create_index(INDEX, "reference_set_cell", [sa.text("lower(cell ->> 'model')")])


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_index(INDEX, table_name="reference_set_cell")
    op.execute("delete from reference_set")

"""A batch has a title and a note of people, as its runs do

Revision: 8c41d7f2e06b
Revises: 2b8e61f0d4c7
"""

import sqlalchemy as sa
from alembic import op

revision = "8c41d7f2e06b"
down_revision = "2b8e61f0d4c7"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.create_table(
        "batch",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column(
            "title", sa.Text(), nullable=True, comment="shown in place of its name; null = its name is"
        ),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("changed_by", sa.Text(), nullable=True, comment="name of who changed it last"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batch")),
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_table("batch")

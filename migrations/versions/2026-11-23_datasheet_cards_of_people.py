"""Datasheet cards that people add, and what of a run they are held against

Revision: 5c0f7e92ab16
Revises: 7c15e8a9d3f6
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "5c0f7e92ab16"
down_revision = "7c15e8a9d3f6"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.create_table(
        "spec_card",
        sa.Column("id", sa.Text(), nullable=False, comment="the card's own id, e.g. intel-dc-p3700-2-tb"),
        sa.Column(
            "version",
            sa.Integer(),
            nullable=False,
            comment="from 1, one more for each that supersedes it",
        ),
        sa.Column(
            "document",
            JSONB(none_as_null=True),
            nullable=False,
            comment="the card as it was checked; specs/card.py",
        ),
        sa.Column("origin", sa.Text(), nullable=False, comment="who brought it: person"),
        sa.Column("made_by", sa.Text(), nullable=False, comment="token:ID, session:ID or command line"),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("superseded_by", sa.Integer(), nullable=True, comment="newer version; null = in force"),
        sa.CheckConstraint("origin in ('person')", name=op.f("ck_spec_card_origin")),
        sa.PrimaryKeyConstraint("id", "version", name=op.f("pk_spec_card")),
    )
    # Runs that were read before have none until a reparse: the page says so.
    op.add_column(
        "run",
        sa.Column(
            "rating_basis",
            JSONB(none_as_null=True),
            nullable=True,
            comment="what datasheets are held against, with its conditions; null = nothing was measured",
        ),
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_column("run", "rating_basis")
    op.drop_table("spec_card")

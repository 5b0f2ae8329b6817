"""add reparse

Revision: ac4efc8f4128
Revises: b11bbac9b301
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "ac4efc8f4128"
down_revision = "b11bbac9b301"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.create_table(
        "reparse",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column(
            "is_dry_run", sa.Boolean(), nullable=False, comment="say what would change, change nothing"
        ),
        sa.Column(
            "is_of_everything",
            sa.Boolean(),
            nullable=False,
            comment="also what this version of the readers has read",
        ),
        sa.Column(
            "reader_version", sa.Integer(), nullable=True, comment="that reads; null before the first upload"
        ),
        sa.Column(
            "facts_version",
            sa.Integer(),
            nullable=True,
            comment="of the rules for path and factors; null before the first upload",
        ),
        sa.Column("requested_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "last_upload_id",
            sa.Uuid(),
            nullable=True,
            comment="the last one that is done; they come in order",
        ),
        sa.Column(
            "uploads_total", sa.Integer(), nullable=True, comment="counted when work began; null before"
        ),
        sa.Column("uploads_done", sa.Integer(), nullable=False, comment="uploads read again so far"),
        sa.Column("uploads_changed", sa.Integer(), nullable=False, comment="of those done: read differently"),
        sa.Column(
            "uploads_refused", sa.Integer(), nullable=False, comment="of those done: left as they were"
        ),
        sa.Column(
            "facts",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=False,
            comment="what changed or would change: fact to number of places",
        ),
        sa.Column(
            "refusals",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=False,
            comment="the first of them: [{upload_id, detail}]",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reparse")),
    )
    op.create_index(
        "uq_reparse_unfinished",
        "reparse",
        [sa.literal_column("(true)")],
        unique=True,
        postgresql_where=sa.text("finished_at is null"),
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_index(
        "uq_reparse_unfinished", table_name="reparse", postgresql_where=sa.text("finished_at is null")
    )
    op.drop_table("reparse")

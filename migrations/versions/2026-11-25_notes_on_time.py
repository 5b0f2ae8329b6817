"""What people note at a moment of a host or of all

Revision: 3c7b51d9e0f4
Revises: c41d7e90b5a8
"""

import sqlalchemy as sa
from alembic import op

revision = "3c7b51d9e0f4"
down_revision = "c41d7e90b5a8"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "time_note",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("host_id", sa.Uuid(), nullable=True, comment="null = of all hosts"),
        sa.Column("at", moment, nullable=False, comment="when it was so, or began"),
        sa.Column("until", moment, nullable=True, comment="end of the span; null = a moment"),
        sa.Column("text", sa.Text(), nullable=False, comment="one line"),
        sa.Column("created_at", moment, nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False, comment="name of who wrote it"),
        sa.Column("changed_at", moment, nullable=True, comment="when it was changed last; null = never"),
        sa.Column("changed_by", sa.Text(), nullable=True, comment="name of who changed it last"),
        sa.CheckConstraint("until > at", name=op.f("ck_time_note_until")),
        sa.ForeignKeyConstraint(
            ["host_id"], ["host.id"], name=op.f("fk_time_note_host_id_host"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_time_note")),
    )
    op.create_index(op.f("ix_time_note_host_id"), "time_note", ["host_id"])
    op.create_index(
        "ix_time_note_at_id", "time_note", [sa.literal_column("at desc"), sa.literal_column("id desc")]
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_table("time_note")

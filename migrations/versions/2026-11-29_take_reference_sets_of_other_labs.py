"""Take reference sets of other labs

Revision: 393407a9d2ce
Revises: 6d1acc0e053f
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "393407a9d2ce"
down_revision = "6d1acc0e053f"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.create_table(
        "reference_set_key",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("trusted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("trusted_by", sa.Text(), nullable=False),
        sa.Column(
            "revoked_at",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="null = its sets count; else none of them, and no new one is taken",
        ),
        sa.Column("revoked_by", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reference_set_key")),
        sa.UniqueConstraint("public_key", name=op.f("uq_reference_set_key_public_key")),
    )
    op.create_table(
        "reference_set",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("key_id", sa.Uuid(), nullable=False),
        sa.Column("content_sha256", sa.LargeBinary(), nullable=False, comment="of the whole file"),
        sa.Column("made", sa.Text(), nullable=False, comment="quarter, as its maker states it: 2026-Q4"),
        sa.Column("maker_name", sa.Text(), nullable=True, comment="as its maker states it; null = not named"),
        sa.Column("maker_contact", sa.Text(), nullable=True),
        sa.Column("cell_count", sa.Integer(), nullable=False, comment="cells of the file"),
        sa.Column("imported_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("imported_by", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["key_id"],
            ["reference_set_key.id"],
            name=op.f("fk_reference_set_key_id_reference_set_key"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reference_set")),
        sa.UniqueConstraint("content_sha256", name=op.f("uq_reference_set_content_sha256")),
    )
    op.create_index(op.f("ix_reference_set_key_id"), "reference_set", ["key_id"], unique=False)
    op.create_table(
        "reference_set_cell",
        sa.Column("set_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False, comment="order in the file, from 0"),
        sa.Column("model_key", sa.Text(), nullable=False, comment="the model in lower case"),
        sa.Column(
            "workload_sha256",
            sa.LargeBinary(),
            nullable=False,
            comment="as content_sha256 of the same workload",
        ),
        sa.Column(
            "cell",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=False,
            comment="as in the file; docs/reference-sets.md",
        ),
        sa.ForeignKeyConstraint(
            ["set_id"],
            ["reference_set.id"],
            name=op.f("fk_reference_set_cell_set_id_reference_set"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("set_id", "position", name=op.f("pk_reference_set_cell")),
    )
    op.create_index(
        "ix_reference_set_cell_model_key_workload_sha256",
        "reference_set_cell",
        ["model_key", "workload_sha256"],
        unique=False,
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_index("ix_reference_set_cell_model_key_workload_sha256", table_name="reference_set_cell")
    op.drop_table("reference_set_cell")
    op.drop_index(op.f("ix_reference_set_key_id"), table_name="reference_set")
    op.drop_table("reference_set")
    op.drop_table("reference_set_key")

"""Hold stated figures in reference sets

Revision: 3c9a51d7f042
Revises: 8e4d20b7c1f5
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "3c9a51d7f042"
down_revision = "8e4d20b7c1f5"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.add_column(
        "reference_set",
        sa.Column(
            "origin",
            sa.Text(),
            server_default="signed",
            nullable=False,
            comment="signed, product or pasted",
        ),
    )
    op.alter_column(
        "reference_set",
        "key_id",
        existing_type=sa.Uuid(),
        nullable=True,
        comment="null: of the product, or pasted",
    )
    op.add_column(
        "reference_set",
        sa.Column(
            "stated_count",
            sa.Integer(),
            server_default="0",
            nullable=False,
            comment="figures that sources state, of the file",
        ),
    )
    op.add_column(
        "reference_set",
        sa.Column(
            "off_at",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="null = it counts; only of sets without a key, which a key's revoking ends",
        ),
    )
    op.add_column("reference_set", sa.Column("off_by", sa.Text(), nullable=True))
    op.create_check_constraint(
        op.f("ck_reference_set_origin"), "reference_set", "(origin = 'signed') = (key_id is not null)"
    )
    op.create_check_constraint(
        op.f("ck_reference_set_origin_known"), "reference_set", "origin in ('signed', 'product', 'pasted')"
    )
    op.create_table(
        "reference_set_stated",
        sa.Column("set_id", sa.Uuid(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False, comment="order in the file, from 0"),
        sa.Column(
            "subject_sha256",
            sa.LargeBinary(),
            nullable=False,
            comment="of what it is stated of: a drive model, a volume or a class of devices",
        ),
        sa.Column(
            "stated",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=False,
            comment="as in the file; docs/reference-sets.md",
        ),
        sa.ForeignKeyConstraint(
            ["set_id"],
            ["reference_set.id"],
            name=op.f("fk_reference_set_stated_set_id_reference_set"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("set_id", "position", name=op.f("pk_reference_set_stated")),
    )
    op.create_index(
        op.f("ix_reference_set_stated_subject_sha256"),
        "reference_set_stated",
        ["subject_sha256"],
        unique=False,
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_index(op.f("ix_reference_set_stated_subject_sha256"), table_name="reference_set_stated")
    op.drop_table("reference_set_stated")
    # What has no key was not there before.
    op.execute("delete from reference_set where key_id is null")
    op.drop_constraint(op.f("ck_reference_set_origin_known"), "reference_set", type_="check")
    op.drop_constraint(op.f("ck_reference_set_origin"), "reference_set", type_="check")
    op.drop_column("reference_set", "off_by")
    op.drop_column("reference_set", "off_at")
    op.drop_column("reference_set", "stated_count")
    op.alter_column(
        "reference_set",
        "key_id",
        existing_type=sa.Uuid(),
        nullable=False,
        existing_comment="null: of the product, or pasted",
        comment=None,
    )
    op.drop_column("reference_set", "origin")

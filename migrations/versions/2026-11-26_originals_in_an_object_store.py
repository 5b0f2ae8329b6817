"""Original bytes are in their row or in the object store, and the row says which

Revision: 6e0b93d1c2f8
Revises: 8c41d7f2e06b
"""

import sqlalchemy as sa
from alembic import op

revision = "6e0b93d1c2f8"
down_revision = "8c41d7f2e06b"
branch_labels = None
depends_on = None

RULE = "case stored_in when 'postgres' then body_zstd is not null when 's3' then body_zstd is null else false end"


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.add_column(
        "document",
        sa.Column(
            "stored_in",
            sa.Text(),
            server_default=sa.text("'postgres'"),
            nullable=False,
            comment="where the bytes are: postgres, in body_zstd; s3, in the object store by sha256",
        ),
    )
    op.alter_column(
        "document",
        "body_zstd",
        existing_type=sa.LargeBinary(),
        nullable=True,
        comment="null: the bytes are in the object store",
    )
    op.create_check_constraint(op.f("ck_document_stored_in"), "document", RULE)


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    if op.get_bind().scalar(sa.text("select exists (select from document where stored_in <> 'postgres')")):
        raise RuntimeError(
            "Some originals are in the object store: `fioboard documents move --to postgres` first."
        )
    op.drop_constraint(op.f("ck_document_stored_in"), "document", type_="check")
    op.alter_column("document", "body_zstd", existing_type=sa.LargeBinary(), nullable=False, comment=None)
    op.drop_column("document", "stored_in")

"""Take replies of recipients to shares

Revision: b83d52f0c6e1
Revises: 7c1e9a40d5b2

Links made before take none.
"""

import sqlalchemy as sa
from alembic import op

revision = "b83d52f0c6e1"
down_revision = "7c1e9a40d5b2"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.add_column(
        "share",
        sa.Column(
            "takes_replies",
            sa.Boolean(),
            server_default=sa.false(),
            nullable=False,
            comment="recipients may each send one run with a one-time code",
        ),
    )
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "share_reply",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("share_id", sa.Uuid(), nullable=False),
        sa.Column("code_sha256", sa.LargeBinary(), nullable=False),
        sa.Column(
            "state",
            sa.Text(),
            nullable=False,
            comment="open: a code that waits for its reply; deleted: was one",
        ),
        sa.Column("made_at", moment, nullable=False),
        sa.Column("expires_at", moment, nullable=False, comment="of the code"),
        sa.Column("received_at", moment, nullable=True),
        sa.Column("upload_key", sa.Uuid(), nullable=True),
        sa.Column("digest", sa.LargeBinary(), nullable=True, comment="of its files, as of an upload"),
        sa.Column("content_type", sa.Text(), nullable=True, comment="with the boundary that body is read by"),
        sa.Column(
            "body", sa.LargeBinary(), nullable=True, comment="as it was received; null = open, or deleted"
        ),
        sa.Column("host_name", sa.Text(), nullable=True, comment="as its sender calls it; never on the page"),
        sa.Column("network", sa.Text(), nullable=True, comment="cut to /24 or /48; null = unknown"),
        sa.Column(
            "document_zstd",
            sa.LargeBinary(),
            nullable=True,
            comment="what the page shows; null = not accepted",
        ),
        sa.Column("decided_at", moment, nullable=True),
        sa.Column("decided_by_name", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "state in ('open', 'waiting', 'accepted', 'rejected', 'deleted')",
            name=op.f("ck_share_reply_state"),
        ),
        sa.CheckConstraint(
            "(document_zstd is null) = (state <> 'accepted')", name=op.f("ck_share_reply_shown")
        ),
        sa.ForeignKeyConstraint(
            ["share_id"], ["share.id"], name=op.f("fk_share_reply_share_id_share"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_share_reply")),
        sa.UniqueConstraint("code_sha256", name=op.f("uq_share_reply_code_sha256")),
    )
    op.create_index(op.f("ix_share_reply_share_id"), "share_reply", ["share_id"])


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_table("share_reply")
    op.drop_column("share", "takes_replies")

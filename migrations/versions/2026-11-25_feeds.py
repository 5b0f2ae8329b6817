"""Feeds of saved views, opened by tokens of a scope of their own

Revision: 9164d82a2b94
Revises: c3f7a9d41b60
"""

import sqlalchemy as sa
from alembic import op

revision = "9164d82a2b94"
down_revision = "c3f7a9d41b60"
branch_labels = None
depends_on = None


BEFORE = ("upload", "yabs", "read", "write", "admin")
AFTER = ("upload", "yabs", "feed", "read", "write", "admin")


def _allow(scopes: tuple[str, ...]) -> None:
    listed = ", ".join(f"'{scope}'" for scope in scopes)
    op.execute("alter table api_token drop constraint ck_api_token_scope")
    op.execute(
        f"alter table api_token add constraint ck_api_token_scope check (scope in ({listed})) not valid"
    )
    op.execute("alter table api_token validate constraint ck_api_token_scope")


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    _allow(AFTER)
    op.create_table(
        "feed",
        sa.Column("token_id", sa.Uuid(), nullable=False, comment="whose scope is feed"),
        sa.Column("view_id", sa.Uuid(), nullable=False),
        sa.Column("has_runs", sa.Boolean(), nullable=False, comment="its newest runs are entries, too"),
        sa.ForeignKeyConstraint(
            ["token_id"], ["api_token.id"], name=op.f("fk_feed_token_id_api_token"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["view_id"], ["saved_view.id"], name=op.f("fk_feed_view_id_saved_view"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_id", name=op.f("pk_feed")),
    )
    op.create_index(op.f("ix_feed_view_id"), "feed", ["view_id"], unique=False)


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_index(op.f("ix_feed_view_id"), table_name="feed")
    op.drop_table("feed")
    op.execute("delete from api_token where scope = 'feed'")
    _allow(BEFORE)

"""A view can be pinned above its list, and one of each page can be the one that the navigation opens

Revision: 2b8e61f0d4c7
Revises: 7d20c4e1b95a
"""

import sqlalchemy as sa
from alembic import op

revision = "2b8e61f0d4c7"
down_revision = "7d20c4e1b95a"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    for name, comment in (
        ("is_pinned", "stands above the list"),
        ("is_default", "what the navigation opens; one per page"),
    ):
        column = sa.Column(
            name, sa.Boolean(), server_default=sa.text("false"), nullable=False, comment=comment
        )
        op.add_column("saved_view", column)
    op.create_index(
        "ix_saved_view_page_default",
        "saved_view",
        ["page"],
        unique=True,
        postgresql_where=sa.text("is_default"),
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_index("ix_saved_view_page_default", table_name="saved_view")
    op.drop_column("saved_view", "is_default")
    op.drop_column("saved_view", "is_pinned")

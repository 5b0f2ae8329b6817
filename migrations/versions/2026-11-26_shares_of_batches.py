"""A batch can be shared as one thing

Revision: d5e09b37c1a4
Revises: 5f0c92d7a1e4
"""

from alembic import op

revision = "d5e09b37c1a4"
down_revision = "5f0c92d7a1e4"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _allow("'run', 'compare', 'series', 'batch'")


def downgrade() -> None:
    # An older version shows no such link, and its list of links knows no such kind.
    op.execute("delete from share where kind = 'batch'")
    _allow("'run', 'compare', 'series'")


def _allow(kinds: str) -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_constraint(op.f("ck_share_kind"), "share", type_="check")
    op.create_check_constraint(op.f("ck_share_kind"), "share", f"kind in ({kinds})")

"""Scope of a token: yabs

Revision: 7b2e90c41f6d
Revises: 3f1c7a92d5e4
"""

from alembic import op

revision = "7b2e90c41f6d"
down_revision = "3f1c7a92d5e4"
branch_labels = None
depends_on = None

BEFORE = ("upload", "read", "write", "admin")
SINCE = ("upload", "yabs", "read", "write", "admin")


def _allow(scopes: tuple[str, ...]) -> None:
    """Only these words in api_token.scope; rows are not looked at again, they hold fewer words than are allowed."""
    listed = ", ".join(f"'{scope}'" for scope in scopes)
    op.execute("alter table api_token drop constraint ck_api_token_scope")
    op.execute(
        f"alter table api_token add constraint ck_api_token_scope check (scope in ({listed})) not valid"
    )
    op.execute("alter table api_token validate constraint ck_api_token_scope")


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    _allow(SINCE)


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    # An older service has no word for them: they end.
    op.execute(
        "update api_token set scope = 'upload', revoked_at = coalesce(revoked_at, now()) where scope = 'yabs'"
    )
    _allow(BEFORE)

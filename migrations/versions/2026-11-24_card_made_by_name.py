"""A card of a person says who wrote it by name

The ids of tokens and sessions that were kept told nobody anything; a token's or person's name stands in their place
where it is known still.

Revision: 3b7c0d51a8e2
Revises: f87cc117ab5e
"""

import sqlalchemy as sa
from alembic import op

revision = "3b7c0d51a8e2"
down_revision = "f87cc117ab5e"
branch_labels = None
depends_on = None

BEFORE = "token:ID, session:ID or command line"
AFTER = "name of the person or the token"


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.execute(
        """
        update spec_card c set made_by = t.name from api_token t where c.made_by = 'token:' || t.id
        """
    )
    op.execute(
        """
        update spec_card c set made_by = u.name from session s join app_user u on u.id = s.user_id
        where c.made_by = 'session:' || s.id
        """
    )
    op.alter_column(
        "spec_card",
        "made_by",
        existing_type=sa.Text(),
        existing_nullable=False,
        existing_comment=BEFORE,
        comment=AFTER,
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.alter_column(
        "spec_card",
        "made_by",
        existing_type=sa.Text(),
        existing_nullable=False,
        existing_comment=AFTER,
        comment=BEFORE,
    )

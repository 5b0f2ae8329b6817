"""Let enrolment codes bring labels of their hosts

Revision: 9a3f0c6d217e
Revises: 4e9b71c2d8f0

Codes made before bring none.
"""

import sqlalchemy as sa
from alembic import op

revision = "9a3f0c6d217e"
down_revision = "4e9b71c2d8f0"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.add_column(
        "one_time_code",
        sa.Column(
            "labels",
            sa.ARRAY(sa.Text()),
            server_default=sa.text("'{}'"),
            nullable=False,
            comment="key=value, of the hosts that use the code, for their agents to keep",
        ),
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_column("one_time_code", "labels")

"""The lists of changes and events are counted, and their pages found, in an index alone

Revision: 9d2b64f7a0c1
Revises: 4c7a90b1e3d8
"""

import sqlalchemy as sa
from alembic import op

revision = "9d2b64f7a0c1"
down_revision = "4c7a90b1e3d8"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_index("ix_change_after_at_id", table_name="change")
    op.create_index(
        "ix_change_after_at_id",
        "change",
        [sa.literal_column("after_at desc"), sa.literal_column("id desc")],
        postgresql_include=["gone_at", "state", "is_worse", "ratio", "series_id"],
    )
    op.create_index(
        "ix_change_suspects",
        "change",
        ["suspects"],
        postgresql_using="gin",
        postgresql_ops={"suspects": "jsonb_path_ops"},
    )
    op.create_index("ix_change_detected_at", "change", ["detected_at"])
    op.drop_index("ix_event_began_at_id", table_name="event")
    op.create_index(
        "ix_event_began_at_id",
        "event",
        [sa.literal_column("began_at desc"), sa.literal_column("id desc")],
        postgresql_include=["gone_at", "kind", "state", "host_id"],
    )
    op.create_index(
        "ix_event_open_began_at_id",
        "event",
        [sa.literal_column("began_at desc"), sa.literal_column("id desc")],
        postgresql_where=sa.text("gone_at is null"),
        postgresql_include=["kind", "state", "host_id"],
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_index("ix_event_open_began_at_id", table_name="event")
    op.drop_index("ix_event_began_at_id", table_name="event")
    op.create_index(
        "ix_event_began_at_id",
        "event",
        [sa.literal_column("began_at desc"), sa.literal_column("id desc")],
    )
    op.drop_index("ix_change_detected_at", table_name="change")
    op.drop_index("ix_change_suspects", table_name="change")
    op.drop_index("ix_change_after_at_id", table_name="change")
    op.create_index(
        "ix_change_after_at_id",
        "change",
        [sa.literal_column("after_at desc"), sa.literal_column("id desc")],
    )

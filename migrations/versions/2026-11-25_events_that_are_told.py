"""Events that are told; filter and time zone of notification rules

Revision: 3606a2fd6ac4
Revises: 8e14c6a0b2d7
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "3606a2fd6ac4"
down_revision = "8e14c6a0b2d7"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.add_column(
        "notification_delivery", sa.Column("event_id", sa.Uuid(), nullable=True, comment="null = a change")
    )
    op.alter_column(
        "notification_delivery",
        "change_id",
        existing_type=sa.UUID(),
        nullable=True,
        comment="null = an event",
    )
    op.create_index(
        op.f("ix_notification_delivery_event_id"), "notification_delivery", ["event_id"], unique=False
    )
    op.create_unique_constraint(
        op.f("uq_notification_delivery_rule_id_event_id"), "notification_delivery", ["rule_id", "event_id"]
    )
    op.create_foreign_key(
        op.f("fk_notification_delivery_event_id_event"),
        "notification_delivery",
        "event",
        ["event_id"],
        ["id"],
        ondelete="CASCADE",
    )
    op.create_check_constraint(
        op.f("ck_notification_delivery_subject"),
        "notification_delivery",
        "num_nonnulls(change_id, event_id) = 1",
    )
    op.add_column(
        "notification_rule",
        sa.Column(
            "kinds",
            postgresql.ARRAY(sa.Text()),
            server_default=sa.text("'{change}'"),
            nullable=False,
            comment="of vocabulary/notifications.py: change, and kinds of events",
        ),
    )
    op.add_column(
        "notification_rule",
        sa.Column(
            "filter", sa.Text(), nullable=True, comment="runs it is about, in the filter language; null = all"
        ),
    )
    op.add_column(
        "notification_rule",
        sa.Column(
            "zone",
            sa.Text(),
            server_default="UTC",
            nullable=False,
            comment="name of the IANA time zone database",
        ),
    )
    op.alter_column(
        "notification_rule",
        "digest_hour",
        existing_type=sa.INTEGER(),
        comment="hour of the day, in `zone`, of the daily message; null = at once",
        existing_comment="hour of the day, UTC, of the daily message; null = at once",
        existing_nullable=True,
    )
    op.alter_column(
        "notification_rule",
        "quiet_from",
        existing_type=sa.INTEGER(),
        comment="hour of the day, in `zone`, that nothing is sent from; null = no quiet hours",
        existing_comment="hour of the day, UTC, that nothing is sent from; null = no quiet hours",
        existing_nullable=True,
    )
    op.alter_column(
        "notification_rule",
        "quiet_to",
        existing_type=sa.INTEGER(),
        comment="hour of the day, in `zone`, that ends it",
        existing_comment="hour of the day, UTC, that ends it",
        existing_nullable=True,
    )
    op.alter_column(
        "notification_rule",
        "since",
        existing_type=postgresql.TIMESTAMP(timezone=True),
        comment="what was seen before is not told",
        existing_comment="changes seen before are not told",
        existing_nullable=False,
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.alter_column(
        "notification_rule",
        "since",
        existing_type=postgresql.TIMESTAMP(timezone=True),
        comment="changes seen before are not told",
        existing_comment="what was seen before is not told",
        existing_nullable=False,
    )
    op.alter_column(
        "notification_rule",
        "quiet_to",
        existing_type=sa.INTEGER(),
        comment="hour of the day, UTC, that ends it",
        existing_comment="hour of the day, in `zone`, that ends it",
        existing_nullable=True,
    )
    op.alter_column(
        "notification_rule",
        "quiet_from",
        existing_type=sa.INTEGER(),
        comment="hour of the day, UTC, that nothing is sent from; null = no quiet hours",
        existing_comment="hour of the day, in `zone`, that nothing is sent from; null = no quiet hours",
        existing_nullable=True,
    )
    op.alter_column(
        "notification_rule",
        "digest_hour",
        existing_type=sa.INTEGER(),
        comment="hour of the day, UTC, of the daily message; null = at once",
        existing_comment="hour of the day, in `zone`, of the daily message; null = at once",
        existing_nullable=True,
    )
    op.drop_column("notification_rule", "zone")
    op.drop_column("notification_rule", "filter")
    op.drop_column("notification_rule", "kinds")
    op.execute("delete from notification_delivery where change_id is null")
    op.drop_constraint(op.f("ck_notification_delivery_subject"), "notification_delivery", type_="check")
    op.drop_constraint(
        op.f("fk_notification_delivery_event_id_event"), "notification_delivery", type_="foreignkey"
    )
    op.drop_constraint(
        op.f("uq_notification_delivery_rule_id_event_id"), "notification_delivery", type_="unique"
    )
    op.drop_index(op.f("ix_notification_delivery_event_id"), table_name="notification_delivery")
    op.alter_column(
        "notification_delivery",
        "change_id",
        existing_type=sa.UUID(),
        nullable=False,
        comment=None,
        existing_comment="null = an event",
    )
    op.drop_column("notification_delivery", "event_id")

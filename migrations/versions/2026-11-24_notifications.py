"""Rules of notifications, and what is told by them

Revision: 5d90c2e7a416
Revises: 3b7c0d51a8e2
"""

import sqlalchemy as sa
from alembic import op

revision = "5d90c2e7a416"
down_revision = "3b7c0d51a8e2"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "notification_rule",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False, comment="webhook, mail or chat"),
        sa.Column(
            "secret",
            sa.Text(),
            nullable=False,
            comment="destination, encrypted with a key that is not in the database",
        ),
        sa.Column(
            "shown", sa.Text(), nullable=False, comment="scheme and server of the destination, no secret"
        ),
        sa.Column("host", sa.Text(), nullable=True, comment="name of a host; null = every host"),
        sa.Column(
            "metric", sa.Text(), nullable=True, comment="name of vocabulary/metrics.py; null = every one"
        ),
        sa.Column("is_worse", sa.Boolean(), nullable=True, comment="null = for the better, too"),
        sa.Column(
            "least",
            sa.Double(),
            nullable=False,
            comment="least distance of a change's ratio from 1, a share",
        ),
        sa.Column(
            "suspect", sa.Text(), nullable=True, comment="factor that changed, too; null = any or none"
        ),
        sa.Column(
            "digest_hour",
            sa.Integer(),
            nullable=True,
            comment="hour of the day, UTC, of the daily message; null = at once",
        ),
        sa.Column(
            "quiet_from",
            sa.Integer(),
            nullable=True,
            comment="hour of the day, UTC, that nothing is sent from; null = no quiet hours",
        ),
        sa.Column("quiet_to", sa.Integer(), nullable=True, comment="hour of the day, UTC, that ends it"),
        sa.Column("is_active", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("since", moment, nullable=False, comment="changes seen before are not told"),
        sa.Column("created_at", moment, nullable=False),
        sa.CheckConstraint("kind in ('webhook', 'mail', 'chat')", name=op.f("ck_notification_rule_kind")),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["app_user.id"],
            name=op.f("fk_notification_rule_user_id_app_user"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notification_rule")),
    )
    op.create_index(op.f("ix_notification_rule_user_id"), "notification_rule", ["user_id"])
    op.create_table(
        "notification_delivery",
        sa.Column("id", sa.Uuid(), server_default=sa.text("gen_random_uuid()"), nullable=False),
        sa.Column("rule_id", sa.Uuid(), nullable=False),
        sa.Column("change_id", sa.Uuid(), nullable=False),
        sa.Column(
            "message_id",
            sa.Uuid(),
            nullable=True,
            comment="idempotency key of the message it is part of, kept over retries",
        ),
        sa.Column("state", sa.Text(), server_default="waiting", nullable=False),
        sa.Column(
            "attempt",
            sa.Integer(),
            server_default=sa.text("0"),
            nullable=False,
            comment="attempts that failed",
        ),
        sa.Column("next_at", moment, nullable=False, comment="not sent before"),
        sa.Column("last_error", sa.Text(), nullable=True, comment="of the last attempt; names no secret"),
        sa.Column("delivered_at", moment, nullable=True),
        sa.CheckConstraint(
            "state in ('waiting', 'delivered', 'failed')", name=op.f("ck_notification_delivery_state")
        ),
        sa.ForeignKeyConstraint(
            ["change_id"],
            ["change.id"],
            name=op.f("fk_notification_delivery_change_id_change"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["rule_id"],
            ["notification_rule.id"],
            name=op.f("fk_notification_delivery_rule_id_notification_rule"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notification_delivery")),
        sa.UniqueConstraint("rule_id", "change_id", name=op.f("uq_notification_delivery_rule_id_change_id")),
    )
    op.create_index(op.f("ix_notification_delivery_change_id"), "notification_delivery", ["change_id"])
    op.create_index(op.f("ix_notification_delivery_message_id"), "notification_delivery", ["message_id"])
    op.create_index(
        "ix_notification_delivery_waiting",
        "notification_delivery",
        ["next_at"],
        postgresql_where=sa.text("state = 'waiting'"),
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_table("notification_delivery")
    op.drop_table("notification_rule")

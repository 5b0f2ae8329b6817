"""Expected runs, what agents said last, and events of hosts

Revision: 8e14c6a0b2d7
Revises: 5d90c2e7a416
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "8e14c6a0b2d7"
down_revision = "5d90c2e7a416"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "expectation",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("host_id", sa.Uuid(), nullable=False),
        sa.Column("workload_id", sa.Uuid(), nullable=True, comment="null = a run of any workload"),
        sa.Column(
            "weekdays",
            postgresql.ARRAY(sa.SmallInteger()),
            nullable=False,
            comment="0 = Monday to 6 = Sunday",
        ),
        sa.Column(
            "by", sa.Time(), nullable=False, comment="local time in `zone`: the run has started by then"
        ),
        sa.Column("zone", sa.Text(), nullable=False, comment="name of the IANA time zone database"),
        sa.Column(
            "grace_minutes",
            sa.Integer(),
            nullable=False,
            comment="minutes after `by` that are not yet missing",
        ),
        sa.Column("created_at", moment, nullable=False, comment="deadlines before are of no interest"),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "cardinality(weekdays) > 0 and weekdays <@ '{0,1,2,3,4,5,6}'",
            name=op.f("ck_expectation_weekdays"),
        ),
        sa.CheckConstraint("grace_minutes between 0 and 1440", name=op.f("ck_expectation_grace_minutes")),
        sa.ForeignKeyConstraint(
            ["host_id"], ["host.id"], name=op.f("fk_expectation_host_id_host"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["workload_id"], ["workload.id"], name=op.f("fk_expectation_workload_id_workload")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_expectation")),
    )
    op.create_index(op.f("ix_expectation_host_id"), "expectation", ["host_id"])
    op.create_index(op.f("ix_expectation_workload_id"), "expectation", ["workload_id"])
    op.create_table(
        "agent_report",
        sa.Column("host_id", sa.Uuid(), nullable=False),
        sa.Column("reported_at", moment, nullable=False, comment="by the service's clock"),
        sa.Column("agent_version", sa.Text(), nullable=False),
        sa.Column("waiting", sa.Integer(), nullable=False, comment="uploads in its spool"),
        sa.Column(
            "waiting_since",
            moment,
            nullable=True,
            comment="when the oldest of them was made; null = none waits",
        ),
        sa.Column(
            "refused",
            sa.Integer(),
            nullable=False,
            comment="uploads it keeps that the service refused for good",
        ),
        sa.Column(
            "error", sa.Text(), nullable=True, comment="of its last failed delivery; null = none is known"
        ),
        sa.Column("error_at", moment, nullable=True, comment="by the host's clock"),
        sa.ForeignKeyConstraint(
            ["host_id"], ["host.id"], name=op.f("fk_agent_report_host_id_host"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("host_id", name=op.f("pk_agent_report")),
    )
    op.create_table(
        "event",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("host_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False, comment="of vocabulary/events.py"),
        sa.Column(
            "subject",
            sa.Text(),
            nullable=False,
            comment="by what it is known again: a drive's unit, an expectation; never shown",
        ),
        sa.Column("name", sa.Text(), nullable=True, comment="of a drive or workload; null = the host itself"),
        sa.Column("detail", sa.Text(), nullable=False, comment="what is so, with figures and units"),
        sa.Column(
            "began_at",
            moment,
            nullable=False,
            comment="since when it is known to be so; it may be so for longer",
        ),
        sa.Column("seen_at", moment, nullable=False, comment="when it was last seen to be so"),
        sa.Column("detected_at", moment, nullable=False, comment="when the service saw it first"),
        sa.Column(
            "gone_at", moment, nullable=True, comment="since when it is so no more; null = it still is"
        ),
        sa.Column("state", sa.Text(), server_default="new", nullable=False),
        sa.Column("cause", sa.Text(), nullable=True, comment="a person's, of an expected event"),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("assignee_id", sa.Uuid(), nullable=True),
        sa.Column("state_at", moment, nullable=True, comment="when a person changed it last"),
        sa.Column("state_by", sa.Text(), nullable=True, comment="name of who changed it last"),
        sa.CheckConstraint(
            "kind in ('overdue', 'refused', 'waiting', 'warning', 'array', 'missing', 'link', 'worn', 'hot')",
            name=op.f("ck_event_kind"),
        ),
        sa.CheckConstraint(
            "state in ('new', 'acknowledged', 'expected', 'fixed')", name=op.f("ck_event_state")
        ),
        sa.ForeignKeyConstraint(
            ["assignee_id"], ["app_user.id"], name=op.f("fk_event_assignee_id_app_user"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["host_id"], ["host.id"], name=op.f("fk_event_host_id_host"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
    )
    op.create_index(
        "ix_event_began_at_id", "event", [sa.literal_column("began_at desc"), sa.literal_column("id desc")]
    )
    op.create_index(
        "ix_event_open",
        "event",
        ["host_id", "kind", "subject"],
        unique=True,
        postgresql_where=sa.text("gone_at is null"),
    )
    op.create_index(op.f("ix_event_host_id"), "event", ["host_id"])
    op.create_index(op.f("ix_event_assignee_id"), "event", ["assignee_id"])


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_table("event")
    op.drop_table("agent_report")
    op.drop_table("expectation")

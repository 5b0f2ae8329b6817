"""Expect the runs of a schedule at the times of its cron expression

Revision: 1d7be40c93a5
Revises: 3c9a51d7f042
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "1d7be40c93a5"
down_revision = "3c9a51d7f042"
branch_labels = None
depends_on = None

WEEKDAYS = postgresql.ARRAY(sa.SmallInteger())


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.alter_column(
        "expectation",
        "weekdays",
        existing_type=WEEKDAYS,
        nullable=True,
        comment="0 = Monday to 6 = Sunday; null = by the schedule's cron expression",
    )
    op.alter_column(
        "expectation",
        "by",
        existing_type=sa.Time(),
        nullable=True,
        comment="local time in `zone`: the run has started by then; null = by the schedule",
    )
    op.alter_column(
        "expectation",
        "grace_minutes",
        existing_type=sa.Integer(),
        comment="minutes after it was due that are not yet missing",
    )
    op.execute("update expectation set weekdays = null, by = null where schedule_id is not null")
    op.create_check_constraint(
        op.f("ck_expectation_rhythm"),
        "expectation",
        "(weekdays is null) = (by is null) and (weekdays is null) = (schedule_id is not null)",
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_constraint(op.f("ck_expectation_rhythm"), "expectation")
    # Of a schedule that is due at other times than on weekdays, the version before expects nothing.
    op.execute("update schedule set is_expected = false where id in (select schedule_id from expectation)")
    op.execute("delete from expectation where schedule_id is not null")
    op.alter_column(
        "expectation",
        "grace_minutes",
        existing_type=sa.Integer(),
        comment="minutes after `by` that are not yet missing",
    )
    op.alter_column(
        "expectation",
        "by",
        existing_type=sa.Time(),
        nullable=False,
        comment="local time in `zone`: the run has started by then",
    )
    op.alter_column(
        "expectation",
        "weekdays",
        existing_type=WEEKDAYS,
        nullable=False,
        comment="0 = Monday to 6 = Sunday",
    )

"""Outcomes of a run: partial, not_understood

Revision: 3f1c7a92d5e4
Revises: 06425138e00a
"""

from alembic import op

revision = "3f1c7a92d5e4"
down_revision = "06425138e00a"
branch_labels = None
depends_on = None

BEFORE = ("complete", "interrupted", "failed")
SINCE = ("complete", "partial", "interrupted", "failed", "not_understood")


def _allow(outcomes: tuple[str, ...]) -> None:
    """Only these words in run.outcome; rows are not looked at again, they hold fewer words than are allowed."""
    listed = ", ".join(f"'{outcome}'" for outcome in outcomes)
    op.execute("alter table run drop constraint ck_run_outcome")
    op.execute(f"alter table run add constraint ck_run_outcome check (outcome in ({listed})) not valid")
    op.execute("alter table run validate constraint ck_run_outcome")


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    _allow(SINCE)


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    # What the older words lack: a part is there, or nothing is.
    op.execute("update run set outcome = 'interrupted' where outcome = 'partial'")
    op.execute("update run set outcome = 'complete' where outcome = 'not_understood'")
    _allow(BEFORE)

"""Runs keep their answer: verdict, findings, checks, ceilings. Findings move there out of the path

Revision: 5d20f7b36a91
Revises: c4d8e19b7a35
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "5d20f7b36a91"
down_revision = "c4d8e19b7a35"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Added as null or with a constant: no row is written. A reparse judges the runs that are there; until then their
    # page says so.
    op.execute("set local lock_timeout = '5s'")
    op.add_column(
        "run",
        sa.Column(
            "verdict",
            postgresql.JSONB(none_as_null=True),
            nullable=True,
            comment="kind, rule and sentence of the answer; null = not judged",
        ),
    )
    op.add_column(
        "run",
        sa.Column(
            "finding_ids",
            postgresql.ARRAY(sa.Text()),
            server_default=sa.text("'{}'"),
            nullable=False,
            comment="rules that found something; for filters",
        ),
    )
    op.add_column(
        "run",
        sa.Column(
            "answer",
            postgresql.JSONB(none_as_null=True),
            nullable=True,
            comment="verdict, findings, checks, ceilings as the API shows them; null = not judged",
        ),
    )
    op.alter_column(
        "run", "path", comment="targets and limits as the API shows them; null = no target is known"
    )
    op.create_index("ix_run_finding_ids", "run", ["finding_ids"], postgresql_using="gin")


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    # The version below reads `findings` of every path.
    op.execute(
        "update run set path = path || '{\"findings\": []}' where path is not null and not path ? 'findings'"
    )
    op.drop_index("ix_run_finding_ids", table_name="run")
    op.alter_column(
        "run", "path", comment="targets, limits, findings as the API shows them; null = no target is known"
    )
    op.drop_column("run", "answer")
    op.drop_column("run", "finding_ids")
    op.drop_column("run", "verdict")

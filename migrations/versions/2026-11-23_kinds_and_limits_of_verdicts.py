"""Runs are found by the kind of their verdict and by the limits that it names

Revision: 8e41c09d57b2
Revises: 5d20f7b36a91
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "8e41c09d57b2"
down_revision = "5d20f7b36a91"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Added as null or with a constant: no row is written for it. Runs that were judged are few yet; limits that their
    # verdict names beside the first are known after a reparse.
    op.execute("set local lock_timeout = '5s'")
    op.add_column(
        "run",
        sa.Column(
            "verdict_kind",
            sa.Text(),
            nullable=True,
            comment="limit, trust, unexplained or none, as the verdict says; null = not judged",
        ),
    )
    op.add_column(
        "run",
        sa.Column(
            "limit_ids",
            postgresql.ARRAY(sa.Text()),
            server_default=sa.text("'{}'"),
            nullable=False,
            comment="limits that the verdict names; for filters",
        ),
    )
    op.execute("""
        update run r set verdict_kind = verdict ->> 'kind', limit_ids = l.ids,
            answer = jsonb_set(answer, '{verdict,limits}', to_jsonb(l.ids))
        from (
            select id, case verdict ->> 'kind' when 'limit' then array[verdict ->> 'id'] else '{}' end as ids
            from run where verdict is not null and answer is not null
        ) l where l.id = r.id
    """)
    op.create_index("ix_run_limit_ids", "run", ["limit_ids"], postgresql_using="gin")


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_index("ix_run_limit_ids", table_name="run")
    op.execute("update run set answer = answer #- '{verdict,limits}' where answer is not null")
    op.drop_column("run", "limit_ids")
    op.drop_column("run", "verdict_kind")

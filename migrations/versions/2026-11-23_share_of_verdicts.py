"""Lists show how much of its limit a run reached: the verdict they read carries its share

Revision: b7d3f02a96c4
Revises: 8e41c09d57b2
"""

from alembic import op

revision = "b7d3f02a96c4"
down_revision = "8e41c09d57b2"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    # Runs that were judged are few yet: a million of them would take many minutes.
    # `->`, not `#>`: a share that is null stays a null of JSON, where an absent one would make the whole null.
    op.execute("""
        update run set verdict = verdict
            || jsonb_build_object('share', coalesce(answer -> 'verdict' -> 'share', 'null'::jsonb))
        where verdict is not null
    """)
    op.alter_column("run", "verdict", comment="kind, rule, sentence and share; null = not judged")


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.alter_column("run", "verdict", comment="kind, rule and sentence of the answer; null = not judged")
    op.execute("update run set verdict = verdict - 'share' where verdict is not null")

"""Results say whether they ran alone, and runs which result is their headline

Revision: b4d7160e92fa
Revises: c6a07ada4b76
"""

import sqlalchemy as sa
from alembic import op

revision = "b4d7160e92fa"
down_revision = "c6a07ada4b76"
branch_labels = None
depends_on = None

# Most runs have one result, or groups of one job: only the others are written.
CROWDED = """
update result s set is_alone = false
from (
    select run_id, job_group from result group by run_id, job_group having min(job_name) <> max(job_name)
) g
where g.run_id = s.run_id and g.job_group = s.job_group
"""
HEADLINES = """
update run r set headline_position = h.position
from (
    select distinct on (s.run_id) s.run_id, s.position
    from result s join run o on o.id = s.run_id
    where s.bw_bytes_per_s <= o.bw_bytes_per_s
    order by s.run_id, s.bw_bytes_per_s desc, s.position
) h
where h.run_id = r.id and h.position > 0
"""


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.add_column(
        "result",
        sa.Column(
            "is_alone",
            sa.Boolean(),
            server_default=sa.text("true"),
            nullable=False,
            comment="no other job of its group ran beside it",
        ),
    )
    op.add_column(
        "run",
        sa.Column(
            "headline_position",
            sa.SmallInteger(),
            nullable=True,
            comment="position of the result that gives the headline bandwidth; null = the first",
        ),
    )
    op.execute(CROWDED)
    op.execute(HEADLINES)


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_column("run", "headline_position")
    op.drop_column("result", "is_alone")

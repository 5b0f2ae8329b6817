"""Create all tables of 0.3.0

Revision: b4d7160e92fa
Revises:

The SQL is in migrations/baseline, one file an area, in the order in which the tables refer to each other.
"""

from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision = "b4d7160e92fa"
down_revision = None
branch_labels = None
depends_on = None

# The last commit that brings older tables up to this revision, and the revisions that it knows.
LAST_COMMIT = "577ecdae"
REPLACED = frozenset(
    """
    0001 06425138e00a 2b8e61f0d4c7 2f86d1b07c4e 3606a2fd6ac4 3b7c0d51a8e2 3c7b51d9e0f4 3d0e86f7c915
    3e9a51c7d204 3f1c7a92d5e4 3f9b60c2d8e5 41b7a0d95c3e 4c7a90b1e3d8 5c0f7e92ab16 5c1be0d87f36 5d20f7b36a91
    5d90c2e7a416 5f0c92d7a1e4 5f1c0d83ab27 6a93f1c7e0d2 6e0b93d1c2f8 7b2e90c41f6d 7be8fb42c059 7c15e8a9d3f6
    7d20c4e1b95a 8c41d7f2e06b 8d0c5b7e21aa 8d15e7a4c093 8e14c6a0b2d7 8e41c09d57b2 9164d82a2b94 9d2b64f7a0c1
    a92e47a03fc3 ac4efc8f4128 b11bbac9b301 b7d3f02a96c4 c1a8e5704bd2 c3f7a9d41b60 c41d7e90b5a8 c4d8e19b7a35
    c6a07ada4b76 d5e09b37c1a4 d91f6f0e1a3d f87cc117ab5e f96ad238e702
    """.split()  # noqa: SIM905 -- an id a line would be 45 lines
)
AREAS = sorted((Path(__file__).parents[1] / "baseline").glob("*.sql"))


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    connection = op.get_bind()
    schema = connection.scalar(sa.text("select quote_ident(current_schema())"))
    for area in AREAS:
        # A function that runs as its owner names its schema; PostgreSQL's driver takes several statements at once.
        statements = area.read_text().replace(":schema", schema)
        connection.connection.run_async(lambda driver, script=statements: driver.execute(script))


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    tables = sa.text("""
        select format('%I', relname) from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
            and relname <> 'alembic_version'
    """)
    op.execute(f"drop table {', '.join(op.get_bind().scalars(tables))}")
    op.execute("drop function make_partitions(), make_partition(text, text, timestamptz)")
    op.execute(
        "drop function run_words(text, text, text[], text[]), time_of_id(uuid), first_id_of(timestamptz)"
    )

"""browse runs: what filters ask in the walked indexes, words to search, edits of runs, saved views

Revision: 8d0c5b7e21aa
Revises: a92e47a03fc3
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "8d0c5b7e21aa"
down_revision = "a92e47a03fc3"
branch_labels = None
depends_on = None

# Letters and digits only: else 'nvme0n1.json' would be one word, found by nothing that people type. Immutable,
# as array_to_string is for text, so that a generated column may use it.
RUN_WORDS = """
create function run_words(title text, note text, tags text[], job_names text[]) returns tsvector
language sql immutable parallel safe as $$
    select to_tsvector('simple', regexp_replace(
        lower(concat_ws(' ', title, note, array_to_string(tags, ' '), array_to_string(job_names, ' '))),
        '[^[:alnum:]]+', ' ', 'g'))
$$
"""
NOT_DELETED = sa.text("deleted_at is null")
HEADLINES = ("iops", "bw_bytes_per_s", "clat_p99_ns")


def _walks(includes: bool) -> None:
    """The indexes that lists walk along, with or without what filters ask of each run."""
    for column in HEADLINES:
        op.drop_index(f"ix_run_{column}_id", table_name="run")
        op.create_index(
            f"ix_run_{column}_id",
            "run",
            [sa.literal_column(f"{column} desc nulls last"), sa.literal_column("id desc")],
            postgresql_where=NOT_DELETED,
            postgresql_include=["configuration_id"] if includes else [],
        )
    op.drop_index("ix_run_sorted_at_id", table_name="run")
    op.create_index(
        "ix_run_sorted_at_id",
        "run",
        [sa.literal_column("sorted_at desc"), sa.literal_column("id desc")],
        postgresql_where=NOT_DELETED,
        postgresql_include=["configuration_id", "started_at"] if includes else [],
    )


def _results(includes: bool) -> None:
    """The index that finds a run's results, with or without what series and groups read most."""
    op.drop_index("ix_result_run_id_position", table_name="result")
    op.create_index(
        "ix_result_run_id_position",
        "result",
        ["run_id", "position"],
        postgresql_include=["workload_id", "direction", "iops", "bw_bytes_per_s"] if includes else [],
    )


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.execute(RUN_WORDS)
    op.add_column(
        "run",
        sa.Column(
            "job_names",
            postgresql.ARRAY(sa.Text()),
            server_default=sa.text("'{}'"),
            nullable=False,
            comment="distinct, of its results; for searching",
        ),
    )
    op.execute(
        """
        update run set job_names = named.names
        from (select run_id, array_agg(distinct job_name order by job_name) as names from result group by 1) named
        where named.run_id = run.id
        """
    )
    op.add_column(
        "run",
        sa.Column(
            "words",
            postgresql.TSVECTOR(),
            sa.Computed("run_words(title, note, tags, job_names)", persisted=True),
            nullable=False,
            comment="what q searches, beside host and labels; function run_words of the migrations",
        ),
    )
    op.create_index("ix_run_words", "run", ["words"], postgresql_using="gin")
    op.create_index("ix_run_tags", "run", ["tags"], postgresql_using="gin")
    _walks(includes=True)
    _results(includes=True)
    op.drop_index("ix_run_sorted_at_configuration_id", table_name="run")
    op.create_table(
        "saved_view",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("page", sa.Text(), nullable=False, comment="runs, series or compare"),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column(
            "query",
            sa.Text(),
            nullable=False,
            comment="query string as the page has it; filters in canonical spelling",
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False, comment="token:ID or session:ID"),
        sa.CheckConstraint("page in ('runs', 'series', 'compare')", name=op.f("ck_saved_view_page")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_saved_view")),
        sa.UniqueConstraint("page", "name", name=op.f("uq_saved_view_page_name")),
    )
    op.create_table(
        "run_edit",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("edit_id", sa.Uuid(), nullable=False, comment="one for all runs edited in one call"),
        sa.Column("run_id", sa.Uuid(), nullable=False),
        sa.Column("edited_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False, comment="token:ID or session:ID, never a secret"),
        sa.Column("actor_name", sa.Text(), nullable=False, comment="as the actor was called then"),
        sa.Column("before", postgresql.JSONB(), nullable=False, comment="title, note, labels, tags, deleted"),
        sa.Column("after", postgresql.JSONB(), nullable=False),
        sa.ForeignKeyConstraint(
            ["run_id"], ["run.id"], name=op.f("fk_run_edit_run_id_run"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_run_edit")),
    )
    op.create_index(op.f("ix_run_edit_edit_id"), "run_edit", ["edit_id"])
    op.create_index("ix_run_edit_run_id_edited_at", "run_edit", ["run_id", "edited_at"])


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_table("run_edit")
    op.drop_table("saved_view")
    op.create_index(
        "ix_run_sorted_at_configuration_id",
        "run",
        ["sorted_at", "configuration_id"],
        postgresql_where=NOT_DELETED,
    )
    _results(includes=False)
    _walks(includes=False)
    op.drop_index("ix_run_tags", table_name="run")
    op.drop_index("ix_run_words", table_name="run")
    op.drop_column("run", "words")
    op.drop_column("run", "job_names")
    op.execute("drop function run_words")

"""What lists and filters ask stands in their indexes: figures of results as columns, batches of runs

One statement adds all columns, since each would write the table anew: 1,100,000 results (2.1 GB) once.

Revision: 06425138e00a
Revises: f96ad238e702
"""

import sqlalchemy as sa
from alembic import op

revision = "06425138e00a"
down_revision = "f96ad238e702"
branch_labels = None
depends_on = None

LATENCIES = {
    f"{kind}_{name}_ns": f"{kind}{path}"
    for kind in ("clat", "lat", "slat")
    for name, path in (
        ("mean", "->>'mean'"),
        ("p50", "->'percentiles'->>'50'"),
        ("p95", "->'percentiles'->>'95'"),
        ("p99", "->'percentiles'->>'99'"),
        ("p99_9", "->'percentiles'->>'99.9'"),
    )
}
FIGURES = LATENCIES | {"cpu_pct": "usr_cpu_pct + sys_cpu_pct"}
CARRIED = ("workload_id", "direction", "iops", "bw_bytes_per_s")


def _runs(*carried: str) -> None:
    """The runs of a configuration in the order of time."""
    op.drop_index("ix_run_configuration_id_sorted_at_id", table_name="run")
    op.create_index(
        "ix_run_configuration_id_sorted_at_id",
        "run",
        ["configuration_id", sa.text("sorted_at desc"), sa.text("id desc")],
        postgresql_where=sa.text("deleted_at is null"),
        postgresql_include=list(carried),
    )


def _results(*more: str) -> None:
    """The results of a run, as the columns stand at that moment."""
    op.create_index(
        "ix_result_run_id_position",
        "result",
        ["run_id", "position"],
        postgresql_include=[*CARRIED, *more],
    )


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_index("ix_result_run_id_position", table_name="result")
    columns = ", ".join(
        f"add column {name} double precision generated always as (({source})::double precision) stored"
        for name, source in FIGURES.items()
    )
    op.execute(f"alter table result {columns}")
    _results(*FIGURES)
    _runs("batch_id")


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    _runs()
    op.drop_index("ix_result_run_id_position", table_name="result")
    op.execute("alter table result " + ", ".join(f"drop column {name}" for name in FIGURES))
    _results()

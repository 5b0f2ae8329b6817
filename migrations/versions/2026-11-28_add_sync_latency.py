"""Give the latency of syncs a column of its own

Revision: af085adae667
Revises: b4d7160e92fa

It stood in `details`, where no filter, chart or comparison looks. The columns that PostgreSQL computes from it rewrite
the table once.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "af085adae667"
down_revision = "b4d7160e92fa"
branch_labels = None
depends_on = None

# By name, what PostgreSQL computes it from; in ns.
FIGURES = {
    "sync_lat_mean_ns": "(sync_lat->>'mean')::double precision",
    "sync_lat_p50_ns": "(sync_lat->'percentiles'->>'50')::double precision",
    "sync_lat_p95_ns": "(sync_lat->'percentiles'->>'95')::double precision",
    "sync_lat_p99_ns": "(sync_lat->'percentiles'->>'99')::double precision",
    "sync_lat_p99_9_ns": "(sync_lat->'percentiles'->>'99.9')::double precision",
}
INDEX = "ix_result_run_id_position"
INCLUDED = [
    *("workload_id", "direction", "iops", "bw_bytes_per_s"),
    *("clat_mean_ns", "clat_p50_ns", "clat_p95_ns", "clat_p99_ns", "clat_p99_9_ns"),
    *("lat_mean_ns", "lat_p50_ns", "lat_p95_ns", "lat_p99_ns", "lat_p99_9_ns"),
    *("slat_mean_ns", "slat_p50_ns", "slat_p95_ns", "slat_p99_ns", "slat_p99_9_ns"),
]
KINDS = {False: "slat, clat or lat", True: "slat, clat, lat or sync_lat"}


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_index(INDEX, "result")
    op.add_column(
        "result",
        sa.Column(
            "sync_lat",
            postgresql.JSONB(none_as_null=True),
            comment="of the job's syncs, in the shape of slat; null for reads",
        ),
    )
    op.execute(
        """
        update result set sync_lat = details->'sync_lat', details = details - 'sync_lat'
        where direction in ('write', 'mixed') and details->>'sync_lat' is not null
        """
    )
    computed = ", ".join(
        f"add column {name} double precision generated always as ({expression}) stored"
        for name, expression in FIGURES.items()
    )
    op.execute(f"alter table result {computed}")
    _create_index(*FIGURES)
    _comment(with_syncs=True)


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_index(INDEX, "result")
    op.execute(
        """
        update result set details = details || jsonb_build_object('sync_lat', sync_lat) where sync_lat is not null
        """
    )
    for name in (*FIGURES, "sync_lat"):
        op.drop_column("result", name)
    _create_index()
    _comment(with_syncs=False)


def _create_index(*more: str) -> None:
    op.create_index(
        INDEX,
        "result",
        ["run_id", "position"],
        postgresql_include=[*INCLUDED, *more, "cpu_pct", "rated_share"],
    )


def _comment(*, with_syncs: bool) -> None:
    op.alter_column("histogram", "kind", existing_type=sa.Text(), existing_nullable=False, comment=KINDS[with_syncs],
                    existing_comment=KINDS[not with_syncs])  # fmt: skip

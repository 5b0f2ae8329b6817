"""Start each step of a suite together

Revision: c41e7a90d5b2
Revises: b83d52f0c6e1

What a request said of its one start becomes that of its first step.
"""

import sqlalchemy as sa
from alembic import op

revision = "c41e7a90d5b2"
down_revision = "b83d52f0c6e1"
branch_labels = None
depends_on = None

STARTED_AT = "when fio was started, by the service's clock; null = unknown"
AHEAD = "the host's clock less the service's, µs, measured over the poll; null = "
UNCERTAINTY = "most that fio_started_at and clock_ahead_us can be off, µs; null = "
MOVED = "ready_at, fio_started_at, clock_ahead_us, clock_uncertainty_us"
OF_GROUP = "when all hosts {}start fio, by the service's clock; null = not all of them are ready"


def _build_moment(name: str, comment: str, *, nullable: bool = True) -> sa.Column:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable, comment=comment)


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.create_table(
        "request_start",
        sa.Column("request_id", sa.Uuid(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False, comment="of the suite, from 1"),
        _build_moment("ready_at", "when its host waited for the common start", nullable=False),
        _build_moment("start_at", "the common start by the service's clock; null = not all hosts are ready"),
        _build_moment("fio_started_at", STARTED_AT),
        sa.Column("clock_ahead_us", sa.BigInteger(), nullable=True, comment=f"{AHEAD}unknown"),
        sa.Column("clock_uncertainty_us", sa.BigInteger(), nullable=True, comment=f"{UNCERTAINTY}unknown"),
        sa.ForeignKeyConstraint(
            ["request_id"],
            ["request.id"],
            name=op.f("fk_request_start_request_id_request"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("request_id", "step", name=op.f("pk_request_start")),
    )
    op.execute(
        f"insert into request_start (request_id, step, start_at, {MOVED}) "  # noqa: S608 -- names of columns
        f"select r.id, 1, g.start_at, {MOVED} from request r join request_group g on g.id = r.group_id "
        "where r.ready_at is not null"
    )
    for column in MOVED.split(", "):
        op.drop_column("request", column)
    op.alter_column(
        "request_group",
        "start_at",
        comment=OF_GROUP.format("first "),
        existing_comment=OF_GROUP.format(""),
        existing_type=sa.DateTime(timezone=True),
        existing_nullable=True,
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    for column in (
        _build_moment("ready_at", "when its host waited for the common start; null = it did not"),
        _build_moment("fio_started_at", f"{STARTED_AT}, or it starts alone"),
        sa.Column("clock_ahead_us", sa.BigInteger(), nullable=True, comment=f"{AHEAD}as above"),
        sa.Column("clock_uncertainty_us", sa.BigInteger(), nullable=True, comment=f"{UNCERTAINTY}as above"),
    ):
        op.add_column("request", column)
    op.execute(
        "update request r set ready_at = s.ready_at, fio_started_at = s.fio_started_at, "
        "clock_ahead_us = s.clock_ahead_us, clock_uncertainty_us = s.clock_uncertainty_us "
        "from request_start s where s.request_id = r.id and s.step = 1"
    )
    op.drop_table("request_start")
    op.alter_column(
        "request_group",
        "start_at",
        comment=OF_GROUP.format(""),
        existing_comment=OF_GROUP.format("first "),
        existing_type=sa.DateTime(timezone=True),
        existing_nullable=True,
    )

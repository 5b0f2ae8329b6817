"""Every drive of every host as it was last seen, and the one drive that a run measured

Revision: 7c15e8a9d3f6
Revises: 3e9a51c7d204
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "7c15e8a9d3f6"
down_revision = "3e9a51c7d204"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.create_table(
        "host_state",
        sa.Column("host_id", sa.Uuid(), nullable=False),
        sa.Column(
            "seen_at",
            sa.DateTime(timezone=True),
            nullable=False,
            comment="start of the run whose inventory it was, else its upload",
        ),
        sa.Column(
            "degraded_arrays",
            postgresql.ARRAY(sa.Text()),
            nullable=False,
            comment="name and level; empty = none is known",
        ),
        sa.ForeignKeyConstraint(
            ["host_id"], ["host.id"], name=op.f("fk_host_state_host_id_host"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("host_id", name=op.f("pk_host_state")),
    )
    op.create_table(
        "drive",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("host_id", sa.Uuid(), nullable=False),
        sa.Column(
            "unit", sa.LargeBinary(), nullable=False, comment="hash of serial, WWID or place: never shown"
        ),
        sa.Column(
            "seen_at",
            sa.DateTime(timezone=True),
            nullable=False,
            comment="start of the run that named it, else its upload",
        ),
        sa.Column("has_serial", sa.Boolean(), nullable=False, comment="can be known again on another host"),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=True),
        sa.Column("firmware", sa.Text(), nullable=True),
        sa.Column("transport", sa.Text(), nullable=True),
        sa.Column("slot", sa.Text(), nullable=True),
        sa.Column("size_bytes", sa.BigInteger(), nullable=True),
        sa.Column("link_gts", sa.Double(), nullable=True, comment="GT/s"),
        sa.Column("link_lanes", sa.Integer(), nullable=True, comment="lanes"),
        sa.Column("capable_gts", sa.Double(), nullable=True, comment="GT/s; null = not known for certain"),
        sa.Column("capable_lanes", sa.Integer(), nullable=True, comment="lanes"),
        sa.Column("link_class", sa.Text(), nullable=True, comment="null = no PCIe link of its own"),
        sa.Column("temperature_c", sa.Double(), nullable=True, comment="°C"),
        sa.Column("used_pct", sa.Integer(), nullable=True, comment="of its rated endurance"),
        sa.Column("spare_pct", sa.Integer(), nullable=True),
        sa.Column("media_errors", sa.BigInteger(), nullable=True, comment="ever"),
        sa.Column("critical_warning", sa.Integer(), nullable=True, comment="bits; 0 = of nothing"),
        sa.Column("temperature_limit_c", sa.Integer(), nullable=True, comment="°C, as the drive says itself"),
        sa.ForeignKeyConstraint(
            ["host_id"], ["host.id"], name=op.f("fk_drive_host_id_host"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_drive")),
    )
    op.create_index("ix_drive_host_id_unit", "drive", ["host_id", "unit"], unique=True)
    op.create_index("ix_drive_model", "drive", ["model"])
    op.create_table(
        "run_drive",
        sa.Column("run_id", sa.Uuid(), nullable=False),
        sa.Column("drive_id", sa.Uuid(), nullable=False),
        sa.ForeignKeyConstraint(
            ["run_id"], ["run.id"], name=op.f("fk_run_drive_run_id_run"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["drive_id"], ["drive.id"], name=op.f("fk_run_drive_drive_id_drive"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("run_id", name=op.f("pk_run_drive")),
    )
    op.create_index(op.f("ix_run_drive_drive_id"), "run_drive", ["drive_id"])


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_table("run_drive")
    op.drop_table("drive")
    op.drop_table("host_state")

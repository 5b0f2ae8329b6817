"""Hardware that a person stated for runs that came without it: its text, by whom, and which runs have it

Revision: 5f0c92d7a1e4
Revises: 6a93f1c7e0d2
"""

import sqlalchemy as sa
from alembic import op

revision = "5f0c92d7a1e4"
down_revision = "6a93f1c7e0d2"
branch_labels = None
depends_on = None

WHOSE = "who stated its inventory; null = its agent sent it, or none is known"


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.create_table(
        "stated_hardware",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("host_id", sa.Uuid(), nullable=False),
        sa.Column("inventory_id", sa.Uuid(), nullable=False, comment="the cleaned reading"),
        sa.Column(
            "document_id", sa.Uuid(), nullable=False, comment="the text, byte for byte as it was pasted"
        ),
        sa.Column(
            "since", sa.DateTime(timezone=True), nullable=False, comment="it went to no run older than that"
        ),
        sa.Column("stated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("stated_by", sa.Text(), nullable=False, comment="name of who stated it"),
        sa.ForeignKeyConstraint(["host_id"], ["host.id"], name="fk_stated_hardware_host_id_host"),
        sa.ForeignKeyConstraint(
            ["inventory_id"], ["inventory.id"], name="fk_stated_hardware_inventory_id_inventory"
        ),
        sa.ForeignKeyConstraint(
            ["document_id"], ["document.id"], name="fk_stated_hardware_document_id_document"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_stated_hardware"),
    )
    for column in ("host_id", "inventory_id", "document_id"):
        op.create_index(f"ix_stated_hardware_{column}", "stated_hardware", [column])
    op.add_column("run", sa.Column("stated_hardware_id", sa.Uuid(), comment=WHOSE))
    op.create_foreign_key(
        "fk_run_stated_hardware_id_stated_hardware", "run", "stated_hardware", ["stated_hardware_id"], ["id"]
    )
    op.create_index(
        "ix_run_stated_hardware_id",
        "run",
        ["stated_hardware_id"],
        postgresql_where=sa.text("stated_hardware_id is not null"),
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_index("ix_run_stated_hardware_id", table_name="run")
    op.drop_constraint("fk_run_stated_hardware_id_stated_hardware", "run", type_="foreignkey")
    op.drop_column("run", "stated_hardware_id")
    for column in ("document_id", "inventory_id", "host_id"):
        op.drop_index(f"ix_stated_hardware_{column}", table_name="stated_hardware")
    op.drop_table("stated_hardware")

"""Hosts have several agents, identifiers of their machine, and can be merged and split

Revision: c6a07ada4b76
Revises: 8d15e7a4c093
"""

import sqlalchemy as sa
from alembic import op

revision = "c6a07ada4b76"
down_revision = "8d15e7a4c093"
branch_labels = None
depends_on = None


# A token of an enrolment was named after its agent's host, which had one agent.
TOKENS_OF_AGENTS = """
update api_token t set agent_host_id = h.agent_host_id
from host h where h.id = t.host_id and t.scope = 'upload' and t.created_by is null and t.name like 'agent on %'
"""


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.create_table(
        "host_agent",
        sa.Column("agent_host_id", sa.Text(), nullable=False, comment="made by the agent"),
        sa.Column("host_id", sa.Uuid(), nullable=False),
        sa.Column(
            "origin",
            sa.Text(),
            nullable=False,
            comment="why it is this host's; split = only what is of this host's machine, the rest is the first host's",
        ),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "origin in ('recognised', 'stated', 'merged', 'split')", name=op.f("ck_host_agent_origin")
        ),
        sa.ForeignKeyConstraint(["host_id"], ["host.id"], name=op.f("fk_host_agent_host_id_host")),
        sa.PrimaryKeyConstraint("agent_host_id", "host_id", name=op.f("pk_host_agent")),
    )
    op.create_index(op.f("ix_host_agent_host_id"), "host_agent", ["host_id"], unique=False)
    op.create_table(
        "host_identifier",
        sa.Column("host_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False, comment="of inventory/machine.py"),
        sa.Column("sha256", sa.LargeBinary(), nullable=False, comment="never shown"),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False, comment="when it was first seen"),
        sa.ForeignKeyConstraint(
            ["host_id"], ["host.id"], name=op.f("fk_host_identifier_host_id_host"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("host_id", "kind", "sha256", name=op.f("pk_host_identifier")),
    )
    op.create_index("ix_host_identifier_sha256", "host_identifier", ["sha256"], unique=False)
    op.create_table(
        "host_move",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("source_id", sa.Uuid(), nullable=False),
        sa.Column("target_id", sa.Uuid(), nullable=False),
        sa.Column(
            "source_agent",
            sa.Text(),
            nullable=True,
            comment="the merged host's own agent, which it gets back; null = it had none",
        ),
        sa.Column(
            "other_agents", sa.ARRAY(sa.Text()), nullable=False, comment="the merged host's further agents"
        ),
        sa.Column("moved_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("moved_by", sa.Text(), nullable=False, comment="name of who moved it"),
        sa.Column("undone_at", sa.DateTime(timezone=True), nullable=True, comment="null = it is in force"),
        sa.Column("undone_by", sa.Text(), nullable=True),
        sa.CheckConstraint("kind in ('merge', 'split')", name=op.f("ck_host_move_kind")),
        sa.ForeignKeyConstraint(["source_id"], ["host.id"], name=op.f("fk_host_move_source_id_host")),
        sa.ForeignKeyConstraint(["target_id"], ["host.id"], name=op.f("fk_host_move_target_id_host")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_host_move")),
    )
    op.create_index(op.f("ix_host_move_source_id"), "host_move", ["source_id"], unique=False)
    op.create_index(op.f("ix_host_move_target_id"), "host_move", ["target_id"], unique=False)
    op.create_table(
        "host_moved",
        sa.Column("move_id", sa.Uuid(), nullable=False),
        sa.Column("table_name", sa.Text(), nullable=False),
        sa.Column("row_id", sa.Uuid(), nullable=False, comment="of that table"),
        sa.ForeignKeyConstraint(
            ["move_id"], ["host_move.id"], name=op.f("fk_host_moved_move_id_host_move"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("move_id", "table_name", "row_id", name=op.f("pk_host_moved")),
    )
    op.add_column(
        "api_token",
        sa.Column(
            "agent_host_id",
            sa.Text(),
            nullable=True,
            comment="the agent that got it at its enrolment; null = made by a person",
        ),
    )
    op.execute(TOKENS_OF_AGENTS)
    op.add_column(
        "host",
        sa.Column(
            "merged_into_id",
            sa.Uuid(),
            nullable=True,
            comment="the host that has its runs since a merge; null = it has its own",
        ),
    )
    op.alter_column(
        "host",
        "agent_host_id",
        existing_type=sa.TEXT(),
        comment="of its first agent, made by that; null = known only by the name given at an import, or merged",
        existing_comment="made by the agent; null = known only by the name given at an import",
        existing_nullable=True,
    )
    op.create_index(op.f("ix_host_merged_into_id"), "host", ["merged_into_id"], unique=False)
    op.create_foreign_key(op.f("fk_host_merged_into_id_host"), "host", "host", ["merged_into_id"], ["id"])
    op.add_column(
        "one_time_code",
        sa.Column(
            "host_id",
            sa.Uuid(),
            nullable=True,
            comment="the one host that an enrolment is for; null = the maker named none",
        ),
    )
    op.add_column(
        "one_time_code",
        sa.Column(
            "may_join",
            sa.Boolean(),
            server_default=sa.text("true"),
            nullable=False,
            comment="an enrolment may continue a host that its machine is recognised as",
        ),
    )
    op.create_index(op.f("ix_one_time_code_host_id"), "one_time_code", ["host_id"], unique=False)
    op.create_foreign_key(
        op.f("fk_one_time_code_host_id_host"),
        "one_time_code",
        "host",
        ["host_id"],
        ["id"],
        ondelete="CASCADE",
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_constraint(op.f("fk_one_time_code_host_id_host"), "one_time_code", type_="foreignkey")
    op.drop_index(op.f("ix_one_time_code_host_id"), table_name="one_time_code")
    op.drop_column("one_time_code", "may_join")
    op.drop_column("one_time_code", "host_id")
    op.drop_constraint(op.f("fk_host_merged_into_id_host"), "host", type_="foreignkey")
    op.drop_index(op.f("ix_host_merged_into_id"), table_name="host")
    op.alter_column(
        "host",
        "agent_host_id",
        existing_type=sa.TEXT(),
        comment="made by the agent; null = known only by the name given at an import",
        existing_comment="of its first agent, made by that; null = known only by the name given at an import, or "
        "merged",
        existing_nullable=True,
    )
    op.drop_column("host", "merged_into_id")
    op.drop_column("api_token", "agent_host_id")
    op.drop_table("host_moved")
    op.drop_index(op.f("ix_host_move_target_id"), table_name="host_move")
    op.drop_index(op.f("ix_host_move_source_id"), table_name="host_move")
    op.drop_table("host_move")
    op.drop_index("ix_host_identifier_sha256", table_name="host_identifier")
    op.drop_table("host_identifier")
    op.drop_index(op.f("ix_host_agent_host_id"), table_name="host_agent")
    op.drop_table("host_agent")

"""Alike runs of a host are found by what waits, and a look goes on from the one before

Revision: 4c7a90b1e3d8
Revises: 3c7b51d9e0f4
"""

import sqlalchemy as sa
from alembic import op

revision = "4c7a90b1e3d8"
down_revision = "3c7b51d9e0f4"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.create_table(
        "watch_member",
        sa.Column("configuration_id", sa.Uuid(), nullable=False),
        sa.Column("host_id", sa.Uuid(), nullable=False),
        sa.Column(
            "digest",
            sa.LargeBinary(),
            nullable=False,
            comment="of the configuration, when it was watched last",
        ),
        sa.ForeignKeyConstraint(
            ["configuration_id"],
            ["configuration.id"],
            name=op.f("fk_watch_member_configuration_id_configuration"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["host_id"], ["host.id"], name=op.f("fk_watch_member_host_id_host"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("configuration_id", "host_id", name=op.f("pk_watch_member")),
    )
    op.create_index("ix_watch_member_host_id_digest", "watch_member", ["host_id", "digest"])
    op.execute(
        """
        insert into watch_member (configuration_id, host_id, digest)
        select r.configuration_id, r.host_id, c.watch_digest
        from (select distinct configuration_id, host_id from run) r join configuration c on c.id = r.configuration_id
        where c.watch_digest is not null
        """
    )
    op.add_column(
        "watch_series",
        sa.Column(
            "seen",
            sa.Text(),
            nullable=True,
            comment="where the next look goes on, as JSON; null = all is looked at",
        ),
    )
    # What waits is found again by its digest, which names the host, too.
    op.execute(
        "update configuration set watch_version = null where id in (select configuration_id from watch_due)"
    )
    op.execute("delete from watch_due")
    op.drop_constraint(op.f("fk_watch_due_configuration_id_configuration"), "watch_due", type_="foreignkey")
    op.drop_index(op.f("ix_watch_due_configuration_id"), table_name="watch_due")
    op.drop_constraint(op.f("pk_watch_due"), "watch_due", type_="primary")
    op.add_column("watch_due", sa.Column("host_id", sa.Uuid(), nullable=False))
    op.create_primary_key(op.f("pk_watch_due"), "watch_due", ["host_id", "configuration_id", "id"])


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.execute(
        "update configuration set watch_version = null where id in (select configuration_id from watch_due)"
    )
    op.execute("delete from watch_due")
    op.drop_constraint(op.f("pk_watch_due"), "watch_due", type_="primary")
    op.drop_column("watch_due", "host_id")
    op.create_primary_key(op.f("pk_watch_due"), "watch_due", ["id"])
    op.create_index(op.f("ix_watch_due_configuration_id"), "watch_due", ["configuration_id"])
    op.create_foreign_key(
        op.f("fk_watch_due_configuration_id_configuration"),
        "watch_due",
        "configuration",
        ["configuration_id"],
        ["id"],
        ondelete="CASCADE",
    )
    op.drop_column("watch_series", "seen")
    op.drop_index("ix_watch_member_host_id_digest", table_name="watch_member")
    op.drop_table("watch_member")

"""No two hosts of one name: the younger ones are numbered, in their runs' configurations, too

Revision: c4d8e19b7a35
Revises: 7b2e90c41f6d
"""

import hashlib
from uuid import uuid4

import orjson
import sqlalchemy as sa
from alembic import op

revision = "c4d8e19b7a35"
down_revision = "7b2e90c41f6d"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    _number_namesakes(op.get_bind())
    op.drop_index("uq_host_name_imported", table_name="host")
    op.drop_index("ix_host_name", table_name="host")
    op.create_unique_constraint("uq_host_name", "host", ["name"])
    op.alter_column(
        "host",
        "name",
        comment="what it calls itself; numbered when another host has that name: `ubuntu (2)`",
    )


def downgrade() -> None:
    # Numbers stay: the hosts are two, whatever they call themselves.
    op.execute("set local lock_timeout = '5s'")
    op.alter_column("host", "name", comment=None)
    op.drop_constraint("uq_host_name", "host")
    op.create_index("ix_host_name", "host", ["name"])
    op.create_index(
        "uq_host_name_imported",
        "host",
        ["name"],
        unique=True,
        postgresql_where=sa.text("agent_host_id is null"),
    )


def _number_namesakes(connection: sa.Connection) -> None:
    """The oldest host keeps the name."""
    taken = set(connection.scalars(sa.text("select name from host")))
    younger = connection.execute(
        sa.text("""
            select id, name from host h
            where exists (select from host o where o.name = h.name and o.id < h.id) order by id
        """)
    ).all()
    for host_id, old in younger:
        number = 2
        while (new := f"{old[:246]} ({number})") in taken:
            number += 1
        taken.add(new)
        connection.execute(
            sa.text("update host set name = :name where id = :id"), {"name": new, "id": host_id}
        )
        _rename_in_configurations(connection, {"host": host_id, "old": old}, new)


def _rename_in_configurations(connection: sa.Connection, of: dict[str, object], new: str) -> None:
    """Moves the host's runs to configurations that differ by its name alone; counts go along."""
    used = connection.execute(
        sa.text("""
            select c.id, c.factors, c.first_seen_at, c.last_seen_at,
                count(*) filter (where r.deleted_at is null) as n
            from run r join configuration c on c.id = r.configuration_id
            where r.host_id = :host and c.factors ->> 'host' = :old group by c.id
        """),
        of,
    ).all()
    for old_id, factors, first_seen_at, last_seen_at, n in used:
        renamed = {**(orjson.loads(factors) if isinstance(factors, str) else factors), "host": new}
        # The canonical form of a configuration, as the service hashes it.
        sha256 = hashlib.sha256(orjson.dumps(renamed, option=orjson.OPT_SORT_KEYS)).digest()
        new_id = connection.scalar(
            sa.text("""
                insert into configuration (id, content_sha256, factors, run_count, first_seen_at, last_seen_at)
                values (:id, :sha256, cast(:factors as jsonb), :n, :first, :last)
                on conflict (content_sha256) do update set run_count = configuration.run_count + excluded.run_count
                returning id
            """),
            {
                "id": uuid4(),
                "sha256": sha256,
                "factors": orjson.dumps(renamed).decode(),
                "n": n,
                "first": first_seen_at,
                "last": last_seen_at,
            },
        )
        connection.execute(
            sa.text(
                "update run set configuration_id = :new where host_id = :host and configuration_id = :old"
            ),
            {"new": new_id, "host": of["host"], "old": old_id},
        )
        connection.execute(
            sa.text("update configuration set run_count = run_count - :n where id = :id"),
            {"n": n, "id": old_id},
        )

"""The role that the service works as, beside the one that owns the tables: made if need be, and given its rights (W7).

It reads and writes rows, and may do nothing else: no tables of its own, no roles, no files of the server.
"""

from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection

from fioboard.core import sentences


class WrongRole(Exception):
    """A role does not exist, or may not do what it has to; the text says what to do."""


class RoleMissing(WrongRole):
    """The service's role does not exist and the owner of the tables may not make it."""


class NotOwner(WrongRole):
    """The tables have to be changed, and this role does not own them."""


_MAY_MAKE = "select rolsuper or rolcreaterole from pg_roles where rolname = current_user"
_MAKE = "create role %I login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password %L"

# Nothing is granted twice: at every start but the first there is nothing to write.
_LACKS = """
    select not exists (
               select from pg_default_acl d, aclexplode(d.defaclacl) a
               where d.defaclrole = (select oid from pg_roles where rolname = current_user)
                 and d.defaclnamespace = (select oid from pg_namespace where nspname = current_schema())
                 and d.defaclobjtype = 'r' and a.privilege_type = 'INSERT'
                 and a.grantee = (select oid from pg_roles where rolname = :role))
        or exists (
               select from pg_class c
               where c.relnamespace = (select oid from pg_namespace where nspname = current_schema())
                 and c.relkind in ('r', 'p')
                 and case when c.relname = 'alembic_version'
                     then not has_table_privilege(:role, c.oid, 'select')
                          or has_table_privilege(:role, c.oid, 'insert, update, delete')
                     else not (has_table_privilege(:role, c.oid, 'select')
                               and has_table_privilege(:role, c.oid, 'insert')
                               and has_table_privilege(:role, c.oid, 'update')
                               and has_table_privilege(:role, c.oid, 'delete')) end)
"""
# The default privileges are for what later migrations make. Which revision the tables have, the service only reads.
_GRANTS = (
    "grant usage on schema %1$I to %2$I",
    "grant select, insert, update, delete on all tables in schema %1$I to %2$I",
    "grant usage, select on all sequences in schema %1$I to %2$I",
    "alter default privileges in schema %1$I grant select, insert, update, delete on tables to %2$I",
    "alter default privileges in schema %1$I grant usage, select on sequences to %2$I",
    "revoke insert, update, delete on %1$I.alembic_version from %2$I",
)


async def admit(connection: AsyncConnection, service_url: str) -> None:
    """Makes the role of `service_url` if there is none, and gives it what the service needs of our tables.

    Nothing to do when we work as that role ourselves. Raises RoleMissing.
    """
    address = make_url(service_url)
    role = address.username
    if role is None or role == await connection.scalar(text("select current_user")):
        return
    if not await connection.scalar(
        text("select exists (select from pg_roles where rolname = :role)"), {"role": role}
    ):
        if not await connection.scalar(text(_MAY_MAKE)):
            raise RoleMissing(sentences.ROLE_MISSING(role=role))
        await _run(connection, _MAKE, role, address.password)
    if await connection.scalar(text(_LACKS), {"role": role}):
        schema = await connection.scalar(text("select current_schema()"))
        for grant in _GRANTS:
            await _run(connection, grant, schema, role)


async def owns_tables(connection: AsyncConnection) -> bool:
    """Whether the role of this connection could change or drop our tables."""
    is_owner = await connection.scalar(
        text(
            "select pg_has_role(current_user, relowner, 'usage') from pg_class where oid = to_regclass('run')"
        )
    )
    return bool(is_owner)


async def _run(connection: AsyncConnection, statement: str, *names: str | None) -> None:
    """A statement that takes no parameters, with names and texts put into it by PostgreSQL itself."""
    given = {f"name{number}": name for number, name in enumerate(names)}
    places = ", ".join(f"cast(:{name} as text)" for name in given)
    whole = await connection.scalar(
        text(f"select format(:statement, {places})"), {"statement": statement, **given}
    )
    await connection.exec_driver_sql(whole)

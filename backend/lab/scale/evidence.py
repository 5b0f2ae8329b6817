"""What is really there: PostgreSQL's rows past the service, the store's files past its protocol."""

import hashlib
from uuid import UUID

import asyncpg

from scale.cluster import Cluster
from scale.infrastructure import Store
from scale.ledger import StoredFile, StoredRun
from scale.prober import key_of_import

try:
    from compression import zstd
except ImportError:
    from backports import zstd

_FILES = """
    select u.upload_key, h.name as host, f.name, encode(d.sha256, 'hex') as sha256, d.body_zstd, d.stored_in
    from upload u join host h on h.id = u.host_id
    join upload_file f on f.upload_id = u.id
    join document d on d.id = f.document_id
"""
_RUNS = """
    select u.upload_key, h.name as host, x.iops,
           (select encode(d.sha256, 'hex') from upload_file f join document d on d.id = f.document_id
            where f.upload_id = u.id order by f.position limit 1) as sha256
    from run r join upload u on u.id = r.upload_id join host h on h.id = u.host_id
    left join lateral (
        select iops from result where run_id = r.id and direction = 'read' order by position limit 1
    ) x on true
"""
_TABLES = """
    select quote_ident(relname) as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1
"""
_DIGEST_OF_TABLE = "select count(*), sum(hashtextextended(t::text, 0)::numeric) from {} t"
PROBER = "prober"


async def stored(cluster: Cluster) -> tuple[list[StoredFile], list[StoredRun]]:
    """All rows of files and runs, as the primary has them."""
    connection = await cluster.databases.connect(cluster.databases.primary)
    try:
        files = await connection.fetch(_FILES)
        runs = await connection.fetch(_RUNS)
    finally:
        await connection.close()
    return (
        [
            StoredFile(
                _key(row["upload_key"], row["host"], row["sha256"]),
                row["name"],
                row["sha256"],
                kept_sha256(cluster.store, row["sha256"], row["body_zstd"]),
            )
            for row in files
        ],
        [StoredRun(_key(row["upload_key"], row["host"], row["sha256"]), row["iops"]) for row in runs],
    )


def kept_sha256(store: Store, sha256: str, body: bytes | None) -> str | None:
    """Of the original that is kept, in its row or in the store; None: there is none, or it cannot be unpacked."""
    frame = store.object(sha256) if body is None else body
    if frame is None:
        return None
    try:
        return hashlib.sha256(zstd.decompress(frame)).hexdigest()
    except zstd.ZstdError:
        return "damaged"


def _key(upload_key: UUID, host: str, sha256: str | None) -> str:
    return key_of_import(sha256 or "") if host == PROBER else str(upload_key)


async def differing_tables(cluster: Cluster) -> list[str]:
    """Tables whose rows the two PostgreSQL do not agree about, when nothing writes any more."""
    primary = await cluster.databases.connect(cluster.databases.primary)
    standby = await cluster.databases.connect(cluster.databases.standby)
    try:
        at = await primary.fetchval("select pg_current_wal_flush_lsn()")
        while not await standby.fetchval("select pg_last_wal_replay_lsn() >= $1", at):
            await standby.execute("select pg_sleep(0.1)")
        names = await primary.fetch(_TABLES)
        return [row["name"] for row in names if await _digest(primary, row) != await _digest(standby, row)]
    finally:
        await primary.close()
        await standby.close()


async def _digest(connection: asyncpg.Connection, table: asyncpg.Record) -> tuple[object, ...]:
    return tuple(await connection.fetchrow(_DIGEST_OF_TABLE.format(table["name"])))

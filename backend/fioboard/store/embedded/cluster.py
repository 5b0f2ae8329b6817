"""Makes a cluster and writes its configuration files. Does not start or stop the server."""

import os
import shutil
from pathlib import Path

from fioboard.store.embedded import owner as owners
from fioboard.store.embedded import sentences
from fioboard.store.embedded.binaries import MAJOR, Binaries
from fioboard.store.embedded.errors import EmbeddedPostgresError, StartFailed
from fioboard.store.embedded.paths import SERVICE_ROLE, Places

# The builtin C.UTF-8 sorts by code point and never changes with the system's C library, so indexes survive upgrades.
INITDB_OPTIONS = (
    "--username=postgres",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--data-checksums",
    "--auth=peer",
)

# CREATEDB is for the tests, which make one database per worker; the role owns its database and nothing else. The
# service works as the other one, which owns nothing and gets its rights when the tables are made (core/roles.py).
FIRST_STATEMENTS = f"""\
CREATE ROLE fioboard LOGIN CREATEDB;
CREATE ROLE {SERVICE_ROLE} LOGIN;
CREATE DATABASE fioboard OWNER fioboard;
"""

CONFIGURATION = """\
# Written by fioboard at every start. For settings of your own use ALTER SYSTEM, which wins over this file.
listen_addresses = ''
port = 5432
unix_socket_directories = '{sockets}'
unix_socket_permissions = 0700
cluster_name = 'fioboard'
max_connections = 60

# What an upload answered with 2xx relies on.
fsync = on
full_page_writes = on
synchronous_commit = on

# Modest: the whole idle service stays below 300 MB. The system's page cache does the rest.
shared_buffers = 64MB
effective_cache_size = 1GB
work_mem = 8MB
maintenance_work_mem = 64MB
max_worker_processes = 4
max_parallel_workers = 2
max_parallel_workers_per_gather = 1
io_workers = 2
autovacuum_max_workers = 2
max_wal_senders = 0
max_wal_size = 512MB
wal_compression = on
random_page_cost = 1.1
jit = off

timezone = 'UTC'
log_timezone = 'UTC'
lc_messages = 'C'
logging_collector = on
log_directory = '{log}'
log_filename = 'postgres-%a.log'
log_rotation_age = 1d
log_rotation_size = 0
log_truncate_on_rotation = on
log_line_prefix = '%m [%p] '
log_min_duration_statement = 5s
"""

HBA = """\
# Written by fioboard at every start: only the user who runs the service, only through the socket.
local all all peer map=fioboard
"""


def create(places: Places, binaries: Binaries) -> None:
    """Makes the cluster with role and database `fioboard`. It appears whole or not at all, whatever kills us."""
    unfinished = places.home / "postgres.new"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(mode=0o700)
    places.owner.own(unfinished)
    made = places.owner.run([binaries.program("initdb"), "-D", str(unfinished), *INITDB_OPTIONS])
    if made.returncode != 0:
        raise StartFailed(f"initdb failed: {(made.stderr or made.stdout).strip()}")
    _execute(places, binaries, unfinished, FIRST_STATEMENTS)
    unfinished.rename(places.cluster)


def _execute(places: Places, binaries: Binaries, cluster: Path, statements: str) -> None:
    """Runs statements as the superuser, one per line, on a cluster whose server does not run."""
    alone = [binaries.program("postgres"), "--single", "-D", str(cluster), "postgres"]
    done = places.owner.run(alone, stdin=statements)
    if done.returncode != 0 or "ERROR" in done.stderr:
        raise StartFailed(sentences.DATABASE_NOT_MADE(reason=done.stderr.strip()))


def require_version(places: Places) -> None:
    """Raises when the cluster was made by another major version of PostgreSQL."""
    made_by = (places.cluster / "PG_VERSION").read_text().strip()
    if made_by != MAJOR:
        raise EmbeddedPostgresError(sentences.OTHER_MAJOR(folder=places.cluster, made_by=made_by, own=MAJOR))


def configure(places: Places) -> None:
    """Writes postgresql.conf, pg_hba.conf and pg_ident.conf."""
    caller = owners.caller().name
    files = {
        "postgresql.conf": CONFIGURATION.format(sockets=places.sockets, log=places.log),
        "pg_hba.conf": HBA,
        "pg_ident.conf": "".join(
            f"fioboard {caller} {role}\n" for role in ("fioboard", SERVICE_ROLE, "postgres")
        ),
    }
    for name, text in files.items():
        path = places.cluster / name
        if path.exists() and path.read_text() == text:
            continue  # on a full disk, writing it anew would leave it empty
        path.write_text(text)
        path.chmod(0o600)
        places.owner.own(path)


def assign_owner(places: Places) -> None:
    """Give everything below `home` to the owner after FIOBOARD_POSTGRES_USER changed."""
    if not places.owner.is_caller and places.cluster.stat().st_uid != places.owner.uid:
        for folder in (places.cluster, places.log, places.home / "socket"):
            if folder.exists():
                places.owner.own_all(folder)


def make_folders(places: Places) -> None:
    """The folders of log and socket, private to the owner; refuses a socket folder somebody else laid out."""
    for folder in (places.log, places.sockets):
        folder.mkdir(mode=0o700, exist_ok=True)
        status = os.lstat(folder)
        if status.st_uid not in (os.geteuid(), places.owner.uid) or folder.is_symlink():
            raise EmbeddedPostgresError(sentences.FOLDER_OF_OTHERS(folder=folder))
        places.owner.own(folder)
        folder.chmod(0o700)

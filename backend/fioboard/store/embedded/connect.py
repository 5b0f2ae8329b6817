"""The database's addresses for one command: from the settings, a running service, or a server of the command's own."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from fioboard.core.config import Settings
from fioboard.store.embedded import stale_processes
from fioboard.store.embedded.lock import DataDirInUse, UsersLock
from fioboard.store.embedded.paths import is_made
from fioboard.store.embedded.postgres import EmbeddedPostgres

STARTING_S = 60


@dataclass(frozen=True, slots=True)
class Addresses:
    """One database, as two roles; with one role for both they are the same."""

    service: str
    """As the role that reads and writes rows, for everything but the next."""
    owner: str
    """As the role that owns the tables, for migrations and restore."""
    folder: Path | None
    """Where its files are; None: nobody told."""


def is_there(settings: Settings) -> bool:
    """Whether there is a database to ask: one that the settings name, or one in the data folder."""
    return settings.database_url is not None or is_made(settings.data_dir)


@contextmanager
def addresses(settings: Settings, purpose: str) -> Iterator[Addresses]:
    """Yields the addresses of the database that the service uses, or would use.

    With FIOBOARD_DATABASE_URL: that one. Else the embedded PostgreSQL: the running one when a service or another
    command has started it, otherwise one started for the length of the block. `purpose` is what another process is
    told when it wants the data folder meanwhile, e.g. "fioboard token create".
    """
    if settings.database_url is not None:
        service = settings.direct_database_url or settings.database_url
        owner = settings.owner_database_url or service
        yield Addresses(service.get_secret_value(), owner.get_secret_value(), settings.database_dir)
        return
    server = EmbeddedPostgres(settings.data_dir, settings.postgres_user, purpose)
    ours = Addresses(server.service_url, server.url, server.places.home)
    users = UsersLock(server.places.users_lock)
    users.join()
    try:
        if _start_or_find(server):
            try:
                yield ours
            finally:
                users.wait_for_the_others()
                server.stop()
        else:
            yield ours
    finally:
        users.close()


def _start_or_find(server: EmbeddedPostgres) -> bool:
    """True when we started the server, False when a running one takes connections."""
    give_up_at = time.monotonic() + STARTING_S
    while True:
        try:
            server.start(wait_s=0)
        except DataDirInUse:
            pid = stale_processes.postmaster_pid(server.places.cluster)
            if pid is not None and stale_processes.is_ready(server.places.cluster, pid):
                return False
            if time.monotonic() >= give_up_at:
                raise
            time.sleep(0.05)
        else:
            return True

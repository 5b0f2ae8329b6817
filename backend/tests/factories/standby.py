"""Two real PostgreSQL: a primary, and a standby that streams from it, to be held up, killed and promoted."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg

from fioboard.store.embedded import EmbeddedPostgres, binaries
from fioboard.store.embedded.stale_processes import postmaster_pid
from fioboard.store.embedded.throwaway import throwaway_folder

SETTINGS = """
max_wal_senders = 4
hba_file = '{hba}'
"""
HBA = "local replication all trust\nlocal all all peer map=fioboard\n"
PROMOTE_S = 30


class Pair:
    """A running primary, and a standby made of it by `renew`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.primary = EmbeddedPostgres(folder / "primary", purpose="a primary")
        self._standby: EmbeddedPostgres | None = None

    @property
    def standby(self) -> EmbeddedPostgres:
        assert self._standby is not None
        return self._standby

    def start(self) -> None:
        """The primary, which lets a standby stream from it."""
        self.primary.start()
        self.primary.stop()
        cluster, owner = self.primary.places.cluster, self.primary.places.owner
        hba = cluster / "replication_hba.conf"
        hba.write_text(HBA)
        (cluster / "postgresql.auto.conf").write_text(SETTINGS.format(hba=hba))
        owner.own(hba)
        self.primary.start()

    def renew(self) -> None:
        """A standby as the primary is now, in place of the one there was."""
        self.remove()
        here = EmbeddedPostgres(self._folder / "standby", purpose="a standby")
        program = binaries.find().program("pg_basebackup")
        sockets = str(self.primary.places.sockets)
        options = ["-h", sockets, "-U", "postgres", "-c", "fast", "-X", "stream", "-R"]
        subprocess.run([program, "-D", str(here.places.cluster), *options], check=True)
        if not here.places.owner.is_caller:
            here.places.owner.own_all(here.places.cluster)
        here.start()
        self._standby = here

    def kill(self) -> None:
        """kill -9 of the standby and all its processes."""
        os.killpg(self._pid(), signal.SIGKILL)

    def freeze(self) -> None:
        """The standby keeps its connections, and says nothing any more."""
        os.killpg(self._pid(), signal.SIGSTOP)

    def thaw(self) -> None:
        os.killpg(self._pid(), signal.SIGCONT)

    def _pid(self) -> int:
        pid = postmaster_pid(self.standby.places.cluster)
        assert pid is not None
        return pid

    def remove(self) -> None:
        if self._standby is not None:
            self._standby.stop(is_removed=True)
            self._standby = None
        shutil.rmtree(self._folder / "standby", ignore_errors=True)


@contextmanager
def pair() -> Iterator[Pair]:
    """A running primary; everything is gone at the end of the block."""
    with throwaway_folder() as folder:
        both = Pair(folder)
        both.start()
        try:
            yield both
        finally:
            both.remove()
            both.primary.stop(is_removed=True)


async def ask(server: EmbeddedPostgres, statement: str) -> object:
    """One value, as the superuser."""
    connection = await asyncpg.connect(server.url.replace("//fioboard@", "//postgres@"), timeout=60)
    try:
        return await connection.fetchval(statement)
    finally:
        await connection.close()


async def hold_up(both: Pair) -> None:
    """The standby replays no more, until `let_go`."""
    await ask(both.standby, "select pg_wal_replay_pause()")


async def let_go(both: Pair) -> None:
    await ask(both.standby, "select pg_wal_replay_resume()")


async def caught_up(both: Pair) -> None:
    """Waits until the standby has all that the primary wrote so far."""
    written = await ask(both.primary, "select pg_current_wal_lsn()::text")
    while not await ask(both.standby, f"select pg_last_wal_replay_lsn() >= '{written}'::pg_lsn"):
        pass


async def promote(both: Pair) -> None:
    await ask(both.standby, f"select pg_promote(true, {PROMOTE_S})")

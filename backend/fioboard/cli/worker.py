"""One worker process: uvicorn on a socket it was given. Started by the supervisor only.

Usage: python -m fioboard.cli.worker LISTENER_FD NEWS_FD [migrate], standard input = the supervisor's lifeline.
With `migrate` it brings the database to this version's tables first. That costs 0.1 s here, where Alembic is loaded
for /readyz anyway, and more than 1 s in a process of its own; the workers that start at once wait for each other. While
there are steps to take, each of them says so to whoever comes (upgrading.py).
"""

import asyncio
import os
import signal
import socket
import sys
import threading
import time
from contextlib import suppress

import uvicorn

from fioboard.cli import sentences
from fioboard.cli.connection import BoundedConnection, allow_descriptors
from fioboard.cli.upgrading import Meanwhile
from fioboard.core import vacuum
from fioboard.core.config import settings
from fioboard.core.loading import pause_garbage_collection
from fioboard.core.migrate import CANNOT_MIGRATE, upgrade_async

GRACE_S = 10
CANNOT_START = 3


class Service(uvicorn.Config):
    """The service to be."""

    def load(self) -> None:
        """Imports it, which is most of what a start takes."""
        with pause_garbage_collection():
            super().load()


class Worker(uvicorn.Server):
    """Tells the supervisor when it takes requests. Keeps the pipe open, so that its end tells of ours."""

    def __init__(self, config: uvicorn.Config, news_fd: int, migrates: bool) -> None:
        super().__init__(config)
        self._news_fd = news_fd
        self._migrates = migrates
        self._vacuum: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """The migrations, then uvicorn's own, then one byte of news; beside the answers what is left of an upgrade."""
        service_url = os.environ.get("FIOBOARD_DIRECT_DATABASE_URL") or os.environ["FIOBOARD_DATABASE_URL"]
        owner_url = os.environ.get("FIOBOARD_OWNER_DATABASE_URL", service_url)
        if self._migrates:
            try:
                async with Meanwhile(sockets or []) as meanwhile:
                    await upgrade_async(owner_url, service_url=service_url, report=meanwhile.tell)
            except CANNOT_MIGRATE as error:
                reason = str(error).partition("\n")[0]  # SQLAlchemy adds lines for programmers
                sys.stderr.write(sentences.NOT_MIGRATED(reason=reason))
                sys.exit(CANNOT_START)
        await super().startup(sockets)
        if not self.should_exit:
            os.write(self._news_fd, b"r")
            self._vacuum = asyncio.create_task(vacuum.keep_trying(owner_url))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins again at the next start with what is not done; agents that wait for a request get their answer."""
        # At the top it would load the service before the garbage collector is set up for it.
        from fioboard.app.measuring.wakeups import wakeups  # noqa: PLC0415 -- the service is loaded by now

        wakeups.close()
        if self._vacuum is not None:
            self._vacuum.cancel()
            with suppress(asyncio.CancelledError):
                await self._vacuum
        await super().shutdown(sockets)


def end_with_the_supervisor() -> None:
    """Ends this process when the supervisor does, even by kill -9: its end of our standard input closes then."""
    # Not through sys.stdin, whose lock would be held when the interpreter ends.
    os.read(sys.stdin.fileno(), 1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE_S + 2)
    os._exit(1)


def main() -> None:
    """Runs until SIGTERM or the end of the supervisor."""
    listener_fd, news_fd = int(sys.argv[1]), int(sys.argv[2])
    threading.Thread(target=end_with_the_supervisor, name="lifeline", daemon=True).start()
    allow_descriptors()
    proxies = settings().proxies()
    config = Service(
        "fioboard.main:create_app",
        factory=True,
        loop="uvloop",
        http=BoundedConnection,
        ws="none",
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        # X-Forwarded-* of a stranger would choose the address that limits are counted by.
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        timeout_graceful_shutdown=GRACE_S,
    )
    Worker(config, news_fd, migrates=sys.argv[3:] == ["migrate"]).run(
        sockets=[socket.socket(fileno=listener_fd)]
    )


if __name__ == "__main__":
    main()

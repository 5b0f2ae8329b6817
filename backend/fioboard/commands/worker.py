"""One worker process: uvicorn on a socket it was given. Started by the supervisor only.

Usage: python -m fioboard.commands.worker LISTENER_FD NEWS_FD, standard input = the supervisor's lifeline.
"""

import os
import signal
import socket
import sys
import threading
import time

import uvicorn

GRACE_S = 10


class Worker(uvicorn.Server):
    """Tells the supervisor when it takes requests. Keeps the pipe open, so that its end tells of ours."""

    def __init__(self, config: uvicorn.Config, news_fd: int) -> None:
        super().__init__(config)
        self._news_fd = news_fd

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Uvicorn's own, then one byte of news."""
        await super().startup(sockets)
        if not self.should_exit:
            os.write(self._news_fd, b"r")


def end_with_the_supervisor() -> None:
    """Ends this process when the supervisor does, even by kill -9: its end of our standard input closes then."""
    os.read(sys.stdin.fileno(), 1)  # not through sys.stdin, whose lock would be held when the interpreter ends
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE_S + 2)
    os._exit(1)


def main() -> None:
    """Runs until SIGTERM or the end of the supervisor."""
    listener_fd, news_fd = int(sys.argv[1]), int(sys.argv[2])
    threading.Thread(target=end_with_the_supervisor, name="lifeline", daemon=True).start()
    config = uvicorn.Config(
        "fioboard.main:create_app",
        factory=True,
        loop="uvloop",
        http="httptools",
        ws="none",
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,  # X-Forwarded-* of a stranger would choose the address that limits are counted by
        timeout_graceful_shutdown=GRACE_S,
    )
    Worker(config, news_fd).run(sockets=[socket.socket(fileno=listener_fd)])


if __name__ == "__main__":
    main()

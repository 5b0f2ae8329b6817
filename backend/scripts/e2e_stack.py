"""The whole service for a browser test: a free port, a data folder of its own, gone at the end.

With --demo it holds the demo data. Prints one line of JSON, {"url", "login_link", "token"} (the token's scope is
admin), and stays until its standard input closes or SIGTERM comes.
"""

import json
import signal
import sys
from pathlib import Path
from types import FrameType

from service import Service, free_port, plain_environment

from fioboard.embedded.throwaway import throwaway_folder


class Stop(BaseException):
    """SIGTERM or SIGINT came."""


def stop(_number: int, _frame: FrameType | None) -> None:
    raise Stop


def serve(folder: Path) -> None:
    """Starts, announces, waits, stops."""
    environment = plain_environment() | {"FIOBOARD_DATA_DIR": str(folder), "FIOBOARD_PORT": str(free_port())}
    service = Service(environment)
    try:
        service.start()
        if "--demo" in sys.argv:
            service.command("demo", "load")
        announced = {
            "url": service.url,
            "login_link": service.command("login-link"),
            "token": service.command("token", "create", "--scope", "admin", "--name", "end-to-end tests"),
        }
        print(json.dumps(announced), flush=True)
        sys.stdin.read()
    finally:
        service.stop()


def main() -> None:
    """Until standard input closes, or a signal."""
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    try:
        with throwaway_folder() as folder:
            serve(folder)
    except Stop:
        pass


if __name__ == "__main__":
    main()

"""The whole service for a browser test: a free port, a data folder of its own, gone at the end.

With --demo it holds the demo data; with --wheel it is the wheel of build/dist (`make dist`), installed into an empty
environment.

Prints one line of JSON, {"url", "login_link", "token", "data_dir"} (the token's scope is admin), and stays until its
standard input closes or SIGTERM comes.
"""

import json
import os
import signal
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from types import FrameType

import dist
from service import Service, free_port, plain_environment

from fioboard.cli.program import app
from fioboard.store.embedded.throwaway import throwaway_folder
from tests.factories.clusters import give_cluster


class Stop(BaseException):
    """SIGTERM or SIGINT came."""


def stop(_number: int, _frame: FrameType | None) -> None:
    raise Stop


class Stack(Service):
    """This checkout's service, quick to start: one worker, a copied cluster, and commands run in this process."""

    def __init__(self, folder: Path) -> None:
        give_cluster(folder, is_migrated=True)
        own = {
            "FIOBOARD_DATA_DIR": str(folder),
            "FIOBOARD_PORT": str(free_port()),
            "FIOBOARD_WORKERS": "1",
        }
        super().__init__(plain_environment() | own)
        for name in os.environ.keys() - self.environment.keys():
            del os.environ[name]
        os.environ.update(own)

    def command(self, *arguments: str) -> str:
        """What `fioboard ARGUMENTS` prints; raises click's exceptions when it fails."""
        with redirect_stdout(StringIO()) as said:
            app(arguments, standalone_mode=False)
        return said.getvalue().strip()


def of_the_wheel(folder: Path) -> Service:
    """The wheel's, with nothing of this checkout on its path: no Node, no package but those that the wheel asks for."""
    python = folder / "venv" / "bin" / "python"
    subprocess.run([dist.UV, "venv", "--quiet", "--python", sys.executable, python.parents[1]], check=True)
    install = [dist.UV, "pip", "install", "--quiet", "--python", python]
    subprocess.run([*install, "--require-hashes", "--requirement", dist.REQUIREMENTS], check=True)
    [wheel] = dist.FOLDER.glob("*.whl")
    # Without --no-deps: fails when the wheel asks for anything but what is there, which has no digest here.
    subprocess.run([*install, "--offline", wheel], check=True)
    environment = plain_environment() | {
        "PATH": f"{python.parent}:/usr/bin:/bin",
        "HOME": str(folder),
        "FIOBOARD_PORT": str(free_port()),
    }
    for name in ("XDG_DATA_HOME", "VIRTUAL_ENV", "PYTHONPATH"):
        environment.pop(name, None)
    return Service(environment, python.with_name("fioboard"), folder)


def serve(service: Service) -> None:
    """Starts, announces, waits, stops."""
    try:
        service.start()
        if "--demo" in sys.argv:
            service.command("demo", "load")
        announced = {
            "url": service.url,
            "login_link": service.command("login-link"),
            "token": service.command("token", "create", "--scope", "admin", "--name", "end-to-end tests"),
            "data_dir": service.environment.get("FIOBOARD_DATA_DIR"),
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
            serve(of_the_wheel(folder) if "--wheel" in sys.argv else Stack(folder))
    except Stop:
        pass


if __name__ == "__main__":
    main()

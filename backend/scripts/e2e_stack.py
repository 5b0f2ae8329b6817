"""The whole service for a browser test: a free port, a data folder of its own, gone at the end.

With --demo it holds the demo data; with --wheel it is the wheel of build/dist (`make dist`), installed into an empty
environment, on data that 0.1.0 left where a person's would be, all of which must be there afterwards.

Prints one line of JSON, {"url", "login_link", "token"} (the token's scope is admin), and stays until its standard input
closes or SIGTERM comes.
"""

import json
import platform
import signal
import subprocess
import sys
from pathlib import Path
from types import FrameType

import dist
import first_version
from service import Service, free_port, plain_environment

from fioboard.embedded.throwaway import throwaway_folder


class Stop(BaseException):
    """SIGTERM or SIGINT came."""


def stop(_number: int, _frame: FrameType | None) -> None:
    raise Stop


def of_the_checkout(folder: Path) -> Service:
    """This checkout's service."""
    return Service(
        plain_environment() | {"FIOBOARD_DATA_DIR": str(folder), "FIOBOARD_PORT": str(free_port())}
    )


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


def of_the_wheel_on_old_data(folder: Path) -> tuple[Service, first_version.Kept]:
    """The wheel's, where 0.1.0 worked before; and what that left."""
    first_version.unpack(folder)
    there = first_version.kept(folder / "data")
    data = folder / ".local" / "share" / "fioboard"
    data.parent.mkdir(parents=True)
    (folder / "data").rename(data)
    return of_the_wheel(folder), there


def serve(service: Service, there: first_version.Kept | None = None) -> None:
    """Starts, announces, waits, stops. Exits at once when something that was `there` before is not as it was."""
    try:
        service.start()
        if "--demo" in sys.argv:
            service.command("demo", "load")
        announced = {
            "url": service.url,
            "login_link": service.command("login-link"),
            "token": service.command("token", "create", "--scope", "admin", "--name", "end-to-end tests"),
        }
        if there is not None and (found := first_version.differences(there, service.url, announced["token"])):
            sys.exit("\n".join(found))
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
            if "--wheel" not in sys.argv:
                serve(of_the_checkout(folder))
            elif platform.machine() == "x86_64":  # as PostgreSQL's files of then
                serve(*of_the_wheel_on_old_data(folder))
            else:
                serve(of_the_wheel(folder))
    except Stop:
        pass


if __name__ == "__main__":
    main()

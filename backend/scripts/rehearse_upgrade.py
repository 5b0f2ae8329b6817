"""`make rehearse-upgrade`: what 0.1.0 left goes up by `make run` and by the wheel, and everything in it is compared.

rehearse_upgrade.py                      by `make run`, and by the wheel of build/dist in an empty environment
rehearse_upgrade.py image URL COMPOSE…   by docker-compose.yml, whose project is down (rehearse_image.sh calls it)
"""

import os
import signal
import subprocess
import sys
import time

import first_version
from e2e_stack import of_the_wheel_on_old_data
from service import CHECKOUT, FIOBOARD, START_S, free_port, plain_environment

from fioboard.embedded import binaries
from fioboard.embedded.throwaway import throwaway_folder

READER = ("token", "create", "--scope", "read", "--name", "upgrade")


class Lost(Exception):
    """The new version does not have what 0.1.0 left; the text says what."""


def compare(way: str, there: first_version.Kept, url: str, token: str, began: float) -> None:
    """One line when all is there; raises Lost."""
    if found := first_version.differences(there, url, token):
        raise Lost(f"{way}: " + "\n".join(found))
    originals = sum(len(run.originals) for run in there.runs.values())
    figures = sum(len(run.figures) for run in there.runs.values())
    print(
        f"{way}: {len(there.runs)} runs with {figures} results, {originals} originals and the shared link of 0.1.0 are"
        f" as they were; ready after {time.monotonic() - began:.1f} s",
        flush=True,
    )


def by_make_run() -> None:
    """As in a checkout of 0.1.0 that was brought to this version, with its .fioboard."""
    with throwaway_folder() as folder:
        first_version.unpack(folder)
        there = first_version.kept(folder / "data")
        port = free_port()
        settings = {"FIOBOARD_DATA_DIR": str(folder / "data"), "FIOBOARD_PORT": str(port), "SUITE": "0"}
        environment = plain_environment() | settings
        began = time.monotonic()
        with subprocess.Popen(
            ["make", "-s", "-C", str(CHECKOUT), "run"],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                for line in process.stdout or ():
                    if line.startswith("Serving until"):
                        break
                else:
                    raise Lost("make run ended by itself; its reason is above")
                done = subprocess.run(
                    [FIOBOARD, *READER], env=environment, stdout=subprocess.PIPE, text=True, check=True
                )
                compare("make run", there, f"http://127.0.0.1:{port}", done.stdout.strip(), began)
            finally:
                os.killpg(process.pid, signal.SIGINT)
                process.communicate(timeout=START_S)


def by_the_wheel() -> None:
    """As for somebody who installs the wheel and has his data where it looks."""
    with throwaway_folder() as folder:
        service, there = of_the_wheel_on_old_data(folder)
        began = time.monotonic()
        try:
            service.start()
            compare("the wheel", there, service.url, service.command(*READER), began)
        finally:
            service.stop()


def by_the_image(url: str, compose: list[str]) -> None:
    """As for a database that an image of 0.1.0 has filled: its dump in the container `db`."""

    def run(*arguments: str, sent: bytes | None = None) -> str:
        done = subprocess.run([*compose, *arguments], input=sent, stdout=subprocess.PIPE, check=True)
        return done.stdout.decode().strip()

    with throwaway_folder() as folder:
        first_version.unpack(folder)
        there = first_version.kept(folder / "data")
        with first_version.opened(folder / "data") as server:
            dump = subprocess.run(
                [binaries.find().program("pg_dump"), "--no-owner", "--no-privileges", server.url],
                stdout=subprocess.PIPE,
                check=True,
            ).stdout
    run("up", "--detach", "--wait", "db")
    psql = ("psql", "--quiet", "--username=fioboard", "--dbname=fioboard", "--set=ON_ERROR_STOP=1")
    run("exec", "--no-TTY", "db", *psql, sent=dump)
    began = time.monotonic()
    run("up", "--detach", "--wait")
    compare("the image", there, url, run("exec", "--no-TTY", "app", "fioboard", *READER), began)


def main() -> int:
    """0 when nothing was lost."""
    try:
        if sys.argv[1:2] == ["image"]:
            by_the_image(sys.argv[2], sys.argv[3:])
        else:
            by_make_run()
            by_the_wheel()
    except Lost as error:
        print(f"fioboard: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

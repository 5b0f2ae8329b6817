"""`make run`: from a fresh clone to a real fio run on the screen. Standard library only: it runs before there is more.

Each step says what it does and how long it took. Ctrl-C stops everything this started, PostgreSQL last.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service import CHECKOUT, Service, ServiceFailed

STEPS = 5
MEASURED = "measured"  # in the data folder: `make run` has already sent this machine's first runs


class Failed(Exception):
    """A step failed; the text says what to do."""


def say(text: str) -> None:
    print(text, flush=True)


@contextmanager
def step(number: int, title: str) -> Iterator[None]:
    """Frames one step with its number, title and time."""
    say(f"[{number}/{STEPS}] {title}")
    began = time.monotonic()
    yield
    say(f"      done in {time.monotonic() - began:.1f} s")


def make(*targets: str) -> None:
    """Runs other targets of the Makefile, which know what is missing or out of date."""
    command = ["make", "--no-print-directory", "-s", "-C", str(CHECKOUT), *targets]
    if subprocess.run(command, check=False).returncode != 0:
        raise Failed(f"`make {' '.join(targets)}` failed; its reason is above.")


def environment() -> dict[str, str]:
    """Ours, with the data folder inside the checkout and a quiet log unless the caller chose otherwise."""
    ours = dict(os.environ)
    for name in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS"):
        ours.pop(name, None)
    ours.setdefault("FIOBOARD_DATA_DIR", str(CHECKOUT / ".fioboard"))
    # One log line per request would bury the lines that a newcomer should read.
    ours.setdefault("FIOBOARD_LOG_LEVEL", "warning")
    return ours


def check_port(env: dict[str, str]) -> None:
    """Says so at once when the port is taken, before minutes of installing."""
    host, port = env.get("FIOBOARD_HOST", "127.0.0.1"), env.get("FIOBOARD_PORT", "8000")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen(1)
    except OSError as error:
        raise Failed(
            f"cannot listen on {host}:{port} ({error.strerror}). If another program uses it, choose another port: "
            f"FIOBOARD_PORT=8001 make run"
        ) from None


def measure(service: Service, data_dir: Path) -> None:
    """Runs the agent's quick suite on a temporary folder beside the data and uploads the results."""
    folder = Path(tempfile.mkdtemp(prefix="suite-", dir=data_dir))
    try:
        token_file = folder / "token"
        token = service.command(
            *("token", "create", "--scope", "upload", "--expires-in-days", "1"),
            *("--name", f"make run on {socket.gethostname()}"),
        )
        with os.fdopen(os.open(token_file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(token + "\n")
        target = folder / "target"
        target.mkdir()
        agent = [
            str(CHECKOUT / "backend" / ".venv" / "bin" / "python"),
            str(CHECKOUT / "agent" / "dist" / "agent.pyz"),
        ]
        suite = [
            *agent,
            "suite",
            "quick",
            "--target",
            str(target),
            "--server",
            service.url,
            "--token-file",
            str(token_file),
        ]
        # Its spool lives in our data folder: a result that could not be sent now is sent next time.
        env = {**service.environment, "FIOBOARD_AGENT_STATE": str(data_dir / "agent")}
        if subprocess.run(suite, env=env, check=False).returncode != 0:
            raise Failed(
                "the benchmark suite failed; its reason is above. The service would run without it: SUITE=0 make run"
            )
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    (data_dir / MEASURED).write_text(time.strftime("%Y-%m-%dT%H:%M:%SZ\n", time.gmtime()))


def run() -> int:
    """All steps; returns the exit code of the service."""
    env = environment()
    data_dir = Path(env["FIOBOARD_DATA_DIR"]).resolve()
    check_port(env)
    with step(1, "Tools, Python environment, front end's packages"):
        make("setup")
    with step(2, "Front end and agent"):
        make("built")
    service = Service(env)
    try:
        with step(3, "Database and service"):
            service.start()
        measured = (data_dir / MEASURED).exists()
        wanted = {"1": True, "0": False}.get(env.get("SUITE", ""), not measured)
        if wanted:
            with step(4, "A first benchmark of this machine with fio (about 20 s)"):
                measure(service, data_dir)
        else:
            say("[4/5] This machine has been measured before; SUITE=1 make run measures it again")
        say("[5/5] Sign in with this link (it works once, for 15 minutes)")
        say(f"\n      {service.command('login-link')}\n")
        say("Serving until Ctrl-C. Another link: make -s cli A=login-link")
        return service.wait()
    finally:
        signal.signal(
            signal.SIGINT, signal.SIG_IGN
        )  # an impatient second Ctrl-C must not leave PostgreSQL behind
        service.stop()


def main() -> int:
    """Turns the ways this can end into one sentence and an exit code."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.default_int_handler)
    try:
        return run()
    except KeyboardInterrupt:
        say("\nStopped.")
        return 0
    except Failed as error:
        say(f"\nfioboard: {error}")
    except ServiceFailed as error:
        say(f"\nfioboard: {error}; its reason is above.")
    except subprocess.CalledProcessError as error:
        say(f"\nfioboard: `fioboard {' '.join(error.cmd[1:])}` failed; its reason is above.")
    return 1


if __name__ == "__main__":
    sys.exit(main())

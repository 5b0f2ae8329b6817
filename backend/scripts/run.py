"""`make run`: from a fresh clone to a real fio run on the screen. Standard library only: it runs before there is more.

One line a step with its time; what the steps print goes to LOG. Ctrl-C stops everything this started, PostgreSQL last.
"""

import ast
import os
import re
import shlex
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

sys.path.insert(0, str(CHECKOUT / "backend"))
from fioboard.core.setting_names import unknown_settings

LOG = CHECKOUT / ".cache" / "setup.log"
SHOWN_LINES = 30  # of the log, when a step failed
MEASURED = "measured"  # in the data folder: `make run` has already sent this machine's first runs
TARGET = "benchmark"  # in the data folder: where fio writes its test file
AGENT = "fioboard-agent"  # in the data folder: the program that commands on the pages begin with
LOCATION = "postgres-location"  # in the data folder: where the cluster lies instead (fioboard/store/embedded/paths.py)


class Failed(Exception):
    """A step failed; the text says what to do."""


def say(text: str) -> None:
    print(text, flush=True)


@contextmanager
def step(title: str) -> Iterator[None]:
    """Frames one step with its title and time, on one line."""
    print(f"{title} …", end="", flush=True)
    began = time.monotonic()
    try:
        yield
    except BaseException:
        say("")
        raise
    say(f" {time.monotonic() - began:.0f} s")


def make(*targets: str) -> None:
    """Runs other targets of the Makefile, which know what is missing or out of date and say what they do."""
    command = ["make", "--no-print-directory", "-s", "-C", str(CHECKOUT), *targets]
    if subprocess.run(command, check=False).returncode != 0:
        raise Failed("that did not work; its reason is above.")


def environment() -> dict[str, str]:
    """Ours, with the data folder inside the checkout and a quiet log unless the caller chose otherwise."""
    ours = dict(os.environ)
    for name in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS"):
        ours.pop(name, None)
    ours.setdefault("FIOBOARD_DATA_DIR", str(CHECKOUT / ".fioboard"))
    # One log line per request would bury the lines that a newcomer should read.
    ours.setdefault("FIOBOARD_LOG_LEVEL", "warning")
    return ours


def require_known_settings(env: dict[str, str]) -> None:
    """Says so at once when a FIOBOARD_ variable is misspelt, before minutes of installing."""
    config = ast.parse((CHECKOUT / "backend/fioboard/core/config.py").read_text(encoding="utf-8"))
    classes = [part for part in config.body if isinstance(part, ast.ClassDef) and part.name == "Settings"]
    fields = [
        part.target.id
        for part in classes[0].body
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
    ]
    problems = unknown_settings(env, fields)
    if problems:
        raise Failed(" ".join(problems))


def require_port(env: dict[str, str]) -> None:
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


def write_agent(service: Service, data_dir: Path, *, is_enrolled_anew: bool) -> Path:
    """Write the program that runs the agent against this service, enrol this machine, and return the program's path.

    The agent's state lives in our data folder, too: a result that could not be sent now is sent next time.
    """
    program, state = data_dir / AGENT, data_dir / "agent"
    state.mkdir(mode=0o700, exist_ok=True)
    config = state / "config.json"
    settings = {
        "FIOBOARD_AGENT_COMMAND": program,
        "FIOBOARD_AGENT_STATE": state,
        "FIOBOARD_AGENT_CONFIG": config,
        "FIOBOARD_SERVER": service.url,
    }
    lines = [
        "#!/bin/sh",
        "# Written by `make run`: the agent, its results sent to the service that runs there.",
        *(f"export {name}={shlex.quote(str(value))}" for name, value in settings.items()),
        f"exec {shlex.quote(str(CHECKOUT / 'backend/.venv/bin/python'))} "
        f'{shlex.quote(str(CHECKOUT / "agent/dist/agent.pyz"))} "$@"',
    ]
    write_private(program, "\n".join(lines) + "\n", mode=0o700)
    if is_enrolled_anew or not config.exists():
        code = service.command("enrolment", "create").partition(" --code ")[2].split()[0]
        command = [str(program), "enrol", "--server", service.url, "--code", code]
        with LOG.open("a") as log:
            if subprocess.run(
                command, env=service.environment, stdout=log, stderr=log, check=False
            ).returncode:
                raise Failed(f"this machine could not be enrolled; its reason is in {LOG}.")
    return program


def write_private(path: Path, text: str, mode: int = 0o600) -> None:
    """Write a file that only this user can read, in place of the one before."""
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w") as file:
        file.write(text)


def measure(service: Service, data_dir: Path) -> str:
    """Run the agent's quick suite on a folder beside the data and upload the results; return its standard output.

    The folder stays: pages advise to run the suite there again, and batches of one folder can be compared.
    """
    agent = write_agent(service, data_dir, is_enrolled_anew=True)
    target = data_dir / TARGET
    target.mkdir(exist_ok=True)
    command = [str(agent), "suite", "quick", "--target", str(target)]
    with LOG.open("a+") as log, tempfile.TemporaryFile("w+") as printed:
        log.write(f"\n===== {time.strftime('%Y-%m-%d %H:%M:%S')}: first benchmark =====\n")
        log.flush()
        began_at = log.tell()
        # A session of its own: a Ctrl-C is ours to handle.
        process = subprocess.Popen(
            command, env=service.environment, stdout=printed, stderr=log, start_new_session=True
        )
        try:
            code = process.wait()
        except KeyboardInterrupt:
            process.send_signal(signal.SIGINT)
            process.wait()
            raise
        printed.seek(0)
        said = printed.read()
        log.write(said)
        log.seek(began_at)
        lines = log.read().splitlines()[-SHOWN_LINES:]
    if code != 0:
        raise Failed(
            "\n".join(
                [*lines, "The benchmark failed, see above. The service runs without it: SUITE=0 make run"]
            )
        )
    (data_dir / MEASURED).write_text(time.strftime("%Y-%m-%dT%H:%M:%SZ\n", time.gmtime()))
    return said


def first_benchmark(service: Service, data_dir: Path, wish: str) -> str | None:
    """Measures this machine, or says why not; returns the page of its results. `wish` is SUITE: "1" always, "0" never,
    else once."""
    is_measured = (data_dir / MEASURED).exists()
    if wish == "1" or (wish != "0" and not is_measured):
        with step("A first benchmark of this machine with fio (about 20 s)"):
            said = measure(service, data_dir)
        # Its first paragraph has a line per step, which the table below says again.
        say(said.partition("\n\n")[2].strip())
        again = [str(data_dir / AGENT), "suite", "quick", "--target", str(data_dir / TARGET)]
        say(f"Measure again in another terminal: {shlex.join(again)}")
        page = re.search(r"/batches/[0-9a-f-]+$", said.strip())
        return page[0] if page else None
    write_agent(
        service, data_dir, is_enrolled_anew=False
    )  # for what pages advise; the address may be another
    if is_measured:
        say("This machine has been measured before; SUITE=1 make run measures it again.")
    else:
        say("No benchmark, as SUITE=0 says; SUITE=1 make run measures this machine.")
    return None


def data_lines(data_dir: Path, was_empty: bool, began_at: float) -> list[str]:
    """Where the data lies, and whether an earlier installation's is among it.

    Below a folder that only root may enter, PostgreSQL's files lie outside the checkout, and stay when it is deleted.
    """
    pointer = data_dir / LOCATION
    if not pointer.exists():
        return [f"Data: {data_dir}"]
    home = Path(pointer.read_text().strip())
    lines = [f"Data: {home} and {data_dir} (PostgreSQL's user may not enter the second)"]
    made_at = (home / "postgres" / "PG_VERSION").stat().st_mtime
    if was_empty and made_at < began_at:
        day = time.strftime("%Y-%m-%d", time.localtime(made_at))
        lines.append(
            f"      It holds the runs of an earlier installation here, of {day}. To begin empty: stop, "
            f"then move {home} and {data_dir} away."
        )
    return lines


def format_command(verb: str) -> str:
    """Return what a person types for a verb of this service: with the settings that it was started with."""
    given = [
        f"{name}={shlex.quote(value)}"
        for name, value in sorted(os.environ.items())
        if name.startswith("FIOBOARD_")
    ]
    return " ".join([*given, f"make -s cli A={verb}"])


def run() -> int:
    """All steps; returns the exit code of the service."""
    env = environment()
    data_dir = Path(env["FIOBOARD_DATA_DIR"]).resolve()
    require_known_settings(env)
    require_port(env)
    if not LOG.exists():
        say(f"The first start installs and builds; details: {LOG}")
    make("built")
    service = Service(env)
    was_empty, began_at = not (data_dir / LOCATION).exists(), time.time()
    try:
        service.start()  # says itself what it does, with times
        page = first_benchmark(service, data_dir, env.get("SUITE", ""))
        say("\n".join(data_lines(data_dir, was_empty, began_at)))
        say(f"Sign in with this link{' to see the results' if page else ''} (it works once, for 15 minutes):")
        say(f"\n      {service.command('login-link', *(['--to', page] if page else []))}\n")
        say(f"Serving until Ctrl-C. Another link: {format_command('login-link')}")
        return service.wait()
    finally:
        # An impatient second Ctrl-C must not leave PostgreSQL behind.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
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

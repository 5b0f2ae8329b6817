"""A suite whose agent is killed in each step, and one whose service is away: every step is there once, in order."""

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from agent_rehearsal.serving import ADDRESS, PORT, redirect_output, serve
from scripts.service import CHECKOUT, Service

STEPS = 12
SUITE = (
    *("suite", "sweep", "--rw", "randread,randwrite", "--bs", "4k,16k,64k", "--iodepth", "1,8"),
    *("--runtime", "3", "--size", "32m", "--keep-free", "1m"),
)


def rehearse_kills(folder: Path) -> bool:
    """Kill the agent in every step of a suite and resume it; every step must be there once and in order."""
    with serve(folder, f"http://{ADDRESS}:{PORT}") as service:
        suite = _Suite(service, folder / "kills")
        killed = 0
        for step in range(STEPS + 1):
            process = suite.start(is_resumed=step > 0)
            if step < STEPS:
                suite.wait_for_step(process, min(step, 1))
                process.kill()
                killed += process.wait() == -9
            else:
                process.wait()
        return suite.check(f"its agent killed {killed} times") and killed == STEPS


def rehearse_away(folder: Path) -> bool:
    """Stop the service in the third step of a suite and start it in the ninth; every step must be there in order."""
    with serve(folder, f"http://{ADDRESS}:{PORT}") as service:
        suite = _Suite(service, folder / "away")
        process = suite.start(is_resumed=False)
        suite.wait_for_step(process, 2)
        service.stop()
        suite.wait_for_step(process, 8)
        with (folder / "service.log").open("a") as log, redirect_output(log):
            service.start()
        process.wait()
        return suite.check("the service away from its third to its ninth step")


class _Suite:
    """A suite of 12 steps of 3 s, and what the service has of it."""

    def __init__(self, service: Service, folder: Path) -> None:
        (folder / "bench").mkdir(parents=True)
        self._service, self._folder, self._logs = service, folder, 0
        (folder / "token").write_text(make_token(service, "upload"))
        (folder / "token").chmod(0o600)
        self._environment = {
            **{key: value for key, value in os.environ.items() if not key.lower().endswith("_proxy")},
            **{f"FIOBOARD_AGENT_{name.upper()}": str(folder / name) for name in ("state", "config", "lock")},
            "FIOBOARD_SERVER": f"http://127.0.0.1:{PORT}",
            "FIOBOARD_TOKEN_FILE": str(folder / "token"),
        }

    def start(self, *, is_resumed: bool) -> "subprocess.Popen[bytes]":
        """Start or resume it."""
        begin = [*SUITE, "--target", str(self._folder / "bench")]
        agent = [sys.executable, str(CHECKOUT / "agent/dist/agent.pyz")]
        self._logs += 1
        with self._log.open("w") as output:
            return subprocess.Popen(
                [*agent, *(["suite", "--resume"] if is_resumed else begin)],
                env=self._environment,
                stdout=output,
                stderr=output,
                stdin=subprocess.DEVNULL,
            )

    @property
    def _log(self) -> Path:
        return self._folder / f"{self._logs}.log"

    def wait_for_step(self, process: "subprocess.Popen[bytes]", results: int) -> None:
        """Return in the middle of the step that follows so many results, or when the agent has ended."""
        while process.poll() is None and len(re.findall(r" IOPS, ", self._log.read_text())) < results:
            time.sleep(0.05)
        # The one before has been sent, the checks are made, and fio measures for 3 s.
        time.sleep(2.5 if results else 4)

    def check(self, what: str) -> bool:
        """Print whether every step is on the batch page once and in order."""
        printed = "".join((self._folder / f"{number + 1}.log").read_text() for number in range(self._logs))
        return check_steps(self._service, printed, what)


def make_token(service: Service, scope: str) -> str:
    """Make a token of a scope."""
    printed = service.command("token", "create", "--scope", scope, "--name", "rehearsal")
    return re.search(rf"fioboard_{scope}_\w+", printed)[0]


def check_steps(service: Service, printed: str, what: str) -> bool:
    """Print whether every step of the batch that an agent printed is on its page once and in order."""
    batch = re.search(r"/batches/([0-9a-f-]{36})", printed)
    if batch is None:
        print(printed[-3000:], file=sys.stderr)
        return False
    request = urllib.request.Request(
        f"http://127.0.0.1:{PORT}/api/v1/batches/{batch[1]}",
        headers={"Authorization": f"Bearer {make_token(service, 'read')}"},
    )
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as answer:
        found = json.load(answer)
    runs = [run for run in found["runs"] if run["outcome"] != "interrupted"]
    steps = sorted(run["batch"]["step"] for run in runs)
    order = [run["batch"]["step"] for run in sorted(runs, key=lambda run: run["started_at"])]
    interrupted = len(found["runs"]) - len(runs)
    print(
        f"A suite of {STEPS} steps, {what}: {len(steps)} steps stored; each once: "
        f"{steps == list(range(1, STEPS + 1))}, in order: {order == sorted(order)}; "
        f"{interrupted} interrupted runs beside them."
    )
    return steps == list(range(1, STEPS + 1)) and order == sorted(order)

"""A suite whose agent is killed with SIGKILL in each step: every step is there once, in order."""

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from service import CHECKOUT

from agent_rehearsal.serving import ADDRESS, PORT, serve

STEPS = 12


def rehearse_kills(folder: Path) -> bool:
    """Kill the agent in every step of a suite and resume it; every step must be there once and in order."""
    bench = folder / "bench"
    bench.mkdir()
    agent = [sys.executable, str(CHECKOUT / "agent/dist/agent.pyz")]
    with serve(folder, f"http://{ADDRESS}:{PORT}") as service:
        token = re.search(
            r"fioboard_upload_\w+", service.command("token", "create", "--scope", "upload", "--name", "k")
        )
        (folder / "token").write_text(token[0])
        (folder / "token").chmod(0o600)
        environment = {
            **{key: value for key, value in os.environ.items() if not key.lower().endswith("_proxy")},
            **{
                f"FIOBOARD_AGENT_{name.upper()}": str(folder / f"agent-{name}")
                for name in ("state", "config", "lock")
            },
            "FIOBOARD_SERVER": f"http://127.0.0.1:{PORT}",
            "FIOBOARD_TOKEN_FILE": str(folder / "token"),
        }
        start = ["suite", "sweep", "--target", str(bench), "--rw", "randread,randwrite", "--bs", "4k,16k,64k"]
        start += ["--iodepth", "1,8", "--runtime", "3", "--size", "32m", "--keep-free", "1m"]
        killed = 0
        printed = ""
        for step in range(STEPS + 1):
            log = folder / f"kill-{step}.log"
            given = start if step == 0 else ["suite", "--resume"]
            with log.open("w") as output:
                process = subprocess.Popen(
                    [*agent, *given], env=environment, stdout=output, stderr=output, stdin=subprocess.DEVNULL
                )
                if step < STEPS:
                    wait_for_step(process, log, min(step, 1))
                    process.kill()
                    killed += process.wait() == -9
                else:
                    process.wait()
            printed += log.read_text()
        batch = re.search(r"/batches/([0-9a-f-]{36})", printed)
        if batch is None:
            print(printed[-3000:], file=sys.stderr)
            return False
        reader = re.search(
            r"fioboard_read_\w+", service.command("token", "create", "--scope", "read", "--name", "r")
        )
        request = urllib.request.Request(
            f"http://127.0.0.1:{PORT}/api/v1/batches/{batch[1]}",
            headers={"Authorization": f"Bearer {reader[0]}"},
        )
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as answer:
            found = json.load(answer)
    runs = [run for run in found["runs"] if run["outcome"] != "interrupted"]
    steps = sorted(run["batch"]["step"] for run in runs)
    order = [run["batch"]["step"] for run in sorted(runs, key=lambda run: run["started_at"])]
    interrupted = len(found["runs"]) - len(runs)
    print(
        f"A suite of {STEPS} steps, its agent killed {killed} times: {len(steps)} steps stored; each once: "
        f"{steps == list(range(1, STEPS + 1))}, in order: {order == sorted(order)}; "
        f"{interrupted} interrupted runs beside them."
    )
    return steps == list(range(1, STEPS + 1)) and order == sorted(order) and killed == STEPS


def wait_for_step(process: subprocess.Popen[bytes], log: Path, results: int) -> None:
    """Return in the middle of the step that follows so many results, or when the agent has ended."""
    while process.poll() is None and len(re.findall(r" IOPS, ", log.read_text())) < results:
        time.sleep(0.05)
    # The one before has been sent, the checks are made, and fio measures for 3 s.
    time.sleep(2.5 if results else 4)

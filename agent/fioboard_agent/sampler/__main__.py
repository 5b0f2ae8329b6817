"""The sampler's process: a plan on standard input, then the words go and stop, then what was read after the run.

Standard output carries at most one line: why fio should be stopped. When the agent dies, standard input ends; what was
sampled until then is written all the same.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import sys
from pathlib import Path
from typing import Any, Optional

from fioboard_agent.sampler.recorder import Recorder

NICENESS = 10


def main() -> None:
    """Sample until told to stop, then write samples.json in one step."""
    # Unbuffered: the loop waits for the descriptor itself, and must not miss a word that was read along with another.
    control = open(sys.stdin.fileno(), "rb", buffering=0, closefd=False)  # noqa: SIM115 lives as long as we do
    plan = json.loads(control.readline())
    with contextlib.suppress(OSError):
        os.nice(NICENESS)
    if plan["cpus_left"] and hasattr(os, "sched_setaffinity"):
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, plan["cpus_left"])
    recorder = Recorder(plan)
    # Nothing here makes cycles; the collector would only stop the sampler at moments of its own choice.
    gc.disable()
    _send_line("ready")
    if control.readline() != b"go\n":
        return
    recorder.run(control.fileno(), lambda event: _send_line(json.dumps(event)))
    document = recorder.document(_parse_end(control.readall()))
    output = Path(plan["output"])
    temporary = output.with_name(f".{output.name}.new")
    with temporary.open("w", encoding="utf-8") as file:
        json.dump(document, file, separators=(",", ":"))
    temporary.replace(output)


def _send_line(line: str) -> None:
    with contextlib.suppress(OSError):
        os.write(sys.stdout.fileno(), line.encode("ascii") + b"\n")


def _parse_end(content: bytes) -> Optional[dict[str, Any]]:
    """Parse what was read after the run; null when the agent died before it could send it."""
    with contextlib.suppress(ValueError):
        document = json.loads(content)
        return document if isinstance(document, dict) else None
    return None


if __name__ == "__main__":
    main()

"""CPU and memory of FreeBSD and macOS from sysctl(8): fixed commands, fixed arguments, a time limit."""

from __future__ import annotations

import subprocess
from typing import Any, Optional

from fioboard_agent.collectors.frame import ABSENT, ERROR, TIMEOUT, UNPARSED, Source

COMMAND_TIMEOUT_S = 5.0
_MEMORY = {"FreeBSD": "hw.physmem", "Darwin": "hw.memsize"}
_MODEL = {"FreeBSD": "hw.model", "Darwin": "machdep.cpu.brand_string"}
_CORES = {"FreeBSD": "kern.smp.cores", "Darwin": "hw.physicalcpu"}
_SOCKETS = {"Darwin": "hw.packages"}


def collect_cpu(system: str, source: Source) -> dict[str, Any]:
    """`model`, `sockets`, `cores`, `threads`; null where the system has no such sysctl."""
    return {
        "model": read_sysctl(_MODEL.get(system), source),
        "sockets": _number(_SOCKETS.get(system), source),
        "cores": _number(_CORES.get(system), source),
        "threads": _number("hw.ncpu", source),
    }


def collect_memory(system: str, source: Source) -> dict[str, Any]:
    """`total_bytes`."""
    return {"total_bytes": _number(_MEMORY.get(system), source)}


def read_sysctl(name: Optional[str], source: Source) -> Optional[str]:
    """One value as text."""
    if name is None:
        return None
    try:
        answer = subprocess.run(
            ["sysctl", "-n", name],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=COMMAND_TIMEOUT_S,
            check=False,
            env={"PATH": "/sbin:/usr/sbin:/bin:/usr/bin", "LC_ALL": "C"},
        )
    except subprocess.TimeoutExpired:
        source.note(TIMEOUT, f"sysctl {name} took longer than {COMMAND_TIMEOUT_S:.0f} s")
        return None
    except OSError as error:
        source.note(ERROR, f"sysctl: {error.strerror}")
        return None
    if answer.returncode:
        source.note(ABSENT, f"sysctl knows no {name}")
        return None
    return answer.stdout.strip() or None


def _number(name: Optional[str], source: Source) -> Optional[int]:
    text = read_sysctl(name, source)
    if text is None or text.isdigit():
        return int(text) if text else None
    source.note(UNPARSED, f"sysctl {name} is not a number: {text[:40]}")
    return None

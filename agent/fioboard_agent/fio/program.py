"""The fio on this host: where it is, which version, and the bare environment it is started with."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Optional

from fioboard_agent.errors import SetupError

# fio 3.0 is the first that reports latencies in nanoseconds and json+ with bins by value.
OLDEST = (3, 0)
SEARCH_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_VERSION = re.compile(r"^fio-(\d+)\.(\d+)")


@dataclass(frozen=True)
class FioProgram:
    """A fio that was asked for its version; `version` is what it answered, such as `fio-3.33`."""

    path: str
    version: str


def find_fio(wanted: Optional[str] = None) -> FioProgram:
    """The fio named, else the one on PATH or in the usual places. SetupError says what to do."""
    search = os.pathsep.join(part for part in (os.environ.get("PATH", ""), SEARCH_PATH) if part)
    path = shutil.which(wanted or "fio", path=search)
    if path is None:
        raise SetupError(
            f"{wanted or 'fio'} was not found. Install it (apt install fio, dnf install fio, pkg install fio, "
            "brew install fio) or name it with --fio PATH."
        )
    path = str(Path(path).absolute())
    try:
        answer = subprocess.run(
            [path, "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=60,
            check=False,
            env=build_environment("/"),
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SetupError(f"{path} does not start: {error}.") from None
    version = answer.stdout.strip().splitlines()[0] if answer.stdout.strip() else ""
    match = _VERSION.match(version)
    if match is None:
        raise SetupError(f"{path} does not report an fio version (it answered: {(version or answer.stderr)[:80]!r}).")
    if (int(match.group(1)), int(match.group(2))) < OLDEST:
        raise SetupError(f"{path} is {version}; fio {OLDEST[0]}.{OLDEST[1]} or newer is needed.")
    return FioProgram(path, version)


def build_environment(home: str) -> dict[str, str]:
    """Build fio's environment: fio expands ${VAR} into its options and prints them in the result, so it gets
    nothing worth printing (P3).
    """
    return {"PATH": SEARCH_PATH, "HOME": home, "LANG": "C"}

"""The hourly timer that sends what waits on this host: systemd's, or a line for cron where there is none."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Optional

from fioboard_agent.installation.program import find_archive

_UNIT = "fioboard-agent-push"
_SYSTEM_UNITS = Path("/etc/systemd/system")
_TIMEOUT_S = 30
# A user's own: systemd cannot shut a user's service in as it does root's.
_USER_SERVICE = """[Unit]
Description=Send the pending fio results of this host
ConditionPathExists=%E/fioboard-agent/config.json

[Service]
Type=oneshot
ExecStart=@AGENT@ push --wait 60
UMask=0077
"""


def install_timer(program: Path) -> str:
    """Install and start the timer of this user, and say what was done, or which line to give to cron."""
    folder = _find_units()
    if folder is None or not _call_systemctl("daemon-reload"):
        return f"No systemd: add this line with `crontab -e` to send pending results every hour:\n{_make_line(program)}"
    folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    with zipfile.ZipFile(find_archive()) as packed:
        service = packed.read(f"systemd/{_UNIT}.service").decode()
        timer = packed.read(f"systemd/{_UNIT}.timer").decode()
    for name, text in (("service", service if os.geteuid() == 0 else _USER_SERVICE), ("timer", timer)):
        path = folder / f"{_UNIT}.{name}"
        path.write_text(text.replace("@AGENT@", str(program)), encoding="utf-8")
        path.chmod(0o644)
    if not (_call_systemctl("daemon-reload") and _call_systemctl("enable", "--now", f"{_UNIT}.timer")):
        return f"The timer {folder / _UNIT}.timer was written but could not be started: systemctl status {_UNIT}.timer"
    lingers = "" if os.geteuid() == 0 else " while you are logged in (always: loginctl enable-linger)"
    return f"Pending results are sent every hour{lingers}: {_UNIT}.timer"


def remove_timer() -> list[Path]:
    """Stop and remove the timer of this user; return the files that were removed."""
    folder = _find_units()
    files = [] if folder is None else [folder / f"{_UNIT}.{name}" for name in ("timer", "service")]
    existing = [path for path in files if path.exists()]
    if existing:
        _call_systemctl("disable", "--now", f"{_UNIT}.timer")
        for path in existing:
            path.unlink()
        _call_systemctl("daemon-reload")
    return existing


def _find_units() -> Optional[Path]:
    """Return the folder of this user's own units; None where there is no systemd."""
    if shutil.which("systemctl") is None:
        return None
    if os.geteuid() == 0:
        return _SYSTEM_UNITS
    home = Path(os.environ.get("HOME") or str(Path.home()))
    return Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "systemd" / "user"


def _call_systemctl(*arguments: str) -> bool:
    scope = [] if os.geteuid() == 0 else ["--user"]
    try:
        done = subprocess.run(["systemctl", *scope, *arguments], capture_output=True, timeout=_TIMEOUT_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _make_line(program: Path) -> str:
    return f"17 * * * * {shlex.quote(str(program))} push --wait 60 >/dev/null 2>&1"

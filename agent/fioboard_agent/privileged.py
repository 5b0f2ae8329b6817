"""What only root may read, asked for through one command that sudo allows: read-only, without a password prompt.

The unprivileged document is completed, never overruled: only what is null in it is filled in. Membership in the group
`disk` would do instead, but it grants raw writes to every disk; it is never asked for.
"""

from __future__ import annotations

import getpass
import json
import subprocess
from pathlib import Path
from typing import Any

from fioboard_agent.collectors.frame import ABSENT, DENIED, ERROR, OK, TIMEOUT, UNPARSED, Source
from fioboard_agent.programs import Programs

# Root runs this copy, so nobody but root may be able to change it; the user's own copy will not do.
INSTALLED = "/usr/local/lib/fioboard/fioboard-agent.pyz"
_INTERPRETERS = ("/usr/bin/python3", "/usr/local/bin/python3")
# RAID controllers' programs are slow and have a minute each.
_TIMEOUT_S = 180.0
SUBJECT = "privileged"
_NOT_MERGED = {"schema", "collected_at", "collector", "sources", "host", "moment", "fio"}


def helper_command() -> list[str]:
    """What sudo is asked to run: -I keeps the caller's environment and folders out of the interpreter."""
    interpreter = next((path for path in _INTERPRETERS if Path(path).exists()), _INTERPRETERS[0])
    return [interpreter, "-I", INSTALLED, "inventory", "--root-part"]


def sudoers_text() -> str:
    """Lines for /etc/sudoers.d/fioboard, with what has to be done before as comments."""
    user = getpass.getuser()
    return f"""# Save as /etc/sudoers.d/fioboard (visudo -f /etc/sudoers.d/fioboard).
# It lets {user} read the inventory as root and nothing else. Root will run this copy
# of the agent, so only root may be able to write to it:
#   install -D -o root -g root -m 0755 fioboard-agent.pyz {INSTALLED}
{user} ALL=(root) NOPASSWD: {" ".join(helper_command())}
"""


def complete(document: dict[str, Any], programs: Programs) -> None:
    """Fill in `document` what the helper could read; `sources.privileged` says how that went. Never raises for
    anything that sudo or the helper do."""
    source = Source()
    told = _ask(programs, source)
    document["sources"][SUBJECT] = source.to_document()
    if told is None:
        return
    document["collector"]["privileged"] = True
    for subject, status in told["sources"].items():
        own = document["sources"].get(subject)
        if isinstance(status, dict) and (own is None or own["status"] != OK):
            detail = "read as root through sudo" if status.get("status") == OK else status.get("detail")
            document["sources"][subject] = {"status": status.get("status"), "detail": detail}
    fill(document, {key: value for key, value in told.items() if key not in _NOT_MERGED})
    health = (told.get("moment") or {}).get("disks") or {}
    document.setdefault("moment", {}).setdefault("disks", {}).update(health)


def fill(own: dict[str, Any], told: dict[str, Any]) -> None:
    """Values for the nulls and for the keys that are missing; empty lists and objects count as null. Lists of objects
    are completed where they have the same length."""
    for key, value in told.items():
        present = own.get(key)
        if present is None or present in ([], {}):
            own[key] = value
        elif isinstance(present, dict) and isinstance(value, dict):
            fill(present, value)
        elif isinstance(present, list) and isinstance(value, list) and len(present) == len(value):
            for mine, theirs in zip(present, value):
                if isinstance(mine, dict) and isinstance(theirs, dict):
                    fill(mine, theirs)


def _ask(programs: Programs, source: Source) -> Any:
    """The helper's document, None when there is none; the reason is in `source`."""
    try:
        answer = programs.run(["sudo", "-n", *helper_command()], _TIMEOUT_S)
    except FileNotFoundError:
        source.note(ABSENT, "sudo is not installed")
    except subprocess.TimeoutExpired:
        source.note(TIMEOUT, f"the helper took longer than {_TIMEOUT_S:g} s")
    except OSError as error:
        source.note(ERROR, f"sudo: {error.strerror}")
    else:
        if answer.exit_code != 0:
            # sudo: "a password is required", "may not run"; the helper has no other way to fail before it prints.
            is_refused = "sudo:" in answer.stderr or "not allowed" in answer.stderr
            source.note(DENIED if is_refused else ERROR, answer.stderr.strip() or f"exit code {answer.exit_code}")
            return None
        try:
            document = json.loads(answer.text)
        except ValueError:
            document = None
        if isinstance(document, dict) and isinstance(document.get("sources"), dict):
            return document
        source.note(UNPARSED, f"the helper's answer is no inventory: {answer.text[:60]}")
    return None

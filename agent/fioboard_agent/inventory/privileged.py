"""What only root may read, asked for through one command that sudo allows: read-only, without a password prompt.

The unprivileged document is completed, never mixed: what is null in it is filled in, and where one statement would be
made of two readings, root's is taken whole. Membership in the group
`disk` would do instead, but it grants raw writes to every disk; it is never asked for.
"""

from __future__ import annotations

import getpass
import json
import subprocess
from pathlib import Path
from typing import Any, cast

from fioboard_agent.host.programs import Programs
from fioboard_agent.host.reader import ABSENT, DENIED, ERROR, OK, TIMEOUT, UNPARSED, Source
from fioboard_agent.inventory_types import Document

# Root runs this copy, so nobody but root may be able to change it; the user's own copy will not do.
INSTALLED = "/usr/local/lib/fioboard/fioboard-agent.pyz"
_INTERPRETERS = ("/usr/bin/python3", "/usr/local/bin/python3")
# RAID controllers' programs are slow and have a minute each.
_TIMEOUT_S = 180.0
SUBJECT = "privileged"
# What tells the objects of a list apart, where all of them have it: interfaces, partitions, NUMA nodes, LBA formats.
_IDENTITIES = ("name", "id", "index")
_MODULES = ("dimms", "dimms_source", "slot_count", "error_correction")
_NOT_MERGED = {"schema", "collected_at", "collector", "sources", "host", "moment", "fio"}


def build_helper_command() -> list[str]:
    """Return what sudo is asked to run: -I keeps the caller's environment and folders out of the interpreter."""
    interpreter = next((path for path in _INTERPRETERS if Path(path).exists()), _INTERPRETERS[0])
    return [interpreter, "-I", INSTALLED, "inventory", "--root-part"]


def format_sudoers() -> str:
    """Return lines for /etc/sudoers.d/fioboard, with what has to be done before as comments."""
    user = getpass.getuser()
    return f"""# Save as /etc/sudoers.d/fioboard (visudo -f /etc/sudoers.d/fioboard).
# It lets {user} read the inventory as root and nothing else. Root will run this copy
# of the agent, so only root may be able to write to it:
#   install -D -o root -g root -m 0755 fioboard-agent.pyz {INSTALLED}
{user} ALL=(root) NOPASSWD: {" ".join(build_helper_command())}
"""


def complete(document: Document, programs: Programs) -> None:
    """Fill in `document` what the helper could read; `sources.privileged` says how that went. Never raises for
    anything that sudo or the helper do."""
    source = Source()
    theirs = _ask(programs, source)
    document["sources"][SUBJECT] = source.build_document()
    if theirs is None:
        return
    document["collector"]["privileged"] = True
    for subject, status in theirs["sources"].items():
        own = document["sources"].get(subject)
        if isinstance(status, dict) and (own is None or own["status"] != OK):
            detail = "read as root through sudo" if status.get("status") == OK else status.get("detail")
            document["sources"][subject] = {"status": str(status.get("status")), "detail": detail}
    fields = cast("dict[str, Any]", document)  # any of them may be filled in
    _take_modules(fields, theirs)
    fill(fields, {key: value for key, value in theirs.items() if key not in _NOT_MERGED})
    health = (theirs.get("moment") or {}).get("disks") or {}
    document.setdefault("moment", {}).setdefault("disks", {}).update(health)


def fill(own: dict[str, Any], theirs: dict[str, Any]) -> None:
    """Values for the nulls and for the keys that are missing; empty lists and objects count as null.

    What is one statement is taken whole, for root read at least as much of it: an object that names its `source`, and
    a list of objects that nothing tells apart (their order says nothing: a speed would land on another module).
    """
    for key, value in theirs.items():
        present = own.get(key)
        if present is None or present in ([], {}):
            own[key] = value
        elif isinstance(present, dict) and isinstance(value, dict):
            if "source" not in value:
                fill(present, value)
            elif value["source"] is not None:
                own[key] = value
        elif _has_objects(present) and _has_objects(value):
            own[key] = _merge_lists(present, value)


def _merge_lists(own: list[Any], theirs: list[Any]) -> list[Any]:
    identity = next((key for key in _IDENTITIES if _is_unique(key, own) and _is_unique(key, theirs)), None)
    if identity is None:
        return theirs
    left = {one[identity]: one for one in theirs}
    for mine in own:
        fill(mine, left.pop(mine[identity], {}))
    return [*own, *left.values()]


def _is_unique(key: str, objects: list[Any]) -> bool:
    values = [one.get(key) if isinstance(one, dict) else None for one in objects]
    return None not in values and len(set(values)) == len(values)


def _has_objects(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(one, dict) for one in value)


def _take_modules(own: dict[str, Any], answer: dict[str, Any]) -> None:
    """Memory modules and what is said about all of them come from one source; SMBIOS knows most, and only root reads
    it. A module's locator is no identity: EDAC's labels and SMBIOS's name the same place differently."""
    mine, theirs = own.get("memory"), answer.get("memory")
    if isinstance(mine, dict) and isinstance(theirs, dict) and theirs.get("dimms"):
        mine.update({key: theirs.get(key) for key in _MODULES})


def _ask(programs: Programs, source: Source) -> Any:
    """The helper's document, None when there is none; the reason is in `source`."""
    try:
        answer = programs.run(["sudo", "-n", *build_helper_command()], _TIMEOUT_S)
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
        source.note(UNPARSED, f"the helper's answer is not an inventory: {answer.text[:60]}")
    return None

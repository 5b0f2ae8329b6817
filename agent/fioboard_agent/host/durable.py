"""Writing that survives a power cut: temporary file, fsync, rename, fsync of the folder (rule H1)."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from fioboard_agent.errors import UsageError
from fioboard_agent.host.plain_file import read_plain_file

# An inventory with a thousand drives has a tenth of it.
MAX_JSON_BYTES = 64 << 20


def write_durably(path: Path, content: bytes, mode: int = 0o600) -> None:
    """Replace a file in one step; after the return it is on the disk under its name."""
    temporary = path.with_name(path.name + ".new")
    # What an agent that was killed has left; never what a link leads to.
    temporary.unlink(missing_ok=True)
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
    with os.fdopen(descriptor, "wb") as file:
        os.fchmod(file.fileno(), mode)
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
    sync_folder(path.parent)


def write_json_durably(path: Path, document: Any) -> None:
    """The same for a JSON document."""
    write_durably(path, json.dumps(document, ensure_ascii=False, indent=1).encode() + b"\n")


def read_json(path: Path) -> Any:
    """Read such a document again. Raises OSError, and ValueError for what is none: a folder or pipe among them."""
    try:
        return json.loads(read_plain_file(path, "The file", MAX_JSON_BYTES).decode("utf-8"))
    except (UsageError, RecursionError) as error:
        raise ValueError(str(error)) from None


def sync_file(path: Path) -> None:
    """Bring a finished file to the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(path: Path) -> None:
    """Make names created, renamed or removed in a folder durable."""
    sync_file(path)

"""Waiting results as one file, for hosts without a network: `fioboard import FILE` stores it on another machine."""

from __future__ import annotations

import contextlib
import os
import zipfile
from pathlib import Path

from fioboard_agent.delivery.spool import Entry
from fioboard_agent.delivery.upload import build_body
from fioboard_agent.errors import SetupError
from fioboard_agent.host.durable import sync_file, sync_folder

# The first entry, by which a service knows the file. What is in it has a compression of its own already.
_MARK = "fioboard-uploads-1"


def write_file(path: Path, entries: list[Entry]) -> None:
    """Write the uploads of entries to a new file, and read it again. Raises SetupError; then there is no file."""
    temporary = path.with_name(f"{path.name}.new")
    for one in (path, temporary):
        if os.path.lexists(one):
            raise SetupError(f"{one} already exists; give another name.")
    try:
        with zipfile.ZipFile(temporary, "x", zipfile.ZIP_STORED) as packed:
            packed.writestr(_MARK, "")
            for entry in entries:
                # When it is sent nobody knows, so nothing is said of the host's clock.
                with packed.open(f"uploads/{entry.key}", "w", force_zip64=True) as upload:
                    for chunk in build_body(entry, entry.manifest()):
                        upload.write(chunk)
        sync_file(temporary)
        with zipfile.ZipFile(temporary) as packed:
            damaged = packed.testzip()
        if damaged is not None:
            raise SetupError(f"{damaged} was not written correctly; check the disk of {path.parent}.")
        temporary.replace(path)
        sync_folder(path.parent)
    except (OSError, KeyError) as error:
        raise SetupError(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}.") from None
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()

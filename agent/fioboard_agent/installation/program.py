"""agent.pyz as this host's own program: started by the Python that was found, with that Python's byte code in it.

The sources stay in the file, so another Python still runs it, only slower to start.
"""

from __future__ import annotations

import hashlib
import importlib.util
import io
import json
import marshal
import os
import re
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Optional, Tuple

import fioboard_agent
from fioboard_agent.errors import SetupError

NAME = "fioboard-agent"
# Where the agent's packages have their program.
PACKAGED = Path("/usr/lib/fioboard-agent")
_ORIGIN = "origin.json"
# Linux before 5.1 cuts the first line of a program after this many bytes, and no kernel reads a blank in a path.
_MAX_FIRST_LINE = 127
_UNCHECKED_HASH = (1).to_bytes(4, "little")  # PEP 552: Python does not compare the byte code with its source


@dataclass(frozen=True)
class Origin:
    """The archive that a program was made from: its version, and the SHA-256 that the service announces."""

    version: str
    sha256: str


def find_archive() -> Path:
    """Return the archive that this agent runs from. Raises SetupError for one that runs from a folder of sources."""
    archive = getattr(getattr(fioboard_agent, "__loader__", None), "archive", None)
    if archive is None:
        raise SetupError("This agent runs from its sources; install it from a service: curl -fsSL URL/install.sh")
    return Path(archive)


def is_packaged(program: Path) -> bool:
    """Return whether a package of the system brought the program."""
    return program.resolve().parent == PACKAGED


def read_running_origin() -> Optional[Origin]:
    """Return what this very program was made from; None where its service did not install it."""
    try:
        return read_origin(find_archive())
    except SetupError:
        return None


def read_origin(archive: Path) -> Optional[Origin]:
    """Return what an installed program was made from; None for the archive as a service serves it, or for no agent."""
    try:
        with zipfile.ZipFile(archive) as packed:
            document = json.loads(packed.read(_ORIGIN))
        return Origin(str(document["version"]), str(document["sha256"]))
    except (OSError, zipfile.BadZipFile, KeyError, ValueError, TypeError):
        return None


def read_version(archive: Path) -> str:
    """Return the version that an archive has within. Raises SetupError for what is no agent."""
    try:
        with zipfile.ZipFile(archive) as packed:
            source = packed.read("fioboard_agent/__init__.py").decode()
    except (zipfile.BadZipFile, KeyError, UnicodeDecodeError):
        raise SetupError(f"{archive.name} is not a fioboard-agent; nothing was changed.") from None
    match = re.search(r"""^__version__ = ["']([0-9.]+)["']$""", source, re.MULTILINE)
    return match[1] if match else "unknown"


def parse_version(version: str) -> Tuple[int, ...]:
    """Return the numbers of a version, to compare it with another."""
    return tuple(map(int, re.findall(r"\d+", version)))


def install_program(archive: Path, destination: Path) -> None:
    """Write the archive as a program that starts with this very Python, in one step. Raises SetupError."""
    origin = read_origin(archive) or Origin(fioboard_agent.__version__, hash_file(archive))
    _require_own_place(destination)
    try:
        destination.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(dir=destination.parent, prefix=f".{NAME}.")
    except OSError as error:
        raise SetupError(f"{destination.parent} cannot be written to: {error.strerror}.") from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(_make_first_line(sys.executable) + _add_byte_code(archive, origin))
            os.fchmod(file.fileno(), 0o755)
            os.fsync(file.fileno())
        Path(temporary).replace(destination)
    except BaseException:
        Path(temporary).unlink()
        raise


def _require_own_place(destination: Path) -> None:
    """Raise SetupError where something stands that is no agent; it is not replaced."""
    try:
        with zipfile.ZipFile(destination) as packed:
            is_agent = "fioboard_agent/__init__.py" in packed.namelist()
    except (FileNotFoundError, NotADirectoryError):
        return
    except (OSError, zipfile.BadZipFile):
        is_agent = False
    if not is_agent:
        raise SetupError(f"{destination} already exists and is not a fioboard-agent; it is left unchanged.")


def hash_file(path: Path) -> str:
    """Return a file's SHA-256 in hex."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _make_first_line(python: str) -> bytes:
    line = f"#!{python}\n".encode()
    fits = python.startswith("/") and len(line) <= _MAX_FIRST_LINE and not any(char.isspace() for char in python)
    return line if fits else b"#!/usr/bin/env python3\n"


def _add_byte_code(archive: Path, origin: Origin) -> bytes:
    output = io.BytesIO()
    with zipfile.ZipFile(archive) as packed, zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as made:
        for name in packed.namelist():
            if name == _ORIGIN or name.endswith(".pyc"):
                continue
            content = packed.read(name)
            made.writestr(name, content)
            if name.endswith(".py"):
                code = compile(content, name, "exec", dont_inherit=True)
                header = importlib.util.MAGIC_NUMBER + _UNCHECKED_HASH + importlib.util.source_hash(content)
                made.writestr(f"{name}c", header + marshal.dumps(code))
        made.writestr(_ORIGIN, json.dumps({"version": origin.version, "sha256": origin.sha256}))
    return output.getvalue()

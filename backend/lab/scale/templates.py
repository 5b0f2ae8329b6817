"""The configuration files of docs/scaling, filled in."""

import os
import re
from collections.abc import Mapping
from pathlib import Path

from scale.lab import PLAIN_UID, TEMPLATES

_PLACE = re.compile(r"\{\{(\w+)\}\}")


class UnknownPlace(Exception):
    """A template asks for something nobody gave."""


def places(text: str) -> set[str]:
    """What a template asks for."""
    return set(_PLACE.findall(text))


def filled(text: str, values: Mapping[str, str]) -> str:
    """The template with these values in their places. Raises UnknownPlace."""
    if missing := places(text) - values.keys():
        raise UnknownPlace(f"no value for {', '.join(sorted(missing))}")
    return _PLACE.sub(lambda place: values[place[1]], text)


def write(name: str, values: Mapping[str, str], path: Path) -> Path:
    """A file of docs/scaling, filled in, for the plain user's eyes alone."""
    write_private(path, filled((TEMPLATES / name).read_text(), values))
    return path


def write_private(path: Path, text: str) -> None:
    """A file that the plain user reads and nobody else."""
    path.write_text(text)
    path.chmod(0o600)
    if os.geteuid() == 0:
        os.chown(path, PLAIN_UID, PLAIN_UID)

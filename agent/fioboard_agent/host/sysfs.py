"""Reading the one-line files of /sys and /proc: the value, or why there is none."""

from __future__ import annotations

from pathlib import Path
from typing import Optional

MAX_VALUE_BYTES = 65_536


def read_text(path: Path) -> Optional[str]:
    """The file's text without surrounding blanks; None when absent, unreadable, empty or not text.

    For facts where the reason does not matter. Collectors use host/reader.py, which keeps the reason.
    """
    try:
        with path.open("rb") as file:
            text = file.read(MAX_VALUE_BYTES).decode("utf-8", "replace").strip(" \t\n\0")
    except OSError:
        return None
    return text or None


def read_number(path: Path) -> Optional[int]:
    """A decimal number; None when absent or anything else."""
    text = read_text(path)
    try:
        return int(text) if text is not None else None
    except ValueError:
        return None


def list_names(path: Path) -> list[str]:
    """List the names in a folder, sorted; empty when it is absent or closed."""
    try:
        return sorted(entry.name for entry in path.iterdir())
    except OSError:
        return []


def read_udev_properties(path: Path) -> dict[str, str]:
    """Read the properties in a file of udev's database (/run/udev/data/b<major>:<minor>)."""
    return parse_udev(read_text(path) or "")


def list_udev_links(path: Path, folder: str) -> tuple[str, ...]:
    """List the names that udev gives a device in a folder of /dev, such as `disk/by-id/` (the `S:` lines)."""
    start = f"S:{folder}"
    return tuple(line[len(start) :] for line in (read_text(path) or "").splitlines() if line.startswith(start))


def parse_udev(text: str) -> dict[str, str]:
    """The `E:KEY=value` lines; empty values are none."""
    pairs = (line[2:].partition("=") for line in text.splitlines() if line.startswith("E:"))
    return {key: value for key, _, value in pairs if value}

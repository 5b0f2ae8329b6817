"""Text of others, made fit for a terminal."""

from __future__ import annotations

import re

# What commands a terminal, or is no character alone. Tabs and ends of lines stay.
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def drop_controls(text: str) -> str:
    """Return a text without control characters."""
    return _CONTROLS.sub("", text)

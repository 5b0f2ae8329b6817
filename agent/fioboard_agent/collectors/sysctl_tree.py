"""The kernel's variables of FreeBSD and macOS, asked for in one call: `name: value`, a line each, some over several."""

from __future__ import annotations

import re
from typing import Optional, Sequence

from fioboard_agent.host.reader import UNPARSED, Reader

Tree = dict[str, str]
_LINE = re.compile(r"^([a-zA-Z_][\w%-]*(?:\.[\w%-]+)+): ?(.*)$")


def read_sysctl(reader: Reader, names: Sequence[str]) -> Tree:
    """All variables at and below these names; those that a system does not know are simply not there."""
    answer = reader.ask(["sysctl", *names], optional=False)
    tree = parse_sysctl(answer.text) if answer else {}
    if answer is not None and not tree:
        # It fails for every name that a system does not know; only saying nothing at all is a failure of its own.
        reader.source.note(UNPARSED, f"sysctl reported nothing: {answer.stderr[:80] or 'no output'}")
    return tree


def parse_sysctl(text: str) -> Tree:
    """What follows a variable's line and is none itself belongs to its value."""
    tree: Tree = {}
    last: Optional[str] = None
    for line in text.splitlines():
        match = _LINE.match(line)
        if match:
            last = match.group(1)
            tree[last] = match.group(2).strip()
        elif last is not None:
            tree[last] += f"\n{line}"
    return tree


def read_number(reader: Reader, tree: Tree, name: str) -> Optional[int]:
    """Read a whole number; None when there is no such variable."""
    text = tree.get(name)
    if text is None or re.fullmatch(r"\d{1,19}", text):
        return None if text is None else int(text)
    reader.source.note(UNPARSED, f"sysctl {name} is not a number: {text[:40]}")
    return None


def list_instances(tree: Tree, driver: str) -> list[str]:
    """List unit numbers of a driver: those N for which there is `dev.<driver>.N.…`."""
    matches = (re.match(rf"dev\.{re.escape(driver)}\.(\d+)\.", name) for name in tree)
    return sorted({match.group(1) for match in matches if match}, key=int)

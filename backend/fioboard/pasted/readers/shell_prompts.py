"""Shell prompts: the name of the host that printed what stands behind them."""

import re
from collections.abc import Iterator, Sequence

from fioboard.pasted.facts import Fact, Line, Reader, Record

_PROMPT = re.compile(
    r"^\[?(?P<user>[a-z_][\w.-]{0,31})@(?P<host>[A-Za-z0-9][\w-]{0,62})(?P<rest>[:\s~/][^\n]{0,80}?)?\]?[#$%]\s"
)
# Names that say nothing of a machine.
_NAMELESS = frozenset(["localhost", "host", "server", "hostname", "myhost", "machine", "linux"])


def read_prompts(lines: Sequence[Line]) -> Iterator[Record]:
    """Name the host once for each name: a terminal prints its prompt before every command."""
    known = set()
    for line in lines:
        match = _PROMPT.match(line.text + " ") if "@" in line.text[:100] else None
        if match and match["host"].lower() not in _NAMELESS and match["host"] not in known:
            known.add(match["host"])
            yield Fact("host", match["host"], line.number)


READER = Reader("shell prompts", ("@",), read_prompts, "host")

"""Shell prompts: the name of the host that printed what stands behind them."""

from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Line, Reader, Record

_PROMPT = compile_later(
    r"^\s{0,12}\[?(?P<user>[A-Za-z_][\w.-]{0,31})@(?P<host>[A-Za-z0-9][\w-]{0,62})(?P<rest>[:\s~/][^\n]{0,80}?)?\]?[#$%]\s"
)
# As SUSE prints it, without the user.
_PROMPT_WITHOUT_USER = compile_later(r"^(?P<host>[A-Za-z][\w-]{1,62}):(?:~|/[\w./-]{0,80}) ?[#$]\s+\S")
# Names that say nothing of a machine.
NAMELESS = frozenset(["localhost", "host", "server", "hostname", "myhost", "machine", "linux"])


def match_prompt(text: str) -> str | None:
    """Return the host that a prompt names; None for any other line, and for a name that says nothing."""
    if "@" in text[:100]:
        match = _PROMPT.match(text + " ")
    else:
        match = _PROMPT_WITHOUT_USER.match(text) if ":~" in text or ":/" in text else None
    return match["host"] if match and match["host"].lower() not in NAMELESS else None


def read_prompts(lines: Sequence[Line]) -> Iterator[Record]:
    """Name the host once for each name: a terminal prints its prompt before every command."""
    known = set()
    for line in lines:
        host = match_prompt(line.text)
        if host is not None and host not in known:
            known.add(host)
            yield Fact("host", host, line.number)


READER = Reader("shell prompts", ("@", ":~", ":/"), read_prompts, "host", reads_results=True)

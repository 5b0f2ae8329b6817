"""What the reader of another tool's output declares; all of them are listed in foreign/__init__.py."""

from collections.abc import Callable

from msgspec import Struct

from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Reading


class Adapter(Struct, frozen=True, kw_only=True):
    """One tool: recognised by `sniff`, read by `parse` into the values that fio's own results have."""

    kind: str
    """`Reading.kind` of a body that holds nothing else."""
    tool: str
    """For people, who are told which tools can be read when a body is refused."""
    names: tuple[str, ...]
    """`Invocation.tool_name` of what is read; none where the body itself names the tool."""
    tests: tuple[str, ...] = ()
    """What it calls its own measurements where nothing else tells them apart: the values of the job option `test`."""
    reads: str
    """What becomes of it, for docs/formats.md."""
    leaves_out: str
    """What the tool does not measure, or what is not kept."""
    source: str
    """Where the format is defined: the tool's own code or documentation."""
    is_whole_body: bool
    """True: where it is read, nothing else is looked for in the body. False: its lines may stand among others."""
    sniff: Callable[[bytes], bool]
    """Whether the body may hold it. Linear and cheap, for it is asked of every body and of every layer of it."""
    parse: Callable[[bytes, Limits], Reading | None]
    """What is in the body, None when nothing is after all. Every invocation names its `source_lines`, every result its
    `where`. What the tool does not measure is None. Raises NotUnderstood for a broken output of the tool, TooMany."""

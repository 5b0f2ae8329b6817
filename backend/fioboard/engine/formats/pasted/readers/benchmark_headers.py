"""What YABS and scripts like it print of the machine before they measure it."""

from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Line, Reader, Record
from fioboard.engine.formats.pasted.parsing import follow_block

_FIRST = compile_later(r"^\s*(?:Processor|CPU Model)\s{1,12}: +\S")
_FIELD = compile_later(r"^\s*(?P<key>[A-Z][\w /-]{1,20}?)\s{1,20}: +(?P<value>\S.*?)\s*$")
_NAMED = compile_later(r"(?P<name>[A-Z][\w/ -]*?) v?(?P<version>\d[\w.]*)\b.*")
_CORES = compile_later(r"(?P<count>\d{1,4})\b")
_VIRTUAL = {"kvm": "kvm", "vmware": "vmware", "xen": "xen", "hyper-v": "hyper-v", "microsoft": "hyper-v"}
MAX_FIELDS = 24


def read_headers(lines: Sequence[Line]) -> Iterator[Record]:
    """Read each header from its processor on."""
    for index, line in enumerate(lines):
        if _FIRST.match(line.text):
            known: set[str] = set()
            for row in [line, *follow_block(lines, index)][:MAX_FIELDS]:
                field = _FIELD.match(row.text)
                if field and field["key"] not in known:
                    known.add(field["key"])
                    yield from _read_field(field["key"].lower(), field["value"], row.number)


def _read_field(key: str, value: str, line: int) -> Iterator[Record]:
    if key in {"processor", "cpu model"}:
        yield Fact("cpu.model", value, line)
    elif key == "cpu cores" and (cores := _CORES.match(value)):
        yield Fact("cpu.threads", cores["count"], line)
    elif key in {"distro", "os"} and (system := _NAMED.fullmatch(value)):
        yield Fact("os.name", system["name"], line)
        yield Fact("os.version", system["version"], line)
    elif key == "kernel":
        yield Fact("kernel", value.partition(" ")[0], line)
    elif key in {"vm type", "virtualization"} and (kind := _VIRTUAL.get(value.lower())):
        yield Fact("virtualized", kind, line)


READER = Reader(
    "the header of YABS and of scripts like it",
    ("processor  ", "cpu model  "),
    read_headers,
    "cpu.model, cpu.threads, os.name, os.version, kernel, virtualized",
    reads_results=True,
)

"""dmidecode and inxi: system, board, BIOS, memory, and what inxi says of CPU, kernel and drives."""

import re
from collections.abc import Iterator, Sequence

from fioboard.engine.formats.pasted.facts import Fact, Line, Reader, Record
from fioboard.engine.formats.pasted.parsing import follow_block, read_command, read_size

_SECTION = re.compile(r"^(?P<name>BIOS|System|Base Board) Information$")
_FIELD = re.compile(r"^\s+(?P<key>[A-Z][\w ]{2,30}): (?P<value>\S.*?)\s*$")
_KEYS = {
    ("BIOS", "Version"): "bios.version",
    ("System", "Manufacturer"): "system.vendor",
    ("System", "Product Name"): "system.product",
    ("Base Board", "Product Name"): "board.product",
}
# What makers leave in a field that they did not fill in.
_FILLERS = re.compile(
    r"(?:To Be Filled By|Default string|System Product Name|System manufacturer|Not"
    r" Specified|None$|O\.E\.M|Unknown|0123456789)",
    re.IGNORECASE,
)
# What grep took of one section.
_GREPPED = re.compile(r"^dmidecode -t ?(?P<type>bios|system|baseboard|[012])\b.*\|")
_TYPES = {
    "bios": "BIOS",
    "0": "BIOS",
    "system": "System",
    "1": "System",
    "baseboard": "Base Board",
    "2": "Base Board",
}
_FIRMWARE = re.compile(r"\b(?:UEFI|BIOS)(?:-\[Legacy\])?: [A-Z][\w .,()-]{2,40}? v: (?P<version>[\w.]+)")
_SYSTEM = re.compile(r"\bHost: (?P<host>[\w.-]+)\s+Kernel: (?P<kernel>\d[\w.+~-]*)")
_DISTRO = re.compile(r"\bDistro: (?P<name>[A-Za-z][\w /-]*?) (?P<version>\d[\w.]*)\b")
_BOARD = re.compile(r"\bMobo: (?P<vendor>\S.*?) model: (?P<model>\S.*?)(?: v: | serial: |\s*$)")
_CPU = re.compile(r"\bmodel: (?P<model>(?:AMD|Intel)\S* .+?) (?:bits|type|socket): ")
_DRIVE = re.compile(
    r"\bID-\d+: /dev/(?P<device>\w+) (?:maj-min: \S+ )?(?:vendor: (?P<vendor>\S+(?: \S+)?)"
    r" )?model: (?P<model>\S.*?)(?: size: (?P<size>[\d.]+ [KMGT]iB)|\s(?:family|block-size|type): |\s*$)"
)
_MACHINE = re.compile(r"\bSystem: (?P<vendor>[A-Z]\S*(?: [A-Z]\S*)?) product: (?P<product>\S.*?) v: ")


def read_tables(lines: Sequence[Line]) -> Iterator[Record]:
    """Read sections of dmidecode and lines of inxi."""
    for index, line in enumerate(lines):
        if match := _SECTION.match(line.text):
            for row in follow_block(lines, index):
                field = _FIELD.match(row.text)
                if field is None:
                    break
                key = _KEYS.get((match["name"], field["key"]))
                if key and not _FILLERS.search(field["value"]):
                    yield Fact(key, field["value"], row.number)
        elif "dmidecode" in line.text and (grepped := _GREPPED.match(read_command(line.text) or "")):
            for row in follow_block(lines, index):
                field = _FIELD.match(row.text)
                key = _KEYS.get((_TYPES[grepped["type"]], field["key"])) if field else None
                if field and key and not _FILLERS.search(field["value"]):
                    yield Fact(key, field["value"], row.number)
        elif ": " in line.text:
            yield from _read_inxi(line)


def _read_inxi(line: Line) -> Iterator[Record]:
    text, number = line.text, line.number
    if match := _SYSTEM.search(text):
        yield Fact("kernel", match["kernel"], number)
        yield Fact("host", match["host"], number)
    if match := _DISTRO.search(text):
        yield Fact("os.name", match["name"], number)
        yield Fact("os.version", match["version"], number)
    if (match := _BOARD.search(text)) and not _FILLERS.search(match["model"]):
        yield Fact("board.product", match["model"], number)
    if (match := _MACHINE.search(text)) and not _FILLERS.search(match["product"]):
        yield Fact("system.vendor", match["vendor"], number)
        yield Fact("system.product", match["product"], number)
    if match := _FIRMWARE.search(text):
        yield Fact("bios.version", match["version"], number)
    if match := _CPU.search(text):
        yield Fact("cpu.model", match["model"], number)
    if match := _DRIVE.search(text):
        model = f"{match['vendor']} {match['model']}" if match["vendor"] else match["model"]
        yield Fact("drive.model", model, number, device=match["device"], is_listed=True)
        if size := read_size(match["size"] or ""):
            yield Fact("drive.capacity", size, number, unit="bytes", device=match["device"], is_listed=True)


READER = Reader(
    "dmidecode, inxi",
    (
        "bios information",
        "system information",
        "base board information",
        "dmidecode -t",
        "kernel: ",
        "mobo: ",
        "id-1: ",
        "model: ",
    ),
    read_tables,
    "system.vendor, system.product, board.product, bios.version, cpu.model, kernel, os.name, drive.model",
)

"""inxi: keys and values in one line after the other, below the name of a section."""

import re
from collections.abc import Iterator, Mapping, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Layer, Line, Reader, Record
from fioboard.engine.formats.pasted.parsing import read_size

_SECTION = compile_later(
    r"^(?P<name>System|Machine|CPU|CPU\(s\)|Drives|Network|Partition|Memory|Graphics|Info|Audio|RAID|Swap|Sensors):(?:\s+(?P<rest>\S.*))?$"
)
_KEY = compile_later(r"(?:^|\s)(?P<key>[A-Za-z][\w-]{0,18}(?:\(s\))?): ")
_NAMED = compile_later(r"(?P<name>[A-Za-z][\w /-]*?)(?: release)? (?P<version>\d[\w.]*)\b.*")
_OLD_CPU = compile_later(r"^(?:(?P<count>\d) )?[\w-]+ core (?P<model>(?:AMD|Intel)\b.+?)s? \(-")
_FIRMWARE = compile_later(r"\b(?:UEFI|BIOS)(?:-\[Legacy\])?: [A-Z][\w .,()-]{1,40}? v: (?P<version>[\w.]+)")
_FILLERS = compile_later(r"N/A$|To Be Filled|Default string|System Product Name|unknown$", re.IGNORECASE)
_TEMPERATURE = compile_later(r"(?P<value>\d{1,3})(?:\.\d)?\s?°?(?: \(\d+ Kelvin\))? ?C\b")
_SPEED = compile_later(r"(?P<value>\d{2,6}) Mbps")
_NAME = compile_later(r"[\w.-]+")
MAX_GAP = 3


def read_inxi(lines: Sequence[Line]) -> Iterator[Record]:
    """Read each line by the section that it stands in; a line of drives tells itself."""
    section, last, drive = "", 0, None
    for line in lines:
        if ": " not in line.text and not line.text.endswith(":"):
            continue
        start = _SECTION.match(line.text)
        if start:
            section, last = start["name"], line.number
        elif not line.text[:1].isspace() or line.number - last > MAX_GAP:
            section = ""
        text = (start["rest"] or "") if start else line.text.strip()
        if section:
            last = line.number
        values = _split(text)
        drive = next(iter(values.values())) if values and text.startswith("ID-") else drive
        if section or "ID-" in text[:4] or "Kernel" in values or "Mobo" in values:
            yield from _read_values(section.removesuffix("(s)"), text, values, line.number)
        if section == "Drives" and "temp" in values:
            yield from _read_temperature(values, drive, line.number)


def _split(text: str) -> Mapping[str, str]:
    """Return the values by their keys; the first of each counts."""
    keys = list(_KEY.finditer(text))
    values: dict[str, str] = {}
    ends = [*(key.start() for key in keys[1:]), len(text)]
    for key, end in zip(keys, ends, strict=False):
        value = text[key.end() : end].strip()
        if value and not _FILLERS.match(value):
            values.setdefault(key["key"], value)
    return values


def _read_values(section: str, text: str, values: Mapping[str, str], line: int) -> Iterator[Record]:
    if section == "System" or {"Host", "Kernel"} <= values.keys():
        yield from _read_system(values, line)
    if section == "Machine" or "Mobo" in values:
        yield from _read_machine(text, values, line)
    if section == "CPU":
        yield from _read_cpu(text, values, line)
    if (
        section == "Network"
        and values.get("state", "up") == "up"
        and (speed := _SPEED.match(values.get("speed", "")))
    ):
        yield Fact("network.speed", speed["value"], line, unit="Mb/s")
    if text.startswith("ID-"):
        yield from _read_device(next(iter(values.values()), ""), values, line)


def _read_system(values: Mapping[str, str], line: int) -> Iterator[Fact]:
    if kernel := values.get("Kernel"):
        yield Fact("kernel", kernel.split()[0], line)
    if (host := values.get("Host")) and _NAME.fullmatch(host):
        yield Fact("host", host, line)
    named = _NAMED.fullmatch(values.get("Distro", "")) or _NAMED.fullmatch(values.get("base", ""))
    if named:
        yield Fact("os.name", named["name"], line)
        yield Fact("os.version", named["version"], line)


def _read_machine(text: str, values: Mapping[str, str], line: int) -> Iterator[Fact]:
    if "Mobo" in values and "model" in values:
        yield Fact("board.product", values["model"], line)
    if product := values.get("product"):
        if "System" in values:
            yield Fact("system.vendor", values["System"], line)
        yield Fact("system.product", product, line)
    elif system := values.get("System"):
        yield Fact("system.product", system, line)
    if firmware := _FIRMWARE.search(text):
        yield Fact("bios.version", firmware["version"], line)


def _read_cpu(text: str, values: Mapping[str, str], line: int) -> Iterator[Fact]:
    old = _OLD_CPU.match(text)
    if model := (old["model"] if old else values.get("model")):
        yield Fact("cpu.model", model, line)
    if old and old["count"]:
        yield Fact("cpu.sockets", old["count"], line)


def _read_device(first: str, values: Mapping[str, str], line: int) -> Iterator[Record]:
    place = values.get("dev", first)
    device = place.removeprefix("/dev/").removeprefix("mapper/")
    if not place.startswith("/dev/"):
        return
    if fs := values.get("fs"):
        yield Fact("fs.type", fs, line, device=device, is_listed=True)
        if first.startswith("/") and first != place:
            yield Layer(first, (device,), line)
        return
    if model := values.get("model"):
        vendor = values.get("vendor")
        yield Fact(
            "drive.model", f"{vendor} {model}" if vendor else model, line, device=device, is_listed=True
        )
    size = values.get("size", "")
    if read := read_size(size, is_decimal="iB" not in size):
        yield Fact("drive.capacity", read, line, unit="bytes", device=device, is_listed=True)


def _read_temperature(values: Mapping[str, str], drive: str | None, line: int) -> Iterator[Fact]:
    if drive and (temperature := _TEMPERATURE.match(values["temp"])):
        device = drive.removeprefix("/dev/")
        yield Fact("temperature", temperature["value"], line, unit="°C", device=device, is_listed=True)


READER = Reader(
    "inxi",
    ("kernel: ", "mobo: ", "id-1: ", "model: "),
    read_inxi,
    "host, kernel, os.name, system.vendor, system.product, board.product, bios.version, cpu.model, "
    "network.speed, fs.type, drive.model, drive.capacity, temperature",
)

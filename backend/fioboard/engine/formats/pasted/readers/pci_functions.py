"""lspci, plain and with -v, -vv, -t: functions, their links and the way down to the drives."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace

from msgspec import convert

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Line, PciFunction, Reader, Record

_HEAD = compile_later(
    r"^(?P<domain>[0-9a-f]{4,8}:)?(?P<bus>[0-9a-f]{2}):(?P<place>[01][0-9a-f]\.[0-7]) "
    r"(?P<kind>[A-Z][\w /+-]{3,60}?)(?: \[(?P<code>[0-9a-f]{4})\])?: (?P<name>\S.*)$"
)
_DETAILS = tuple(
    map(
        compile_later,
        (
            r"\bLnkSta:\s*Speed (?P<current_gts>[\d.]+)\s?GT/s[^,]*, Width x(?P<current_lanes>\d{1,2})\b",
            r"\bLnkCap:.*\bSpeed (?P<max_gts>[\d.]+)\s?GT/s[^,]*, Width x(?P<max_lanes>\d{1,2})\b",
            r"^\s+MaxPayload (?P<payload_bytes>\d{3,4}) bytes, MaxReadReq",
            r"^\s+Bus: primary=[0-9a-f]{2}, secondary=(?P<secondary_bus>[0-9a-f]{2}),",
            r"Capabilities: \[[0-9a-f]+\] Express \(v\d\) "
            r"(?P<port_type>Root Port|Endpoint|Upstream Port|Downstream Port)",
            r"^\s+Kernel driver in use: (?P<driver>[\w-]+)",
            r"^\s+Physical Slot: (?P<physical_slot>[\w-]{1,20})$",
            r"^\s+.*\bNUMA node:? (?P<numa_node>\d{1,3})\b",
        ),
    )
)
_TYPES = {
    "Root Port": "root",
    "Endpoint": "endpoint",
    "Upstream Port": "upstream",
    "Downstream Port": "downstream",
}
# What is not printed in the form of its field; numbers are converted by the field's type.
_CONVERT: Mapping[str, Callable[[str], str | int]] = {
    "secondary_bus": lambda text: int(text, 16),
    "port_type": _TYPES.__getitem__,
}
_CLASSES = {
    "Non-Volatile memory controller": "0x010802",
    "PCI bridge": "0x060400",
    "SATA controller": "0x010601",
    "Serial Attached SCSI controller": "0x010700",
    "RAID bus controller": "0x010400",
    "Ethernet controller": "0x020000",
    "Infiniband controller": "0x020700",
    "VGA compatible controller": "0x030000",
    "3D controller": "0x030200",
}
NVME = "0x010802"
# What prints the link of one function and nothing else.
_ONE_FUNCTION = compile_later(r"\blspci\s.{0,60}-s\s?[0-9a-f:.]{4,16}\b.{0,60}\bgrep\b")
_HEX = frozenset("0123456789abcdef")
_FIELDS = tuple(one.name for one in fields(PciFunction))
# The link of a function: generations by their speed.
_GENERATION = {2.5: 1, 5.0: 2, 8.0: 3, 16.0: 4, 32.0: 5, 64.0: 6}


def read_functions(lines: Sequence[Line]) -> Iterator[Record]:
    """Give each function with what is printed below its head."""
    function: PciFunction | None = None
    details: dict[str, str | int] = {}
    before = 0
    for index, line in enumerate(lines):
        head = _HEAD.match(line.text) if line.text[:1] in _HEX else None
        if head and head["kind"] in _CLASSES:
            yield from _finish(function, details)
            details = {}
            address = f"{(head['domain'] or '0000:')[-5:]}{head['bus']}:{head['place']}"
            function = PciFunction(address, line.number, head["name"], _CLASSES[head["kind"]])
        elif head or (function and line.number != before + 1) or not line.text[:1].isspace():
            if function is not None:
                yield from _finish(function, details)
                function, details = None, {}
        elif function is not None:
            details |= _read_detail(line.text)
        elif "LnkSta:" in line.text and index and _ONE_FUNCTION.search(lines[index - 1].text):
            link = _read_detail(line.text)
            yield from _describe_link(
                float(link.get("current_gts", 0)), link.get("current_lanes"), line.number
            )
        before = line.number
    yield from _finish(function, details)


def _read_detail(text: str) -> dict[str, str | int]:
    """Read what a line below a head tells; empty for most of them, which one look at their words shows."""
    has_word = (
        "Lnk" in text
        or "Payload" in text
        or "Bus: p" in text
        or "Express (v" in text
        or "Kernel driver" in text
        or "Physical Slot" in text
        or "NUMA node" in text
    )
    if not has_word:
        return {}
    for pattern in _DETAILS:
        match = pattern.search(text)
        if match is not None:
            return {name: _CONVERT.get(name, str)(value) for name, value in match.groupdict().items()}
    return {}


def _finish(function: PciFunction | None, details: Mapping[str, str | int]) -> Iterator[Record]:
    if function is None:
        return
    if details:
        known: dict[str, object] = {name: getattr(function, name) for name in _FIELDS}
        function = convert({**known, **details}, PciFunction, strict=False)
    yield function
    if function.class_code == NVME and function.current_gts:
        device = f"pci {function.address}"
        for fact in _describe_link(function.current_gts, function.current_lanes, function.line):
            yield replace(fact, device=device, is_listed=True)


def _describe_link(gts: float, lanes: str | int | None, line: int) -> Iterator[Fact]:
    if gts in _GENERATION and lanes:
        yield Fact("pcie.link", f"Gen{_GENERATION[gts]} x{lanes}", line)


READER = Reader(
    "lspci -v, -vv",
    ("non-volatile memory controller", "lnksta:", "pci bridge"),
    read_functions,
    "the path with its links, ceilings, NUMA nodes; pcie.link where all NVMe controllers have the same",
)

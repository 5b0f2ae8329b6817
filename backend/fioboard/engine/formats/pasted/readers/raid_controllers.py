"""storcli, perccli and ssacli: the arrays of a RAID controller and the drives behind it."""

from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Array, Fact, Line, Reader, Record
from fioboard.engine.formats.pasted.parsing import read_size

# EID:Slt DID State DG Size Intf Med SED PI SeSz Model Sp
_DRIVE = compile_later(
    r"^\s*(?P<place>\d{0,3} ?:\d{1,3})\s+\d+\s+\w+\s+(?P<group>\d+|-|F)\s+(?P<size>[\d.]+ [GT]B)\s+(?P<bus>SATA|SAS"
    r"|NVMe)\s+(?:HDD|SSD)"
    r"\s+\S\s+\S\s+(?P<sector>512|4096|4 K)B?\s+(?P<model>\S.*?)\s+[UD]\b"
)
_ARRAY = compile_later(
    r"^\s*(?P<group>\d+)/(?P<number>\d+)\s+RAID(?P<level>\d{1,2})\s+(?P<state>Optl|Dgrd|Pdgd)\s+R[WO]\b"
)
_LOGICAL = compile_later(
    r"^\s*logicaldrive (?P<number>\d+) \([\d.]+ [GT]B, RAID (?P<level>\d(?:\+0)?)(?: \(1\+0\))?, (?P<state>[\w ]+)\)"
)
_PHYSICAL = compile_later(
    r"^\s*physicaldrive (?P<place>[\w:]+) \(port .*?, (?P<bus>SATA|SAS|NVMe)? ?(?:HDD|SSD"
    r"|[A-Z][\w ]*), (?P<size>[\d.]+ [GT]B), \w"
)
_BUSES = {"SATA": "sata", "SAS": "sas", "NVMe": "pcie"}


def read_controllers(lines: Sequence[Line]) -> Iterator[Record]:
    """Read the rows of arrays and drives; a size with fewer than three digits is none."""
    drives = [(match["group"], line.number) for line in lines if (match := _DRIVE.match(line.text))]
    for line in lines:
        if match := _ARRAY.match(line.text):
            width = len({number for group, number in drives if group == match["group"]})
            level = f"raid{match['level']}"
            yield Array(
                f"vd {match['number']}",
                line.number,
                level=level,
                width=width or None,
                is_degraded=match["state"] != "Optl",
            )
        elif match := _LOGICAL.match(line.text):
            level = {"1+0": "10"}.get(match["level"], match["level"])
            yield Array(
                f"vd {match['number']}", line.number, level=f"raid{level}", is_degraded=match["state"] != "OK"
            )
        elif match := _DRIVE.match(line.text):
            place = f"disk {match['place'].replace(' ', '')}"
            yield Fact("drive.model", match["model"], line.number, device=place, is_listed=True)
            yield from _describe(place, read_size(match["size"]), match["bus"], line.number)
            sector = "512" if match["sector"] == "512" else "4096"
            yield Fact("drive.lba_bytes", sector, line.number, unit="bytes", device=place, is_listed=True)
        elif match := _PHYSICAL.match(line.text):
            size = read_size(match["size"], is_decimal=True)
            yield from _describe(f"disk {match['place']}", size, match["bus"], line.number)


def _describe(place: str, size: str | None, bus: str | None, line: int) -> Iterator[Record]:
    if size is not None:
        yield Fact("drive.capacity", size, line, unit="bytes", device=place, is_listed=True)
    if bus is not None:
        yield Fact("drive.transport", _BUSES[bus], line, device=place, is_listed=True)


READER = Reader(
    "storcli, perccli, ssacli",
    ("eid:slt", "dg/vd", "logicaldrive ", "physicaldrive "),
    read_controllers,
    "raid.level, raid.width, raid.degraded, drive.model, drive.capacity, drive.transport, drive.lba_bytes",
)

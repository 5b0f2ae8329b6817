"""Iometer's results.csv: one row `ALL` per access specification, of all workers together.

MBps of old releases and MiBps (Binary) are of powers of 1024, MBps (Decimal) of 1000; response times are ms. The access
specification before a section tells size, share of reads and of random I/Os. Rows of managers, workers and disks repeat
parts of `ALL`.
Source: iometer/iometer ManagerList.cpp, SaveResults; Iometer User's Guide.
"""

import csv
import re
from collections.abc import Mapping

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import build_latency, read_amount
from fioboard.engine.formats.fio.foreign.runs import RunDraft, Settings, build_reading
from fioboard.engine.formats.fio.model.cleaning import clean_text
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Reading, Result

_FIRST = "'Target Type"
_VERSION = re.compile(r"'?Version (?P<version>[\d.]{3,16})")
_SPECIFICATION = "'size"
_RATES = (("MiBps (Binary)", 2**20), ("MBps (Binary)", 2**20), ("MBps (Decimal)", 10**6), ("MBps", 2**20))


def read_iometer(content: bytes, limits: Limits) -> Reading | None:
    """One run per row ALL, with a result of each direction. Raises TooMany."""
    drafts: list[RunDraft] = []
    header: list[str] = []
    specifications: list[Mapping[str, str]] = []
    names: list[str] = []
    version: str | None = None
    lines = content.decode("utf-8", "replace").split("\n")
    for number, raw in enumerate(lines, 1):
        cells = _split_row(raw)
        first = cells[0] if cells else ""
        if match := _VERSION.match(first):
            version = match["version"]
        elif first == _FIRST:
            header = cells
        elif first.startswith(_SPECIFICATION):
            names = [one.lstrip("'") for one in cells]
        elif names and first.isdecimal():
            specifications.append(dict(zip(names, cells, strict=False)))
            continue
        elif first == "ALL" and header:
            row = dict(zip(header, cells, strict=False))
            draft = RunDraft(
                tool="Iometer", version=version, title=row.get("Access Specification Name"), used=[number]
            )
            own = specifications[-1] if len(specifications) == 1 else {}
            draft.results += [
                result
                for way in ("Read", "Write")
                if (result := _build_result(row, way, own, number)) is not None
            ]
            drafts.append(draft)
            specifications = []
        if names and not first.startswith(_SPECIFICATION):
            names = []
    return build_reading("iometer", drafts, limits)


def _split_row(raw: str) -> list[str]:
    try:
        return [cell.strip() for cell in next(csv.reader([raw.rstrip("\r").replace("\x00", "")]), [])]
    except csv.Error:
        return []


def _build_result(row: Mapping[str, str], way: str, own: Mapping[str, str], line: int) -> Result | None:
    """Build the result of a direction; None where it moved nothing."""
    iops = read_amount(row.get(f"{way} IOps", ""))
    if iops is None or not iops.value:
        return None
    name, unit = next(((name, unit) for name, unit in _RATES if f"{way} {name}" in row), ("", 1))
    rate = read_amount(row.get(f"{way} {name}", ""), unit)
    share, random = own.get("% reads", ""), own.get("% random", "")
    both = way.lower() if share in ("0", "100") else "rw"
    moved, count = row.get(f"Bytes {'Read' if way == 'Read' else 'Written'}", ""), row.get(f"{way} I/Os", "")
    return Result(
        where=f"line {line}",
        job_name=clean_text(row.get("Access Specification Name", "") or "Iometer", 200),
        group=0,
        direction=way.lower(),
        iops=iops.value,
        iops_bounds=iops.bounds,
        bw_bytes_per_s=None if rate is None else round(rate.value) or None,
        bw_bounds_bytes_per_s=None if rate is None or not rate.value else rate.bounds,
        io_bytes=int(moved) if moved.isdecimal() and len(moved) < 18 else None,
        total_ios=int(count) if count.isdecimal() and len(count) < 18 else None,
        lat=build_latency(
            1_000_000,
            mean=row.get(f"Average {way} Response Time"),
            maximum=row.get(f"Maximum {way} Response Time"),
            reason="Iometer prints histograms alone",
        ),
        **Settings(
            rw=None
            if random not in ("0", "100") or not share
            else f"rand{both}"
            if random == "100"
            else both,
            bs_bytes=int(own["size"]) if own.get("size", "").isdecimal() else None,
            iodepth=int(row["Queue Depth"]) if row.get("Queue Depth", "").isdecimal() else None,
            numjobs=int(row["# Workers"]) if row.get("# Workers", "").isdecimal() else None,
            direct=True,
        ),
    )


def _may_be_iometer(content: bytes) -> bool:
    return b"'Target Type,Target Name,Access Specification Name" in content


ADAPTER = Adapter(
    kind="iometer",
    tool="Iometer (CSV)",
    names=("Iometer",),
    is_whole_body=True,
    sniff=_may_be_iometer,
    parse=read_iometer,
    reads="per access specification and direction IOPS, bandwidth, bytes, operations, mean and longest response time",
    leaves_out="rows of single managers, workers and disks, processor load, histograms",
    source="iometer/iometer ManagerList.cpp",
)

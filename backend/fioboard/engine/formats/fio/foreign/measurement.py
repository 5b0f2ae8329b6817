"""Named measurements of any other tool: so that no result has to stay outside.

JSON `{"tool": {"name", "version"}, "measurements": [{"name", "direction", "bw_gb_per_s": 6.51, …}]}`, or CSV
with the same words as its header. Every amount carries its unit in its name; docs/formats.md lists them.
"""

import csv
import io
from collections.abc import Mapping, Sequence

import orjson
from msgspec.structs import replace

from fioboard.engine.formats.fio.foreign import sentences
from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.json.decode import require_few_values
from fioboard.engine.formats.fio.model.cleaning import clean_text
from fioboard.engine.formats.fio.model.errors import NotUnderstood, TooMany
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.options import list_directions, parse_flag, parse_size
from fioboard.engine.formats.fio.model.percentile import normalize_percentile
from fioboard.engine.formats.fio.model.reading import (
    DIRECTION_FIELDS,
    SUMS,
    DirectionNumbers,
    Invocation,
    Latency,
    Problem,
    Reading,
    Result,
)
from fioboard.engine.formats.fio.text.lines import find_filled_lines

_BANDWIDTH = {
    "bw_bytes_per_s": 1, "bw_kb_per_s": 10**3, "bw_mb_per_s": 10**6, "bw_gb_per_s": 10**9,
    "bw_kib_per_s": 2**10, "bw_mib_per_s": 2**20, "bw_gib_per_s": 2**30,
}  # fmt: skip
_LATENCY_UNITS = {"ns": 1, "us": 1_000, "ms": 1_000_000}
_COUNTS = (*SUMS, "runtime_ms")
_DIRECTIONS = ("read", "write", "trim", "mixed")
_TEXTS = ("name", "direction", "rw", "ioengine", "tool", "tool_version", "bs", "where")
_MAX_COLUMNS = 256
_SETTINGS = ("bs_bytes", "iodepth", "numjobs", "direct", "group")


def read_measurements(content: bytes, limits: Limits) -> Reading | None:
    """The measurements of one JSON object or CSV table; None when it is neither."""
    return _read_json(content, limits) if _may_be_json(content) else _read_csv(content, limits)


def _may_be_json(content: bytes) -> bool:
    return content.lstrip()[:1] == b"{" and b'"measurements"' in content


def _may_be_table(content: bytes) -> bool:
    first = content.lstrip().split(b"\n", 1)[0][:4_096].lower()
    return (
        b"name" in first
        and b"direction" in first
        and (b"iops" in first or b"bw_" in first or b"lat_" in first)
    )


def _read_json(content: bytes, limits: Limits) -> Reading | None:
    require_few_values(content, limits)
    try:
        document = orjson.loads(content)
    except orjson.JSONDecodeError:
        return None
    rows = document.get("measurements") if isinstance(document, dict) else None
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise NotUnderstood("measurements is no list of objects.", "/measurements")
    tool = document.get("tool")
    tool = tool if isinstance(tool, dict) else {"name": tool}
    wheres = [f"/measurements/{i}" for i in range(len(rows))]
    return _build_reading(
        rows, wheres, (tool.get("name"), tool.get("version")), limits, find_filled_lines(content)
    )


def _read_csv(content: bytes, limits: Limits) -> Reading | None:
    if content.count(b"\n") > limits.max_jobs + 1:
        raise TooMany(sentences.TOO_MANY_ROWS(most=limits.max_jobs))
    lines = find_filled_lines(content)
    text = content.decode("utf-8", "replace").replace("\x00", "\ufffd")
    first = text.lstrip().split("\n", 1)[0]
    delimiter = max((",", ";", "\t"), key=first.count)
    reader = csv.DictReader(io.StringIO(text.lstrip()), delimiter=delimiter, skipinitialspace=True)
    try:
        # Every row gets a cell for every column, given or not.
        if len(reader.fieldnames or ()) > _MAX_COLUMNS:
            raise TooMany(sentences.TOO_MANY_COLUMNS(most=_MAX_COLUMNS))
        rows, wheres = [], []
        for cells in reader:
            row = {
                key.strip().lower(): _read_cell(value) for key, value in cells.items() if isinstance(key, str)
            }
            if all(value is None for value in row.values()):
                continue
            rows.append(row)
            wheres.append(f"line {lines[0] - 1 + reader.line_num}")
    except csv.Error as error:
        raise NotUnderstood(sentences.CSV_UNREAD(error=str(error))) from None
    if not rows:
        raise NotUnderstood("A CSV table with a header and no rows.")
    return _build_reading(rows, wheres, (rows[0].get("tool"), rows[0].get("tool_version")), limits, lines)


def _read_cell(value: object) -> object:
    """Return numbers of a table as numbers, empty cells as unknown."""
    if not isinstance(value, str) or not value.strip():
        return None
    try:
        number = float(value)
    except ValueError:
        return value.strip()
    return int(number) if abs(number) < 2**53 and number == int(number) else number


def _build_reading(
    rows: Sequence[Mapping[str, object]],
    wheres: Sequence[str],
    tool: tuple[object, object],
    limits: Limits,
    lines: tuple[int, int],
) -> Reading:
    """Build the reading of all rows. Raises TooMany."""
    if len(rows) > limits.max_jobs:
        raise TooMany(sentences.TOO_MANY_MEASUREMENTS(measurements=len(rows), most=limits.max_jobs))
    problems: list[Problem] = []
    results = [
        result
        for row, where in zip(rows, wheres, strict=True)
        if (result := _build_result(row, where, problems))
    ]
    if not results:
        detail = problems[0].detail if problems else "no row has a name, a direction and an amount"
        raise NotUnderstood(sentences.NO_USABLE_ROW(detail=detail), wheres[0])
    invocation = Invocation(
        tool_name=clean_text(tool[0], 128) if isinstance(tool[0], str) and tool[0] else "unknown",
        tool_version=clean_text(str(tool[1]), 128) if tool[1] is not None else None,
        results=tuple(results),
        problems=tuple(problems[: limits.max_problems]),
        source_lines=lines,
    )
    return Reading(kind="measurement", invocations=(invocation,))


def _build_result(row: Mapping[str, object], where: str, problems: list[Problem]) -> Result | None:
    """Build the result of a row, noting what is wrong with it; None when it has no name or direction."""
    name, direction = row.get("name"), str(row.get("direction", "")).lower()
    if not isinstance(name, str) or direction not in _DIRECTIONS:
        problems.append(
            Problem(
                where, "BadValue", "A measurement needs a name and a direction (read, write, trim, mixed)."
            )
        )
        return None
    reader = _Row(row, where, problems)
    bandwidth = next((reader.amount(key, factor) for key, factor in _BANDWIDTH.items() if key in row), None)
    numbers = replace(
        DirectionNumbers(direction=direction),
        iops=reader.amount("iops"),
        bw_bytes_per_s=None if bandwidth is None else round(bandwidth),
        slat=reader.latency("slat"),
        clat=reader.latency("clat"),
        lat=reader.latency("lat"),
        **{name: reader.count(name) for name in _COUNTS},
    )
    if numbers.iops is None and numbers.bw_bytes_per_s is None and not (numbers.lat or numbers.clat):
        problems.append(Problem(where, "BadValue", "A measurement without IOPS, bandwidth or latency."))
        return None
    reader.check_names()
    size = row.get("bs")
    rw, engine = row.get("rw"), row.get("ioengine")
    direct = row.get("direct")
    return Result(
        **{name: getattr(numbers, name) for name in DIRECTION_FIELDS},
        where=where,
        job_name=clean_text(name),
        group=reader.count("group") or 0,
        rw=rw if isinstance(rw, str) and list_directions(rw) else None,
        bs_bytes=reader.count("bs_bytes") or (parse_size(str(size)) if size is not None else None),
        iodepth=reader.count("iodepth"),
        numjobs=reader.count("numjobs"),
        ioengine=clean_text(engine, 64) if isinstance(engine, str) else None,
        direct=None if direct is None else parse_flag(str(direct)),
        member_count=reader.count("numjobs"),
    )


class _Row:
    """One measurement, read key by key; what is no amount is unknown, with a problem."""

    def __init__(self, row: Mapping[str, object], where: str, problems: list[Problem]) -> None:
        self._row = row
        self._where = where
        self._problems = problems

    def amount(self, key: str, factor: float = 1) -> float | None:
        value = self._row.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value * factor < 2**63:
            self._add_problem(key, "No number of a measurement; taken as unknown.")
            return None
        return float(value * factor)

    def count(self, key: str) -> int | None:
        value = self.amount(key)
        if value is not None and value != int(value):
            self._add_problem(key, "No whole number; taken as unknown.")
            return None
        return None if value is None else int(value)

    def latency(self, kind: str) -> Latency | None:
        """`lat_mean_us`, `lat_p99.9_ms`, …: statistic and unit stand in the key."""
        figures: dict[str, float] = {}
        percentiles: dict[str, int] = {}
        resolution = 1
        for key in self._row:
            parts = key.split("_")
            if len(parts) < 3 or parts[0] != kind or parts[-1] not in _LATENCY_UNITS:
                continue
            unit = _LATENCY_UNITS[parts[-1]]
            value = self.amount(key, unit)
            if value is None:
                continue
            statistic = "_".join(parts[1:-1])
            percentile = (
                normalize_percentile(statistic[1:].replace("_", ".")) if statistic[:1] == "p" else None
            )
            if percentile is not None:
                percentiles[percentile] = round(value)
            else:
                figures[statistic] = value
            resolution = max(resolution, unit)
        if not figures and not percentiles:
            return None
        return Latency(
            min_ns=None if "min" not in figures else round(figures["min"]),
            mean_ns=figures.get("mean"),
            stddev_ns=figures.get("stddev"),
            max_ns=None if "max" not in figures else round(figures["max"]),
            percentiles=percentiles,
            percentiles_reason=None if percentiles else "the measurement states none",
            resolution_ns=resolution,
            percentile_resolution_ns=resolution,
        )

    def check_names(self) -> None:
        """A misspelled column is said, never silently ignored."""
        known = {*_TEXTS, *_SETTINGS, *_COUNTS, *_BANDWIDTH, "iops"}
        for key in self._row:
            if key not in known and not key.startswith(("lat_", "clat_", "slat_")):
                self._add_problem(key[:80], sentences.NO_FIELD(key=repr(key[:80])))

    def _add_problem(self, key: str, detail: str) -> None:
        """Note that a value of the row cannot be used."""
        self._problems.append(Problem(f"{self._where}/{key}", "BadValue", detail))


def _may_be_measurements(content: bytes) -> bool:
    return _may_be_json(content) or _may_be_table(content)


ADAPTER = Adapter(
    kind="measurement",
    tool="named measurements (JSON or CSV)",
    names=(),
    is_whole_body=True,
    sniff=_may_be_measurements,
    parse=read_measurements,
    reads="named measurements of any tool, as JSON or CSV",
    leaves_out="what its columns do not name",
    source="docs/formats.md, below",
)

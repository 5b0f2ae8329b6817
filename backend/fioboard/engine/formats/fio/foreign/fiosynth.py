"""The CSV that FioSynth's parser writes of fio's JSON: one row per job file, a block of columns per direction.

Latencies are µs, completion latency; BW is fio's `bw`, KiB/s; a direction without I/O has zeros and no result. Where
FioSynth scaled rates by the drive's TB the table does not say so. Rows of targets and of health columns (WAF, latency
monitor) are not kept.
Source: github.com/facebookincubator/FioSynth fiosynth_lib/fio_json_parser, new_csv and get_csv_line.
"""

import re
from collections.abc import Mapping

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.runs import RunDraft, build_reading
from fioboard.engine.formats.fio.foreign.tables import read_table
from fioboard.engine.formats.fio.model.cleaning import clean_text
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.percentile import normalize_percentile
from fioboard.engine.formats.fio.model.reading import Latency, Reading, Result

_RANK = re.compile(r"P(?P<rank>\d{1,2}(?:\.\d{1,6})?)_(?P<way>Read|Write|Trim)_Latency")
_NUMBER = re.compile(r"\d{1,15}(?:\.\d{1,18})?(?:[eE][-+]?\d{1,2})?")
_WAYS = ("Read", "Write", "Trim")
_KIB = 1024
_MAX_VALUE = 2**63


def read_fiosynth(content: bytes, limits: Limits) -> Reading | None:
    """One run with a result per job and direction. Raises NotUnderstood, TooMany."""
    draft = RunDraft(tool="FioSynth")
    for line, row in read_table(content, limits):
        draft.used = draft.used or [1]
        draft.used.append(line)
        results = [
            result
            for way in _WAYS
            if (result := _build_result(row, way, line, len(draft.used) - 2)) is not None
        ]
        draft.results += results
        if not results:
            draft.report_lost(line, f"The job {clean_text(row.get('Jobname', ''), 80)!r}")
    return build_reading("fiosynth", [draft], limits)


def _build_result(row: Mapping[str, str], way: str, line: int, group: int) -> Result | None:
    """Build the result of a direction's columns; None when it moved nothing."""
    iops, kib = _read_number(row, f"{way}_IOPS"), _read_number(row, f"{way}_BW")
    if not iops and not kib:
        return None
    name = clean_text(row.get("Jobname") or "fiosynth", 200)
    return Result(
        where=f"line {line}",
        job_name=name,
        job_options={"test": name},
        group=group,
        direction=way.lower(),
        iops=iops or None,
        bw_bytes_per_s=None if not kib else round(kib * _KIB),
        bw_bounds_bytes_per_s=None if not kib else (kib * _KIB, (kib + 1) * _KIB),
        clat=_build_latency(row, way),
    )


def _build_latency(row: Mapping[str, str], way: str) -> Latency | None:
    """Build the latency of a direction's columns."""
    mean, top = _read_number(row, f"Mean_{way}_Latency"), _read_number(row, f"Max_{way}_Latency")
    ranks: dict[str, int] = {}
    for column in row:
        match = _RANK.fullmatch(column)
        rank = None if match is None or match["way"] != way else normalize_percentile(match["rank"])
        value = _read_number(row, column)
        if rank is not None and value:
            ranks[rank] = round(value * 1_000)
    if not mean and not top and not ranks:
        return None
    return Latency(
        mean_ns=mean * 1_000 if mean else None,
        max_ns=round(top * 1_000) if top else None,
        percentiles=ranks,
        percentiles_reason=None if ranks else "the table holds zeros",
    )


def _read_number(row: Mapping[str, str], column: str) -> float | None:
    """Read a cell as a number; None when it is none."""
    text = row.get(column, "")
    if _NUMBER.fullmatch(text) is None:
        return None
    value = float(text)
    return value if value * _KIB < _MAX_VALUE else None


def _may_be_fiosynth(content: bytes) -> bool:
    return content.lstrip()[:200].startswith(
        (b"Jobname,Read_IOPS,Read_BW,", b'"Jobname","Read_IOPS","Read_BW"')
    )


ADAPTER = Adapter(
    kind="fiosynth",
    tool="FioSynth (CSV)",
    names=("FioSynth",),
    is_whole_body=True,
    sniff=_may_be_fiosynth,
    parse=read_fiosynth,
    reads="per job and direction IOPS, bandwidth, completion latency with percentiles",
    leaves_out="targets, write amplification and latency-monitor columns; whether rates were scaled by TB",
    source="facebookincubator/FioSynth fiosynth_lib/fio_json_parser",
)

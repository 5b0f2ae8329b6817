"""Results of elbencho, as `--csvfile` and `--jsonfile` write them: one row or one document per phase.

[last] columns (`last_done`) are taken, when the slowest thread had finished; [first] ones are read and not kept. CSV:
MiB/s and MiB are cut to whole ones, latencies are whole µs. JSON: bytes/s, and every value is a string. Under
--rwmixpct the plain columns are of the writes and `rwmix read` of the reads. Phases without bytes (MKDIRS, STATFILES,
…) measure entries, which are no I/O: named and left out. `threads` counts per host. Percentiles and histograms are
not in the CSV; the JSON's histograms are not kept.
Source: github.com/breuner/elbencho docs/csv-docs; source/Statistics.cpp, printPhaseResultsToStringVec and
printPhaseResultsAsJSON.
"""

from collections.abc import Mapping

import orjson
from msgspec.structs import replace

from fioboard.engine.formats.fio.foreign import sentences
from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import build_latency, read_amount
from fioboard.engine.formats.fio.foreign.runs import RunDraft, Settings, build_reading
from fioboard.engine.formats.fio.foreign.tables import read_table
from fioboard.engine.formats.fio.json.decode import require_few_values
from fioboard.engine.formats.fio.model.cleaning import clean_text
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Reading, Result

_MIB = 2**20
_DIRECTIONS = {"WRITE": "write", "READ": "read", "RWMIX": "write", "MULTIRW": "write"}


def read_elbencho_csv(content: bytes, limits: Limits) -> Reading | None:
    """One run per row, with two results when reads and writes were mixed. Raises NotUnderstood, TooMany."""
    drafts: list[RunDraft] = []
    for line, row in read_table(content, limits):
        draft = RunDraft(tool="elbencho", version=row.get("version") or None, used=[line])
        draft.title, draft.command = row.get("label") or None, row.get("command") or None
        for prefix in ("", "rwmix read "):
            result = _build_row_result(row, prefix, line)
            if result is not None:
                draft.results.append(result)
        _keep(draft, drafts, row.get("operation", ""), line)
    if drafts:
        drafts[0].used.insert(0, 1)
    return build_reading("elbencho", drafts, limits)


def _keep(draft: RunDraft, drafts: list[RunDraft], operation: str, line: int) -> None:
    """A phase without I/O is a note on the phase before it, or its own run where there is none."""
    if draft.results or not drafts:
        drafts.append(draft)
    else:
        drafts[-1].used.append(line)
    if not draft.results:
        name = clean_text(operation, 40)
        drafts[-1].remark(line, "NoIo", sentences.NO_BYTES(name=repr(name)))


def _build_row_result(row: Mapping[str, str], prefix: str, line: int) -> Result | None:
    """Build the result of a row of the CSV; None when it has no rate."""
    speed = read_amount(row.get(f"{prefix}MiB/s [last]", ""), _MIB, is_cut=True)
    iops = read_amount(row.get(f"{prefix}IOPS [last]", ""), is_cut=True)
    if speed is None and iops is None:
        return None
    moved = read_amount(row.get(f"{prefix}MiB [last]", ""), _MIB, is_cut=True)
    latency = build_latency(
        1_000,
        minimum=row.get(f"{prefix}IO lat us [min]"),
        mean=row.get(f"{prefix}IO lat us [avg]"),
        maximum=row.get(f"{prefix}IO lat us [max]"),
        reason="elbencho's CSV holds none",
    )
    operation = row.get("operation", "")
    is_mixed = bool(row.get("rwmix read MiB/s [last]") or row.get("rwmix read IOPS [last]"))
    return Result(
        where=f"line {line}",
        job_name=clean_text(row.get("label") or operation, 200),
        group=0,
        direction="read" if prefix else _DIRECTIONS.get(operation.upper(), "mixed"),
        # A rate below one was cut to 0.
        iops=None if iops is None else iops.value or None,
        iops_bounds=None if iops is None or not iops.value else iops.bounds,
        bw_bytes_per_s=None if speed is None else round(speed.value) or None,
        bw_bounds_bytes_per_s=None if speed is None or not speed.value else speed.bounds,
        io_bytes=None if moved is None else round(moved.value) or None,
        io_bounds_bytes=None if moved is None or not moved.value else moved.bounds,
        runtime_ms=_count(row.get("time ms [last]")) or None,
        lat=latency,
        **_build_settings(row, operation, is_mixed=is_mixed),
    )


def _build_settings(printed: Mapping[str, str], operation: str, *, is_mixed: bool) -> Settings:
    """Build the settings by the names of the CSV; the JSON's are the same with underscores and a few others, see
    _AS_IN_CSV.
    """
    threads, hosts = _count(printed.get("threads")), _count(printed.get("hosts"))
    way = "rw" if is_mixed else _DIRECTIONS.get(operation.upper())
    is_random = printed.get("random") in ("1", "true")
    return Settings(
        rw=None if way is None or "random" not in printed else f"rand{way}" if is_random else way,
        bs_bytes=_count(printed.get("block size")) or None,
        iodepth=_count(printed.get("IO depth")) or None,
        numjobs=None if threads is None else threads * (hosts or 1),
        direct=None if not printed.get("direct IO") else printed["direct IO"] in ("1", "true"),
    )


def _count(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= 18 else None


_AS_IN_CSV = {
    "threads": "threads",
    "hosts": "hosts",
    "random_offsets": "random",
    "block_size": "block size",
    "io_depth": "IO depth",
    "direct_io": "direct IO",
}


def read_elbencho_json(content: bytes, limits: Limits) -> Reading | None:
    """One run per document, each on a line of its own. Raises TooDeep, TooMany."""
    require_few_values(content, limits)
    drafts: list[RunDraft] = []
    for number, line in enumerate(content.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            document = orjson.loads(line)
        except orjson.JSONDecodeError:
            return None
        if not isinstance(document, dict) or not isinstance(document.get("last_done"), dict):
            return None
        config = {name: str(value) for name, value in _get_object(document, "config").items()}
        draft = RunDraft(
            tool="elbencho", version=config.get("version"), command=config.get("command"), used=[number]
        )
        label = document.get("label")
        draft.title = label if isinstance(label, str) else None
        operation = str(document.get("phase_type", ""))
        printed = {csv: config[name] for name, csv in _AS_IN_CSV.items() if name in config}
        done = _get_object(document, "last_done")
        mix = _get_object(done, "rwmix_read")
        latency = _get_object(_get_object(done, "latency"), "IO")
        for part, times, direction in (
            (done, latency, _DIRECTIONS.get(operation.upper(), "mixed")),
            (mix, _get_object(latency, "rwmix_read"), "read"),
        ):
            common = Result(
                where=f"line {number}",
                job_name=clean_text(draft.title or operation, 200),
                group=0,
                direction=direction,
                runtime_ms=_count(str(done.get("elapsed_time_ms", ""))) or None,
            )
            settings = _build_settings(printed, operation, is_mixed=bool(mix))
            result = _build_document_result(part, times, settings, common)
            draft.results += [] if result is None else [result]
        _keep(draft, drafts, operation, number)
    return build_reading("elbencho", drafts, limits)


def _get_object(document: Mapping[str, object], key: str) -> Mapping[str, object]:
    """Return an object of the document; empty when it is none."""
    value = document.get(key)
    return value if isinstance(value, dict) else {}


def _build_document_result(
    part: Mapping[str, object], times: Mapping[str, object], settings: Settings, common: Result
) -> Result | None:
    """Build the result of a part of the JSON document; None when it has no rate."""
    counts = {key: _count(str(part.get(key, ""))) for key in ("iops", "bytes/s", "bytes")}
    if not counts["iops"] and not counts["bytes/s"]:
        return None
    texts = {key: str(times[key]) for key in ("min_us", "avg_us", "max_us") if key in times}
    iops, speed = counts["iops"], counts["bytes/s"]
    return replace(
        common,
        iops=float(iops) if iops else None,
        iops_bounds=(float(iops), float(iops + 1)) if iops else None,
        bw_bytes_per_s=speed or None,
        bw_bounds_bytes_per_s=(float(speed), float(speed + 1)) if speed else None,
        io_bytes=counts["bytes"] or None,
        lat=build_latency(
            1_000,
            minimum=texts.get("min_us"),
            mean=texts.get("avg_us"),
            maximum=texts.get("max_us"),
            reason="elbencho's JSON holds histograms, which are not read",
        ),
        **settings,
    )


def _may_be_elbencho_csv(content: bytes) -> bool:
    first = content.lstrip()[:8_192].split(b"\n", 1)[0].lower()
    return b"iso date,label,path type," in first and b"mib/s [last]" in first


def _may_be_elbencho_json(content: bytes) -> bool:
    return content.lstrip()[:1] == b"{" and b'"phase_type"' in content and b'"last_done"' in content


_SOURCE = "breuner/elbencho docs/csv-docs and source/Statistics.cpp"
CSV_ADAPTER = Adapter(
    kind="elbencho",
    tool="elbencho (CSV)",
    names=("elbencho",),
    is_whole_body=True,
    sniff=_may_be_elbencho_csv,
    parse=read_elbencho_csv,
    reads="per phase IOPS, bandwidth, bytes, runtime, latency (min, mean, max), settings; mixed reads and writes apart",
    leaves_out="columns of the first thread done, entries per second, processor load",
    source=_SOURCE,
)
JSON_ADAPTER = Adapter(
    kind="elbencho",
    tool="elbencho (JSON)",
    names=("elbencho",),
    is_whole_body=True,
    sniff=_may_be_elbencho_json,
    parse=read_elbencho_json,
    reads="the same as of the CSV, bandwidth in bytes",
    leaves_out="the same, and histograms",
    source=_SOURCE,
)

"""MinIO's `warp`: objects and bytes a second of each operation of an object store, and how long requests took.

MiB/s are of powers of 1024. Request times are those of whole requests; `50%` is their median. DELETE, STAT and LIST
move no bytes and count objects. Segments (`split into`) are read and not kept, nor is the time to first byte.
Source: github.com/minio/warp cli/analyze.go, printAnalysis; pkg/aggregate.
"""

import re

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import (
    NUMBER,
    build_latency,
    read_amount,
    read_duration_ns,
    read_size,
)
from fioboard.engine.formats.fio.foreign.runs import RunDraft, Settings, build_reading
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Latency, Reading, Result
from fioboard.engine.formats.fio.text.lines import Line, split_lines

_COMMAND = re.compile(
    r"(?:^|[\s#$%>])(?P<line>(?:\./)?warp (?:get|put|mixed|delete|stat|list|analyze)\b.{0,600})$"
)
_HEAD = re.compile(
    r"(?:Operation|Report): (?P<operation>[A-Z]{3,9})(?:, \d{1,3}%)?(?: \((?P<count>\d{1,15})\))?\.?"
    r"(?: Ran:? (?P<ran>[\dhms.]{2,20})\.?)?(?: Size: (?P<size>\d{1,15}) bytes\.)?"
    r"(?: Concurrency: (?P<jobs>\d{1,7})\.?)?(?P<rest>.{0,120})"
)
_RAN = re.compile(r"Ran:? (?P<ran>[\dhms.]{2,20})")
_AVERAGE = re.compile(
    rf"\* (?:Average|Throughput): (?:(?P<rate>{NUMBER}) ?(?P<unit>[KMG]iB|B)/s, )?(?P<objects>{NUMBER}) obj/s.{{0,80}}"
)
_TIMES = re.compile(
    r"\* (?:Reqs: )?Avg: (?P<mean>[\d.]{1,12}m?s), 50%: (?P<median>[\d.]{1,12}m?s), 90%: (?P<p90>[\d.]{1,12}m?s), "
    r"99%: (?P<p99>[\d.]{1,12}m?s), Fastest: (?P<low>[\d.]{1,12}m?s), Slowest: (?P<high>[\d.]{1,12}m?s).{0,60}"
)
_KNOWN = re.compile(
    r"(?:Throughput(?:,|:)|\* (?:Fastest|50% Median|Slowest|TTFB|First |Last |Average)|Requests? |[─-]{4,}|warp: "
    r"|Skipping|Cluster Total).{0,300}"
)
_DIRECTIONS = {"GET": "read", "PUT": "write", "STAT": "read", "LIST": "read"}
_SECONDS = {"h": 3_600, "m": 60, "s": 1}


def read_warp(content: bytes, limits: Limits) -> Reading | None:
    """One run per analysis, with a result of each operation. Raises TooMany."""
    drafts: list[RunDraft] = []
    head: re.Match[str] | None = None
    times: re.Match[str] | None = None
    average: tuple[Line, re.Match[str]] | None = None
    seen: set[str] = set()

    def close() -> None:
        if head is not None and average is not None:
            _add_result(drafts[-1], head, average, times)

    for line in split_lines(content, limits):
        text = line.text
        if command := _COMMAND.search(text):
            close()
            head = times = average = None
            drafts.append(RunDraft(tool="warp", command=command["line"], used=[line.number]))
            seen = set()
        elif match := _HEAD.fullmatch(text):
            close()
            if not drafts or match["operation"] in seen:
                drafts.append(RunDraft(tool="warp"))
                seen = set()
            head, times, average = match, None, None
            seen.add(match["operation"])
            drafts[-1].used.append(line.number)
        elif head is None:
            continue
        elif average is None and (match := _AVERAGE.fullmatch(text)):
            average = line, match
            drafts[-1].used.append(line.number)
        elif times is None and (match := _TIMES.fullmatch(text)):
            times = match
            drafts[-1].used.append(line.number)
        elif _KNOWN.match(text):
            drafts[-1].used.append(line.number)
    close()
    return build_reading("warp", [draft for draft in drafts if draft.results], limits)


def _add_result(
    draft: RunDraft, head: re.Match[str], average: tuple[Line, re.Match[str]], times: re.Match[str] | None
) -> None:
    line, match = average
    rate = read_size(f"{match['rate']} {match['unit']}") if match["rate"] else None
    objects = read_amount(match["objects"])
    operation = head["operation"]
    ran = head["ran"] or (_RAN.search(head["rest"]) or {"ran": ""})["ran"]
    draft.results.append(
        Result(
            where=f"line {line.number}",
            job_name=operation,
            group=len(draft.results),
            direction=_DIRECTIONS.get(operation, "mixed"),
            iops=None if objects is None else objects.value or None,
            iops_bounds=None if objects is None or not objects.value else objects.bounds,
            bw_bytes_per_s=None if rate is None else round(rate.value) or None,
            bw_bounds_bytes_per_s=None if rate is None or not rate.value else rate.bounds,
            runtime_ms=_read_duration(ran),
            lat=_build_times(times),
            job_options={"test": operation.lower()},
            **Settings(
                bs_bytes=int(head["size"]) if head["size"] else None,
                iodepth=1,
                numjobs=int(head["jobs"]) if head["jobs"] else None,
            ),
        )
    )


def _build_times(times: re.Match[str] | None) -> Latency | None:
    """Build the latency of requests; each figure has its own unit, ms or s."""
    if times is None:
        return None
    values = {name: read_duration_ns(_split_unit(text)) for name, text in times.groupdict().items()}
    if any(value is None for value in values.values()):
        return None
    milliseconds = {
        name: f"{value.value / 1_000_000:.6f}" for name, value in values.items() if value is not None
    }
    return build_latency(
        1_000_000,
        minimum=milliseconds["low"],
        mean=milliseconds["mean"],
        maximum=milliseconds["high"],
        percentiles={"50": milliseconds["median"], "90": milliseconds["p90"], "99": milliseconds["p99"]},
    )


def _split_unit(text: str) -> str:
    number = text.rstrip("ms")
    return f"{number} {text[len(number) :]}"


def _read_duration(text: str) -> int | None:
    """Read `4m58s`, `27s`: ms."""
    parts = re.findall(r"(\d+(?:\.\d+)?)([hms])", text)
    return round(sum(float(number) * _SECONDS[unit] for number, unit in parts) * 1_000) or None


def _may_be_warp(content: bytes) -> bool:
    return b" obj/s" in content


ADAPTER = Adapter(
    kind="warp",
    tool="warp",
    names=("warp",),
    tests=("get", "put", "delete", "stat", "list"),
    is_whole_body=False,
    sniff=_may_be_warp,
    parse=read_warp,
    reads="per operation objects and bytes a second, request times with median, 90 and 99 %, object size, concurrency",
    leaves_out="segments, time to first byte, single hosts",
    source="minio/warp cli/analyze.go",
)

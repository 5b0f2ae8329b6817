"""The JSON of YABS (yabs.sh -j): four fio runs of a rented server, block sizes 4k, 64k, 512k and 1m.

YABS runs `fio --rw=randrw --rwmixread=50 --iodepth=64 --numjobs=2 --ioengine=libaio --direct=1
--gtod_reduce=1 --minimal` and copies the terse fields, so its "KBps" are KiB/s, and there are no latencies.
Source: yabs.sh, disk_test and the JSON it assembles.
"""

from collections.abc import Mapping

import orjson

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.runs import Settings, set_fixed_settings
from fioboard.engine.formats.fio.json.decode import require_few_values
from fioboard.engine.formats.fio.model.cleaning import clean_text
from fioboard.engine.formats.fio.model.errors import NotUnderstood
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.options import parse_size
from fioboard.engine.formats.fio.model.reading import Invocation, Problem, Reading, Result
from fioboard.engine.formats.fio.text.lines import find_filled_lines
from fioboard.engine.formats.fio.text.numbers import Printed

_KIB = 1024
_UNITS = {"KBps": _KIB, "KiBps": _KIB}


def read_yabs(content: bytes, limits: Limits) -> Reading | None:
    """One invocation with two results (read, write) per block size; None when it is no YABS document."""
    require_few_values(content, limits)
    try:
        document = orjson.loads(content)
    except orjson.JSONDecodeError:
        return None
    blocks = document.get("fio") if isinstance(document, dict) else None
    if not isinstance(blocks, list):
        return None
    problems: list[Problem] = []
    results: list[Result] = []
    for i, block in enumerate(blocks[:64]):
        if isinstance(block, dict):
            for direction, letter in (("read", "r"), ("write", "w")):
                result = _build_result(block, i, direction, letter, problems)
                if result is not None:
                    results.append(result)
    if not results:
        raise NotUnderstood("A YABS document without any disk result.", "/fio")
    version = document.get("version")
    invocation = Invocation(
        tool_name="yabs",
        tool_version=clean_text(version) if isinstance(version, str) else None,
        results=tuple(results),
        problems=tuple(problems),
        source_lines=find_filled_lines(content),
    )
    return Reading(kind="yabs", invocations=(invocation,))


def _build_result(
    block: Mapping[str, object], place: int, direction: str, letter: str, problems: list[Problem]
) -> Result | None:
    """Build the result of a direction of one block; None when it moved nothing."""
    where = f"/fio/{place}"
    size = block.get("bs")
    bandwidth = _read_amount(block, f"speed_{letter}", where, problems)
    iops = _read_amount(block, f"iops_{letter}", where, problems)
    unit = _UNITS.get(str(block.get("speed_units", "KBps")))
    if not bandwidth and not iops:
        return None
    if unit is None:
        problems.append(
            Problem(f"{where}/speed_units", "BadValue", "A unit of speed that YABS does not have.")
        )
        bandwidth = None
    text = clean_text(str(size), 32) if size is not None else ""
    speed = None if bandwidth is None or unit is None else bandwidth * unit
    return build_result(
        direction,
        text,
        None if iops is None else Printed(iops, iops, iops + 1),
        None if speed is None or unit is None else Printed(speed, speed, speed + unit),
        group=place,
        where=f"{where}/{direction}",
    )


def build_result(
    direction: str, size: str, iops: Printed | None, bandwidth: Printed | None, *, group: int, where: str
) -> Result:
    """Build the result of a direction of one of YABS's fio runs; it always runs them with the same settings."""
    settings = Settings(rw="randrw", iodepth=64, numjobs=2, ioengine="libaio", direct=True)
    result = Result(
        where=where,
        job_name=f"rand_rw_{size}",
        group=group,
        direction=direction,
        # A whole number below one says only that it was cut off.
        iops=None if iops is None else iops.value or None,
        iops_bounds=None if iops is None or not iops.value else iops.bounds,
        bw_bytes_per_s=None if bandwidth is None else round(bandwidth.value),
        bw_bounds_bytes_per_s=None if bandwidth is None else bandwidth.bounds,
        bs_bytes=parse_size(size),
        member_count=2,
    )
    return set_fixed_settings(result, settings)


def _read_amount(block: Mapping[str, object], key: str, where: str, problems: list[Problem]) -> float | None:
    """Read a number of a block, noting a problem when it is none."""
    value = block.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 2**53:
        problems.append(
            Problem(f"{where}/{key}", "BadValue", "No number of a measurement; taken as unknown.")
        )
        return None
    return float(value)


def _may_be_yabs(content: bytes) -> bool:
    return b'"fio"' in content and b'"speed_r"' in content


ADAPTER = Adapter(
    kind="yabs",
    tool="YABS (JSON)",
    names=("yabs",),
    is_whole_body=True,
    sniff=_may_be_yabs,
    parse=read_yabs,
    reads="read and write per block size: IOPS, bandwidth",
    leaves_out="latency (YABS measures none), iperf, Geekbench, the machine",
    source="masonr/yet-another-bench-script yabs.sh, disk_test",
)

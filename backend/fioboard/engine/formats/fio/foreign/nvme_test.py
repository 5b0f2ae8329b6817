"""The line of a vendor's reader from SSDs into a GPU (`nvme_test`): one bandwidth.

`read: 100.00GB, time: 15.36sec, throughput: 6.51GB/s`. Neither its documentation nor its code is public, and the line
does not say whether GB are of powers of 1000 or of 1024: read as 1000, with bounds that hold both (`AmbiguousUnit`).
Operations and latency are not measured.
Source: captured lines of a user.
"""

import re

from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import NUMBER, read_amount, read_size
from fioboard.engine.formats.fio.foreign.runs import RunDraft, build_reading
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Reading, Result
from fioboard.engine.formats.fio.text.lines import split_lines

_LINE = re.compile(
    rf"(?P<direction>read|write): (?P<size>{NUMBER}[KMGT]B), time: (?P<seconds>{NUMBER})sec, throughput: "
    rf"(?P<rate>{NUMBER}(?P<prefix>[KMGT])B)/s"
)
_POWERS = {"K": 1, "M": 2, "G": 3, "T": 4}


def read_nvme_test(content: bytes, limits: Limits) -> Reading | None:
    """One run per line, titled by nothing: what was read stands in the prose. Raises TooMany."""
    drafts: list[RunDraft] = []
    for line in split_lines(content, limits):
        match = _LINE.fullmatch(line.text) if "throughput: " in line.text else None
        rate = None if match is None else read_size(match["rate"])
        if match is None or rate is None or rate.value <= 0:
            continue
        draft = RunDraft(tool="nvme_test", used=[line.number])
        larger = 1.024 ** _POWERS[match["prefix"]]
        seconds, moved = read_amount(match["seconds"], 1_000), read_size(match["size"])
        draft.results.append(
            Result(
                where=f"line {line.number}",
                job_name="nvme_test",
                group=0,
                direction=match["direction"],
                bw_bytes_per_s=round(rate.value),
                bw_bounds_bytes_per_s=(rate.low, rate.high * larger),
                io_bytes=None if moved is None else round(moved.value),
                io_bounds_bytes=None if moved is None else (moved.low, moved.high * larger),
                runtime_ms=None if seconds is None else round(seconds.value) or None,
            )
        )
        detail = "GB may be 1000**3 or 1024**3 bytes: read as the former, the bounds hold both."
        draft.remark(line.number, "AmbiguousUnit", detail)
        drafts.append(draft)
    return build_reading("nvme_test", drafts, limits)


def _may_be_nvme_test(content: bytes) -> bool:
    return b"sec, throughput: " in content


ADAPTER = Adapter(
    kind="nvme_test",
    tool="nvme_test",
    names=("nvme_test",),
    is_whole_body=False,
    sniff=_may_be_nvme_test,
    parse=read_nvme_test,
    reads="bandwidth, bytes and seconds of its result line",
    leaves_out="operations, latency; which GB it means",
    source="lines as users paste them",
)

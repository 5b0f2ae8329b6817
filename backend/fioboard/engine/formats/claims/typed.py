"""A typed document → the values that a tool's output gives. What a person wrote is read with the digits it has.

12.9k is kept as 12,900 within 50: pages show it as rounded, and nothing is worked out that was not typed.
"""

from datetime import UTC, date, datetime, time

from fioboard.core.block_size import block_size
from fioboard.core.errors import Problem
from fioboard.core.quantity import Printed, read_printed
from fioboard.engine.answers.typed import TypedResult, TypedRun
from fioboard.engine.formats.claims import sentences
from fioboard.engine.formats.fio.model import options
from fioboard.engine.formats.fio.model.reading import Invocation, Latency, Reading, Result
from fioboard.engine.formats.fio.model.reading import Problem as Remark

KIND = "typed"
# A typed size that does not fit the two rates is worth a word from here on: below it is what digits and ramps explain.
CONTRADICTS_FROM = 0.02
_LIMIT = 2**53
_EXAMPLES = {
    "IOPS": "12.9k, 12900 or 1.5M",
    "bytes/s": "106 MB/s, 101 MiB/s or 6.5 GB/s; Mb/s, Gb/s are bits and not read",
    "ns": "7.75 ms, 90 us or 300 s",
}


class TypedRefused(ValueError):
    """A typed document that says nothing, or what cannot be: every place with its reason."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(problems[0].detail)
        self.problems = problems


def read_typed(typed: TypedRun) -> Reading:
    """The one invocation that was typed. Raises TypedRefused, naming every place (`/results/0/iops`)."""
    problems: list[Problem] = []
    results = [_Typed(one, f"/results/{i}", problems).result() for i, one in enumerate(typed.results)]
    if problems:
        raise TypedRefused(problems)
    started_at = None if isinstance(typed.date, datetime) else typed.date
    return Reading(
        kind=KIND,
        invocations=(
            Invocation(
                tool_name=typed.tool,
                tool_version=typed.tool_version,
                estimated_start_ms=None if started_at is None else _midnight_ms(started_at),
                targets=(typed.target,) if typed.target else (),
                results=tuple(results),
            ),
        ),
    )


def _midnight_ms(day: date) -> int:
    return int(datetime.combine(day, time(), UTC).timestamp() * 1000)


def _fio_size(typed: str | None, size: int | None) -> str | None:
    """A size in bytes as fio writes it: 8192 is 8k. What was typed with its unit stays."""
    return block_size(size) if typed is not None and size is not None and typed.isdigit() else typed


class _Typed:
    """One typed result, read field by field; what cannot be read is noted with its place."""

    def __init__(self, typed: TypedResult, where: str, problems: list[Problem]) -> None:
        self._typed = typed
        self._where = where
        self._problems = problems

    def result(self) -> Result:
        typed = self._typed
        iops, bandwidth = self._rate("iops", "IOPS"), self._rate("bandwidth", "bytes/s")
        latency = self._latency()
        runtime = self._quantity("runtime", "ns")
        if typed.iops is None and typed.bandwidth is None and latency is None:
            self._refuse("", "A result needs IOPS, a bandwidth or a latency.")
        size = self._block_size()
        self._require_direction()
        return Result(
            where=self._where,
            job_name=typed.job_name
            or " ".join(word for word in (typed.rw or typed.direction, _fio_size(typed.bs, size)) if word),
            group=0,
            direction=typed.direction,
            rw=None if typed.rw is None else options.get_rw({"rw": typed.rw}),
            bs_bytes=size,
            iodepth=typed.iodepth,
            numjobs=typed.numjobs,
            member_count=typed.numjobs,
            ioengine=typed.ioengine,
            direct=typed.direct,
            iops=None if iops is None else float(iops.value),
            iops_bounds=None if iops is None else iops.bounds,
            bw_bytes_per_s=None if bandwidth is None else round(bandwidth.value),
            bw_bounds_bytes_per_s=None if bandwidth is None else bandwidth.bounds,
            runtime_ms=None if runtime is None else round(runtime.value / 1_000_000),
            lat=latency if typed.latency_kind == "lat" else None,
            clat=latency if typed.latency_kind == "clat" else None,
            settings_source=dict.fromkeys(
                (
                    name
                    for name in ("direction", "rw", "bs", "iodepth", "numjobs", "ioengine", "direct")
                    if getattr(typed, name) is not None
                ),
                KIND,
            ),
            problems=self._contradictions(iops, bandwidth, size),
        )

    def _rate(self, field: str, unit: str) -> Printed | None:
        return self._quantity(field, unit, needs_unit=unit != "IOPS")

    def _quantity(self, field: str, unit: str, *, needs_unit: bool = True) -> Printed | None:
        text: str | None = getattr(self._typed, field)
        if text is None:
            return None
        printed = read_printed(text, unit)
        if printed is None or (needs_unit and not printed.unit):
            self._refuse(field, sentences.NO_FIGURE(text=repr(text), example=_EXAMPLES[unit]))
            return None
        if not 0 < printed.value < _LIMIT:
            self._refuse(field, sentences.NO_MEASUREMENT(text=repr(text), limit=f"{_LIMIT:.0e}"))
            return None
        return printed

    def _latency(self) -> Latency | None:
        mean, p99 = self._quantity("latency", "ns"), self._quantity("latency_p99", "ns")
        if mean is None and p99 is None:
            return None
        return Latency(
            mean_ns=None if mean is None else float(mean.value),
            percentiles={} if p99 is None else {"99": round(p99.value)},
            percentiles_reason="none was typed" if p99 is None else None,
            resolution_ns=1 if mean is None else max(1, round(mean.step)),
            percentile_resolution_ns=1 if p99 is None else max(1, round(p99.step)),
        )

    def _block_size(self) -> int | None:
        text = self._typed.bs
        size = None if text is None else options.parse_size(text)
        if text is not None and (not size or size >= _LIMIT):
            self._refuse("bs", sentences.NO_BLOCK_SIZE(text=repr(text)))
            return None
        return size

    def _require_direction(self) -> None:
        rw = self._typed.rw
        if rw is None:
            return
        moves = options.list_directions(options.get_rw({"rw": rw}))
        if moves is None:
            self._refuse("rw", sentences.NO_PATTERN(rw=repr(rw)))
        elif self._typed.direction not in (*moves, *(("mixed",) if len(moves) > 1 else ())):
            self._refuse("direction", sentences.NO_DATA(rw=rw, direction=self._typed.direction))

    def _contradictions(
        self, iops: Printed | None, bandwidth: Printed | None, size: int | None
    ) -> tuple[Remark, ...]:
        """IOPS × block size and bandwidth say the same thing twice: where they disagree, one of the three is wrong."""
        if iops is None or bandwidth is None or size is None:
            return ()
        low, high = (float(iops.value + sign * iops.step) * size for sign in (-1, 1))
        slack = CONTRADICTS_FROM * float(bandwidth.value) + float(bandwidth.step)
        if low - slack <= float(bandwidth.value) <= high + slack:
            return ()
        detail = sentences.TYPED_CONTRADICTION(
            iops=self._typed.iops,
            bs=self._typed.bs,
            calculated=f"{float(iops.value) * size / 1000000.0:.6g}",
            typed=self._typed.bandwidth,
        )
        return (Remark(self._where, "Contradiction", detail),)

    def _refuse(self, field: str, detail: str) -> None:
        where = f"{self._where}/{field}" if field else self._where
        self._problems.append(Problem(where, "Invalid", detail))

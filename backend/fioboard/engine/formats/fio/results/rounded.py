"""Figures that fio printed as 0 because it cut or rounded them: data was moved, so none of them is 0.

What other figures of the same direction tell is computed, and a remark says so; otherwise the figure is unknown.
"""

from msgspec.structs import replace

from fioboard.engine.formats.fio.model.reading import DirectionNumbers, Latency, Problem
from fioboard.engine.formats.fio.results import sentences

_Bounds = tuple[float, float]


def has_rounded_zeros(numbers: DirectionNumbers) -> bool:
    """Whether a rate or a mean latency was printed as 0 although data was moved."""
    slat, clat, lat = numbers.slat, numbers.clat, numbers.lat
    return (
        numbers.iops == 0
        or numbers.bw_bytes_per_s == 0
        or (slat is not None and slat.mean_ns == 0)
        or (clat is not None and clat.mean_ns == 0)
        or (lat is not None and lat.mean_ns == 0)
    ) and bool(numbers.io_bytes)


def replace_rounded_zeros(
    numbers: DirectionNumbers, bs_bytes: int | None, where: str
) -> tuple[DirectionNumbers, list[Problem]]:
    """The figures with rates computed or unknown in the place of a printed 0, and a remark for each."""
    problems: list[Problem] = []
    if numbers.bw_bytes_per_s == 0:
        bounds = _find_bandwidth(numbers)
        value = round(sum(bounds) / 2) if bounds is not None else 0
        numbers = replace(
            numbers, bw_bytes_per_s=value or None, bw_bounds_bytes_per_s=bounds if value else None
        )
        detail = (
            "The bandwidth was printed as 0: bytes and runtime give it."
            if value
            else "The bandwidth was printed as 0, and nothing else tells it: unknown."
        )
        problems.append(Problem(where, "PrintedAsZero", detail))
    if numbers.iops == 0:
        numbers, detail = _compute_iops(numbers, bs_bytes)
        problems.append(Problem(where, "PrintedAsZero", detail))
    for kind in ("slat", "clat", "lat"):
        latency: Latency | None = getattr(numbers, kind)
        if latency is not None and _is_zero(latency):
            numbers = replace(numbers, **{kind: replace(latency, mean_ns=None)})
            detail = sentences.MEAN_AS_ZERO(kind=kind)
            problems.append(Problem(where, "PrintedAsZero", detail))
    return numbers, problems


def _is_zero(latency: Latency | None) -> bool:
    return latency is not None and latency.mean_ns == 0


def _compute_iops(numbers: DirectionNumbers, bs_bytes: int | None) -> tuple[DirectionNumbers, str]:
    """Compute IOPS below 1, by I/Os over runtime, else by bytes over block size; and say how."""
    if numbers.counted_iops:
        computed = replace(numbers, iops=numbers.counted_iops, iops_bounds=None)
        return computed, "IOPS were printed as 0: I/Os over runtime give them."
    rates = _find_bandwidth(numbers)
    if bs_bytes and rates is not None:
        low, high = max(0.0, rates[0] / bs_bytes), min(1.0, rates[1] / bs_bytes)
        if 0 < low <= high:
            iops = (low + high) / 2
            bounds = None if low == high else (low, high)
            return replace(numbers, iops=iops, iops_bounds=bounds), sentences.IOPS_AS_ZERO(
                size=bs_bytes, iops=f"{iops:.3g}"
            )
    detail = "IOPS were printed as 0, and the block size or the bytes are not known: fewer than 1 a second."
    return replace(numbers, iops=None, iops_bounds=None), detail


def _find_bandwidth(numbers: DirectionNumbers) -> _Bounds | None:
    """Return bytes/s between two bounds, by what was printed of the rate and by bytes over runtime, whichever is
    narrower.
    """
    bounds: list[_Bounds] = []
    if numbers.bw_bytes_per_s:
        bounds.append(numbers.bw_bounds_bytes_per_s or (numbers.bw_bytes_per_s,) * 2)
    if numbers.io_bytes and numbers.runtime_ms:
        low, high = numbers.io_bounds_bytes or (numbers.io_bytes,) * 2
        bounds.append((1_000 * low / numbers.runtime_ms, 1_000 * high / numbers.runtime_ms))
    return min(bounds, key=lambda one: one[1] - one[0], default=None)


def describe_partial_clat(numbers: DirectionNumbers, where: str) -> Problem | None:
    """Describe the completion latency of a trim that leaves out the trim itself; None for any other.

    Engines such as libaio trim while they submit: no submission is printed, and the whole takes far longer than the
    longest completion. Elsewhere the line of the submission may be lost, or a verify job prepares its data.
    """
    clat, lat = numbers.clat, numbers.lat
    if numbers.direction != "trim" or numbers.slat is not None or clat is None or lat is None:
        return None
    if clat.mean_ns is None or clat.max_ns is None or lat.mean_ns is None or lat.mean_ns <= 2 * clat.max_ns:
        return None
    detail = sentences.TRIM_LATENCY(clat=f"{clat.mean_ns:.0f}", lat=f"{lat.mean_ns:.0f}")
    return Problem(f"{where}/clat", "PartialLatency", detail)

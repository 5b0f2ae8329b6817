"""What a person types becomes figures in base units, with the digits that were typed; what cannot be is refused."""

from datetime import UTC, datetime
from typing import Any

import pytest

from fioboard.engine.answers.typed import TypedRun
from fioboard.engine.formats.claims.typed import TypedRefused, read_typed
from fioboard.engine.formats.fio.model.reading import Result
from tests.loops import check_each

NAS: dict[str, Any] = {
    "direction": "read",
    "rw": "randread",
    "bs": "8k",
    "numjobs": 100,
    "iops": "12.9k",
    "bandwidth": "106 MB/s",
    "latency": "7.75 ms",
    "latency_kind": "clat",
    "latency_p99": "28 ms",
    "runtime": "300 s",
}


def typed(**changes: Any) -> TypedRun:
    result = {key: value for key, value in (NAS | changes).items() if value is not None}
    return TypedRun.model_validate({"host": "nas", "results": [result]})


def read(**changes: Any) -> Result:
    [invocation] = read_typed(typed(**changes)).invocations
    [result] = invocation.results
    return result


def test_quantities_are_read_in_base_units_with_what_their_digits_say() -> None:
    result = read()
    assert (result.iops, result.iops_bounds) == (12_900, (12_850, 12_950))
    assert (result.bw_bytes_per_s, result.bw_bounds_bytes_per_s) == (106_000_000, (105_500_000, 106_500_000))
    assert result.clat is not None and result.lat is None
    assert (result.clat.mean_ns, result.clat.percentiles) == (7_750_000, {"99": 28_000_000})
    assert (result.clat.resolution_ns, result.clat.percentile_resolution_ns) == (10_000, 1_000_000)
    assert (result.bs_bytes, result.runtime_ms, result.numjobs) == (8192, 300_000, 100)
    assert result.problems == ()


@pytest.mark.parametrize(
    ("bs", "name"),
    [
        ("8k", "write 8k"),
        ("8192", "write 8k"),
        ("1m", "write 1m"),
        ("32000000", "write 32 MB"),
        (None, "write"),
    ],
)
def test_an_unnamed_job_is_called_by_its_size_as_fio_writes_it(bs: str | None, name: str) -> None:
    """A table's cells are saved in bytes, and the job was called "write 8192"."""
    changed = read(bs=bs, iops=None, direction="write", rw=None, job_name=None)
    assert changed.job_name == name


@pytest.mark.parametrize(
    ("changes", "iops", "bounds"),
    [
        ({"iops": "12900", "bandwidth": None}, 12_900, None),
        ({"iops": "12,900", "bandwidth": None}, 12_900, None),
        ({"iops": "1.5M", "bandwidth": None}, 1_500_000, (1_450_000, 1_550_000)),
        ({"iops": None}, None, None),
    ],
)
def test_what_was_not_typed_is_unknown(changes: dict[str, Any], iops: int | None, bounds: Any) -> None:
    result = read(**changes)
    assert (result.iops, result.iops_bounds) == (iops, bounds)
    assert result.bw_bytes_per_s == (None if "bandwidth" in changes else 106_000_000)


@check_each(
    "changes, field",
    [
        ({"iops": "12,9k"}, "iops"),
        ({"iops": "-5"}, "iops"),
        ({"iops": "0"}, "iops"),
        ({"iops": "9" * 17}, "iops"),
        ({"iops": "fast"}, "iops"),
        ({"iops": "106 MB/s"}, "iops"),
        ({"bandwidth": "106"}, "bandwidth"),
        ({"bandwidth": "7 Gb/s"}, "bandwidth"),
        ({"bandwidth": "106 MB"}, "bandwidth"),
        ({"latency": "7.75"}, "latency"),
        ({"latency": "7.75 min"}, "latency"),
        ({"latency_p99": "0 ms"}, "latency_p99"),
        ({"runtime": "300"}, "runtime"),
        ({"bs": "eight"}, "bs"),
        ({"bs": "0"}, "bs"),
        ({"rw": "sideways"}, "rw"),
        ({"direction": "write"}, "direction"),
        ({"rw": "randwrite"}, "direction"),
        ({"direction": "mixed"}, "direction"),
        ({"iops": None, "bandwidth": None, "latency": None, "latency_p99": None}, ""),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(TypedRefused) as refusal:
        read_typed(typed(**changes))
    [problem] = refusal.value.problems
    assert problem.where == "/results/0" + (f"/{field}" if field else "")


def test_every_wrong_place_is_named_at_once() -> None:
    with pytest.raises(TypedRefused) as refusal:
        read_typed(typed(iops="fast", bandwidth="106", runtime="long"))
    assert [problem.where.rpartition("/")[2] for problem in refusal.value.problems] == [
        "iops",
        "bandwidth",
        "runtime",
    ]


@pytest.mark.parametrize(
    ("changes", "contradicts"),
    [
        ({}, False),
        ({"iops": "12.9"}, True),
        ({"bandwidth": "106 MiB/s"}, True),
        ({"bandwidth": "101 MiB/s"}, False),
        ({"bandwidth": "845 Mbit/s"}, None),
        ({"bs": None}, False),
        ({"iops": "13k", "bandwidth": "0.1 GB/s"}, False),
    ],
)
def test_iops_size_and_bandwidth_that_exclude_each_other_are_remarked(
    changes: dict[str, Any], contradicts: bool | None
) -> None:
    """8 KiB × 12,898.8 IOPS are 105.7 MB/s or 100.8 MiB/s: 106 MiB/s is another figure."""
    if contradicts is None:
        with pytest.raises(TypedRefused):
            read(**changes)
        return
    assert [problem.error for problem in read(**changes).problems] == ["Contradiction"] * contradicts


@pytest.mark.parametrize(
    ("date", "start"),
    [("2018-11-02", datetime(2018, 11, 2, tzinfo=UTC)), ("2018-11-02T10:00:00+01:00", None), (None, None)],
)
def test_a_date_alone_is_a_day_and_a_moment_is_left_to_who_stores_it(
    date: str | None, start: datetime | None
) -> None:
    document = TypedRun.model_validate({"host": "nas", "results": [NAS], "date": date})
    [invocation] = read_typed(document).invocations
    assert invocation.estimated_start_ms == (None if start is None else int(start.timestamp() * 1000))

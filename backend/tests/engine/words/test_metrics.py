"""A metric's name, its SQL and its reading belong together, and every percentile has one spelling."""

import re

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fioboard.engine.words.metrics import LATENCY, METRICS, OFFERED, PERCENTILE, STORED, USUAL, metric

FIGURES = {
    "iops": 1.5,
    "bw_bytes_per_s": 2,
    "usr_cpu_pct": 3.25,
    "sys_cpu_pct": 4.5,
    "slat_ns": None,
    "clat_ns": {"mean": 5.5, "min": 1, "max": 9, "stddev": 0.5, "percentiles": {"99": 7, "99.9": 8}},
    "lat_ns": orjson.Fragment('{"mean": 6.5, "min": 2, "max": 10, "stddev": 1.0, "percentiles": null}'),
    "sync_lat_ns": {"mean": 3_000, "min": 1, "max": 5_000, "stddev": 1, "percentiles": {"99": 4_000}},
}


@pytest.mark.parametrize(
    ("name", "value", "sql"),
    [
        ("iops", 1.5, "(s.iops)::float8"),
        ("bw_bytes_per_s", 2, "(s.bw_bytes_per_s)::float8"),
        ("cpu_pct", 7.75, "s.cpu_pct"),
        ("clat_p99_9_ns", 8, "s.clat_p99_9_ns"),
        ("clat_p99_99_ns", None, "(s.clat->'percentiles'->>'99.99')::float8"),
        ("clat_max_ns", 9, "(s.clat->>'max')::float8"),
        ("lat_mean_ns", 6.5, "s.lat_mean_ns"),
        ("lat_p50_ns", None, "s.lat_p50_ns"),
        ("slat_mean_ns", None, "s.slat_mean_ns"),
        ("sync_lat_p99_ns", 4_000, "s.sync_lat_p99_ns"),
        ("sync_lat_max_ns", 5_000, "(s.sync_lat->>'max')::float8"),
    ],
)
def test_a_metric_is_read_from_a_result_and_from_its_row(name: str, value: float | None, sql: str) -> None:
    wanted = metric(name)
    assert wanted is not None
    assert (wanted.read(FIGURES), wanted.sql()) == (value, sql)


def test_half_of_the_cpu_time_is_unknown_not_the_other_half() -> None:
    assert METRICS["cpu_pct"].read(FIGURES | {"sys_cpu_pct": None}) is None


def test_what_is_usual_or_stored_is_offered() -> None:
    assert set(USUAL) | set(STORED) <= set(OFFERED)
    assert len({m.short for m in METRICS.values()}) == len(METRICS)


@pytest.mark.parametrize(
    "name", ["clat_p0_ns", "clat_p05_ns", "clat_p99_90_ns", "clat_p101_ns", "runtime_ms", "clat_ns"]
)
def test_a_name_that_only_looks_like_a_metric_is_none(name: str) -> None:
    assert metric(name) is None


@given(st.from_regex(r"\d{1,3}(_\d{1,5})?", fullmatch=True))
def test_a_percentile_is_spelled_as_its_number_is_printed(digits: str) -> None:
    # fio's key of it, printed as short as the number goes: the spelling that the stored documents have.
    number = float(digits.replace("_", "."))
    is_shortest = digits.replace("_", ".") == f"{number:g}" and 0 < number <= 100
    assert bool(re.fullmatch(PERCENTILE, digits)) == is_shortest
    assert (re.fullmatch(LATENCY, f"clat_p{digits}_ns") is not None) == is_shortest

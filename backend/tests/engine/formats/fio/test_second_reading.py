"""Every file of the corpus against a second reading (second_reading.py), and how many results each must give.

The table tests/data/corpus-expected.csv names every file of the corpus, its copy here where its licence allows one, and
what it holds; `fault` says what a careful reader finds wrong with it. The others are read where the corpus lies beside the checkout.
"""

import csv
from collections import defaultdict
from pathlib import Path

import msgspec
import pytest

from fioboard.engine.formats.fio import FioFormatError, Member, Reading, Result, read_output
from fioboard.engine.formats.fio.model.remarks import NOTE
from tests.engine.formats.fio import second_reading
from tests.engine.formats.fio.second_reading import Fact
from tests.loops import check_each

DATA = Path(__file__).parents[3] / "data"
CORPUS = Path(__file__).parents[6] / "shared" / "corpus"
EXPECTED = list(csv.DictReader((DATA / "corpus-expected.csv").read_text().splitlines()))
AMOUNTS = (
    "iops", "bw_bytes_per_s", "io_bytes", "total_ios", "short_ios", "drop_ios", "runtime_ms",
    "usr_cpu_pct", "sys_cpu_pct", "ctx_switches", "error",
)  # fmt: skip
BOUNDS = {
    "iops": "iops_bounds", "bw_bytes_per_s": "bw_bounds_bytes_per_s", "io_bytes": "io_bounds_bytes"
}  # fmt: skip
OF_LATENCY = ("n", "min_ns", "mean_ns", "stddev_ns", "max_ns")
LOG_FACTORS = {"bytes_per_s": 1_024, "iops": 1, "ns": None, "unknown": 1}


def body_of(row: dict[str, str]) -> bytes | None:
    """The file: its copy here, or where the corpus lies."""
    for path in (DATA / "fio" / row["copy"], CORPUS / row["file"]):
        if path.is_file():
            return path.read_bytes()
    return None


def leaves(reading: Reading) -> list[Result | Member]:
    """Every printed entry by itself: the clones where several are one result."""
    results = [one for run in reading.invocations for one in run.results]
    return [leaf for one in results for leaf in (one.members or (one,))]


def values_of(leaf: Result | Member) -> dict[str, float]:
    values = {name: getattr(leaf, name, None) for name in AMOUNTS}
    for kind in ("slat", "clat", "lat"):
        latency = getattr(leaf, kind)
        if latency is not None:
            values |= {f"{kind}.{name}": getattr(latency, name) for name in OF_LATENCY}
            values |= {f"{kind}.p{key}": value for key, value in latency.percentiles.items()}
    return {name: value for name, value in values.items() if value is not None}


def differences(facts: list[Fact], read: list[Result | Member]) -> list[str]:
    """What one reading says and the other does not; both count entries of one name and direction in order."""
    wanted: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for fact in facts:
        wanted[fact.job, fact.direction].append(fact)
    found: dict[tuple[str, str], list[Result | Member]] = defaultdict(list)
    for leaf in read:
        found[leaf.job_name, leaf.direction].append(leaf)
    problems = [
        f"{key}: {len(found[key])} entries, {len(wanted[key])} printed"
        for key in {*wanted, *found}
        if len(found[key]) != len(wanted[key])
    ]
    for key, own in wanted.items():
        for place, (fact, leaf) in enumerate(zip(own, found[key], strict=False)):
            problems += [f"{key}[{place}] {problem}" for problem in _of_entry(fact, leaf)]
    return problems


def _of_entry(fact: Fact, leaf: Result | Member) -> list[str]:
    told = values_of(leaf)
    problems = []
    for name, printed in fact.values.items():
        value = told.pop(name, None)
        if value is None:
            if not (isinstance(leaf, Member) and name == "ctx_switches"):
                problems.append(f"{name} is missing, printed is {printed}")
        elif isinstance(printed, tuple):
            if not printed[0] <= value <= printed[1]:
                problems.append(f"{name} is {value}, printed is {printed}")
        elif name in BOUNDS and (bounds := getattr(leaf, BOUNDS[name])) is not None:
            # Taken as rounded where the reader knows less than this reading, of another server's banner.
            if not bounds[0] <= printed <= bounds[1]:
                problems.append(f"{name} lies in {bounds}, printed is {printed}")
        elif abs(value - printed) > 1e-9 * abs(printed):
            problems.append(f"{name} is {value}, printed is {printed}")
    return problems + [f"{name} is {value}, nothing is printed" for name, value in told.items()]


def list_rows() -> list[dict[str, str]]:
    """Return the rows whose file is there: without ../shared/corpus only those that a licence allows to copy."""
    return [row for row in EXPECTED if body_of(row) is not None]


def read_row(row: dict[str, str]) -> tuple[bytes, Reading | None]:
    body = body_of(row)
    assert body is not None
    try:
        return body, read_output(body, name=row["file"].rpartition("/")[2])
    except FioFormatError:
        return body, None


@check_each("row", list_rows)
def test_file_gives_the_expected_results(row):
    _, reading = read_row(row)
    if reading is None:
        assert row["outcome"] == "refused"
        return
    outcomes = {run.outcome for run in reading.invocations}
    results = sum(len(run.results) for run in reading.invocations)
    series = sum(len(run.series) for run in reading.invocations)
    assert (";".join(sorted(outcomes)), len(reading.invocations), results, series) == (
        row["outcome"], int(row["runs"]), int(row["results"]), int(row["series"])
    )  # fmt: skip


@check_each("row", lambda: [row for row in list_rows() if int(row["results"]) and row["oracle"] == "fio"])
def test_every_value_is_what_a_second_reading_says(row):
    body, reading = read_row(row)
    assert reading is not None
    facts = second_reading.read(second_reading.text_of(body))
    assert len(facts) == len(leaves(reading))
    assert differences(facts, leaves(reading)) == []


@check_each("row", lambda: [row for row in list_rows() if row["oracle"] == "log"])
def test_every_row_of_a_log_is_what_a_second_reading_says(row):
    body, reading = read_row(row)
    assert reading is not None
    (run,) = reading.invocations
    rows = second_reading.from_log(body.decode())
    assert sorted(one.direction for one in run.series) == sorted(rows)
    for series in run.series:
        own = rows[series.direction]
        assert series.time_ms.tolist() == [time for time, _ in own]
        assert len(series.value) == len(own)
        factor = LOG_FACTORS[series.unit]
        # Of single I/Os fio prints decimal kB/s.
        factors = {1_000} if series.is_per_io and factor == 1_024 else {factor} if factor else {1, 1_000}
        assert any(series.value.tolist() == [value * one for _, value in own] for one in factors)


@pytest.mark.parametrize(
    "name", ["3.42_base.json", "3.42_base.txt", "2.16_base.json", "2.16_base.txt", "3.42_terse-v3.txt"]
)
def test_a_value_that_is_off_by_one_is_found(captured, name):
    body = captured(name)
    read = leaves(read_output(body))
    facts = second_reading.read(body.decode())
    assert differences(facts, read) == []
    for place, leaf in enumerate(read):
        for changed in off_by_one(leaf):
            others = [*read[:place], changed, *read[place + 1 :]]
            assert differences(facts, others), f"{name}: {changed} is taken for {leaf}"


def off_by_one(leaf: Result | Member) -> list[Result | Member]:
    """The same with one exact figure more by one."""
    changed = []
    for name in ("io_bytes", "total_ios", "runtime_ms", "ctx_switches", "error"):
        bounds = leaf.io_bounds_bytes if name == "io_bytes" else None
        if getattr(leaf, name) is not None and bounds is None:
            changed.append(msgspec.structs.replace(leaf, **{name: getattr(leaf, name) + 1}))
    for kind in ("slat", "clat", "lat"):
        latency = getattr(leaf, kind)
        if latency is None:
            continue
        for name in OF_LATENCY:
            if getattr(latency, name) is not None:
                other = msgspec.structs.replace(latency, **{name: getattr(latency, name) + 1})
                changed.append(msgspec.structs.replace(leaf, **{kind: other}))
        for key, value in latency.percentiles.items():
            other = msgspec.structs.replace(latency, percentiles={**latency.percentiles, key: value + 1})
            changed.append(msgspec.structs.replace(leaf, **{kind: other}))
    return changed


def test_of_good_files_at_most_one_in_twenty_is_coloured():
    good = [row for row in list_rows() if not row["fault"]]
    coloured = []
    for row in good:
        _, reading = read_row(row)
        assert reading is not None, row["file"]
        problems = [
            *reading.problems,
            *(one for run in reading.invocations for one in run.problems),
            *(one for run in reading.invocations for result in run.results for one in result.problems),
        ]
        if any(one.remark_class != NOTE for one in problems):
            coloured.append(row["file"])
    assert len(coloured) <= len(good) / 20, coloured


def test_the_table_names_every_file_of_the_corpus():
    if not CORPUS.exists():
        pytest.skip("../shared/corpus is not there")
    every = [path for path in CORPUS.rglob("*") if path.is_file() and path.parent.name != "pasted"]
    files = {str(path.relative_to(CORPUS)) for path in every}
    assert {row["file"] for row in EXPECTED} == files - {
        "manifest.csv",
        "generated/INDEX.csv",
        "lost/README.md",
    }

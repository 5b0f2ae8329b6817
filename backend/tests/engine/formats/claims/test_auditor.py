"""Planted truth: tables made from random runs, right or with one known mistake; the auditor finds it and no other."""

import random
from collections import Counter

import pytest

from fioboard.engine.formats.claims.auditor import Measured, Verdict, audit
from fioboard.engine.formats.claims.reading import read_claims
from tests.factories.tables import FORMS, SIZES, Workload, shown, workloads
from tests.loops import check_each

WAYS = ("read", "write")
OTHER = {"read": "write", "write": "read"}
HEADS = (
    "Workload",
    "Read IOPS",
    "Write IOPS",
    "Read MB/s",
    "Write MB/s",
    "Read latency (ms)",
    "Write latency (ms)",
)


def table(chance: random.Random, found: list[Workload]) -> list[list[str]]:
    """A right table: as many digits as people print, k behind IOPS or not, commas or not, rounded or cut."""
    rows = [list(HEADS)]
    for one in found:
        cells = [one.name()]
        cells += [iops(chance, one.iops[way]) for way in WAYS]
        cells += [shown(one.bandwidth(way) / 1e6, chance.choice((3, 4, 5, 6))) for way in WAYS]
        cells += [shown(one.latency[way] / 1e6, chance.choice((2, 3, 4))) for way in WAYS]
        rows.append(cells)
    return rows


def iops(chance: random.Random, value: float) -> str:
    form = chance.choice(("whole", "comma", "k", "kIOPS", "digits"))
    if form == "k" and value > 1000:
        return shown(value / 1000, chance.choice((3, 4))) + "k"
    if form == "kIOPS" and value > 1000:
        return shown(value / 1000, chance.choice((3, 4))) + " kIOPS"
    if form == "digits":
        return shown(value, chance.choice((3, 4)))
    if form == "comma":
        return f"{round(value):,}"
    return str(int(value))


def judged(form: str, rows: list[list[str]], found: list[Workload]) -> dict[tuple[str, str, str], Verdict]:
    """Verdicts by workload, metric and direction."""
    text = f"We measured this.\n\n{FORMS[form](rows)}\n\nWhat do you say?\n"
    claims = read_claims(text).items
    assert len(claims) == 6 * (len(rows) - 1), (form, text)
    measured: list[Measured] = [result for one in found for result in one.measured()]
    names = {(one.pattern, SIZES[one.bs], one.iodepth): one.name() for one in found}
    return {
        (names.get((v.claim.pattern or "", v.claim.bs_bytes or 0, v.claim.iodepth or 0), "none"), v.claim.metric,
         v.claim.direction or ""): v
        for v in audit(claims, measured)
    }  # fmt: skip


@pytest.mark.quick(2)
@pytest.mark.parametrize("form", FORMS)
def test_nobody_is_accused_over_a_right_or_rounded_table(form: str) -> None:
    """200 tables in each form, of any figures at all: no cell is called wrong, swapped or without a run."""
    chance = random.Random(f"right {form}")
    seen: Counter[str] = Counter()
    for _ in range(200):
        found = workloads(chance)
        rows = table(chance, found)
        for place, verdict in judged(form, rows, found).items():
            assert verdict.status in {"right", "rounded"}, (place, verdict, rows)
            seen[verdict.status] += 1
    assert seen["right"] > 100 and seen["rounded"] > 100


# Figures so near to each other, or by such a factor, that a mistake would be another one's result.
CONFUSING = [1.0, 1.024, 1.048576, 1.073741824, 8.0, 1e3, 1e6, 8e3, 2.5]


def is_clear(one: Workload) -> bool:
    ratios = [one.iops["read"] / one.iops["write"], one.latency["read"] / one.latency["write"]]
    ratios += [1 / ratio for ratio in ratios]
    return all(not 0.9 < ratio * by / of < 1.11 for ratio in ratios for by in CONFUSING for of in CONFUSING)


def clear(chance: random.Random) -> list[Workload]:
    while not (found := [one for one in workloads(chance) if is_clear(one)]):
        pass
    return found


def plant(  # noqa: PLR0911 -- one answer per mistake
    chance: random.Random, mistake: str, one: Workload, row: list[str]
) -> dict[tuple[str, str], tuple[str, str | None]]:
    """Puts a mistake into a row; by metric and direction what the auditor has to say of it."""
    way = chance.choice(WAYS)
    at = WAYS.index(way)
    digits = chance.choice((3, 4, 5))
    bandwidth, latency = one.bandwidth(way) / 1e6, one.latency[way] / 1e6
    here, rate = ("iops", way), ("bw_bytes_per_s", way)
    match mistake:
        case "swapped":
            row[1], row[2] = row[2], row[1]
            return {("iops", each): ("swapped", None) for each in WAYS}
        case "swapped and a k lost":
            row[1], row[2] = (shown(one.iops[OTHER[each]], 5) for each in WAYS)
            row[1 + at] = shown(one.iops[OTHER[way]] / 1000, 3)
            return {here: ("swapped", "lost_suffix"), ("iops", OTHER[way]): ("swapped", None)}
        case "k lost":
            row[1 + at] = shown(one.iops[way] / 1000, digits)
            return {here: ("wrong", "lost_suffix")}
        case "MiB for MB":
            row[3 + at] = shown(bandwidth / 1.048576, digits)
            return {rate: ("wrong", "binary_unit")}
        case "GiB for GB":
            row[3 + at] = shown(one.bandwidth(way) / 2**30, digits) + " GB/s"
            return {rate: ("wrong", "binary_unit")}
        case "MB for MiB":
            row[3 + at] = shown(bandwidth, digits) + " MiB/s"
            return {rate: ("wrong", "binary_unit")}
        case "bits":
            row[3 + at] = shown(bandwidth * 8, digits)
            return {rate: ("wrong", "bits")}
        case "ms for us":
            row[5 + at] = shown(latency * 1000, digits)
            return {("lat_mean_ns", way): ("wrong", "unit")}
        case "wrong direction":
            row[1 + at] = shown(one.iops[OTHER[way]], max(4, digits))
            return {here: ("wrong", "direction")}
        case "another run":
            row[0] = f"128k {one.pattern} QD{one.iodepth}"
            metrics = ("iops", "bw_bytes_per_s", "lat_mean_ns")
            return {(metric, each): ("no_run", None) for metric in metrics for each in WAYS}
        case _:
            row[1 + at] = shown(one.iops[way] * 2.5, digits)
            return {here: ("wrong", None)}


MISTAKES = (
    *("swapped", "swapped and a k lost", "k lost", "MiB for MB", "GiB for GB", "MB for MiB", "bits", "ms for us"),
    *("wrong direction", "another run", "wrong"),
)  # fmt: skip
OF_EACH = 20


@check_each("form", FORMS)
@check_each("mistake", MISTAKES)
@pytest.mark.nightly
def test_a_planted_mistake_is_found_and_no_other(form: str, mistake: str) -> None:
    """11 mistakes × 5 forms × 20 tables: 1,100 planted, every verdict of every other cell right or rounded."""
    chance = random.Random(f"{mistake} {form}")
    for _ in range(OF_EACH):
        found = clear(chance)
        rows = table(chance, found)
        which = chance.randrange(len(found))
        planted = plant(chance, mistake, found[which], rows[1 + which])
        name = "none" if mistake == "another run" else found[which].name()
        for (workload, metric, way), verdict in judged(form, rows, found).items():
            expected = planted.get((metric, way)) if workload == name else None
            if expected is None:
                assert verdict.status in {"right", "rounded"}, (mistake, verdict, rows)
            else:
                assert (verdict.status, verdict.cause) == expected, (mistake, verdict, rows)


def measured(run: str, way: str, iops: float, bs: int = 8192, iodepth: int | None = 1) -> Measured:
    return Measured(run, way, "random", bs, iodepth, 1, {"iops": [(iops, iops, iops)]})


@pytest.mark.parametrize(
    ("cell", "others", "status", "cause"),
    [
        ("100", [], "right", None),
        ("100.05", [], "wrong", None),
        ("250", [], "wrong", None),
        # Two runs of that workload, neither of them fits: which one is meant is not told.
        ("250", [measured("b", "read", 120)], "no_run", None),
        ("120", [measured("b", "read", 120)], "right", None),
        # Both a lost k and the other direction would explain it: neither is said.
        ("12.9", [measured("b", "read", 12_900), measured("w", "write", 12.9)], "no_run", None),
        # Another depth, of which the table says nothing, fits: it may be that one.
        ("250", [measured("b", "read", 250, iodepth=32)], "right", None),
    ],
)
def test_a_cell_that_may_mean_another_run_is_not_accused(
    cell: str, others: list[Measured], status: str, cause: str | None
) -> None:
    claims = read_claims(f"bs\trandom read IOPS\n8k\t{cell}\n").items
    [verdict] = audit(claims, [measured("a", "read", 100), *others])
    assert (verdict.status, verdict.cause) == (status, cause)


@pytest.mark.parametrize(
    ("cell", "measured_iops", "status"),
    [
        # As many digits as it has, rounded: right, whichever they are.
        ("885", 885.08, "right"), ("3376", 3376.3, "right"), ("809", 808.8, "right"), ("12.9k", 12_898.8, "right"),
        ("885.1", 885.08, "right"),
        # Cut off, or rounded further than the digits that stand there.
        ("808", 808.8, "rounded"), ("12.8k", 12_898.8, "rounded"), ("3,400", 3376.3, "rounded"),
        ("870", 885.08, "wrong"),
    ],
)  # fmt: skip
def test_one_rule_tells_right_from_rounded(cell: str, measured_iops: float, status: str) -> None:
    claims = read_claims(f"bs\trandom read IOPS\n8k\t{cell}\n").items
    [verdict] = audit(claims, [measured("a", "read", measured_iops)])
    assert verdict.status == status


def test_a_cell_that_says_too_little_of_its_workload_is_not_accused() -> None:
    claims = read_claims("test\tIOPS\nfirst\t250\n").items
    [verdict] = audit(claims, [measured("a", "read", 100)])
    assert verdict.status == "no_run"


def test_few_digits_tell_no_unit_from_another() -> None:
    """7 GB/s over 7.5 measured may be 7 GiB/s, and may be a figure of another day."""
    claims = read_claims("bs\tread GB/s\n8k\t7.1\n").items
    rate = 7.62e9
    one = Measured("a", "read", None, 8192, None, None, {"bw_bytes_per_s": [(rate, rate, rate)]})
    [verdict] = audit(claims, [one])
    assert (verdict.status, verdict.cause) == ("wrong", "binary_unit")
    [coarse] = audit(read_claims("bs\tread GB/s\n8k\t5\n").items, [one])
    assert (coarse.status, coarse.cause) == ("wrong", None)

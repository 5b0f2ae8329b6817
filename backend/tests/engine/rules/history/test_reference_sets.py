"""The place of a figure among the drives of a reference set."""

from random import Random
from uuid import UUID

import numpy as np
import pytest

from fioboard.engine.reference_sets.document import LEVELS, Cell, Figure
from fioboard.engine.rules.history import CellOfRun, Measured, compare_with_sets
from fioboard.engine.rules.history.reference_sets import compute_percentile
from fioboard.engine.rules.yardstick import Yardstick

RUN = UUID(int=1)


def _measure(bw: float, direction: str = "read") -> Measured:
    return Measured(
        run_id=RUN,
        at=None,
        direction=direction,  # type: ignore[arg-type]
        iops=bw / 2**20,
        bw_bytes_per_s=int(bw),
        setting={},
        rw="read",
        bs_bytes=2**20,
    )


def _cell(
    figure: Figure, drives: int = 41, labs: int = 9, firmware: str | None = "5B2Q", layout: str = "single"
) -> Cell:
    return Cell(
        model="EXAMPLE 1T", capacity_bytes=10**12, firmware=firmware, link="Gen4 x4", layout=layout,
        file_system=None, state="unknown", runtime_class="medium", setting={}, workload={"rw": "read"}, direction="read", labs=labs,
        drives=drives, runs=drives, figures={"bw_bytes_per_s": figure},
    )  # fmt: skip


def _compare(bw: float, *cells: tuple[str, Cell]) -> Yardstick | None:
    return compare_with_sets([CellOfRun(_measure(bw), "5B2Q", cell, lab) for lab, cell in cells])


def test_a_percentile_is_that_of_numpy_over_the_drives() -> None:
    chance = Random(7)
    for n in (3, 10, 21, 41, 400):
        drives = sorted(chance.lognormvariate(20, 0.3) for _ in range(n))
        quantiles = list(np.percentile(drives, LEVELS))
        exact = np.linspace(0, 100, n)
        for _ in range(200):
            value = chance.uniform(drives[0] * 0.9, drives[-1] * 1.1)
            # Between two of the 21 quantiles the place is not known any better.
            assert abs(compute_percentile(value, quantiles) - np.interp(value, drives, exact)) <= 5, (
                n,
                value,
            )
        for level, quantile in zip(LEVELS, quantiles, strict=True):
            assert compute_percentile(quantile, quantiles) == pytest.approx(level)
    assert compute_percentile(2.0, [1.0] * 5 + [2.0] * 11 + [3.0] * 5) == 50


def test_a_sentence_has_the_place_and_what_it_is_among() -> None:
    many = Figure(quantiles=[3.0e9 + 1e7 * level for level in LEVELS])
    few = Figure(range=(2.9e9, 3.4e9))
    for bw, cell, said in (
        (3.08e9, _cell(many), "3.08 GB/s, 8th percentile of 41 drives in 9 labs at Gen4 x4"),
        (2.5e9, _cell(many), "2.50 GB/s, below the lowest (3.00 GB/s) of 41 drives in 9 labs at Gen4 x4"),
        (4.5e9, _cell(many), "4.50 GB/s, above the highest (4.00 GB/s) of 41 drives in 9 labs at Gen4 x4"),
        (
            3.1e9,
            _cell(few, drives=2, labs=1),
            "3.10 GB/s, between the lowest (2.90 GB/s) and the highest (3.40 GB/s) of 2 drives in 1 lab at Gen4 x4",
        ),
        (
            3.22e9,
            _cell(many, firmware="OLD1"),
            "3.22 GB/s, 22nd percentile of 41 drives in 9 labs at Gen4 x4 with firmware OLD1",
        ),
        (
            3.22e9,
            _cell(many, firmware=None, layout="raid5 x4"),
            "3.22 GB/s, 22nd percentile of 41 arrays in 9 labs at Gen4 x4 with unknown firmware",
        ),
    ):
        compared = _compare(bw, ("Lab 7", cell))
        assert compared is not None
        assert compared.compared_with == "reference_set"
        assert compared.sentence == f"1 MiB sequential reads: {said} (reference set of Lab 7)."
        assert compared.text == ()
    assert compare_with_sets([]) is None
    unknown = compare_with_sets([CellOfRun(_measure(3.22e9), None, _cell(many, firmware=None), "Lab 7")])
    assert unknown is not None and "with unknown firmware" in unknown.sentence


def test_sets_stay_side_by_side_and_a_difference_beyond_their_spread_is_said() -> None:
    ours = Figure(quantiles=[3.0e9 + 1e7 * level for level in LEVELS])
    near = Figure(quantiles=[3.1e9 + 1e7 * level for level in LEVELS])
    far = Figure(quantiles=[5.0e9 + 1e7 * level for level in LEVELS])
    compared = _compare(
        3.08e9,
        ("Lab 8", _cell(near, drives=20, labs=1)),
        ("Lab 7", _cell(ours)),
        ("Lab 9", _cell(far, drives=12, labs=1)),
        ("Lab 7", _cell(far, drives=60, firmware="6C00")),
    )
    assert compared is not None
    assert "8th percentile of 41 drives" in compared.sentence
    assert compared.text == (
        "Reference set of Lab 8: below the lowest (3.10 GB/s) of 20 drives.",
        "Reference set of Lab 9: below the lowest (5.00 GB/s) of 12 drives. The two sets differ beyond their spread.",
        "With firmware 6C00: 5.25 GB/s to 5.75 GB/s (60 drives, reference set of Lab 7).",
    )

"""The soak tells growth from a flat line."""

from importlib import import_module

import pytest

soak = import_module("soak")


def test_a_flat_line_after_warming_up_is_no_growth() -> None:
    warm = [soak.Sample(100 + 10 * i, 20, 8) for i in range(5)]
    assert soak.find_growth(warm + [soak.Sample(150 + i % 3, 20 + i % 2, 8) for i in range(10)]) == []


def test_steady_growth_is_found_in_each_of_the_three() -> None:
    assert soak.find_growth([soak.Sample(200 + 2 * i, 20, 8) for i in range(30)]) == [
        "memory grew from 229 to 249 MB"
    ]
    assert soak.find_growth([soak.Sample(200, 20 + i, 8) for i in range(30)]) == ["files grew from 34 to 44"]
    assert soak.find_growth([soak.Sample(200, 20, 8 + i) for i in range(30)]) == [
        "threads grew from 22 to 32"
    ]


def test_few_samples_cannot_tell() -> None:
    with pytest.raises(ValueError, match="3 samples are too few"):
        soak.find_growth([soak.Sample(200, 20, 8)] * 3)

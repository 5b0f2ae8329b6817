"""What varies in a chart, how much goes with it, and whether it splits or is asked: planted by hand."""

import numpy as np
import pytest

from fioboard.engine.factors.grouping import Along, Arrangement, Kinds, arrange
from fioboard.engine.words.limits import MAX_CHART_LINES


def arranged(
    values: list[float],
    traits: dict[str, list[int]],
    x: list[int] | None = None,
    along: Along = "factor",
    **axes: str,
) -> Arrangement:
    """One result of each kind."""
    logs = np.log(np.array(values))
    kinds = Kinds(
        x=np.array(x or [0] * len(values)),
        by=np.zeros(len(values), np.intp),
        traits={key: np.array(codes) for key, codes in traits.items()},
        n=np.ones(len(values)),
        sums=logs,
        squares=logs**2,
    )
    return arrange(kinds, axes.values(), along)


def test_alike_runs_are_one_line() -> None:
    found = arranged([1, 2, 3], {"bs": [0, 0, 0]})
    assert (found.split, found.lines.tolist(), found.varies, found.is_asking) == ((), [0, 0, 0], (), False)


def test_what_explains_most_comes_first_and_noise_explains_nothing() -> None:
    """Four runs of each depth: 100 or 200 by size; the engine has nothing to do with it."""
    values = [100.0, 101, 99, 100, 200, 202, 198, 200]
    found = arranged(values, {"ioengine": [0, 1, 1, 0, 0, 1, 1, 0], "bs": [0, 0, 0, 0, 1, 1, 1, 1]})
    assert [one.key for one in found.varies] == ["bs", "ioengine"]
    first, second = (one.explained for one in found.varies)
    assert first == pytest.approx(0.9996, abs=0.0003)
    assert second == 0.0


def test_a_value_measured_once_each_explains_nothing_that_could_be_known() -> None:
    [only] = arranged([1, 2, 3], {"bs": [0, 1, 2]}).varies
    assert only.explained is None


def test_a_host_comes_first_and_what_goes_with_it_is_not_named() -> None:
    found = arranged([1, 1, 9, 9], {"host": [0, 0, 1, 1], "cpu.model": [0, 0, 1, 1], "kernel": [0, 1, 2, 2]})
    assert found.split == ("host", "kernel")


def test_what_follows_from_x_does_not_part_its_line_but_its_point() -> None:
    """A card in another slot has another link; two links in one slot are two kinds."""
    slots = {"pcie.link": [0, 1]}
    assert arranged([1, 2], slots, x=[0, 1], x_key="slot").split == ()
    assert arranged([1, 2], slots, x=[0, 0], x_key="slot").split == ("pcie.link",)
    assert arranged([1, 2], {"kernel": [0, 1]}, x=[0, 1], x_key="slot").split == ("kernel",)


def test_what_a_label_stands_for_does_not_part_its_line() -> None:
    pinned = {"option.cpus_allowed": [0, 1]}
    assert arranged([1, 2], pinned, x=[0, 1], x_key="label.cpus").split == ()
    assert arranged([1, 2], pinned, x=[0, 0], x_key="label.cpus").split == ("option.cpus_allowed",)
    assert arranged([1, 2], {"host": [0, 1]}, x=[0, 1], x_key="label.cpus").split == ("host",)


def test_the_direction_follows_from_the_pattern() -> None:
    assert arranged([1, 2], {"direction": [0, 1]}, x=[0, 1], x_key="rw").split == ()
    assert arranged([1, 2], {"direction": [0, 1]}, x=[0, 0], x_key="rw").split == ("direction",)


def test_over_time_a_machine_may_change_and_a_test_may_not() -> None:
    traits = {"kernel": [0, 1], "label.fan": [0, 1], "bs": [0, 1]}
    assert arranged([1, 2], traits, along="time").split == ("bs",)
    assert arranged([1, 2], traits | {"host": [0, 1]}, along="measured").split == ("host",)


def test_beyond_eight_lines_it_asks_and_hosts_stay_apart() -> None:
    many = list(range(MAX_CHART_LINES + 1))
    asking = arranged([1.0] * len(many), {"bs": many})
    assert (asking.split, asking.is_asking, asking.is_alike.tolist()) == ((), True, [False])
    two = arranged([1.0] * len(many), {"bs": many, "host": [int(n > 0) for n in many]})
    assert (two.split, two.is_asking, two.is_alike.tolist()) == (("host",), True, [True, False])
    assert [one.key for one in two.varies] == ["host", "bs"]
    exactly = arranged([1.0] * MAX_CHART_LINES, {"bs": many[:-1]})
    assert (exactly.split, exactly.is_asking) == (("bs",), False)

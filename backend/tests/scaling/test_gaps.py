"""Seconds without writes and reads, on probes whose outages are planted."""

import pytest
from scale.gaps import Probe, longest_silence, seconds_without
from scale.report import Line, by_kind, table


def probes(*, failing: range = range(0), every_s: float = 0.5, number: int = 40) -> list[Probe]:
    return [Probe(count * every_s, count not in failing) for count in range(number)]


def test_an_outage_lasts_from_the_first_failure_to_the_next_success() -> None:
    assert seconds_without(probes(), 0, 20) == 0
    assert seconds_without(probes(failing=range(10, 16)), 0, 20) == pytest.approx(3.0)


def test_only_the_span_counts_and_two_outages_add_up() -> None:
    failing = probes(failing=range(2, 4))[:20] + probes(failing=range(30, 33))[20:]
    assert seconds_without(failing, 0, 20) == pytest.approx(2.5)
    assert seconds_without(failing, 10, 20) == pytest.approx(1.5)


def test_an_outage_that_never_ends_lasts_to_the_end() -> None:
    assert seconds_without(probes(failing=range(30, 40)), 0, 25) == pytest.approx(10.0)


def test_order_of_answers_does_not_matter() -> None:
    """An answer that came late is noted after those to later probes."""
    mixed = probes(failing=range(10, 16))
    assert seconds_without(mixed[::-1], 0, 20) == pytest.approx(3.0)


def test_a_stuck_prober_is_a_gap_when_it_failed_last_and_a_silence_in_any_case() -> None:
    stuck = [Probe(0, True), Probe(1, False), Probe(9, True), Probe(10, True)]
    assert seconds_without(stuck, 0, 10.5) == pytest.approx(8.0)
    assert longest_silence(stuck, 0, 10.5) == pytest.approx(8.0)


def test_the_table_adds_up() -> None:
    lines = [
        Line("a", 10.0, 1.5, 0.5, 7, 0, 0),
        Line("b", 4.0, 0.0, 0.0, 3, 1, 2),
        Line("a", 6.0, 9.0, 0.0, 1, 0, 0),
    ]
    assert table(lines).splitlines()[-1] == "|  | **all** | 20 s | 10.5 | 0.5 | 11 | 1 | 2 |"
    assert by_kind(lines).splitlines()[2] == "| a | 2 | 1.5, 9.0 | 0.0, 0.5 |"

"""One link: rates and ceilings against the table of the PCI Express specification, and its class from both ends."""

import pytest

from fioboard.engine.hardware.inventory.link import (
    End,
    classify,
    compute_ceiling,
    compute_rate,
    find_payload_range,
)

# GB/s: rate x1, x2, x4, x8, x16, ceiling for reads at 256 bytes x4, x8, x16.
TABLE = {
    2.5: (0.250, 0.500, 1.000, 2.000, 4.000, 0.91, 1.83, 3.66),
    5.0: (0.500, 1.000, 2.000, 4.000, 8.000, 1.83, 3.66, 7.31),
    8.0: (0.985, 1.969, 3.938, 7.877, 15.754, 3.60, 7.20, 14.40),
    16.0: (1.969, 3.938, 7.877, 15.754, 31.508, 7.20, 14.40, 28.81),
    32.0: (3.938, 7.877, 15.754, 31.508, 63.015, 14.40, 28.81, 57.61),
    64.0: (8.000, 16.000, 32.000, 64.000, 128.000, 27.76, 55.53, 111.06),
}


@pytest.mark.parametrize("gts", TABLE)
def test_rates_and_ceilings_are_those_of_the_table(gts: float) -> None:
    rates, ceilings = TABLE[gts][:5], TABLE[gts][5:]
    assert [round(compute_rate(gts, lanes) / 1e9, 3) for lanes in (1, 2, 4, 8, 16)] == list(rates)
    found = [compute_ceiling(gts, lanes, 256, "read") / 1e9 for lanes in (4, 8, 16)]
    assert found == pytest.approx(ceilings, abs=0.006)


@pytest.mark.parametrize(
    ("payload", "read", "write"),
    [(64, 0.727, 0.762), (128, 0.842, 0.865), (256, 0.914, 0.928), (512, 0.955, 0.962)],
)
def test_overhead_depends_on_payload_and_direction(payload: int, read: float, write: float) -> None:
    full = compute_rate(8.0, 4)
    assert round(compute_ceiling(8.0, 4, payload, "read") / full, 3) == read
    assert round(compute_ceiling(8.0, 4, payload, "write") / full, 3) == write


@pytest.mark.parametrize(
    ("payloads", "expected"),
    [
        ([256, 512, 256], (256, 256)),
        ([512, 512], (512, 512)),
        ([], (128, 256)),
        ([None, None], (128, 256)),
        ([None, 128], (128, 128)),
        ([None, 512], (128, 256)),
    ],
)
def test_payload_is_the_least_along_the_chain_or_a_range(
    payloads: list[int | None], expected: tuple[int, int]
) -> None:
    assert find_payload_range(payloads) == expected


GEN4_X4, GEN3_X4, GEN4_X2 = (16.0, 4), (8.0, 4), (16.0, 2)


@pytest.mark.parametrize(
    ("port", "device", "trained", "seen", "kind", "severity"),
    [
        (GEN4_X4, GEN4_X4, GEN4_X4, None, "full", "none"),
        (GEN4_X4, GEN4_X4, GEN4_X2, None, "downgraded-width", "warning"),
        (GEN4_X4, GEN4_X4, GEN3_X4, GEN3_X4, "downgraded-speed", "warning"),
        (GEN4_X4, GEN4_X4, GEN3_X4, None, "idle-downshift", "none"),
        (GEN4_X4, GEN4_X4, (2.5, 4), GEN4_X4, "full", "none"),
        (GEN3_X4, GEN4_X4, GEN3_X4, None, "port-limited", "info"),
        (GEN4_X2, GEN4_X4, GEN4_X2, None, "port-limited", "info"),
        (GEN4_X4, GEN3_X4, GEN3_X4, None, "device-limited", "none"),
        ((16.0, 16), GEN4_X4, GEN4_X4, None, "device-limited", "none"),
        (GEN4_X4, (None, None), GEN3_X4, None, "unknown", "none"),
        (None, GEN4_X4, GEN3_X4, None, "unknown", "none"),
        (None, GEN4_X4, GEN4_X4, None, "full", "none"),
    ],
)
def test_a_link_is_classified_from_both_ends(
    port: tuple[float, int] | None,
    device: tuple[float | None, int | None],
    trained: tuple[float, int],
    seen: tuple[float, int] | None,
    kind: str,
    severity: str,
) -> None:
    upper = End(*trained, *port) if port else None
    link = classify(upper, End(*trained, *device), seen)
    assert (link.kind, link.severity, link.is_under_load) == (kind, severity, seen is not None)


def test_under_load_counts_what_was_seen_not_what_was_read_when_idle() -> None:
    link = classify(End(2.5, 4, 16.0, 4), End(2.5, 4, 16.0, 4), (16.0, 4))
    assert str(link) == "Gen4 x4"
    assert link.rate == compute_rate(16.0, 4)


def test_nothing_known_gives_no_figure() -> None:
    link = classify(None, End(), None)
    assert (link.rate, link.ceiling((128, 256), "read"), str(link)) == (None, None, "unknown")

"""When a drive slowed down as it became hot."""

from collections.abc import Callable
from typing import Any

import pytest

from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.hardware.inventory.samples import read_samples
from fioboard.engine.rules import RunFacts, judge
from fioboard.engine.rules.finding import Finding
from tests.engine.rules.facts import DRIVE, GB, ROOT, result
from tests.factories.machine import document, drive, function, targets

LIMIT = 80


def on_drive(
    temperature: Callable[[int], float],
    moved: Callable[[int], float],
    *,
    counter: int = 0,
    groups: int = 1,
    limit: int | None = LIMIT,
    seconds: int = 180,
) -> Finding | None:
    """What the rule says of one NVMe drive, sampled once a second."""
    times = range(seconds)
    series = [
        ("temperature_c", None, [temperature(n) for n in times]),
        ("bw_bytes_per_s", "write", [moved(n) * GB for n in times]),
    ]
    sides: list[dict[str, Any]] = [{"disks": {"nvme0n1": {"t1_transitions": n}}} for n in (0, counter)]
    samples = read_samples(
        {
            "schema": 1,
            "t_ms": [1000 * n for n in times],
            "series": [
                {"subject": "disk:nvme0n1", "metric": metric, "direction": way, "values": values}
                for metric, way, values in series
            ],
            "before": sides[0],
            "after": sides[1],
        }
    )
    machine = document({ROOT: function(None), DRIVE: drive(ROOT)})
    machine["disks"]["nvme0n1"] |= {"temperature_warning_c": limit}
    path = resolve(machine, targets("nvme0n1"), samples=samples)
    facts = RunFacts(
        results=[result(direction="write", rw="write", group=n) for n in range(groups)],
        path=path,
        document=machine,
        samples=samples,
    )
    return next((f for f in judge(facts).findings if f.id == "thermal-throttling"), None)


def warming(n: int) -> float:
    """One degree every 2 s from 40 °C to 85 °C: within 2 °C of its warning from 76 s on."""
    return min(85.0, 40 + n / 2)


def falling(to: float, at: int = 84) -> Callable[[int], float]:
    return lambda n: 2.0 if n < at else 2.0 * to


@pytest.mark.parametrize(
    ("temperature", "moved", "more", "expected"),
    [
        (warming, falling(0.6), {}, "likely"),
        (warming, falling(0.6), {"counter": 2}, "certain"),
        (warming, falling(0.89), {}, "likely"),
        (warming, falling(0.91), {}, None),
        (warming, falling(1.0), {"counter": 2}, "certain"),  # the counter alone, and no moment
        (warming, falling(0.6, at=50), {}, None),  # it fell before it was hot
        (warming, falling(0.6, at=110), {}, None),  # and long after
        (warming, falling(0.0), {}, None),  # it ended
        (lambda _: 85.0, falling(0.6), {}, None),  # hot from the beginning
        (lambda n: min(77.9, warming(n)), falling(0.6), {}, None),  # never near its warning
        (warming, falling(0.6), {"limit": None}, None),
        (warming, falling(0.6), {"groups": 2}, None),  # jobs one after another
        (warming, falling(0.6), {"seconds": 90}, None),  # too little after it
        (warming, lambda n: 2.0 * (1 - n / 300), {}, None),  # it fell all the time
    ],
)
def test_the_moment_of_heat(
    temperature: Callable[[int], float],
    moved: Callable[[int], float],
    more: dict[str, Any],
    expected: str | None,
) -> None:
    finding = on_drive(temperature, moved, **more)
    assert (finding.confidence if finding else None) == expected


def test_what_is_said() -> None:
    alone = on_drive(warming, falling(0.6))
    assert alone is not None
    assert alone.text == (
        "nvme0n1 reached 78 °C at 76 s, within 2 °C of its warning threshold or above, and moved 40 % less within "
        "30 s: most likely heat."
    )
    told = {e.name: (e.value, e.unit) for e in alone.evidence}
    assert told == {
        "from": (76.0, "s"),
        "temperature": (78.0, "°C"),
        "warning from": (80, "°C"),
        "before": (2_000_000_000, "bytes/s"),
        "after": (1_200_000_000, "bytes/s"),
    }
    counted = on_drive(warming, falling(0.6), counter=2)
    assert counted is not None
    assert counted.text == "nvme0n1 slowed down because of heat from 76 s on, at 78 °C: it moved 40 % less."
    assert counted.evidence[0].value == 2

"""Steps and trends of the bandwidth while a run was under way."""

from collections.abc import Sequence

import pytest

from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.hardware.inventory.samples import Sampled, Samples
from fioboard.engine.rules import RunFacts, judge
from tests.engine.rules.facts import DRIVE, ROOT, result, spoken
from tests.factories.machine import document, drive, function, targets

INVENTORY = document({ROOT: function(None), DRIVE: drive(ROOT)})
DISK = next(iter(INVENTORY["disks"]))


def judged(values: Sequence[float | None]) -> dict[str, str]:
    """What both rules say of reads of this bandwidth, MB/s, one a second."""
    line = [None if value is None else value * 1e6 for value in values]
    series = [Sampled(f"disk:{DISK}", "bw_bytes_per_s", "read", [1000 * n for n in range(len(line))], line)]
    samples = Samples(series=series)
    path = resolve(INVENTORY, targets(DISK), samples=samples)
    said = judge(RunFacts(results=[result()], path=path, document=INVENTORY, samples=samples))
    return {rule: spoken(rule, said) for rule in ("cliff", "not-steady")}


def waves(mean: float, count: int, share: float) -> list[float]:
    """Up and down by a share, each second."""
    return [mean * (1 + share * (1 if n % 2 else -1)) for n in range(count)]


@pytest.mark.parametrize(
    ("values", "cliff", "steady"),
    [
        ([1000] * 62, "fine", "fine"),
        ([1000] * 30 + [690] * 32, "info", "silent"),
        ([1000] * 30 + [710] * 32, "fine", "info"),
        # Too near an end to be more than a start or a last wait.
        ([1000] * 4 + [500] * 58, "fine", "fine"),
        # Noise that would hide a step, on a mean that stays.
        (waves(1000, 62, 0.2), "fine", "fine"),
        (waves(1000, 30, 0.2) + waves(600, 32, 0.2), "fine", "info"),
        # A trend without a step.
        ([1000 - 3 * n for n in range(62)], "fine", "info"),
        ([1000 - n for n in range(62)], "fine", "fine"),
        # It came back: no cache that was used up.
        ([1000] * 20 + [400] * 20 + [1000] * 22, "fine", "info"),
        # Starting and ending is no step.
        ([0, 0, 300] + [1000] * 60 + [200, 0], "fine", "fine"),
        ([1000] * 20, "silent", "silent"),
        ([1000] * 40, "fine", "silent"),
        ([None] * 62, "silent", "silent"),
    ],
)  # fmt: skip
def test_how_it_went_on(values: Sequence[float | None], cliff: str, steady: str) -> None:
    assert judged(values) == {"cliff": cliff, "not-steady": steady}


def test_without_samples_nothing_is_claimed() -> None:
    path = resolve(INVENTORY, targets(DISK))
    said = judge(RunFacts(results=[result()], path=path, document=INVENTORY))
    assert (spoken("cliff", said), spoken("not-steady", said)) == ("unknown: samples", "unknown: samples")

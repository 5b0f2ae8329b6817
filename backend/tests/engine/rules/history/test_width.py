"""Arrays of more and more drives."""

from collections.abc import Mapping

import pytest

from fioboard.engine.rules.history import Measured
from tests.engine.rules.history.alone import found, measured, said

# Case 001: GB/s by drives.
GPU_SERVER: Mapping[int, float] = {2: 6.51, 3: 9.32, 4: 9.47}


def arrays(rates: Mapping[int, float], first: int) -> list[Measured]:
    runs = [
        measured(
            n,
            None,
            bw_bytes_per_s=int(rate * 1e9),
            rw="read",
            bs_bytes=32_000_000,
            setting={"raid.width": width, "drive.count": width, "target.path": f"/dev/md{width}"},
        )
        for n, (width, rate) in enumerate(rates.items())
    ]
    return sorted(runs, key=lambda one: one.setting["raid.width"] != first)


def test_the_knee_is_at_three_drives() -> None:
    assert said("width-knee", *arrays(GPU_SERVER, 4)) == (
        "From 3 to 4 drives, 32 MB sequential reads gained only 150 MB/s, 5 % of one drive: probably a shared component "
        "limits them to about 9.47 GB/s."
    )
    finding = found("width-knee", *arrays(GPU_SERVER, 4))
    assert finding is not None and finding.headline is None


@pytest.mark.parametrize(
    ("rates", "first", "sentence"),
    [
        (GPU_SERVER, 3, "silent"),
        (GPU_SERVER, 2, "silent"),
        ({1: 3.0, 2: 6.0, 3: 8.9, 4: 11.8}, 4, "fine"),
        ({1: 3.0, 2: 6.0, 4: 8.0}, 4, "fine"),
        ({1: 3.0, 2: 4.0, 3: 4.2}, 3, "fine"),
    ],
    ids=["at the knee", "narrowest", "grows", "gains a third of a drive each", "was poor before"],
)
def test_no_knee(rates: Mapping[int, float], first: int, sentence: str) -> None:
    assert said("width-knee", *arrays(rates, first)) == sentence

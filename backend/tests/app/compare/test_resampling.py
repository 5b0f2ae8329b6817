"""The second interval over HTTP: beside the one that decides, the same for everybody, with runs' logs where stored."""

import csv
import io
from typing import Any

import numpy as np
import pytest
from httpx2 import AsyncClient

from fioboard.app.compare import resampling
from fioboard.app.compare.resampling import Bound, compute_block_means
from fioboard.engine.answers.compare import CompareOut
from fioboard.engine.answers.compare_evidence import BootstrapsOut
from fioboard.engine.stats.bootstrap import BLOCKS, RESAMPLES
from fioboard.store.derive.series import pack
from tests.app.compare.conftest import Sender, randread, runs
from tests.shapes import shape_of

pytestmark = pytest.mark.anyio
URL = "/api/v1/compare"
BASE, NEW = (1000, 1010, 990, 1002), (1300, 1310, 1295, 1301)


def log(*iops: int) -> dict[str, bytes]:
    """fio's IOPS log of one clone, averaged over seconds."""
    lines = (f"{(i + 1) * 1000}, {value}, 0, 0, 0\n" for i, value in enumerate(iops))
    return {"x_iops.1.log": "".join(lines).encode()}


async def whole(client: AsyncClient, base: str, new: str, **more: Any) -> dict[str, Any]:
    answer = await client.get(URL, params={"base": base, "new": new} | more)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    shape_of(CompareOut).validate_python(found)
    return found


async def opened(client: AsyncClient, base: str, new: str, key: str, **more: Any) -> Any:
    answer = await client.get(
        f"{URL}/bootstrap", params={"base": base, "new": new, "workload": key, "metric": "iops"} | more
    )
    assert answer.status_code == 200, answer.text
    shape_of(BootstrapsOut).validate_python(answer.json())
    return answer.json()["parts"][0]["iops"]


async def test_it_stands_beside_the_interval_that_decides(client: AsyncClient, send: Sender) -> None:
    base, new = [runs(*[await send(randread(v)) for v in side]) for side in (BASE, NEW)]
    plain = (await whole(client, base, new))["workloads"][0]
    assert plain["metrics"]["iops"]["bootstrap"] is None
    asked = (await whole(client, base, new, bootstrap="true"))["workloads"][0]
    mine = asked["metrics"]["iops"].pop("bootstrap")
    plain["metrics"]["iops"].pop("bootstrap")
    assert asked["metrics"]["iops"] == plain["metrics"]["iops"]  # it decides nothing
    low, high = mine["ci95"]
    assert mine["ratio"] == pytest.approx(1.3, rel=0.01)
    assert low < mine["ratio"] < high
    assert (mine["levels"], mine["runs_with_blocks"], mine["resamples"]) == (["run"], 0, RESAMPLES)
    assert 70 < mine["holds_percent"] < 95
    assert mine["reason"] is None
    assert await opened(client, base, new, plain["key"]) == mine


@pytest.mark.nightly
async def test_figures_follow_from_the_runs_not_from_their_order(client: AsyncClient, send: Sender) -> None:
    base, new = [await send(randread(v)) for v in BASE], [await send(randread(v)) for v in NEW]
    key = (await whole(client, runs(*base), runs(*new)))["workloads"][0]["key"]
    one = await opened(client, runs(*base), runs(*new), key)
    assert await opened(client, runs(*reversed(base)), runs(*reversed(new)), key) == one
    back = await opened(client, runs(*new), runs(*base), key)
    assert back["seed"] == one["seed"]
    assert back["ci95"] == pytest.approx([1 / one["ci95"][1], 1 / one["ci95"][0]])
    fewer = await opened(client, runs(*base[1:]), runs(*new), key)
    assert fewer["seed"] != one["seed"]


@pytest.mark.nightly
async def test_runs_with_logs_are_resampled_within(client: AsyncClient, send: Sender) -> None:
    swing = [700, 1300] * 15 + [400, 1600] * 5
    base = runs(*[await send(randread(v), logs=log(*swing)) for v in BASE])
    new = runs(*[await send(randread(v), logs=log(*swing[:19])) for v in NEW])
    key = (await whole(client, base, new))["workloads"][0]["key"]
    found = await opened(client, base, new, key)
    # 40 points make ten blocks, 19 do not.
    assert (found["levels"], found["runs_with_blocks"]) == (["run", "block"], 4)
    assert found["holds_percent"] is None  # it depends on the noise inside the runs
    answer = await client.get(URL, params={"base": base, "new": new, "metric": "iops", "format": "markdown"})
    assert "is shown for information only." in answer.text
    answer = await client.get(
        f"{URL}/bootstrap", params={"base": base, "new": new, "workload": key, "metric": "bw_bytes_per_s"}
    )
    assert answer.json()["parts"][0]["bw_bytes_per_s"]["levels"] == ["run"]  # another metric's log


async def test_log_of_several_results_is_nobody_s(client: AsyncClient, send: Sender) -> None:
    jobs = randread(1000), randread(1000, "other", bs="8k")
    base = runs(*[await send(*jobs, logs=log(*[1000] * 40)) for _ in range(3)])
    new = runs(*[await send(*jobs) for _ in range(3)])
    key = (await whole(client, base, new))["workloads"][0]["key"]
    assert (await opened(client, base, new, key))["runs_with_blocks"] == 0


async def test_too_few_runs_are_told_with_the_reason(client: AsyncClient, send: Sender) -> None:
    base, new = runs(await send(randread(1000))), runs(await send(randread(1100)))
    found = await whole(client, base, new, bootstrap="true")
    mine = found["workloads"][0]["metrics"]["iops"]["bootstrap"]
    assert (mine["ci95"], mine["holds_percent"], mine["reason"]) == (
        None,
        None,
        "Fewer than 3 runs on a side.",
    )
    missing = found["workloads"][0]["metrics"].get("slat_mean_ns")
    assert missing is None or missing["bootstrap"] is not None


@pytest.mark.nightly
async def test_more_than_can_be_drawn_is_not_drawn(
    client: AsyncClient, send: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    base, new = [runs(*[await send(randread(v)) for v in side]) for side in (BASE, NEW)]
    few = Bound(8, "Too many to draw here.")
    monkeypatch.setattr(resampling, "OF_ANSWER", few)
    found = await whole(client, base, new, bootstrap="true")
    mine = found["workloads"][0]["metrics"]["iops"]["bootstrap"]
    assert (mine["ratio"], mine["ci95"], mine["reason"]) == (None, None, few.reason)
    key = found["workloads"][0]["key"]
    assert (await opened(client, base, new, key))["ci95"] is not None  # one metric of one workload: 8 values


async def test_exports_have_it_in_columns_of_its_own(client: AsyncClient, send: Sender) -> None:
    base, new = [runs(*[await send(randread(v)) for v in side]) for side in (BASE, NEW)]
    cell = (await whole(client, base, new, bootstrap="true"))["workloads"][0]["metrics"]["iops"]
    query = {"base": base, "new": new}
    table = csv.DictReader(io.StringIO((await client.get(URL, params=query | {"format": "csv"})).text))
    line = next(line for line in table if line["metric"] == "iops")
    names = ("bootstrap_ratio", "bootstrap_ci95_low", "bootstrap_ci95_high", "bootstrap_seed")
    mine = cell["bootstrap"]
    assert [float(line[name]) for name in names] == [mine["ratio"], *mine["ci95"], mine["seed"]]
    assert (line["bootstrap_levels"], line["bootstrap_resamples"]) == ("run", str(RESAMPLES))
    text = (await client.get(URL, params=query | {"format": "markdown"})).text
    assert "| Verdict | Bootstrap |" in text
    assert f"| better | {mine['ci95'][0]:.3f} to {mine['ci95'][1]:.3f} |" in text
    assert f"about {mine['holds_percent']} times in 100" in text


def test_blocks_of_clones_add_up_and_a_stall_counts_as_time() -> None:
    def packed(times: list[int], values: list[float]) -> bytes:
        return pack(np.array(times, dtype=np.int64), np.array(values))

    seconds = [1000 * (i + 1) for i in range(2 * BLOCKS)]
    steady = packed(seconds, [100.0] * 2 * BLOCKS)
    assert compute_block_means([steady, steady], is_rate=True) == pytest.approx(np.full(BLOCKS, 200))
    assert compute_block_means([steady, steady], is_rate=False) == pytest.approx(np.full(BLOCKS, 100))
    # Nothing for six seconds before the last block: two windows' worth in eight seconds.
    stalled = packed([*seconds[:-2], seconds[-2] + 6000, seconds[-1] + 6000], [100.0] * 2 * BLOCKS)
    assert compute_block_means([stalled], is_rate=True) == pytest.approx([100.0] * (BLOCKS - 1) + [25])
    assert compute_block_means([stalled], is_rate=False) == pytest.approx(np.full(BLOCKS, 100))
    assert compute_block_means([], is_rate=True) is None
    # per_job_logs=0: each job's lines behind those of the one before.
    assert compute_block_means([packed(seconds * 2, [100.0] * 4 * BLOCKS)], is_rate=True) is None
    assert compute_block_means([packed(seconds * 2, [100.0] * 4 * BLOCKS)], is_rate=False) is None
    assert compute_block_means([steady, packed(seconds[:5], [100.0] * 5)], is_rate=True) is None
    assert (
        compute_block_means([packed(seconds, [0.0] * 2 + [100.0] * (2 * BLOCKS - 2))], is_rate=True) is None
    )

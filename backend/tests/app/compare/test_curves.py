"""Distributions, time series, what to compare with, and exports."""

import csv
import io
from typing import Any

import numpy as np
import orjson
import pytest
from httpx2 import AsyncClient

from fioboard.engine.answers.choices import ChoicesOut
from fioboard.engine.answers.compare_curves import DistributionOut, TimeSeriesCompareOut
from fioboard.engine.formats.fio.model.histogram import find_bucket, get_midpoint
from fioboard.engine.stats.over_time.points import SEVERAL_JOBS
from tests.app.compare.conftest import Sender, randread, runs
from tests.factories.fio_output import direction, document, job, latency
from tests.factories.upload import inventory
from tests.shapes import shape_of

pytestmark = pytest.mark.anyio
URL = "/api/v1/compare"


def with_bins(mean_ns: int) -> dict[str, Any]:
    """1,000 I/Os around a mean, counted as json+ does."""
    values = np.array([mean_ns + step * (mean_ns // 20) for step in range(-5, 5)])
    bins = dict.fromkeys(get_midpoint(find_bucket(values)).tolist(), 100)
    return randread(1000) | {
        "read": direction(iops=1000, clat_mean_ns=mean_ns, clat_ns=latency(mean_ns, 1000, bins))
    }


async def row_of(client: AsyncClient, base: str, new: str) -> str:
    answer = await client.get(URL, params={"base": base, "new": new})
    return str(answer.json()["workloads"][0]["key"])


async def test_distributions_are_merged_and_shifts_have_intervals(client: AsyncClient, send: Sender) -> None:
    base = [await send(with_bins(v)) for v in (100_000, 101_000, 102_000, 99_000)]
    new = [await send(with_bins(v)) for v in (200_000, 202_000, 204_000, 198_000)]
    base.append(await send(randread(1000)))
    key = await row_of(client, runs(*base), runs(*new))
    answer = await client.get(
        f"{URL}/distribution", params={"base": runs(*base), "new": runs(*new), "workload": key}
    )
    assert answer.status_code == 200, answer.text
    found = answer.json()
    shape_of(DistributionOut).validate_python(found)
    ours, theirs = found["sides"]
    assert (ours["runs"], ours["runs_without_bins"], ours["n"]) == (4, 1, 4000)
    assert ours["cdf"][-1]["share"] == 1
    assert [p["share"] for p in ours["cdf"]] == sorted(p["share"] for p in ours["cdf"])
    by_percentile = {s["percentile"]: s for s in found["shifts"][0]}
    assert by_percentile[50]["ratio"] == pytest.approx(2, rel=0.03)
    low, high = by_percentile[50]["ratio_ci95"]
    assert 1.9 < low < 2 < high < 2.1
    assert by_percentile[99.99]["ratio"] is None  # 1,000 I/Os never reach one in ten thousand
    assert by_percentile[99.99]["base_runs"] == 0
    merged = {p["percentile"]: p for p in theirs["percentiles"]}
    assert merged[50]["low_ns"] <= merged[50]["ns"] <= merged[50]["high_ns"]


async def test_runs_without_bins_have_empty_curves(client: AsyncClient, send: Sender) -> None:
    base, new = await send(randread(1000)), await send(randread(1100))
    key = await row_of(client, runs(base), runs(new))
    answer = await client.get(
        f"{URL}/distribution", params={"base": runs(base), "new": runs(new), "workload": key}
    )
    assert [(s["n"], s["cdf"], s["percentiles"]) for s in answer.json()["sides"]] == [(0, [], [])] * 2


async def test_unknown_workload_is_named(client: AsyncClient, send: Sender) -> None:
    base, new = await send(randread(1000)), await send(randread(1100))
    query = {"base": runs(base), "new": runs(new), "workload": "0" * 12}
    for path in ("bootstrap", "distribution", "time-series"):
        answer = await client.get(f"{URL}/{path}", params=query)
        assert (answer.status_code, answer.json()["error"]) == (404, "NotFound")


async def test_series_start_with_their_run_and_keep_gaps(client: AsyncClient) -> None:
    """Status intervals at 1, 2 and 4 s: nothing is drawn where nothing was measured."""
    ids = []
    for ios in (1000, 2000):
        snapshots = b"".join(
            orjson.dumps(
                document(
                    job("job", read=direction(iops=ios, runtime_ms=ms)), timestamp=1_790_000_000 + ms // 1000
                )
            )
            for ms in (1000, 2000, 4000)
        )
        answer = await client.post("/api/v1/import", params={"host": f"h{ios}"}, content=snapshots)
        assert answer.status_code == 201, answer.text
        ids.append(answer.json()["runs"][0]["id"])
    base, new = (runs(run_id) for run_id in ids)
    key = await row_of(client, base, new)
    answer = await client.get(
        f"{URL}/time-series", params={"base": base, "new": new, "workload": key, "metric": "iops"}
    )
    assert answer.status_code == 200, answer.text
    found = answer.json()
    shape_of(TimeSeriesCompareOut).validate_python(found)
    [[ours], [theirs]] = found["sides"]
    assert [p["mean"] for p in ours["points"]] == pytest.approx([1000] * 3)
    assert [p["mean"] for p in theirs["points"]] == pytest.approx([2000] * 3)
    times = [p["t_ms"] for p in ours["points"]]
    assert [abs(t - ms) < found["bucket_ms"] for t, ms in zip(times, (1000, 2000, 4000), strict=True)] == [
        True
    ] * 3


async def test_lines_of_several_jobs_in_one_log_are_no_curve(client: AsyncClient, send: Sender) -> None:
    """per_job_logs=0: fio writes each job's lines behind those of the one before."""
    lines = "".join(f"{(i + 1) * 1000}, 100, 0, 0, 0\n" for i in range(4))
    one = await send(randread(1000), logs={"x_iops.log": (lines * 2).encode()})
    other = await send(randread(1000), logs={"x_iops.log": lines.encode()})
    base, new = runs(one), runs(other)
    key = await row_of(client, base, new)
    answer = await client.get(
        f"{URL}/time-series", params={"base": base, "new": new, "workload": key, "metric": "iops"}
    )
    [[ours], [theirs]] = answer.json()["sides"]
    assert (ours["points"], ours["reason"]) == ([], SEVERAL_JOBS)
    assert (len(theirs["points"]), theirs["reason"]) == (4, None)


async def test_choices_are_what_stands_beside_a_run(client: AsyncClient, send: Sender) -> None:
    old = inventory(os={"name": "Debian", "kernel": "6.1.0"})
    before = [
        await send(randread(v), hardware=old, started_at=f"2026-11-0{d}T00:00:00Z")
        for d, v in ((1, 1000), (2, 1010))
    ]
    now = [await send(randread(v), started_at=f"2026-11-1{d}T00:00:00Z") for d, v in ((1, 1200), (2, 1210))]
    elsewhere = await send(randread(900), host="saturn", started_at="2026-11-05T00:00:00Z")
    await send(randread(900, rw="read"), host="neptune", started_at="2026-11-05T00:00:00Z")
    answer = await client.get(f"{URL}/choices", params={"run": now[1]})
    shape_of(ChoicesOut).validate_python(answer.json())
    found = {item["kind"]: item for item in answer.json()["items"]}
    assert set(found) == {"previous_configuration", "other_host"}
    assert found["previous_configuration"]["base"] == runs(*sorted(before))
    assert found["previous_configuration"]["new"] == runs(*sorted(now))
    assert found["other_host"]["base"] == runs(elsewhere)
    assert "saturn" in found["other_host"]["title"]
    compared = await client.get(URL, params={k: found["previous_configuration"][k] for k in ("base", "new")})
    assert compared.json()["workloads"][0]["metrics"]["iops"]["base"]["n"] == 2
    first = await client.get(f"{URL}/choices", params={"run": before[0]})
    assert {item["kind"] for item in first.json()["items"]} == {"other_host"}


async def test_choices_of_an_unknown_run(client: AsyncClient) -> None:
    answer = await client.get(f"{URL}/choices", params={"run": "00000000-0000-7000-8000-000000000000"})
    assert (answer.status_code, answer.json()["error"]) == (404, "RunNotFound")


async def test_csv_holds_every_figure_in_base_units(client: AsyncClient, send: Sender) -> None:
    base = [await send(randread(v)) for v in (1000, 1010, 990, 1002)]
    new = [await send(randread(v)) for v in (1300, 1310, 1295, 1301)]
    query = {"base": runs(*base), "new": runs(*new)}
    whole = (await client.get(URL, params=query)).json()
    answer = await client.get(URL, params=query | {"format": "csv"})
    assert answer.headers["content-type"].startswith("text/csv")
    lines = list(csv.DictReader(io.StringIO(answer.text)))
    by_metric = {line["metric"]: line for line in lines}
    cell = whole["workloads"][0]["metrics"]["iops"]
    assert float(by_metric["iops"]["ratio"]) == cell["ratio"]
    assert float(by_metric["iops"]["ratio_ci95_low"]) == cell["ratio_ci95"][0]
    assert (by_metric["iops"]["base_n"], by_metric["iops"]["verdict"]) == ("4", "better")
    assert len(lines) == len(whole["workloads"][0]["metrics"])


async def test_markdown_is_ready_to_paste_and_lets_nothing_out(client: AsyncClient, send: Sender) -> None:
    nasty = "x|y<script>*"
    base = await send(randread(35_545, nasty), randread(1000, "other"))
    new = await send(randread(23_838, nasty), randread(1000, "other"))
    answer = await client.get(URL, params={"base": runs(base), "new": runs(new), "format": "markdown"})
    text = answer.text
    assert "| Workload | Direction | Metric |" in text
    assert "35.5k IOPS (1) | 23.8k IOPS (1) | × 0.67 | – | no interval | – |" in text
    assert "x\\|y\\<script\\>\\*" in text
    tables = [line for line in text.splitlines() if line.startswith("|")]
    assert {line.replace("\\|", "").count("|") for line in tables} == {10}

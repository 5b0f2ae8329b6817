"""GET /series: every value listed, nothing averaged that must not be, the RAID case as its owner saw it."""

import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.engine.answers.series import SeriesOut
from tests.factories.fio_output import direction, job, output
from tests.factories.imports import OPTIONS, jobs, put
from tests.loops import check_each
from tests.shapes import shape_of

pytestmark = pytest.mark.anyio
URL = "/api/v1/series"
DEEP = {"x": "iodepth", "metric": "iops"}


async def series(client: AsyncClient, **query: object) -> dict[str, object]:
    answer = await client.get(URL, params=query)
    assert answer.status_code == 200, answer.text
    shape_of(SeriesOut).validate_python(answer.json())
    found: dict[str, object] = answer.json()
    return found


def measured(iops: int, n: int = 0, **options: str) -> bytes:
    return output(job("j", read=direction(iops=iops), **{"job options": OPTIONS | options}), timestamp=n)


async def test_a_chart_of_very_many_results_names_no_verdicts(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    await put(client, measured(50, iodepth="1"))
    monkeypatch.setattr("fioboard.app.runs.explore.series.service.MAX_NAMED_VERDICTS", 0)
    [line] = (await series(client, **DEEP))["series"]
    assert [set(value) for value in line["points"][0]["values"]] == [{"run_id", "value"}]


async def test_a_line_of_too_many_points_says_how_many_it_leaves_out(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    for depth in ("1", "2", "4"):
        await put(client, measured(50, iodepth=depth))
    monkeypatch.setattr("fioboard.app.runs.explore.series.lines.MAX_CHART_POINTS", 2)
    [line] = (await series(client, **DEEP))["series"]
    assert ([point["x"] for point in line["points"]], line["points_left_out"]) == ([2, 4], 1)


async def test_mean_interval_and_every_value(client: AsyncClient) -> None:
    ids = [await put(client, measured(iops, n, iodepth="8")) for n, iops in enumerate([10, 20, 30])]
    single = await put(client, measured(50, iodepth="1"))
    found = await series(client, **DEEP)
    [line] = found["series"]
    one, three = line["points"]
    assert (one["x"], one["n"], one["mean"], one["ci95"]) == (1, 1, 50, None)
    assert one["ci95_reason"] == "1 of at least 3 runs"
    assert one["values"] == [{"run_id": single, "value": 50, "verdict": "none"}]
    assert (three["x"], three["n"], three["mean"], three["median"], three["min"], three["max"]) == (
        8,
        3,
        20,
        20,
        10,
        30,
    )
    assert three["ci95"] == [pytest.approx(-4.841, abs=0.001), pytest.approx(44.841, abs=0.001)]
    assert [value["run_id"] for value in three["values"]] == ids
    assert (found["unit"], found["lower_is_better"], found["mixed"]) == ("IOPS", False, [])


async def test_another_workload_is_a_line_of_its_own(client: AsyncClient) -> None:
    await put(client, measured(10, bs="4k"))
    await put(client, measured(90, bs="64k"))
    found = await series(client, **DEEP)
    assert [(line["key"], line["points"][0]["mean"]) for line in found["series"]] == [(4096, 10), (65536, 90)]
    assert (found["split"], found["is_asking"], found["mixed"]) == (
        [{"key": "bs", "title": "Block size"}],
        False,
        [],
    )
    assert (await series(client, **DEEP, by="bs"))["series"] == found["series"]
    filtered = await series(client, **DEEP, bs="64k")
    assert (filtered["series"][0]["points"][0]["mean"], filtered["split"]) == (90, [])


async def test_more_kinds_than_lines_are_asked_for_and_never_averaged(client: AsyncClient) -> None:
    for n in range(9):
        await put(client, measured(10 * (n + 1), bs=f"{2**n}k"))
    found = await series(client, **DEEP)
    [line] = found["series"]
    [point] = line["points"]
    assert (found["is_asking"], line["is_alike"]) == (True, False)
    assert (point["n"], point["mean"], point["median"], point["ci95"]) == (9, None, None, None)
    assert (point["mean_reason"], point["mixed"]) == ("several kinds of runs: bs differ", ["bs"])
    assert [value["value"] for value in point["values"]] == [10 * (n + 1) for n in range(9)]
    assert found["mixed"] == [{"key": "bs", "values": sorted(str(1024 * 2**n) for n in range(9))}]
    [varied] = found["varies"]
    assert (varied["key"], varied["explains_pct"], varied["n"]) == ("bs", None, 9)
    assert varied["values"] == [{"value": 1024 * 2**n, "n": 1} for n in range(9)]


async def test_read_and_write_of_one_job_are_two_lines(client: AsyncClient) -> None:
    both = job(
        "j",
        read=direction(iops=111),
        write=direction(iops=222),
        **{"job options": OPTIONS | {"rw": "randrw"}},
    )
    await put(client, output(both))
    found = await series(client, **DEEP)
    assert [key["key"] for key in found["split"]] == ["direction"]
    assert [(line["key"], line["points"][0]["mean"]) for line in found["series"]] == [
        ("read", 111),
        ("write", 222),
    ]


async def test_no_line_joins_hosts(client: AsyncClient) -> None:
    """Each depth was measured by another host: no point pools them, and a line would."""
    await put(client, measured(10, iodepth="1"), host="old")
    await put(client, measured(90, iodepth="8"), host="new")
    found = await series(client, **DEEP)
    assert [(line["key"], [p["x"] for p in line["points"]]) for line in found["series"]] == [
        ("new", [8]),
        ("old", [1]),
    ]


async def test_percentiles_are_not_averaged(client: AsyncClient) -> None:
    for n in range(3):
        await put(client, output(job(read=direction(clat_mean_ns=100_000 * (n + 1))), timestamp=n))
    by_name = await series(client, x="host", metric="clat_p99_ns")
    [point] = by_name["series"][0]["points"]
    assert (point["mean"], point["median"], point["ci95"]) == (None, 298_000, None)
    assert "not averaged" in point["mean_reason"]
    assert await series(client, x="host", metric="clat", percentile="99") == by_name


async def test_jobs_of_one_run_are_one_repeat(client: AsyncClient) -> None:
    for n in range(2):
        await put(client, jobs({}, {}, {}, timestamp=n))
    [point] = (await series(client, **DEEP))["series"][0]["points"]
    assert (point["n"], point["runs"], point["ci95"]) == (6, 2, None)


async def test_values_have_one_order_however_postgresql_finds_them(
    client: AsyncClient, database: Database
) -> None:
    """Of one run in the order of its output: also when its last result was written first."""
    await put(client, jobs({}, {}, {}, timestamp=1))
    await put(client, jobs({}, timestamp=2))
    before = await series(client, **DEEP)
    [point] = before["series"][0]["points"]
    assert [value["value"] for value in point["values"]] == [1000, 2000, 3000, 1000]
    async with database.driver() as driver, driver.transaction():
        await driver.execute("create temporary table moved on commit drop as select * from result")
        columns = await driver.fetchval(
            """
            select string_agg(quote_ident(attname), ', ') from pg_attribute
            where attrelid = 'result'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
            """
        )
        await driver.execute("delete from result")
        await driver.execute(
            f"insert into result ({columns}) select {columns} from moved order by position desc, run_id desc"
        )
    assert await series(client, **DEEP) == before


async def test_job_options_come_from_the_result_itself(client: AsyncClient) -> None:
    await put(client, jobs({"iodepth": "1"}, {"iodepth": "4"}, {"iodepth": "16"}))
    [line] = (await series(client, **DEEP))["series"]
    assert [(p["x"], p["mean"]) for p in line["points"]] == [(1, 1000), (4, 2000), (16, 3000)]


async def test_the_raid_owners_plateau(client: AsyncClient) -> None:
    """Widths 2, 3, 4 at 6.51, 9.32, 9.47 GB/s; drives rated 3.5: 93, 89, 68 % and a knee at 3."""
    for width, bandwidth in ((2, 6510), (3, 9320), (4, 9470)):
        body = output(
            job(
                "seq",
                read=direction(iops=bandwidth, bs_bytes=10**6),
                **{"job options": OPTIONS | {"rw": "read", "bs": "1000000"}},
            )
        )
        labels = {"label.raid.width": str(width), "label.rated_bw_bytes_per_s": "3500000000"}
        await put(client, body, host="gpu-server", **labels)
    [line] = (await series(client, x="raid.width", metric="bw_bytes_per_s"))["series"]
    assert [p["x"] for p in line["points"]] == [2, 3, 4]
    assert [p["mean"] for p in line["points"]] == [6.51e9, 9.32e9, 9.47e9]
    assert [round(100 * p["rated_ratio"]) for p in line["points"]] == [93, 89, 68]
    assert [round(100 * p["efficiency_ratio"]) for p in line["scaling"]["ideal"]] == [100, 95, 73]
    assert line["scaling"]["knee"] == 3


async def test_a_point_over_several_numbers_of_drives_says_which(client: AsyncClient) -> None:
    """More kinds than lines: what is rated of one drive holds for no point of 2 and 4, nor where one did not tell."""
    for n in range(10):
        labels = {"label.pass": str(n), "label.rated_iops": "1000"}
        if n < 9:
            labels["label.drive.count"] = str(2 + 2 * (n % 2))
        await put(client, measured(10, n, iodepth="8" if n < 9 else "16"), host="a", **labels)
        if n < 1:
            await put(client, measured(10, n, iodepth="16"), host="a", **labels)
    found = await series(client, x="iodepth", metric="iops")
    assert found["is_asking"] is True
    [line] = found["series"]
    assert [(p["x"], p["rated"], p["rated_missing"], p["drive_counts"]) for p in line["points"]] == [
        (8, None, "mixed_drives", [2, 4]),
        (16, None, "mixed_drives", [2, None]),
    ]
    # Each number alone has its line: of two drives together, of four, and none where nobody said how many.
    alone = await series(client, x="iodepth", metric="iops", by="drive.count")
    assert {
        line["values"][0]: [(p["x"], p["rated"], p["rated_missing"]) for p in line["points"]]
        for line in alone["series"]
    } == {
        2: [(8, 2000, None), (16, 2000, None)],
        4: [(8, 4000, None)],
        None: [(16, None, "drives")],
    }


async def test_latency_over_iops_and_history(client: AsyncClient) -> None:
    for n in range(3):
        await put(
            client, measured(1000 * (n + 1), n, iodepth=str(2**n)), started_at=f"2026-11-0{n + 1}T00:00:00Z"
        )
    [stick] = (await series(client, x="iops", metric="clat_mean_ns", by="rw"))["series"]
    assert [(p["x"], p["mean"]) for p in stick["points"]] == [
        (1000, 100_000),
        (2000, 100_000),
        (3000, 100_000),
    ]
    await put(client, measured(1500, 3, iodepth="2"), started_at="2026-11-04T00:00:00Z")
    history = (await series(client, x="started_at", metric="iops", by="host"))["series"]
    # One host, and each workload by itself.
    assert [[(p["x"][:10], p["mean"]) for p in line["points"]] for line in history] == [
        [("2026-11-01", 1000)], [("2026-11-02", 2000), ("2026-11-04", 1500)], [("2026-11-03", 3000)]
    ]  # fmt: skip


@check_each(
    "query, says",
    [
        ({"x": "iodept", "metric": "iops"}, "x: 'iodept' is not known; did you mean 'iodepth'?"),
        ({"x": "bs", "metric": "iop"}, "metric: 'iop' is not known; did you mean 'iops'?"),
        ({"x": "bs", "metric": "iops", "by": "iops"}, "by: 'iops'"),
        ({"x": "bs", "metric": "iops", "hots": "a"}, "'host'"),
    ],
)
async def test_unknown_axes_are_named(client: AsyncClient, query: dict[str, str], says: str) -> None:
    answer = await client.get(URL, params=query)
    assert answer.status_code == 422
    assert says in answer.json()["detail"]


async def test_verdict_and_limit_are_axes_and_splits(client: AsyncClient) -> None:
    for depth in ("1", "8"):
        await put(client, measured(10, bs="4k", iodepth=depth, rate_iops="10"))
    kinds = {run["verdict"]["kind"] for run in (await client.get("/api/v1/runs")).json()["items"]}
    assert kinds
    over = await series(client, x="verdict", metric="iops")
    assert {point["x"] for line in over["series"] for point in line["points"]} == kinds
    assert {one["key"] for one in over["varies"]} == {"iodepth"}
    split = await series(client, x="started_at", by="limit", metric="iops")
    assert split["split"][0] == {"key": "limit", "title": "Limit"}
    refused = await client.get(URL, params={"x": "trust", "metric": "iops"})
    assert (refused.status_code, refused.json()["error"]) == (422, "UnknownKey")


async def test_what_a_run_was_made_for_tells_no_lines_apart(client: AsyncClient) -> None:
    for n, side in enumerate(("base", "changed", "base")):
        labels = {
            "label.confirm_run": "x",
            "label.confirm_finding": "depth-ignored",
            "label.confirm_side": side,
            "label.spec_card": f"card-{n}",
            "label.spec_figure": str(n),
        }
        await put(client, measured(10 + n, n, iodepth="8"), **labels)
    found = await series(client, **DEEP)
    [line] = found["series"]
    assert (line["points"][0]["n"], line["is_alike"], found["varies"]) == (3, True, [])

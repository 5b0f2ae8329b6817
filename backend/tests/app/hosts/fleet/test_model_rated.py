"""What drives of a model measured beside its datasheet: one verdict a row, never a mean over several."""

from typing import Any
from uuid import uuid4

import orjson
import pytest
from httpx2 import AsyncClient

from fioboard.app.hosts.fleet.rated import MAX_RUNS, MIN_RUNS, choose_sample
from fioboard.app.hosts.fleet.speed import find_common_tests
from tests.app.datasheets.test_specs import CAPACITY, MODEL, a_card, add, body
from tests.app.hosts.fleet.test_fleet import measure
from tests.app.ingest.test_uploads import send
from tests.factories.machine import machine
from tests.factories.measured_machine import fio_output, upload

pytestmark = pytest.mark.anyio


async def workload(client: AsyncClient) -> dict[str, Any]:
    [listed] = (await client.get("/api/v1/models")).json()["items"]
    model = (await client.get(f"/api/v1/models/{listed['id']}")).json()
    [only] = model["workloads"]
    found: dict[str, Any] = only
    return found


async def drive(
    client: AsyncClient, host: str, iops: int, *, labels: dict[str, str] | None = None, in_flight: int = 128
) -> list[str]:
    """One run of a P3700 by itself; as its datasheet rates it where 128 I/Os are in flight."""
    content = body(iops=iops, lat_us=in_flight * 1_000_000 // iops)
    disk = {"model": MODEL, "size_bytes": CAPACITY}
    return await measure(client, host, 0, repeats=1, content=content, labels=labels, **disk)


async def test_shares_of_one_verdict_are_one_row_with_its_source(client: AsyncClient) -> None:
    await add(client, a_card())
    runs = [await drive(client, f"h{n}", iops) for n, iops in enumerate((360_000, 405_000, 450_000))]
    told = await workload(client)
    [share] = told["rated"]
    figure = share["figure"]
    assert (figure["verdict"], figure["may_judge"]) == ("comparable", True), figure["differs"]
    assert (share["runs"], share["run_id"], figure["share"]) == (3, runs[1][0], 0.9)
    assert (share["share_lowest"], share["share_highest"]) == (0.8, 1.0)
    assert share["limit"] == "405k IOPS is 90 % of the 450k datasheet rating."
    assert (figure["rated"], figure["unit"], figure["card"]["origin"]) == (450_000, "IOPS", "person")
    assert figure["source"]["read_at"] == "2026-11-22"
    assert told["why_not_rated"] is None


async def test_runs_of_different_verdicts_are_never_one_number(client: AsyncClient) -> None:
    await add(client, a_card())
    [judged] = await drive(client, "h0", 360_000)
    [unlike] = await drive(client, "h1", 340_000, in_flight=30)
    rows = {one["run_id"]: one for one in (await workload(client))["rated"]}
    assert {run: one["runs"] for run, one in rows.items()} == {judged: 1, unlike: 1}
    assert rows[judged]["figure"]["verdict"] == "comparable"
    assert rows[unlike]["figure"]["verdict"] == "at_least"
    assert [one["name"] for one in rows[unlike]["figure"]["differs"]] == ["outstanding"]
    assert rows[unlike]["figure"]["may_judge"] is False


async def test_without_a_card_it_says_so(client: AsyncClient) -> None:
    await measure(client, "h0", 6_000_000_000, repeats=1)
    told = await workload(client)
    assert (told["rated"], told["why_not_rated"]) == ([], "no_card")


async def test_a_run_that_is_stated_to_be_of_another_model_is_not_held_against_this_one(
    client: AsyncClient,
) -> None:
    await add(client, a_card())
    await drive(client, "h0", 360_000, labels={"drive.model": "ACME 9000"})
    listed = (await client.get("/api/v1/models")).json()["items"]
    for one in listed:
        model = (await client.get(f"/api/v1/models/{one['id']}")).json()
        assert all(workload["rated"] == [] for workload in model["workloads"])


def test_of_many_drives_some_are_told_of_from_the_slowest_to_the_fastest() -> None:
    rows: list[Any] = [{"n": n} for n in range(1667)]
    some = choose_sample(rows)
    assert (len(some), some[0], some[-1]) == (MAX_RUNS, rows[0], rows[-1])
    assert choose_sample(rows[:7]) == rows[:7]
    few = choose_sample(rows, 40)
    assert (len(few), few[0], few[-1]) == (25, rows[0], rows[-1])
    assert len(choose_sample(rows, 500)) == MIN_RUNS


async def test_how_many_drives_do_what_they_promise(client: AsyncClient) -> None:
    await add(client, a_card())
    for n, iops in enumerate((360_000, 405_000, 450_000)):
        await drive(client, f"h{n}", iops)
    # The least that it can do, and less than 90 %: it proves nothing.
    await drive(client, "h3", 340_000, in_flight=30)
    [listed] = (await client.get("/api/v1/models")).json()["items"]
    rated = listed["rated"]
    assert (rated["drives"], rated["judged"], rated["as_rated"]) == (4, 3, 2)
    assert (rated["alike_lowest"], rated["alike_best"]) == pytest.approx((0.7556, 1.0), abs=1e-4)
    assert (rated["share_best"], rated["alike_drives"]) == (1.0, 4)
    assert (rated["is_least"], rated["has_source"]) == (True, True)
    fleet = (await client.get("/api/v1/fleet")).json()
    assert fleet["rated"] == {"drives": 4, "judged": 3, "as_rated": 2}
    one = (await client.get("/api/v1/fleet?host=h0")).json()
    assert one["rated"] == {"drives": 1, "judged": 1, "as_rated": 0}
    bays = (await client.get("/api/v1/fleet/bays")).json()
    assert bays["drives_left_out"] == 0
    shares = {host["name"]: host["bays"][0]["rated_share"] for host in bays["items"]}
    assert shares == pytest.approx({"h0": 0.8, "h1": 0.9, "h2": 1.0, "h3": 0.7556}, abs=1e-4)
    alike = {host["name"]: host["bays"][0]["alike_share"] for host in bays["items"]}
    assert alike == pytest.approx(shares)
    [test] = {bay["alike_test"] for host in bays["items"] for bay in host["bays"]}
    assert rated["alike_test"] == test
    assert test.endswith(", read")
    model = (await client.get(f"/api/v1/models/{listed['id']}")).json()
    assert model["card_ids"][0] == a_card()["id"]


def test_shares_of_one_test_alone_stand_beside_each_other() -> None:
    """A drive that was measured writing would look like a slow one among those that were measured reading."""

    def group(direction: str, *rated: float | None) -> Any:
        return {
            "model": "A",
            "direction": direction,
            "drives": [uuid4() for _ in rated],
            "rated": list(rated),
        }

    reads, writes = group("read", 0.9, 0.95, None), group("write", 0.4)
    unrated = {**group("read", None, None, None, None), "model": "B"}
    assert find_common_tests([writes, reads, unrated]) == {"A": reads}


async def test_a_drive_under_another_test_is_not_the_lowest_of_its_model(client: AsyncClient) -> None:
    await add(client, a_card())
    for n, iops in enumerate((360_000, 450_000)):
        await drive(client, f"h{n}", iops)
    # As many in flight, and half of the rating; yet other jobs, so it says nothing of a drive beside the two.
    document = orjson.loads(body(iops=225_000, lat_us=128 * 1_000_000 // 225_000))
    document["jobs"][0]["job options"] |= {"iodepth": "16", "numjobs": "8"}
    content = orjson.dumps(document)
    await measure(client, "h2", 0, repeats=1, content=content, model=MODEL, size_bytes=CAPACITY)
    [listed] = (await client.get("/api/v1/models")).json()["items"]
    rated = listed["rated"]
    assert (rated["drives"], rated["share_best"]) == (3, 1.0)
    assert (rated["alike_drives"], rated["alike_lowest"], rated["alike_best"]) == (2, 0.8, 1.0)
    assert "QD 32" in rated["alike_test"]


async def test_a_rating_without_source_judges_nobody(client: AsyncClient) -> None:
    card = a_card()
    for figure in card["rating"]:
        figure.pop("source", None)
    await add(client, {**card, "source": []})
    await drive(client, "h0", 450_000)
    [listed] = (await client.get("/api/v1/models")).json()["items"]
    assert (listed["rated"]["drives"], listed["rated"]["judged"], listed["rated"]["has_source"]) == (
        1,
        0,
        False,
    )
    assert (await client.get("/api/v1/fleet")).json()["rated"] == {"drives": 1, "judged": 0, "as_rated": 0}


async def test_bays_are_named_in_words_and_in_their_order(client: AsyncClient) -> None:
    document = machine("epyc-nps1")["inventory"]
    names = list(document["disks"])
    place = document["pci"][document["disks"][names[1]]["pci"]]["link"]
    place["current_lanes"] = 2
    unknown = document["pci"][document["disks"][names[2]]["pci"]]["link"]
    unknown["current_lanes"] = 2
    del unknown["max_lanes"]
    request = upload("epyc-nps1", fio_output(6_000_000_000), hardware=document)
    assert (await send(client, request)).status_code == 201
    [host] = (await client.get("/api/v1/fleet/bays")).json()["items"]
    assert [bay["name"] for bay in host["bays"]] == sorted(names)
    words = {bay["name"]: (bay["link"], bay["is_below"]) for bay in host["bays"]}
    assert words[names[1]] == ("x2 of 4", True)
    assert words[names[2]] == (None, False)
    assert {words[name] for name in names if name not in names[1:3]} == {("Gen4 x4", False)}
    counts = (await client.get("/api/v1/today")).json()["counts"]
    assert (counts["links"], counts["degraded_links"]) == (len(names) - 1, 1)
    assert (await client.get("/api/v1/fleet/bays?problem=x")).status_code == 422
    below = (await client.get("/api/v1/fleet/bays?problem=link")).json()
    assert [bay["name"] for one in below["items"] for bay in one["bays"]] == [names[1]]

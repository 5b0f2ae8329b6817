"""References: pinned, replaced, taken back, and what runs, batches and hosts are against them."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from uuid import uuid4

import pytest
from httpx2 import AsyncClient

from fioboard.app.compare.references import pinning
from tests.app.compare.conftest import Sender, randread, runs
from tests.factories.upload import inventory
from tests.loops import check_each

pytestmark = pytest.mark.anyio

URL = "/api/v1/references"
FIRST = datetime(2026, 3, 1, 2, 0, tzinfo=UTC)
GOOD = [100_000, 100_400, 99_700, 100_200, 99_500]
# 14 % below the median of GOOD.
SLOW = [86_000, 86_300, 85_800]


async def pin(
    client: AsyncClient, what: str, name: str = "after firmware 3.2", **more: Any
) -> dict[str, Any]:
    answer = await client.post(URL, json={"filter": what, "name": name} | more)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def figures(client: AsyncClient, **asked: Any) -> list[dict[str, Any]]:
    answer = await client.get(f"{URL}/figures", params=asked)
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


async def host_id(client: AsyncClient, name: str = "jupiter") -> str:
    hosts = (await client.get("/api/v1/hosts")).json()["items"]
    return str(next(one["id"] for one in hosts if one["name"] == name))


Night = Callable[..., Awaitable[str]]


@pytest.fixture
def night(send: Sender) -> Night:
    """Uploads a run of the next night; gives its id."""
    nights = count()

    async def sender(iops: int, kernel: str = "6.1.0", host: str = "jupiter", **about: Any) -> str:
        at = FIRST + timedelta(days=next(nights))
        hardware = inventory(os={"name": "Debian GNU/Linux 12", "kernel": kernel}, host={"hostname": host})
        times = {
            "started_at": f"{at:%Y-%m-%dT%H:%M:%SZ}",
            "ended_at": f"{at + timedelta(seconds=20):%Y-%m-%dT%H:%M:%SZ}",
        }
        return await send(randread(iops), hardware=hardware, host=host, **times, **about)

    return sender


@pytest.fixture
async def good(night: Night) -> list[str]:
    """Five nights of the host jupiter."""
    return [await night(iops) for iops in GOOD]


async def test_one_later_run_has_a_figure_and_no_claim(
    client: AsyncClient, night: Night, good: list[str]
) -> None:
    made = await pin(client, runs(*good), host_id=await host_id(client))
    assert (made["scope"], made["runs"], len(made["run_ids"])) == ("host", 5, 5)
    later = await night(86_000)
    [item] = await figures(client, run=later)
    [part] = item["parts"]
    assert (item["run_id"], part["reference"]["name"], part["state"]) == (
        later,
        "after firmware 3.2",
        "compared",
    )
    assert (part["n_reference"], part["n"], part["deleted_runs"]) == (5, 1, 0)
    headline = part["headline"]
    assert headline["metric"] == "iops"
    # The oracle: the planted figure over the median of the planted ones.
    assert headline["ratio"] == pytest.approx(86_000 / 100_000, rel=1e-9)
    assert (headline["ratio_ci95"], headline["not_enough_runs"]) == (None, 1)


async def test_the_verdict_of_a_run_compares_with_comparable_runs_else_with_the_reference(
    client: AsyncClient, night: Night, good: list[str]
) -> None:
    await pin(client, runs(*good), name="wide")
    for host, compared_with, words in (
        ("jupiter", "history", "86.0k IOPS, 14 % below the median of 5 comparable runs."),
        ("saturn", "reference_set", "86.0k IOPS, 14 % below the reference wide."),
    ):
        run_id = await night(86_000, host=host)
        verdict = (await client.get(f"/api/v1/runs/{run_id}/answer")).json()["verdict"]
        assert (verdict["compared_with"], verdict["sentence"]) == (
            compared_with,
            f"4 KiB random reads: {words}",
        )
        # What the run alone shows stands behind it, and is what is stored.
        assert verdict["text"][0].startswith("86.0k IOPS random read"), host


async def test_the_comparison_page_says_the_same(client: AsyncClient, night: Night, good: list[str]) -> None:
    await pin(client, runs(*good))
    batch = {"id": str(uuid4()), "name": "nightly", "steps": 3}
    slow = [
        await night(iops, "6.8.0", batch=batch | {"step": step}) for step, iops in enumerate(SLOW, start=1)
    ]
    [item] = await figures(client, batch=batch["id"])
    [part] = item["parts"]
    assert (part["n_reference"], part["n"], part["headline"]["worse"]) == (5, 3, 1)
    whole = (await client.get("/api/v1/compare", params={"base": runs(*good), "new": runs(*slow)})).json()
    assert part["headline"] == whole["headlines"][whole["headline_metric"]]

    # The run's page holds the run against it with its repeats of the batch, and names what differs.
    for asked in ({"run": slow[0]}, {"batch": batch["id"]}):
        [told] = (await client.get(f"{URL}/against", params=asked)).json()["parts"]
        assert told["headline"] == part["headline"]
        assert told["sentence"] == f"Against the baseline “after firmware 3.2”: {whole['sentence']}"
        assert " % slower than " in told["sentence"]
        assert "kernel" in {one["key"] for one in told["factors_changed"]}
        assert told["runs"] == 3
        again = (
            await client.get("/api/v1/compare", params={"base": told["base"], "new": told["new"]})
        ).json()
        assert again["sentence"] == whole["sentence"]


async def test_the_reference_itself_says_so(client: AsyncClient, good: list[str]) -> None:
    await pin(client, runs(*good))
    [item] = await figures(client, run=good[2])
    assert [part["state"] for part in item["parts"]] == ["is_reference"]
    [told] = (await client.get(f"{URL}/against", params={"run": good[2]})).json()["parts"]
    assert told["sentence"] == "This is the reference “after firmware 3.2”."
    assert (told["new"], told["attribution"]) == ("", None)


async def test_deleted_runs_are_said(client: AsyncClient, night: Night, good: list[str]) -> None:
    await pin(client, runs(*good), name="wide")
    jupiter = await host_id(client)
    await pin(client, runs(*good[:2]), name="close", host_id=jupiter)
    later = await night(86_000)
    assert (await client.delete(f"/api/v1/runs/{good[0]}")).status_code == 204
    [item] = await figures(client, run=later)
    [part] = item["parts"]
    assert (part["reference"]["name"], part["n_reference"], part["deleted_runs"]) == ("close", 1, 1)
    assert part["headline"]["ratio"] == pytest.approx(86_000 / 100_400)
    [told] = (await client.get(f"{URL}/against", params={"run": later})).json()["parts"]
    assert told["sentence"].endswith("One run of the reference with this workload is deleted.")
    # With the last one nothing else steps in.
    assert (await client.delete(f"/api/v1/runs/{good[1]}")).status_code == 204
    [item] = await figures(client, run=later)
    [part] = item["parts"]
    assert (part["reference"]["name"], part["state"], part["headline"]) == ("close", "deleted", None)
    [told] = (await client.get(f"{URL}/against", params={"run": later})).json()["parts"]
    assert "deleted: there is nothing to compare with" in told["sentence"]
    listed = {one["name"]: one for one in (await client.get(URL)).json()["items"]}
    assert (listed["close"]["runs"], listed["close"]["run_ids"]) == (2, [])


async def test_a_filter_means_the_runs_of_that_moment(
    client: AsyncClient, night: Night, good: list[str]
) -> None:
    made = await pin(client, "rw=randread&host=jupiter")
    assert made["run_ids"] == good
    later = await night(86_000)
    [again] = (await client.get(URL)).json()["items"]
    assert again["run_ids"] == good
    [item] = await figures(client, run=later)
    assert item["parts"][0]["n_reference"] == 5


async def test_what_prepared_a_drive_is_no_part_of_it(client: AsyncClient, night: Night) -> None:
    batch = {"id": str(uuid4()), "name": "nightly", "steps": 2}
    await night(50_000, batch=batch | {"step": 1, "role": "precondition"})
    kept = await night(100_000, batch=batch | {"step": 2})
    made = await pin(client, f"batch={batch['id']}")
    assert (made["run_ids"], made["runs"]) == ([kept], 1)


async def test_another_workload_has_no_reference(client: AsyncClient, send: Sender) -> None:
    base = await send(randread(1000))
    other = await send(randread(1000, iodepth="1"), randread(2000, name="two", bs="8k"))
    await pin(client, runs(base))
    [item] = await figures(client, run=other)
    assert item["parts"] == []
    assert (await client.get(f"{URL}/against", params={"run": other})).json() == {"parts": []}


async def test_unlike_runs_carry_no_claim(client: AsyncClient, night: Night) -> None:
    kernels = ["6.1.0", "6.1.0", "6.1.0", "6.8.0", "6.8.0"]
    good = [await night(iops, kernel) for iops, kernel in zip(GOOD, kernels, strict=True)]
    await pin(client, runs(*good))
    later = await night(86_000)
    [item] = await figures(client, run=later)
    assert item["parts"][0]["is_mixed"] is True


async def test_a_later_pin_of_the_scope_replaces_the_former(
    client: AsyncClient, night: Night, good: list[str]
) -> None:
    jupiter = await host_id(client)
    first = await pin(client, runs(*good[:3]), name="first", host_id=jupiter, note=" what we bought ")
    other = await pin(client, runs(*good[:3]), name="everything")
    second = await pin(client, runs(*good), name="second", host_id=jupiter)
    assert first["note"] == "what we bought"
    items = (await client.get(URL)).json()["items"]
    assert [one["name"] for one in items] == ["second", "everything"]
    *_, ended = (await client.get(URL, params={"ended": True})).json()["items"]
    assert (ended["name"], ended["replaced_by_id"]) == ("first", second["id"])
    assert ended["ended_at"] is not None and ended["ended_by"] == second["pinned_by"]

    assert (await client.delete(f"{URL}/{second['id']}")).status_code == 204
    again = await client.delete(f"{URL}/{second['id']}")
    assert (again.status_code, again.json()["error"]) == (404, "ReferenceNotFound")
    later = await night(86_000)
    [item] = await figures(client, run=later)
    assert item["parts"][0]["reference"]["id"] == other["id"]
    actions = [one["action"] for one in (await client.get("/api/v1/audit")).json()["items"]]
    assert actions[:2] == ["reference.take_back", "reference.pin"]


@pytest.mark.nightly
async def test_a_host_shows_the_newest_that_each_counts_for(
    client: AsyncClient, night: Night, good: list[str]
) -> None:
    jupiter = await host_id(client)
    await pin(client, runs(*good), host_id=jupiter)
    [own] = await figures(client, host_id=jupiter)
    assert own["parts"][0]["state"] == "is_reference"
    await night(99_000)
    later = await night(86_000)
    await night(70_000, host="saturn")
    [item] = await figures(client, host_id=jupiter)
    assert (item["run_id"], item["parts"][0]["headline"]["ratio"]) == (later, pytest.approx(0.86))
    assert await figures(client, host_id=await host_id(client, "saturn")) == []
    batch = {"id": str(uuid4()), "name": "nightly", "step": 1, "steps": 1}
    await night(90_000, batch=batch)
    [item] = await figures(client, host_id=jupiter)
    assert (item["run_id"], item["batch_id"]) == (None, batch["id"])
    listed = (await client.get(URL, params={"host_id": jupiter})).json()["items"]
    assert [one["host"]["name"] for one in listed] == ["jupiter"]


@check_each(
    "more, status, error",
    [
        ({"filter": ""}, 422, "Invalid"),
        ({"filter": "speed=1"}, 422, "UnknownKey"),
        ({"filter": "rw=sideways"}, 422, "UnknownValue"),
        ({"filter": "run=x"}, 422, "UnknownValue"),
        ({"filter": f"run={uuid4()}"}, 422, "Invalid"),
        ({"filter": f"batch={uuid4()}"}, 422, "Invalid"),
        ({"filter": 5}, 422, "Invalid"),
        ({"filter": "x" * 24_001}, 422, "Invalid"),
        ({"name": ""}, 422, "Invalid"),
        ({"name": "  "}, 422, "Invalid"),
        ({"name": "x" * 101}, 422, "Invalid"),
        ({"note": "x" * 501}, 422, "Invalid"),
        ({"host_id": str(uuid4())}, 404, "HostNotFound"),
        ({"host_id": "jupiter"}, 422, "Invalid"),
        ({"workload_id": str(uuid4())}, 422, "UnknownValue"),
        ({"surprise": 1}, 422, "Invalid"),
    ],
)
async def test_bad_references_change_nothing(
    client: AsyncClient, good: list[str], more: dict[str, Any], status: int, error: str
) -> None:
    answer = await client.post(URL, json={"filter": runs(*good), "name": "mine"} | more)
    assert (answer.status_code, answer.json()["error"]) == (status, error), answer.text
    assert (await client.get(URL, params={"ended": True})).json()["items"] == []


async def test_a_workload_that_the_runs_did_not_measure(client: AsyncClient, send: Sender) -> None:
    base, other = await send(randread(1000)), await send(randread(1000, iodepth="1"))
    results = (await client.get(f"/api/v1/runs/{other}")).json()["results"]
    body = {"filter": runs(base), "name": "mine", "workload_id": results[0]["workload_id"]}
    answer = await client.post(URL, json=body)
    assert (answer.status_code, answer.json()["detail"]) == (
        422,
        "None of these runs measured that workload.",
    )
    made = await pin(client, runs(base, other), workload_id=results[0]["workload_id"])
    assert (made["run_ids"], made["scope"]) == ([other], "workload")


async def test_so_many_and_no_more(
    client: AsyncClient, good: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pinning, "MAX_REFERENCE_RUNS", 4)
    answer = await client.post(URL, json={"filter": "host=jupiter", "name": "mine"})
    assert (answer.status_code, answer.json()["error"]) == (422, "Invalid")
    monkeypatch.setattr(pinning, "MAX_REFERENCES", 1)
    await pin(client, runs(good[0]))
    await pin(client, runs(good[1]))  # takes the place of the former
    body = {"filter": runs(good[2]), "name": "mine", "host_id": await host_id(client)}
    assert (await client.post(URL, json=body)).status_code == 422
    assert len((await client.get(URL, params={"ended": True})).json()["items"]) == 2


@check_each(
    "path, query, status, error",
    [
        ("figures", {"run": "x"}, 422, "Invalid"),
        ("figures", {"run": [str(uuid4()) for _ in range(201)]}, 422, "Invalid"),
        ("figures", {"host_id": str(uuid4())}, 404, "HostNotFound"),
        ("against", {}, 422, "Invalid"),
        ("against", {"run": str(uuid4()), "batch": str(uuid4())}, 422, "Invalid"),
        ("against", {"run": str(uuid4())}, 404, "RunNotFound"),
        ("against", {"batch": str(uuid4())}, 404, "BatchNotFound"),
    ],
)
async def test_bad_questions(
    client: AsyncClient, path: str, query: dict[str, Any], status: int, error: str
) -> None:
    answer = await client.get(f"{URL}/{path}", params=query)
    assert (answer.status_code, answer.json()["error"]) == (status, error), answer.text


async def test_what_is_not_there_is_left_out(client: AsyncClient) -> None:
    assert await figures(client, run=str(uuid4()), batch=str(uuid4())) == []
    assert await figures(client) == []

"""A link to a batch: what it tells is what the page tells, of the runs that there were, by labels."""

from typing import Any, get_args

import pytest
from httpx2 import AsyncClient

from fioboard.app.sharing.links import gathering
from fioboard.app.sharing.links.recipient_routes import NAMES
from fioboard.engine.answers.shared import ShareKind
from tests.app.ingest.test_uploads import send
from tests.app.runs.history.test_batch_against import FIRST, SECOND
from tests.app.sharing.redaction.gather import SHAPE
from tests.factories.fio_output import direction, job, output
from tests.factories.measured_machine import upload
from tests.factories.shares import SHARES, share
from tests.loops import check_each

pytestmark = pytest.mark.anyio
# Depth to IOPS: from 4 on more brings no more.
SWEEP = ((1, 10_000), (2, 19_900), (4, 30_000), (8, 30_100))


async def step(client: AsyncClient, batch: str, number: int, depth: int, iops: int, **more: Any) -> str:
    waited = direction(iops=iops, clat_mean_ns=depth * 10**9 // iops)
    options = {"rw": "randread", "bs": "4k", "iodepth": str(depth), "ioengine": "libaio", "direct": "1"}
    content = output(job("secretjob77", read=waited, **{"job options": options}))
    about = {"id": batch, "name": "acme sweep 77", "step": number, "steps": 9}
    sent = await send(client, upload("epyc-nps4", content=content, batch=about, **more))
    assert sent.status_code == 201, sent.text
    return str(sent.json()["id"])


@pytest.fixture
async def ids(client: AsyncClient) -> list[str]:
    return [await step(client, FIRST, n, depth, iops) for n, (depth, iops) in enumerate(SWEEP, 1)]


def of_batch(batch: str = FIRST, **fields: Any) -> dict[str, Any]:
    return {"kind": "batch", "spec": {"batch_id": batch}} | fields


async def shown(stranger: AsyncClient, path: str) -> dict[str, Any]:
    answer = await stranger.get(path)
    assert answer.status_code == 200, answer.text
    document: dict[str, Any] = answer.json()["document"]
    SHAPE.validate_python(document)
    return document


async def test_it_tells_what_the_page_tells(
    client: AsyncClient, stranger: AsyncClient, ids: list[str]
) -> None:
    page = (await client.get(f"/api/v1/batches/{FIRST}")).json()
    document = await shown(stranger, (await share(client, of_batch())).path)
    batch = document["batch"]
    assert document["kind"] == "batch"
    assert document["title"] == "4 runs on host 1, varying queue depth"
    assert batch["answer"]["verdict"]["sentence"] == page["answer"]["verdict"]["sentence"]
    assert batch["answer"]["verdict"]["sentence"].startswith("4 KiB random reads saturate at QD 4")
    assert batch["answer"]["verdict"]["text"] == page["answer"]["verdict"]["text"]
    assert batch["answer"]["figures"] == page["answer"]["figures"]
    assert batch["answer"]["sure"] == page["answer"]["sure"]
    assert batch["answer"]["knee"] == {
        **{key: page["answer"]["knee"][key] for key in ("direction", "in_flight", "p99_ns")},
        "run_ids": ["run 3"],
    }
    assert {one["id"] for one in batch["answer"]["findings"]} == {
        one["id"] for one in page["answer"]["findings"]
    }
    assert (batch["steps"], batch["run_count"], batch["swept"]) == (9, 4, page["swept"])
    figures = ("iodepth", "bs_bytes", "rw", "n", "iops_mean", "bw_mean_bytes_per_s", "clat_p99_ns")
    assert [[one[name] for name in figures] for one in batch["repeats"]] == [
        [one[name] for name in figures] for one in page["repeats"]
    ]
    assert [one["run_ids"] for one in batch["repeats"]] == [[f"run {n}"] for n in (1, 2, 3, 4)]
    assert [run["label"] for run in document["runs"]] == ["run 1", "run 2", "run 3", "run 4"]
    assert document["questions"]
    table = (await stranger.get((await share(client, of_batch())).paths["csv"])).text
    assert "batch,,randread 4k QD4,read,iops_mean,30000" in table


async def test_names_stay_home_unless_they_are_shown(
    client: AsyncClient, stranger: AsyncClient, ids: list[str]
) -> None:
    words = {"title": "Tender of nordwind", "note": "for nordwind only"}
    assert (await client.patch(f"/api/v1/batches/{FIRST}", json=words)).status_code == 200
    link = await share(client, of_batch())
    for path in (link.paths["page"], link.paths["csv"], link.paths["raw"]):
        text = (await stranger.get(path)).text
        assert not [word for word in ("nordwind", "acme", "secretjob", FIRST, *ids) if word in text]
    preview = (await client.post(f"{SHARES}/preview", json=of_batch())).json()
    assert {"batch.title", "batch.note"} <= {one["field"] for one in preview["left_out"]}
    told = await share(client, of_batch(reveal=["batch.title", "batch.note"]))
    batch = (await shown(stranger, told.path))["batch"]
    assert (batch["name"], batch["note"]) == ("Tender of nordwind", "for nordwind only")


async def test_what_sets_runs_apart_is_called_by_labels(
    client: AsyncClient, stranger: AsyncClient, ids: list[str]
) -> None:
    await step(client, FIRST, 5, 4, 29_000, labels={"fan": "nordwindoff"})
    document = await shown(stranger, (await share(client, of_batch())).path)
    assert [one["setting"] for one in document["batch"]["repeats"]] == ["setting 1"] * 4 + ["setting 2"]
    assert "nordwind" not in str(document)


@pytest.mark.nightly
async def test_steps_that_come_later_are_not_in_it(
    client: AsyncClient, stranger: AsyncClient, ids: list[str]
) -> None:
    link = await share(client, of_batch())
    before = (await stranger.get(link.path)).json()["document"]
    await step(client, FIRST, 5, 16, 30_050)
    await client.patch(f"/api/v1/batches/{FIRST}", json={"title": "later"})
    assert (await stranger.get(link.path)).json()["document"] == before
    [row] = (await client.get(SHARES)).json()["items"]
    assert (row["kind"], sorted(row["run_ids"])) == ("batch", sorted(ids))


@pytest.mark.nightly
async def test_it_ends_with_its_runs_and_by_hand(
    client: AsyncClient, stranger: AsyncClient, ids: list[str]
) -> None:
    by_hand, with_a_run, with_the_batch = [await share(client, of_batch()) for _ in range(3)]
    assert (await client.delete(f"{SHARES}/{by_hand.id}")).status_code == 204
    assert (await stranger.get(by_hand.path)).status_code == 410
    assert (await stranger.get(with_a_run.path)).status_code == 200
    assert (await client.get(f"{SHARES}/{with_a_run.id}")).json()["view_count"] == 1
    await client.delete(f"/api/v1/batches/{FIRST}")
    for link in (with_a_run, with_the_batch):
        assert (await stranger.get(link.path)).status_code == 410


async def test_a_hidden_path_takes_along_what_rests_on_it(
    client: AsyncClient, stranger: AsyncClient, ids: list[str]
) -> None:
    batch = (await shown(stranger, (await share(client, of_batch(hide=["path"]))).path))["batch"]
    assert batch["answer"]["findings"] == []
    assert batch["answer"]["knee"]["in_flight"] == 4


def test_downloads_of_every_kind_have_a_name() -> None:
    assert NAMES.keys() == set(get_args(ShareKind))


@check_each(
    "body, status, error",
    [
        (of_batch(SECOND), 404, "BatchNotFound"),
        (of_batch("seven"), 422, "Invalid"),
        ({"kind": "batch", "spec": {}}, 422, "Invalid"),
        ({"kind": "batch", "spec": {"run_id": FIRST}}, 422, "Invalid"),
        ({"kind": "run", "spec": {"batch_id": FIRST}}, 422, "Invalid"),
        ({"kind": "batch", "spec": {"batch_id": FIRST, "address": "x=bs"}}, 422, "Invalid"),
        (of_batch(reveal=["batch.owner"]), 422, "UnknownField"),
    ],
)
async def test_what_does_not_fit_makes_no_link(
    client: AsyncClient, ids: list[str], body: dict[str, Any], status: int, error: str
) -> None:
    for url in (SHARES, f"{SHARES}/preview"):
        answer = await client.post(url, json=body)
        assert (answer.status_code, answer.json()["error"]) == (status, error), answer.text
    assert (await client.get(SHARES)).json()["items"] == []


async def test_more_runs_than_a_link_shows_are_refused(
    client: AsyncClient, ids: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gathering, "MAX_RUNS", 3)
    answer = await client.post(SHARES, json=of_batch())
    assert (answer.status_code, answer.json()["error"]) == (422, "Invalid")
    assert "at most 3 runs" in answer.json()["detail"]

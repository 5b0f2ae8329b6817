"""Datasheet cards over HTTP: the list, one, adding one; and a run held against them."""

from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.app.ingest.demo import load
from fioboard.core.database import Database
from tests.conftest import token_for
from tests.engine.hardware.datasheets.test_verdict import own_card
from tests.factories.drives import measured
from tests.factories.fio_output import direction, job, output
from tests.factories.imports import OPTIONS, put
from tests.factories.upload import body as upload_body
from tests.factories.upload import manifest
from tests.loops import check_each

pytestmark = pytest.mark.anyio
MODEL, CAPACITY = "INTEL SSDPEDMD020T4", 2_000_398_934_016
LABELS = {
    "label.drive.model": MODEL,
    "label.drive.capacity": str(CAPACITY),
    "label.target.kind": "disk",
}


def a_card(**changes: object) -> dict[str, Any]:
    card = own_card(span=None, **changes).model_dump(mode="json", by_alias=True, exclude_none=True)
    return card | {"match": [{"model": MODEL, "capacity_bytes": CAPACITY, "basis": "named"}]}


def body(iops: int = 200_000, lat_us: int = 640) -> bytes:
    options = OPTIONS | {"ioengine": "io_uring", "iodepth": "32", "numjobs": "4", "size": "100%"}
    return output(
        job("job", read=direction(iops=iops, clat_mean_ns=lat_us * 1000), **{"job options": options})
    )


async def rating(client: AsyncClient, run_id: str) -> dict[str, Any]:
    answer = await client.get(f"/api/v1/runs/{run_id}/rating")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def add(client: AsyncClient, card: dict[str, Any]) -> dict[str, Any]:
    answer = await client.post("/api/v1/specs", json={"card": card})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_the_list_says_which_drives_here_have_a_card(client: AsyncClient) -> None:
    before = (await client.get("/api/v1/specs")).json()
    assert (before["drive_count"], before["unknown_count"], before["without"]) == (0, 0, [])
    assert {item["drive_count"] for item in before["items"]} == {0}
    await measured(client, 6)
    await measured(client, 7, model=MODEL, serial="S2", size_bytes=CAPACITY)
    # The same model at a capacity that is not sold.
    await measured(client, 8, model=MODEL, serial="S3", size_bytes=CAPACITY // 2)
    await measured(client, 9, model=None, serial="S4")
    answer = (await client.get("/api/v1/specs", params={"find": "P3700"})).json()
    counts = {item["id"]: item["drive_count"] for item in answer["items"]}
    assert counts["intel-dc-p3700"] == 1
    assert counts["intel-dc-p3700-400-gb"] == 0
    assert (answer["drive_count"], answer["unknown_count"]) == (3, 1)
    assert {(one["model"], one["drive_count"]) for one in answer["without"]} == {
        ("EXAMPLE 1T", 1),
        (MODEL, 1),
    }


async def test_the_release_s_cards_are_listed_and_read(client: AsyncClient) -> None:
    items = (await client.get("/api/v1/specs", params={"find": "P3700"})).json()["items"]
    assert {"intel-dc-p3700", "intel-dc-p3700-400-gb"} <= {item["id"] for item in items}
    card = (await client.get("/api/v1/specs/intel-dc-p3700")).json()
    assert (card["origin"], card["version"], card["made_at"]) == ("built_in", 1, None)
    assert all(figure["source"] for figure in card["figures"])
    missing = await client.get("/api/v1/specs/no-such-card")
    assert (missing.status_code, missing.json()["error"]) == (404, "NotFound")


async def test_a_person_s_card_is_versioned_and_never_edited(client: AsyncClient) -> None:
    first = await add(client, a_card())
    assert (first["version"], first["origin"], first["unsourced_count"]) == (1, "person", 0)
    second = await add(client, a_card(value=460_000))
    assert (second["id"], second["version"]) == (first["id"], 2)
    read = (await client.get(f"/api/v1/specs/{first['id']}")).json()
    assert [figure["value"] for figure in read["figures"]] == [460_000]
    items = (await client.get("/api/v1/specs")).json()["items"]
    assert items[0]["id"] == first["id"]
    assert sum(item["id"] == first["id"] for item in items) == 1


async def test_every_version_stays_and_the_file_is_the_card(client: AsyncClient) -> None:
    first = await add(client, a_card(data=None, bs_bytes=4096, assumed=["bs_bytes"]))
    await add(client, a_card(value=460_000))
    address = f"/api/v1/specs/{first['id']}"
    versions = (await client.get(f"{address}/versions")).json()["items"]
    told = [(one["version"], one["figures"][0]["value"], one["figures"][0]["assumed"]) for one in versions]
    assert told == [(2, 460_000, []), (1, 450_000, ["bs_bytes"])]
    assert {one["made_by"] for one in versions} == {"token test admin"}
    file = await client.get(f"{address}/file")
    assert file.headers["content-type"] == "application/toml"
    again = await client.post("/api/v1/specs", json={"toml": file.text})
    assert (again.status_code, again.json()["figures"]) == (201, versions[0]["figures"])
    of_release = (await client.get("/api/v1/specs/intel-dc-p3700/versions")).json()["items"]
    assert [(one["origin"], one["made_by"]) for one in of_release] == [("built_in", None)]


@check_each("what", ["versions", "file"])
@check_each("card_id", ["no-such-card", "%00", "x" * 81, "../specs"])
async def test_nothing_of_a_card_that_is_not_there(client: AsyncClient, card_id: str, what: str) -> None:
    assert (await client.get(f"/api/v1/specs/{card_id}/{what}")).status_code in {404, 422}


async def test_what_is_usual_is_told_for_every_class(client: AsyncClient) -> None:
    items = (await client.get("/api/v1/spec-defaults")).json()["items"]
    usual = {(one["drive_class"], one["metric"], one["rw"]): one for one in items}
    assert len(usual) == len(items) == 5 * 3 * 5
    assert usual["client", "iops", "randread"] == {
        "drive_class": "client",
        "metric": "iops",
        "rw": "randread",
        "bs_bytes": 4096,
        "queue_depth": 128,
    }
    assert usual["hdd", "lat_ns", "randread"]["queue_depth"] == 1


async def test_a_pasted_table_is_read_and_nothing_is_stored(client: AsyncClient) -> None:
    text = "Seq. read 7,450 MB/s\nRandom read (4K, QD32) 1,400,000 IOPS\nTBW 600"
    answer = await client.post("/api/v1/specs/preview", json={"text": text})
    read = answer.json()
    assert [one["rating"]["value"] for one in read["figures"]] == [7.45e9, 1.4e6]
    assert read["not_understood"] == [{"row": 3, "text": "TBW 600", "reason": "no unit"}]
    before = len((await client.get("/api/v1/specs")).json()["items"])
    # In the very shape that a card takes.
    added = await add(client, a_card() | {"rating": [one["rating"] for one in read["figures"]]})
    assert [figure["outstanding"] for figure in added["figures"]] == [None, 32]
    assert len((await client.get("/api/v1/specs")).json()["items"]) == before + 1


@check_each(
    "sent, error",
    [
        ({"text": ""}, "Invalid"),
        ({"text": " \n--- | ---\n"}, "Invalid"),
        ({"text": "x" * 20_001}, "Invalid"),
        ({"text": 7}, "Invalid"),
        ({}, "Invalid"),
    ],
)
async def test_what_holds_no_row_is_refused(client: AsyncClient, sent: dict[str, Any], error: str) -> None:
    answer = await client.post("/api/v1/specs/preview", json=sent)
    assert (answer.status_code, answer.json()["error"]) == (422, error)


async def test_a_card_comes_as_toml_too(client: AsyncClient) -> None:
    text = """
schema = 1
id = "acme-9000"
title = "ACME 9000"
class = "client"
rating = [{ metric = "iops", value = 1000, claim = "up to", rw = "randread" }]
"""
    answer = await client.post("/api/v1/specs", json={"toml": text})
    assert answer.status_code == 201
    assert answer.json()["unsourced_count"] == 1


@check_each(
    "sent, told",
    [
        ({}, "Send either `toml` or `card`"),
        ({"toml": "schema = 1", "card": {}}, "Send either `toml` or `card`"),
        ({"toml": "= nonsense"}, "not TOML"),
        ({"card": {"schema": 1}}, "id: Field required"),
        ({"card": {"schema": 1, "id": "../x", "title": "x", "class": "client", "rating": []}}, "id:"),
    ],
)
async def test_what_is_no_card_is_refused_with_its_place(
    client: AsyncClient, sent: dict[str, Any], told: str
) -> None:
    answer = await client.post("/api/v1/specs", json=sent)
    assert (answer.status_code, answer.json()["error"]) == (422, "Invalid")
    assert told in answer.json()["detail"]


@pytest.mark.parametrize("text", ["a\x00b", "\x00", ""])
async def test_text_that_the_database_cannot_hold_is_refused(client: AsyncClient, text: str) -> None:
    title = await client.post("/api/v1/specs", json={"card": a_card() | {"title": text}})
    source = {**a_card()["source"][0], "address": f"https://example.org/{text}\x00"}
    address = await client.post("/api/v1/specs", json={"card": a_card() | {"source": [source]}})
    for answer in (title, address):
        assert (answer.status_code, answer.json()["error"]) == (422, "Invalid")


async def test_adding_needs_the_right_to_write(client: AsyncClient, app: Any) -> None:
    token = await token_for(app.state.database, "read")
    answer = await client.post(
        "/api/v1/specs", json={"card": a_card()}, headers={"authorization": f"Bearer {token}"}
    )
    assert (answer.status_code, answer.json()["error"]) == (403, "WrongScope")


async def test_a_run_is_held_against_the_newest_card_of_its_model(client: AsyncClient) -> None:
    run_id = await put(client, body(), **LABELS)
    of_release = await rating(client, run_id)
    [figure] = of_release["figures"]
    assert (figure["card"]["id"], figure["verdict"]) == ("intel-dc-p3700", "conditions_unknown")
    assert figure["may_judge"] is False
    await add(client, a_card())
    [figure] = (await rating(client, run_id))["figures"]
    assert (figure["card"]["origin"], figure["rated"], figure["share"]) == ("person", 450_000, 0.4444)
    assert (figure["verdict"], figure["may_judge"]) == ("comparable", True), figure["differs"]
    assert (figure["source"]["kind"], figure["source"]["read_at"]) == ("maker", "2026-11-22")
    assert figure["differs"] == []
    await add(client, a_card(source=None))
    [figure] = (await rating(client, run_id))["figures"]
    assert (figure["verdict"], figure["may_judge"], figure["source"]) == ("comparable", False, None)


async def test_without_a_card_the_model_is_named(client: AsyncClient) -> None:
    run_id = await put(client, body(), **{"label.drive.model": "ACME 9000"})
    assert await rating(client, run_id) == {
        "figures": [],
        "models": ["ACME 9000"],
        "missing": "no_card",
        "sentence": "No datasheet for ACME 9000.",
    }


async def test_what_a_label_states_wins(client: AsyncClient) -> None:
    run_id = await put(client, body(), **LABELS, **{"label.rated_iops": "400k"})
    [figure] = (await rating(client, run_id))["figures"]
    assert (figure["rated"], figure["is_stated"], figure["card"], figure["share"]) == (
        400_000,
        True,
        None,
        0.5,
    )


async def test_an_unknown_run_is_not_found(client: AsyncClient) -> None:
    answer = await client.get("/api/v1/runs/00000000-0000-7000-8000-000000000000/rating")
    assert (answer.status_code, answer.json()["error"]) == (404, "RunNotFound")


async def test_a_precondition_of_its_batch_says_the_state(client: AsyncClient) -> None:
    """Without one, a write that is rated in its steady state stays unknown."""
    steady = a_card(rw="randwrite", state="steady")
    await add(client, steady)
    verdicts = []
    for role in ("measure", "precondition"):
        batch = {"id": f"0190a5c0-0000-7000-8000-00000000000{len(role) % 10}", "name": "suite", "steps": 2}
        ids = [await put_step(client, batch | {"step": 1, "role": role})]
        ids.append(await put_step(client, batch | {"step": 2, "role": "measure"}))
        [figure] = (await rating(client, ids[1]))["figures"]
        verdicts.append((figure["verdict"], [one["name"] for one in figure["differs"]]))
    assert verdicts == [("conditions_unknown", ["state"]), ("comparable", [])]


async def test_a_drive_that_was_filled_twice_is_steady_for_writes_in_sequence_alone(
    client: AsyncClient,
) -> None:
    await add(client, a_card(rw="randwrite", state="steady"))
    batch = {"id": "0190a5c0-0000-7000-8000-000000000021", "name": "suite", "steps": 2}
    await put_step(client, batch | {"step": 1, "role": "precondition"}, name="precondition-fill-twice")
    run_id = await put_step(client, batch | {"step": 2, "role": "measure"})
    [figure] = (await rating(client, run_id))["figures"]
    assert (figure["verdict"], [one["name"] for one in figure["differs"]]) == (
        "conditions_unknown",
        ["state"],
    )


async def put_step(client: AsyncClient, batch: dict[str, Any], *, name: str = "precondition-random") -> str:
    options = OPTIONS | {
        "rw": "randwrite",
        "ioengine": "io_uring",
        "iodepth": "32",
        "numjobs": "4",
        "size": "100%",
    }
    idle = direction(iops=0, runtime_ms=0)
    # Two outputs of the same bytes would be one upload.
    iops = 100_000 + batch["step"] * 10 + len(batch["role"])
    files = {
        "fio.json": output(
            job(
                # As the agent names the step that overwrites the range in random order.
                name if batch["role"] == "precondition" else "job",
                read=idle,
                write=direction(iops=iops, clat_mean_ns=1_280_000),
                **{"job options": options},
            )
        )
    }
    labels = {key.removeprefix("label."): value for key, value in LABELS.items()}
    sent, headers = upload_body(files, manifest(files, batch=batch, labels=labels))
    answer = await client.post("/api/v1/uploads", content=sent, headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


@pytest.mark.nightly
async def test_the_demonstration_s_runs_are_held_against_what_is_rated(
    client: AsyncClient, database: Database
) -> None:
    await load(database)
    items = (await client.get("/api/v1/runs", params={"limit": 200})).json()["items"]
    shares = {item["title"]: (await rating(client, item["id"]))["figures"] for item in items}
    told = {
        title: [(f["share"], f["verdict"], f["may_judge"]) for f in figures]
        for title, figures in shares.items()
        if figures
    }
    assert told["PCIe SSD, sync, QD 1, 32 jobs"] == [(0.1688, "not_comparable", False)]
    assert told["PCIe SSD, posixaio, QD 32, 4 jobs"] == [(0.1937, "not_comparable", False)]
    assert [round(told[f"{n} drives, 100 GB file"][0][0], 2) for n in (2, 3, 4)] == [0.93, 0.89, 0.68]
    assert not any(judged for figures in told.values() for _, _, judged in figures)

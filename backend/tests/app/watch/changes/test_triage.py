"""The list of changes and what people note of them."""

from typing import Any
from uuid import uuid4

import pytest
from httpx2 import AsyncClient

from fioboard.app.watch.changes.work import work
from fioboard.core.database import Database
from tests.conftest import token_for
from tests.factories.nights import steady, upload_nights
from tests.loops import check_each

pytestmark = pytest.mark.anyio

URL = "/api/v1/changes"
FIGURES = [*steady(100_000, 12), *steady(80_000, 12), *steady(110_000, 12)]
KERNELS = ["6.1.0"] * 12 + ["6.8.0"] * 24


@pytest.fixture
async def two(client: AsyncClient, database: Database) -> list[dict[str, Any]]:
    """A step down with a kernel and a step up with nothing, the newest first."""
    await upload_nights(client, FIGURES, KERNELS)
    await work(database)
    found: list[dict[str, Any]] = (await client.get(URL)).json()["items"]
    assert len(found) == 2
    return found


# What is asked for, and which of both changes it means. In one test each: the runs cost more than the questions.
ASKED: list[tuple[dict[str, Any], list[int]]] = [
    ({"worse": True}, [1]),
    ({"worse": False}, [0]),
    ({"least": 0.3}, [0]),
    ({"least": 0.5}, []),
    ({"suspect": "kernel"}, [1]),
    ({"suspect": "bios"}, []),
    ({"host": "jupiter"}, [0, 1]),
    ({"host": "saturn"}, []),
    ({"metric": "iops"}, [0, 1]),
    ({"metric": "bw_bytes_per_s"}, []),
    ({"days": 36_500}, [0, 1]),
    ({"days": 1}, []),
    ({"state": ["new", "fixed"]}, [0, 1]),
    ({"state": "fixed"}, []),
    ({"limit": 1}, [0]),
]


async def test_what_is_asked_for(client: AsyncClient, two: list[dict[str, Any]]) -> None:
    for wanted, places in ASKED:
        answer = await client.get(URL, params=wanted)
        meant = [two[place]["id"] for place in places]
        assert [one["id"] for one in answer.json()["items"]] == meant, wanted


async def test_of_a_run_and_of_a_series(client: AsyncClient, two: list[dict[str, Any]]) -> None:
    newest = two[0]
    for wanted in ({"run": newest["after_run"]["id"]}, {"run": newest["before_run"]["id"]}):
        assert [one["id"] for one in (await client.get(URL, params=wanted)).json()["items"]] == [newest["id"]]
    of_series = (await client.get(URL, params={"series": newest["series_id"]})).json()
    assert len(of_series["items"]) == 2
    assert (of_series["waiting"], of_series["states"]) == (
        0,
        [{"state": "new", "changes": 2, "tests": 2, "is_exact": True}],
    )


@pytest.mark.nightly
async def test_more_than_are_counted(
    client: AsyncClient, two: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fioboard.store.queries.changes.MAX_COUNTED_CHANGES", 1)
    answer = (await client.get(URL)).json()
    assert answer["states"] == [{"state": "new", "changes": 1, "tests": 1, "is_exact": False}]
    assert len(answer["items"]) == len(two)


async def test_pages_follow_each_other(client: AsyncClient, two: list[dict[str, Any]]) -> None:
    first = (await client.get(URL, params={"limit": 1})).json()
    second = (await client.get(URL, params={"limit": 1, "cursor": first["next_cursor"]})).json()
    assert [first["items"][0]["id"], second["items"][0]["id"]] == [one["id"] for one in two]
    assert second["next_cursor"] is None


async def test_one_with_the_runs_around_it(client: AsyncClient, two: list[dict[str, Any]]) -> None:
    detail = (await client.get(f"{URL}/{two[1]['id']}")).json()
    assert detail["change"] == two[1]
    assert [one["id"] for one in detail["others"]] == [two[0]["id"]]
    assert [round(point["value"]) for point in detail["points"]] == FIGURES
    assert not any(point["is_doubted"] for point in detail["points"])


async def test_many_are_accepted_with_their_cause_at_once(
    client: AsyncClient, two: list[dict[str, Any]]
) -> None:
    cause = "Kernel 6.8 everywhere"
    ids = [one["id"] for one in two]
    answer = await client.patch(URL, json={"ids": [*ids, ids[0]], "state": "expected", "cause": cause})
    assert answer.json() == {"changes": 2}
    after = (await client.get(URL)).json()
    assert {(one["state"], one["cause"]) for one in after["items"]} == {("expected", cause)}
    assert after["states"] == [{"state": "expected", "changes": 2, "tests": 2, "is_exact": True}]


async def test_somebody_looks_after_it_until_nobody_does(
    client: AsyncClient, two: list[dict[str, Any]], database: Database
) -> None:
    name = "grace"
    async with database.driver() as driver:
        await driver.execute(
            "insert into app_user (id, name, role, created_at) values ($1, $2, 'editor', now())",
            uuid4(),
            name,
        )
    ids = [two[0]["id"]]
    assert (await client.patch(URL, json={"ids": ids, "assignee": name.upper()})).status_code == 200
    assert (await client.get(f"{URL}/{ids[0]}")).json()["change"]["assignee"]["name"] == name
    await client.patch(URL, json={"ids": ids, "note": "seen"})
    assert (await client.get(f"{URL}/{ids[0]}")).json()["change"]["assignee"]["name"] == name
    await client.patch(URL, json={"ids": ids, "assignee": ""})
    assert (await client.get(f"{URL}/{ids[0]}")).json()["change"]["assignee"] is None


BAD_NOTES: list[tuple[dict[str, Any], int, str]] = [
    ({"ids": []}, 422, "Invalid"),
    ({"ids": ["x"]}, 422, "Invalid"),
    ({"ids": [str(uuid4())] * 1001}, 422, "Invalid"),
    ({"ids": [str(uuid4())], "state": "fixed"}, 404, "ChangeNotFound"),
    ({"state": "gone"}, 422, "Invalid"),
    ({"state": "expected"}, 422, "Invalid"),
    ({"state": "expected", "cause": "  "}, 422, "Invalid"),
    ({"cause": "x" * 501}, 422, "Invalid"),
    ({"assignee": "nobody at all"}, 422, "UnknownValue"),
    ({"ratio": 1}, 422, "Invalid"),
]


async def test_bad_notes_are_named_and_change_nothing(client: AsyncClient, two: list[dict[str, Any]]) -> None:
    for patch, status, error in BAD_NOTES:
        answer = await client.patch(URL, json={"ids": [two[0]["id"]]} | patch)
        assert (answer.status_code, answer.json()["error"]) == (status, error), answer.text
    assert (await client.get(URL)).json()["items"] == two


@check_each(
    "wanted, error",
    [
        ({"metric": "colour"}, "UnknownValue"),
        ({"cursor": str(uuid4())}, "BadCursor"),
        ({"cursor": "x"}, "Invalid"),
        ({"state": "gone"}, "Invalid"),
        ({"days": 0}, "Invalid"),
        ({"least": -1}, "Invalid"),
        ({"run": "x"}, "Invalid"),
    ],
)
async def test_bad_questions_are_named(client: AsyncClient, wanted: dict[str, Any], error: str) -> None:
    answer = await client.get(URL, params=wanted)
    assert (answer.status_code, answer.json()["error"]) == (422, error), answer.text


async def test_who_may_only_look_notes_nothing(
    client: AsyncClient, stranger: AsyncClient, two: list[dict[str, Any]], database: Database
) -> None:
    patch = {"ids": [two[0]["id"]], "state": "fixed"}
    assert (await stranger.get(URL)).status_code == 401
    assert (await stranger.patch(URL, json=patch)).status_code == 401
    reader = {"authorization": f"Bearer {await token_for(database, 'read')}"}
    assert (await stranger.patch(URL, json=patch, headers=reader)).status_code == 403
    assert (await client.get(f"{URL}/{two[0]['id']}")).json()["change"]["state"] == "new"
    assert (await client.get(f"{URL}/{uuid4()}")).json()["error"] == "ChangeNotFound"

"""Feeds of saved views: what they hold, who may read them, and what their address opens (nothing else)."""

from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any
from uuid import UUID, uuid4
from xml.dom import minidom

import pytest
from httpx2 import AsyncClient

from fioboard.app.access import throttle
from fioboard.app.watch.changes.work import work as watch
from fioboard.app.watch.events.work import work as look
from fioboard.core.database import Database
from tests.app.access.test_rights import session_of
from tests.conftest import BASE_URL, token_for
from tests.factories.drives import measured
from tests.factories.nights import steady, upload_night, upload_nights
from tests.loops import check_each

pytestmark = pytest.mark.anyio

URL = "/api/v1/feeds"
# Markup, what ends a section of text, a character that XML cannot write, one beyond 16 bits.
HOSTILE = "<script>alert(1)</script> ]]> &amp; \" ' \x0b \ufffe 🚀"


async def view(client: AsyncClient, query: str = "", page: str = "runs", name: str = "Mine") -> str:
    answer = await client.post("/api/v1/views", json={"page": page, "name": name, "query": query})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def feed(browser: AsyncClient, view_id: str, **more: Any) -> dict[str, Any]:
    answer = await browser.post(URL, json={"view_id": view_id, **more})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def path_of(made: dict[str, Any]) -> str:
    assert made["address"].startswith(f"{BASE_URL}{URL}/fioboard_feed_"), made
    return str(made["address"].removeprefix(BASE_URL))


def child(element: Any, tag: str) -> Any:
    """The only one of this name, in Atom's namespace."""
    (found,) = [one for one in element.childNodes if one.localName == tag]
    assert found.namespaceURI == "http://www.w3.org/2005/Atom"
    return found


def text(element: Any, tag: str) -> str:
    return "".join(node.data for node in child(element, tag).childNodes)


def entries(body: bytes) -> list[dict[str, str]]:
    """The entries of a document that is held to RFC 4287, section 4, by another reader than wrote it."""
    root = minidom.parseString(body).documentElement
    assert root is not None
    assert (root.namespaceURI, root.localName) == ("http://www.w3.org/2005/Atom", "feed")
    assert text(child(root, "author"), "name")
    read = []
    for element in (root, *(one for one in root.childNodes if one.localName == "entry")):
        assert UUID(text(element, "id").removeprefix("urn:uuid:")), "an IRI that stays"
        assert datetime.fromisoformat(text(element, "updated")).tzinfo is not None
        link = child(element, "link")
        assert link.getAttribute("rel") == "alternate"
        assert link.getAttribute("href").startswith(BASE_URL + "/")
        parts = {"id": text(element, "id"), "title": text(element, "title"), "url": link.getAttribute("href")}
        parts["updated"] = text(element, "updated")
        if element is not root:
            parts["category"] = child(element, "category").getAttribute("term")
            parts["summary"] = text(element, "summary")
            read.append(parts)
    assert len({one["id"] for one in read}) == len(read)
    assert [one["updated"] for one in read] == sorted((one["updated"] for one in read), reverse=True)
    return read


@pytest.mark.nightly
async def test_changes_and_events_within_the_filter_are_entries_whose_ids_stay(
    browser: AsyncClient, stranger: AsyncClient, client: AsyncClient, database: Database
) -> None:
    await upload_nights(client, [*steady(100_000, 12), *steady(80_000, 12)])
    await measured(client, 10, "io", lanes=2)
    assert await watch(database)
    assert await look(database)
    every = path_of(await feed(browser, await view(client, "sort=-iops&columns=slot")))
    of_io = path_of(await feed(browser, await view(client, "host=io", name="io"), has_runs=True))
    of_chart = path_of(await feed(browser, await view(client, "host=jupiter&x=kernel", "series", "chart")))

    first = entries((await stranger.get(every)).content)
    kinds = [one["category"] for one in first]
    assert kinds[0] == "link degraded"
    assert set(kinds[1:]) == {"change"}
    assert first[0]["title"].startswith("Link degraded on io: ")
    assert first[0]["url"] == f"{BASE_URL}/events?host=io&kind=link&state=any&gone=shown"
    (change, *_) = (await client.get("/api/v1/changes")).json()["items"]
    (told,) = [one for one in first if one["id"] == f"urn:uuid:{change['id']}"]
    assert (told["title"], told["url"]) == (change["sentence"], f"{BASE_URL}/changes/{change['id']}")
    assert told["summary"].startswith("Level before: ")

    narrow = entries((await stranger.get(of_io)).content)
    (run,) = [one for one in narrow if one["category"] == "run"]
    assert run["title"].startswith("Run on io: ")
    assert [one["category"] for one in narrow if one is not run] == ["link degraded"]
    assert {one["category"] for one in entries((await stranger.get(of_chart)).content)} == {"change"}

    await measured(client, 11, "io")
    await look(database)
    ended = entries((await stranger.get(every)).content)
    assert {one["id"] for one in ended} == {one["id"] for one in first}
    assert ended[0]["title"].endswith(" No longer so.")
    assert ended[0]["updated"] > first[0]["updated"]


async def test_hostile_titles_are_text(
    browser: AsyncClient, stranger: AsyncClient, client: AsyncClient
) -> None:
    await upload_night(client, 0, 1_000, title=HOSTILE, target="<b>&amp;")
    made = await feed(browser, await view(client, name=f"view {HOSTILE}"[:100]), has_runs=True)
    answer = await stranger.get(path_of(made))
    assert b"<script" not in answer.content and b"\x0b" not in answer.content
    (run,) = entries(answer.content)
    kept = HOSTILE.replace("\x0b", "\ufffd").replace("\ufffe", "\ufffd")
    assert run["title"].startswith(f"Run on jupiter: {kept} · <b>&amp; · ")


async def test_a_reader_is_told_that_nothing_changed_and_nobody_between_keeps_it(
    browser: AsyncClient, stranger: AsyncClient, client: AsyncClient, database: Database
) -> None:
    path = path_of(await feed(browser, await view(client)))
    first = await stranger.get(path)
    assert first.headers["content-type"].startswith("application/atom+xml")
    tag, at = first.headers["etag"], first.headers["last-modified"]
    assert parsedate_to_datetime(at)
    for headers, status in (
        ({"if-none-match": tag}, 304),
        ({"if-none-match": f'"x", W/{tag}'}, 304),
        ({"if-none-match": '"x"'}, 200),
        ({"if-none-match": '"x"', "if-modified-since": at}, 200),
        ({"if-modified-since": at}, 304),
        ({"if-modified-since": "Thu, 01 Jan 2015 00:00:00 GMT"}, 200),
        ({"if-modified-since": "yesterday"}, 200),
        ({"if-modified-since": "Thu, 01 Jan 2015 00:00:00 -0000"}, 200),
    ):
        answer = await stranger.get(path, headers=headers)
        assert answer.status_code == status, headers
        assert answer.headers["etag"] == tag
        assert answer.content == (b"" if status == 304 else first.content)
    await measured(client, 10, "io", lanes=2)
    await look(database)
    changed = await stranger.get(path, headers={"if-none-match": tag, "if-modified-since": at})
    assert changed.status_code == 200
    assert changed.headers["etag"] != tag
    for answer in (first, changed, await stranger.get(f"{URL}/wrong.atom")):
        assert answer.headers["cache-control"] == "private, no-cache"
        assert "noindex" in answer.headers["x-robots-tag"]
        assert answer.headers["referrer-policy"] == "no-referrer"


async def test_the_address_is_shown_once_stored_as_a_hash_and_opens_nothing_else(
    browser: AsyncClient, stranger: AsyncClient, client: AsyncClient, database: Database
) -> None:
    made = await feed(browser, await view(client))
    path = path_of(made)
    token = path.removeprefix(f"{URL}/").removesuffix(".atom")
    (listed,) = (await browser.get(URL)).json()["items"]
    assert listed == {key: value for key, value in made.items() if key != "address"}
    assert listed["last_used_at"] is None
    async with database.driver() as driver:
        stored = [
            str(row) for row in await driver.fetch("select t::text || f::text from api_token t, feed f")
        ]
    log = (await browser.get("/api/v1/audit")).text
    assert "feed.add" in log
    assert token not in "".join(stored) + log
    bearer = {"authorization": f"Bearer {token}"}
    assert (await stranger.get("/api/v1/runs", headers=bearer)).status_code == 403
    assert (await stranger.get(URL, headers=bearer)).status_code == 403
    assert (await stranger.post(f"/api/v1/uploads/yabs/{token}", content=b"{}")).status_code == 401
    assert (await stranger.get(path)).status_code == 200
    assert (await browser.get(URL)).json()["items"][0]["last_used_at"] is not None


async def test_what_is_no_address_of_a_feed_is_answered_alike_and_counted(
    stranger: AsyncClient, browser: AsyncClient, client: AsyncClient, database: Database
) -> None:
    live = path_of(await feed(browser, await view(client)))
    words = ["x", "fioboard_feed_" + "a" * 36, live.removeprefix(f"{URL}/").removesuffix(".atom")[:-1] + "é"]
    words += [await token_for(database, scope) for scope in ("read", "admin", "upload", "feed")]
    answers = [await stranger.get(f"{URL}/{word}.atom") for word in words]
    assert {(one.status_code, one.json()["error"], one.json()["detail"]) for one in answers} == {
        (401, "NotAuthenticated", answers[0].json()["detail"])
    }
    assert all(not one.headers.get("set-cookie") for one in answers)
    while (answer := await stranger.get(f"{URL}/x.atom")).status_code == 401:
        pass
    assert answer.status_code == 429
    assert (await stranger.get(live)).status_code == 200, "who has the address is not kept out"
    await throttle.forget()


async def test_a_feed_ends_when_it_is_revoked_with_its_view_and_with_its_person(
    browser: AsyncClient, stranger: AsyncClient, client: AsyncClient, database: Database
) -> None:
    view_id = await view(client)
    revoked, of_view = await feed(browser, view_id), await feed(browser, view_id)
    viewer = await session_of(database, "viewer")
    answer = await stranger.post(URL, json={"view_id": view_id}, headers=viewer)
    of_person = answer.json()
    assert answer.status_code == 201, answer.text
    stranger.cookies.clear()
    assert [one["id"] for one in (await stranger.get(URL, headers=viewer)).json()["items"]] == [
        of_person["id"]
    ]
    assert len((await browser.get(URL)).json()["items"]) == 3
    assert (await stranger.delete(f"{URL}/{revoked['id']}", headers=viewer)).status_code == 404
    for made in (revoked, of_view, of_person):
        assert (await stranger.get(path_of(made))).status_code == 200
    assert (await browser.delete(f"{URL}/{revoked['id']}")).status_code == 204
    assert (await browser.delete(f"{URL}/{revoked['id']}")).status_code == 404
    assert (await stranger.get(path_of(revoked))).status_code == 401
    async with database.driver() as driver:
        await driver.execute("update app_user set deactivated_at = now() where name = 'viewer'")
    assert (await stranger.get(path_of(of_person))).status_code == 401
    assert (await client.delete(f"/api/v1/views/{view_id}")).status_code == 204
    assert (await stranger.get(path_of(of_view))).status_code == 401
    assert (await browser.get(URL)).json()["items"] == []
    tokens = (await browser.get("/api/v1/tokens")).json()["items"]
    assert all(one["revoked_at"] for one in tokens if one["scope"] == "feed")


@check_each(
    "body, status",
    [({}, 422), ({"view_id": "x"}, 422), ({"view_id": str(uuid4())}, 404), ({"surprise": 1}, 422)],
)
async def test_bad_input(browser: AsyncClient, body: dict[str, Any], status: int) -> None:
    assert (await browser.post(URL, json=body)).status_code == status


async def test_a_comparison_has_no_feed_and_nobody_makes_a_feed_token_by_hand(
    browser: AsyncClient, client: AsyncClient
) -> None:
    view_id = await view(client, "base=host%3Djupiter", "compare")
    answer = await browser.post(URL, json={"view_id": view_id})
    assert (answer.status_code, "comparison" in answer.json()["detail"]) == (422, True)
    body = {"name": "x", "scope": "feed"}
    assert (await browser.post("/api/v1/tokens", json=body)).status_code == 422


async def test_a_filter_value_that_no_run_has_any_more_gives_an_empty_feed(
    browser: AsyncClient, stranger: AsyncClient, client: AsyncClient
) -> None:
    path = path_of(await feed(browser, await view(client, "host=nowhere&label.bay=3")))
    answer = await stranger.get(path)
    assert answer.status_code == 200
    assert entries(answer.content) == []

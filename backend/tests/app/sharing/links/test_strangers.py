"""What somebody without the token learns: nothing, not even by the clock (L5); and what the token opens beside (L1, L9)."""

import time
from statistics import median
from typing import Any

import pytest
from httpx2 import ASGITransport, AsyncClient

from fioboard.app.access.check import cookie_name
from fioboard.core.database import Database
from tests.app.access.test_rights import OPEN, fill, routes
from tests.conftest import BASE_URL
from tests.factories.shares import SHARES, Link

pytestmark = pytest.mark.anyio
NO_TOKENS = [
    "a" * 24,
    "0" * 24,
    "aB3" * 8,
    "a" * 23,
    "a" * 25,
    "a" * 5_000,
    ":token",
    "{token}",
    "null",
    "undefined",
    "",
    "%00",
    "é",
    "..%2Fruns",
    "fioboard_admin_" + "a" * 36,
]


def told(answer: Any) -> tuple[int, dict[str, Any], dict[str, str]]:
    """All of an answer but what differs between any two."""
    body = answer.json() | {"request_id": ""}
    headers = {k: v for k, v in answer.headers.items() if k != "x-request-id"}
    return answer.status_code, body, headers


@pytest.mark.quick(1)
@pytest.mark.parametrize("sub", ["", "/export", "/raw", "/export?format=csv"])
async def test_whatever_is_no_token_gets_one_identical_404(
    stranger: AsyncClient, link: Link, sub: str
) -> None:
    answers = [await stranger.get(f"/api/v1/shared/{text}{sub}") for text in NO_TOKENS]
    first = told(answers[0])
    assert (first[0], first[1]["error"]) == (404, "NotFound")
    for text, answer in zip(NO_TOKENS, answers, strict=True):
        assert told(answer) == first, text
    assert (await stranger.get(link.path + sub)).status_code == 200


@pytest.mark.nightly
async def test_no_token_takes_the_time_of_any_other(
    stranger: AsyncClient, link: Link, monkeypatch: Any
) -> None:
    """Medians of many calls, with a bound that load does not break: not a benchmark."""

    async def patient(*_: object) -> None:
        return

    monkeypatch.setattr("fioboard.app.sharing.links.opening.require_patience", patient)
    near = link.token[:-1] + ("a" if link.token[-1] != "a" else "b")
    took: dict[str, list[float]] = {text: [] for text in (near, "a" * 24, "null", ":token", "x" * 300)}
    for _ in range(40):
        for text, times in took.items():
            started = time.perf_counter()
            assert (await stranger.get(f"/api/v1/shared/{text}")).status_code == 404
            times.append(time.perf_counter() - started)
    medians = [median(times) for times in took.values()]
    assert max(medians) < 3 * min(medians), medians


@pytest.mark.nightly
async def test_twenty_misses_a_minute_and_who_has_a_link_is_not_kept_out(
    stranger: AsyncClient, link: Link
) -> None:
    found = [(await stranger.get(f"/api/v1/shared/{'a' * 23}{n % 10}")).status_code for n in range(25)]
    assert found == [404] * 20 + [429] * 5
    refused = await stranger.get("/api/v1/shared/nothing/raw")
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "60")
    assert (await stranger.get(link.path)).status_code == 200


@pytest.mark.nightly
async def test_no_other_route_takes_the_token(app: Any, link: Link) -> None:
    transport = ASGITransport(app, raise_app_exceptions=False)
    credentials: list[dict[str, Any]] = [
        {"headers": {"authorization": f"Bearer {link.token}"}},
        {"headers": {"cookie": f"{cookie_name()}={link.token}"}},
        {"headers": {"x-share-passphrase": link.token}},
        {"params": {"token": link.token}},
    ]
    checked = 0
    for credential in credentials:
        async with AsyncClient(transport=transport, base_url=BASE_URL, **credential) as holder:
            for method, path, _ in routes(app):
                if not path.startswith("/api/v1/") or "{token}" in path:
                    continue
                answer = await holder.request(method, fill(path), json={})
                if f"{method} {path}" not in OPEN:
                    assert answer.status_code == 401, f"{method} {path}"
                    checked += 1
    assert checked > 200


async def test_nothing_can_be_written_with_a_link(stranger: AsyncClient, link: Link) -> None:
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        for path in (*link.paths.values(), f"/s/{link.token}"):
            assert (await stranger.request(method, path, json={})).status_code == 405, f"{method} {path}"


async def test_who_is_signed_in_sees_what_a_stranger_sees_and_an_invalid_credential_changes_nothing(
    stranger: AsyncClient, browser: AsyncClient, client: AsyncClient, link: Link
) -> None:
    for path in link.paths.values():
        expected = (await stranger.get(path)).content
        for other in (browser, client):
            answer = await other.get(path)
            assert (answer.status_code, answer.content) == (200, expected)
        wrong = {"authorization": "Bearer wrong", "cookie": f"{cookie_name()}=wrong"}
        assert (await stranger.get(path, headers=wrong)).content == expected


async def test_viewers_and_readers_may_list_and_nobody_without_write_may_share(
    app: Any, database: Database, browser: AsyncClient, run_id: str, link: Link
) -> None:
    async with database.driver() as driver:
        await driver.execute("update app_user set role = 'viewer'")
    assert (await browser.get(SHARES)).status_code == 200
    body = {"kind": "run", "spec": {"run_id": run_id}}
    url = f"{SHARES}/{link.id}"
    for method, path, content in (
        ("POST", SHARES, body),
        ("POST", f"{SHARES}/preview", body),
        ("PATCH", url, {"is_paused": True}),
        ("DELETE", url, None),
    ):
        answer = await browser.request(method, path, json=content)
        assert (answer.status_code, answer.json()["error"]) == (403, "WrongScope"), path

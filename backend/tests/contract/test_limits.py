"""What the framework answers by itself has our shape too, and no body is read beyond what its operation needs."""

import re
from typing import Any
from uuid import UUID, uuid4

import pytest
from httpx2 import AsyncClient

from fioboard.core.strict_route import MAX_JSON_BYTES

pytestmark = pytest.mark.anyio
TOO_LONG = b'{"code": "' + b"x" * MAX_JSON_BYTES + b'"}'
JSON = {"content-type": "application/json"}


@pytest.mark.parametrize("path", ["/api/v1/session", "/api/v1/enrolments/exchange"])
async def test_a_stranger_cannot_make_the_service_read_a_huge_body(stranger: AsyncClient, path: str) -> None:
    answer = await stranger.post(path, content=TOO_LONG, headers=JSON)
    assert (answer.status_code, answer.json()["error"]) == (413, "TooLarge")


async def test_the_longest_note_fits_and_nothing_beyond_it(client: AsyncClient) -> None:
    path = "/api/v1/runs/0d4f7c1e-3a53-4d0c-9a7e-2f6f8f1f5c11"
    longest = await client.patch(path, json={"note": "é" * 20_000})
    assert (longest.status_code, longest.json()["error"]) == (404, "RunNotFound")
    answer = await client.patch(path, content=TOO_LONG, headers=JSON)
    assert (answer.status_code, answer.json()["error"]) == (413, "TooLarge")


async def test_a_refused_method_comes_with_those_that_are_taken(client: AsyncClient) -> None:
    answer = await client.put("/api/v1/hosts")
    assert (answer.status_code, answer.json()["error"]) == (405, "MethodNotAllowed")
    assert answer.headers["allow"] == "GET"


async def test_an_unknown_query_key_is_named_wherever_it_is_sent(browser: AsyncClient) -> None:
    run = "/api/v1/runs/0d4f7c1e-3a53-4d0c-9a7e-2f6f8f1f5c11"
    for method, path in (
        ("GET", "/api/v1/runs"),
        ("GET", run),
        ("GET", f"{run}/raw"),
        ("DELETE", run),
        ("GET", "/api/v1/hosts"),
        ("GET", "/api/v1/session"),
    ):
        answer = await browser.request(method, path, params={"colour": "red"})
        assert (answer.status_code, answer.json()["error"]) == (422, "UnknownKey"), f"{method} {path}"
        assert "colour" in answer.json()["detail"]


def _routes_of_the_api(app: Any) -> list[tuple[str, str]]:
    routes = [(next(iter(r.methods)), r.path) for r in app.routes if r.path.startswith("/api/v1/")]
    assert len(routes) > 60
    return routes


async def test_no_route_of_the_api_ignores_a_query_key(
    app: Any, client: AsyncClient, browser: AsyncClient
) -> None:
    for method, path in _routes_of_the_api(app):
        filled = re.sub(r"\{[^}]+\}", str(uuid4()), path)
        for caller in (
            browser,
            client,
        ):  # the one has what tokens never have, the other what sessions have not
            answer = await caller.request(method, filled, params={"colour": "red"})
            if answer.status_code not in {401, 403}:
                break
        assert (answer.status_code, answer.json()["error"]) == (422, "UnknownKey"), f"{method} {path}"


@pytest.mark.parametrize(("path", "key"), [("runs", "host"), (f"runs/{UUID(int=7)}/raw", "name")])
async def test_a_nul_in_the_address_is_refused(client: AsyncClient, path: str, key: str) -> None:
    answer = await client.get(f"/api/v1/{path}", params={key: "a\x00b"})
    assert (answer.status_code, answer.json()["error"]) == (422, "Invalid")


async def test_a_nul_in_a_host_name_does_not_stop_its_enrolment(browser: AsyncClient) -> None:
    code = (await browser.post("/api/v1/enrolments")).json()["code"]
    body = {"code": code, "host_id": "host-0001", "host_name": "a\x00b"}
    answer = await browser.post("/api/v1/enrolments/exchange", json=body)
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("days", [True, "30", 30.0])
async def test_a_value_of_another_type_is_refused_not_converted(browser: AsyncClient, days: object) -> None:
    body = {"name": "x", "scope": "read", "expires_in_days": days}
    answer = await browser.post("/api/v1/tokens", json=body)
    assert (answer.status_code, answer.json()["problems"][0]["where"]) == (422, "/body/expires_in_days")

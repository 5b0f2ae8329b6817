"""No address makes a 500 (E3), and what names nothing is not found, whatever it is made of."""

import asyncio
import random
import re
from typing import Any
from uuid import uuid4

import pytest
from httpx2 import AsyncClient

from tests.factories.real_server import exchange, served
from tests.loops import check_each

pytestmark = pytest.mark.anyio
MUTATIONS = 2_000
A_FEW_MUTATIONS = 300
AT_ONCE = 8
SEED = 20261122
# Written into the request line as they are: percent-encoding is part of what is tried.
ODD = (
    *(
        "%00",
        "a%00b",
        "%ff",
        "%c3%28",
        "%ed%a0%80",
        "%",
        "%zz",
        "%25",
        "%2e%2e",
        "..",
        ".",
        "%2f",
        "%5c",
        "%0d%0a",
        "%7f",
    ),
    *(
        "null",
        "undefined",
        "NaN",
        "-1",
        "0",
        "9" * 40,
        "true",
        "{run_id}",
        ":token",
        "*",
        "~",
        "'",
        "%22",
        "<b>",
        "$(id)",
    ),
    *("a" * 255, "a" * 256, "%F0%9F%92%BE" * 70, "x" * 9000, "%E2%80%AE", "%F0%9F%92%BE", "%F3%A0%80%81"),
    *("00000000-0000-0000-0000-000000000000", "{0198c0de-0000-7000-8000-000000000000}", "0198c0de"),
    *(
        "urn:uuid:0198c0de-0000-7000-8000-000000000000",
        "index.html",
        "assets",
        "assets%2f..%2f..",
        "share.html",
    ),
)
STATIC = (
    "/",
    "/index.html",
    "/share.html",
    "/assets/",
    "/assets/x.js",
    "/runs",
    "/runs/1",
    "/hosts/1",
    "/favicon.svg",
)
METHODS = (*(["GET"] * 20), "HEAD", "OPTIONS", "PUT", "TRACE", "NONSENSE")


def _mutated(path: str, keys: list[str], chance: random.Random) -> str:
    parts = path.strip("/").split("/")
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        place = chance.randrange(len(parts))
        match chance.randrange(6):
            case 0:
                parts.insert(place, chance.choice(ODD))
            case 1 if len(parts) > 1:
                parts.pop(place)
            case 2:
                parts[place] += chance.choice(ODD)
            case 3:
                parts[place] = "".join(
                    f"%{chance.randrange(256):02x}" for _ in range(chance.randrange(1, 40))
                )
            case _:
                parts[place] = chance.choice(ODD)
    address = "/" + chance.choice(("/", "/", "/", "//")).join(parts) + chance.choice(("", "", "/", "//"))
    if chance.random() < 0.3:
        address += f"?{chance.choice([*keys, 'host', 'q', '%00', ''])}={chance.choice(ODD)}"
    return address


def _addresses(app: Any, count: int) -> list[tuple[str, str]]:
    """Method and address; the seed is fixed, so that a failure comes again."""
    chance = random.Random(SEED)
    known = [
        (re.sub(r"\{[^}]+\}", str(uuid4()), r.path), [p.alias for p in r.dependant.query_params])
        for r in app.routes
        if hasattr(r, "dependant")
    ]
    known += [(path, []) for path in STATIC]
    return [(chance.choice(METHODS), _mutated(*chance.choice(known), chance)) for _ in range(count)]


@pytest.mark.quick(1)
@pytest.mark.parametrize("count", [A_FEW_MUTATIONS, MUTATIONS])
async def test_no_address_makes_the_service_fail(
    app: Any, browser: AsyncClient, built: None, count: int
) -> None:
    wanted = iter(_addresses(app, count))
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    failed: list[tuple[int, str, str]] = []
    statuses: dict[int, int] = {}

    async def ask(port: int) -> None:
        for method, address in wanted:
            head = f"{method} {address} HTTP/1.1\r\nhost: testserver\r\ncookie: {cookies}\r\n"
            accept = "accept: text/html\r\n" if len(address) % 2 else ""
            status, _ = await exchange(
                port, f"{head}{accept}sec-fetch-site: same-origin\r\nconnection: close\r\n\r\n".encode()
            )
            statuses[status] = statuses.get(status, 0) + 1
            if status >= 500:
                failed.append((status, method, address[:200]))

    async with served(app) as service:
        await asyncio.gather(*(ask(service.port) for _ in range(AT_ONCE)))
    assert failed == []
    assert sum(statuses.values()) == count
    reached = {200, 404, 405} if count < MUTATIONS else {200, 404, 405, 422}
    assert reached <= statuses.keys(), statuses


@check_each("path", ["/%00", "/runs/%00", "/" + "a" * 256, "/assets/" + "é" * 200])
@check_each("accept, status", [("text/html", 200), ("*/*", 404)])
async def test_an_address_that_no_file_can_have_is_one_of_the_page(
    stranger: AsyncClient, built: None, path: str, accept: str, status: int
) -> None:
    answer = await stranger.get(path, headers={"accept": accept})
    assert answer.status_code == (404 if path.startswith("/assets/") else status)


@pytest.mark.nightly
async def test_what_is_no_id_is_not_found_like_an_id_of_nothing(app: Any, browser: AsyncClient) -> None:
    tried = 0
    for route in app.routes:
        if not route.path.startswith("/api/v1/") or "{" not in route.path or "{token}" in route.path:
            continue
        for method in route.methods & {"GET", "DELETE"}:
            required = {p.alias: "base" for p in route.dependant.query_params if p.field_info.is_required()}
            unknown, malformed = [
                await browser.request(method, re.sub(r"\{[^}]+\}", text, route.path), params=required)
                for text in (str(uuid4()), "zzz")
            ]
            assert (malformed.status_code, malformed.json()["error"]) == (
                unknown.status_code,
                unknown.json()["error"],
            ), f"{method} {route.path}: {malformed.text} {unknown.text}"
            assert unknown.status_code == 404, f"{method} {route.path}: {unknown.text}"
            assert "UUID" not in malformed.text
            tried += 1
    assert tried > 20


async def test_a_query_value_that_is_no_id_is_told_without_a_librarys_words(client: AsyncClient) -> None:
    answer = await client.get("/api/v1/compare/choices", params={"run": "zzz"})
    assert (answer.status_code, answer.json()["error"]) == (422, "Invalid")
    assert answer.json()["detail"].startswith("/query/run: is not an id")

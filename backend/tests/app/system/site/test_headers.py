"""What browsers are told about our answers: what a page may load, and who may read along (W1, S6)."""

import pytest
from httpx2 import AsyncClient

pytestmark = pytest.mark.anyio


async def test_the_page_may_load_what_is_ours_and_nothing_else(stranger: AsyncClient, built: None) -> None:
    pages = [await stranger.get("/runs", headers={"accept": "text/html"}) for _ in range(2)]
    nonces = {page.text.partition('nonce="')[2].partition('"')[0] for page in pages}
    assert len(nonces) == 2
    policy = dict(rule.split(" ", 1) for rule in pages[1].headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["object-src"] == policy["frame-ancestors"] == "'none'"
    assert (
        policy["script-src"]
        == policy["connect-src"]
        == policy["font-src"]
        == policy["form-action"]
        == "'self'"
    )
    assert policy["style-src"].startswith("'self' 'nonce-") and policy["style-src"][14:-1] in nonces
    assert policy["img-src"] == "'self' data: blob:"
    assert "http" not in pages[1].headers["content-security-policy"]
    for answer in (pages[0], await stranger.get("/healthz"), await stranger.get("/api/v1/none")):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"


async def test_no_other_site_may_read_an_answer(client: AsyncClient) -> None:
    origin = {"origin": "https://evil.example"}
    answers = [
        await client.get("/api/v1/runs", headers=origin),
        await client.options("/api/v1/runs", headers=origin | {"access-control-request-method": "DELETE"}),
        await client.get("/api/v1/none", headers=origin),
    ]
    assert [answer.status_code for answer in answers] == [200, 405, 404]
    for answer in answers:
        assert not [name for name in answer.headers if name.startswith("access-control-")]


async def test_long_answers_to_get_are_compressed_and_none_to_what_makes_secrets(client: AsyncClient) -> None:
    accepts = {"accept-encoding": "gzip"}
    long = await client.get("/api/v1/factors", headers=accepts)
    assert long.headers["content-encoding"] == "gzip" and "accept-encoding" in long.headers["vary"].lower()
    assert int(long.headers["content-length"]) < len(long.content)
    plain = await client.get("/api/v1/factors", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers and plain.content == long.content
    short = await client.get("/api/v1/info", headers=accepts)
    made = await client.post("/api/v1/tokens", json={"name": "x" * 2000, "scope": "read"}, headers=accepts)
    assert not [one for one in (short, made) if "content-encoding" in one.headers]

"""What goes with every answer of a link, the refusals among them (L6, W1), and the page itself."""

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.app.system.site import files
from fioboard.core.compression import decompress
from tests.factories.shares import SHARES, Link, of_run, share

pytestmark = pytest.mark.anyio
PAGE = """<!doctype html><html><head><base href="__FIOBOARD_BASE__" />
<meta name="style-nonce" content="__FIOBOARD_NONCE__" /><title>Shared result</title></head></html>"""
EXPECTED = {
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow, noarchive",
    "x-content-type-options": "nosniff",
}


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build with the page of shares."""
    (tmp_path / "share.html").write_text(PAGE)
    monkeypatch.setattr(files, "DIST", tmp_path)
    files._template.cache_clear()


def demand_guarded(answer: Any) -> None:
    """Every rule for the headers of one answer."""
    where = f"{answer.request.method} {answer.request.url} → {answer.status_code}"
    for name, value in EXPECTED.items():
        assert answer.headers.get(name) == value, f"{where}: {name}"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy, where
    assert "frame-ancestors 'none'" in policy, where
    assert "unsafe-eval" not in policy and "http:" not in policy and "https:" not in policy, where
    assert "set-cookie" not in answer.headers, where
    assert "access-control-allow-origin" not in answer.headers, where


async def test_every_answer_below_a_links_addresses_is_guarded(
    client: AsyncClient, stranger: AsyncClient, link: Link, run_id: str, built: None
) -> None:
    guarded = await share(client, of_run(run_id, passphrase="correct horse"))
    ended = await share(client, of_run(run_id))
    await client.delete(f"{SHARES}/{ended.id}")
    seen = set()
    for token in (link.token, guarded.token, ended.token, "nothing", ""):
        paths = [f"/s/{token}", f"/s/{token}/more"]
        paths += [
            f"/api/v1/shared/{token}{sub}" for sub in ("", "/export", "/export?format=csv", "/raw", "?x=1")
        ]
        for path in paths:
            for method in ("GET", "HEAD", "OPTIONS", "POST"):
                answer = await stranger.request(method, path, headers={"origin": "https://evil.example"})
                demand_guarded(answer)
                seen.add(answer.status_code)
    for _ in range(21):
        answer = await stranger.get("/api/v1/shared/nothing")
        demand_guarded(answer)
        seen.add(answer.status_code)
    assert seen == {200, 401, 404, 405, 410, 422, 429}


async def test_a_bug_of_ours_is_guarded_too_and_tells_nothing(
    stranger: AsyncClient, link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError(f"secret detail {link.token}")

    monkeypatch.setattr("fioboard.app.sharing.links.opening.share_queries.find_share", broken)
    answer = await stranger.get(link.path)
    assert answer.status_code == 500
    assert "secret" not in answer.text
    demand_guarded(answer)


async def test_the_page_is_the_same_for_every_token_and_names_nothing(
    client: AsyncClient, stranger: AsyncClient, link: Link, built: None
) -> None:
    pages = set()
    for token in (link.token, "a" * 24, "null", ""):
        answer = await stranger.get(f"/s/{token}")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
        nonce = re.search(r"'nonce-([^']+)'", answer.headers["content-security-policy"])
        assert nonce is not None and f'content="{nonce[1]}"' in answer.text
        pages.add(answer.text.replace(nonce[1], ""))
    [page] = pages
    assert link.token not in page
    assert "__FIOBOARD" not in page
    assert "form-action 'none'" in answer.headers["content-security-policy"]
    again = await stranger.get(f"/s/{link.token}")
    assert re.search(r"'nonce-([^']+)'", again.headers["content-security-policy"])[1] != nonce[1]  # type: ignore[index]  # no match fails the test, too


async def test_the_page_is_served_as_a_page_only(stranger: AsyncClient, built: None) -> None:
    """Its file has placeholders, and no headers of its own."""
    assert (await stranger.get("/share.html")).status_code == 404


@pytest.mark.nightly
async def test_opening_the_page_alone_is_no_opening(
    client: AsyncClient, stranger: AsyncClient, link: Link, built: None
) -> None:
    await stranger.get(f"/s/{link.token}")
    assert (await client.get(f"{SHARES}/{link.id}")).json()["view_count"] == 0


async def test_files_have_names_that_say_kind_and_day_only(stranger: AsyncClient, link: Link) -> None:
    for what, ending, kind in (
        ("json", "json", "application/json"),
        ("csv", "csv", "text/csv; charset=utf-8"),
        ("raw", "raw.json", "application/octet-stream"),
    ):
        answer = await stranger.get(link.paths[what])
        assert re.fullmatch(
            rf'attachment; filename="fioboard-run-\d{{4}}-\d\d-\d\d\.{ending}"',
            answer.headers["content-disposition"],
        )
        assert answer.headers["content-type"] == kind
        assert answer.headers["content-security-policy"].startswith("sandbox")


@pytest.mark.nightly
async def test_a_copy_travels_compressed_for_those_who_take_it(stranger: AsyncClient, link: Link) -> None:
    plain = (await stranger.get(link.path, headers={"accept-encoding": "identity"})).content
    for encoding in ("gzip", "zstd"):
        async with stranger.stream("GET", link.path, headers={"accept-encoding": encoding}) as answer:
            raw = b"".join([piece async for piece in answer.aiter_raw()])
        assert answer.headers["content-encoding"] == encoding
        assert len(raw) < len(plain) / 3
        assert (gzip.decompress(raw) if encoding == "gzip" else decompress(raw)) == plain

"""No log and no metric holds a link's secret; its first six characters tell the links apart (L6, W4)."""

import io
import logging
import re
from typing import Any

import pytest
import structlog
from httpx2 import ASGITransport, AsyncClient

from fioboard.core import logs
from fioboard.main import create_app
from tests.factories.shares import SHARES, Link, of_run, share

pytestmark = pytest.mark.anyio


@pytest.fixture
async def written(app: Any) -> io.StringIO:
    """Everything that the service logs from here on; the next service sets its logs up anew."""
    stream = io.StringIO()
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.DEBUG),
        logger_factory=structlog.PrintLoggerFactory(stream),
    )
    return stream


async def test_a_token_is_logged_by_its_first_six_characters_only(
    written: io.StringIO,
    client: AsyncClient,
    stranger: AsyncClient,
    run_id: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    link = await share(client, of_run(run_id, passphrase="correct horse"))
    said = {"x-share-passphrase": "correct%20horse"}
    for path in (
        *link.paths.values(),
        f"/s/{link.token}",
        f"/s/{link.token}/x",
        f"{link.path}?x={link.token}",
    ):
        for headers in ({}, said, {"referer": f"http://testserver/s/{link.token}"}):
            await stranger.get(path, headers=headers)
    await client.patch(f"{SHARES}/{link.id}", json={"is_paused": True})

    async def broken(*_: object) -> None:
        raise RuntimeError(f"no such thing: {link.token} at /s/{link.token}")

    monkeypatch.setattr("fioboard.app.sharing.links.opening.share_queries.find_share", broken)
    assert (await stranger.get(link.path, headers=said)).status_code == 500
    lines = written.getvalue()
    assert link.token not in lines
    assert "correct" not in lines
    assert f'"actor":"share:{link.token[:6]}"' in lines
    assert f"no such thing: {link.token[:6]}… at /s/{link.token[:6]}…" in lines
    assert '"route":"/api/v1/shared/{token}/raw"' in lines
    assert '"status":500' in lines


async def test_metrics_name_routes_and_no_links(
    client: AsyncClient, stranger: AsyncClient, link: Link
) -> None:
    for path in (*link.paths.values(), f"/s/{link.token}", f"{link.path}/{link.token}"):
        await stranger.get(path)
    text = (await client.get("/metrics")).text
    assert 'handler="/api/v1/shared/{token}"' in text
    assert link.token[:8] not in text


@pytest.mark.nightly
async def test_an_application_that_was_built_later_counts_its_own(
    app: Any, client: AsyncClient, link: Link
) -> None:
    later = create_app()
    later.state = app.state
    async with AsyncClient(transport=ASGITransport(later), base_url=str(client.base_url)) as other:
        await other.get(link.path)
        text = (await other.get("/metrics", headers=dict(client.headers))).text
    assert 'handler="/api/v1/shared/{token}"' in text
    assert "process_resident_memory_bytes" in text


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("GET /s/" + "a1B2c3" * 4, "GET /s/a1B2c3…"),
        ("http://x/api/v1/shared/" + "a1B2c3" * 4 + "/raw", "http://x/api/v1/shared/a1B2c3…/raw"),
        ("fioboard_write_" + "A" * 36 + " used", "fioboard_write_AAAAA… used"),
        ("GET /s/short and /shared/documents", "GET /s/short and /shared/documents"),
    ],
)
def test_lines_of_libraries_are_filtered_too(line: str, expected: str) -> None:
    assert logs.mask_secrets(line) == expected
    record = logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, "%s", (line,), None)
    assert logs._Formatter("%(message)s").format(record) == expected
    try:
        raise ValueError(line)
    except ValueError as error:
        record.exc_info = (ValueError, error, error.__traceback__)
    found = logs._Formatter("%(message)s").format(record)
    assert not re.search(r"a1B2c3a|AAAAAA", found)

"""A reference is nobody's business outside: no share of a run or of a comparison with it says its name."""

from typing import Any

import pytest
from httpx2 import AsyncClient

from tests.factories.nights import upload_nights
from tests.factories.shares import of_run, share

pytestmark = pytest.mark.anyio

NAME, NOTE = "zebra-after-firmware", "okapi-what-we-bought"


async def test_a_share_tells_nothing_of_a_reference(
    client: AsyncClient, browser: AsyncClient, stranger: AsyncClient
) -> None:
    good = await upload_nights(client, [100_000, 100_400, 99_700])
    later = (await upload_nights(client, [100_000, 1, 1, 1, 86_000]))[-1]
    base = "&".join(f"run={one}" for one in good)
    body = {"filter": base, "name": NAME, "note": NOTE}
    made = await client.post("/api/v1/references", json=body)
    assert made.status_code == 201
    compared: dict[str, Any] = {
        "kind": "compare",
        "spec": {"address": f"base={base.replace('&', '%26').replace('=', '%3D')}&new=run%3D{later}"},
    }
    for what in (of_run(later), of_run(good[0]), compared):
        link = await share(browser, what)
        for path in link.paths.values():
            answer = await stranger.get(path)
            # Sets of other labs are another thing, of which a share says that it shows none; and a CPU has preferences.
            content = answer.content.lower().replace(b"reference_sets", b"").replace(b"preference", b"")
            for word in (NAME, NOTE, made.json()["id"], "reference"):
                assert word.encode() not in content, (path, word)

"""A link shows 1 MB at most, and shows that whole."""

from dataclasses import replace
from typing import Any

import orjson
import pytest
from httpx2 import AsyncClient

from fioboard.app.sharing.links import publishing
from tests.factories.shares import SHARES, of_run, share

pytestmark = pytest.mark.anyio


def pad_copies(patch: pytest.MonkeyPatch, size: int) -> None:
    """Let every copy have this many bytes, by a longer note: the service's own words never get that long."""
    make = publishing.frozen

    async def padded(*given: Any, **named: Any) -> Any:
        copy, run_ids = await make(*given, **named)
        document = copy.document | {"note": ""}
        document["note"] = "x" * (size - len(orjson.dumps(document)))
        return replace(copy, document=document), run_ids

    patch.setattr(publishing, "frozen", padded)


@pytest.mark.nightly
async def test_a_copy_of_exactly_the_largest_size_is_shown_whole_and_one_more_byte_is_refused(
    client: AsyncClient, stranger: AsyncClient, run_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert publishing.MAX_DOCUMENT_BYTES == 1_048_576
    with monkeypatch.context() as patch:
        pad_copies(patch, publishing.MAX_DOCUMENT_BYTES)
        link = await share(client, of_run(run_id))
    shown = await stranger.get(link.path)
    assert shown.status_code == 200
    assert len((await stranger.get(link.paths["json"])).content) == publishing.MAX_DOCUMENT_BYTES
    # Around the copy stands what the link itself is called and how long it lasts.
    assert len(shown.content) < publishing.MAX_DOCUMENT_BYTES + 2_000
    with monkeypatch.context() as patch:
        pad_copies(patch, publishing.MAX_DOCUMENT_BYTES + 1)
        refused = await client.post(SHARES, json=of_run(run_id))
    assert (refused.status_code, refused.json()["error"]) == (413, "TooLarge")
    assert "narrow it" in refused.json()["detail"]
    assert len((await client.get(SHARES)).json()["items"]) == 1

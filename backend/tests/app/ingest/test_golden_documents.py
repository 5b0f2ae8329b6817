"""The agent's golden upload documents (agent/tests/data/upload/) are what this service takes."""

import hashlib
from pathlib import Path
from typing import Any

import orjson
import pytest
from httpx2 import AsyncClient

from fioboard.engine.answers.upload import Manifest
from tests.app.ingest.test_uploads import send
from tests.factories.fio_output import output
from tests.factories.upload import body

GOLDEN = sorted((Path(__file__).resolve().parents[4] / "agent" / "tests" / "data" / "upload").glob("*.json"))


def read(path: Path) -> Any:
    return orjson.loads(path.read_bytes())


def test_there_are_golden_documents() -> None:
    assert len(GOLDEN) >= 3


@pytest.mark.anyio
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
async def test_golden_document_is_stored(client: AsyncClient, path: Path) -> None:
    golden = read(path)
    Manifest.model_validate(golden["manifest"])
    # The documents name digests of bytes that they do not hold: other bytes of the same names take their place.
    files = {
        file["name"]: output() if file["kind"] == "fio_output" else b"x\n"
        for file in golden["manifest"]["files"]
    }
    for file in golden["manifest"]["files"]:
        content = files[file["name"]]
        file |= {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
    answer = await send(client, body(files, golden["manifest"], golden["inventory"]))
    assert answer.status_code == 201, answer.text
    run = (await client.get(f"/api/v1/runs/{answer.json()['id']}")).json()
    assert run["host"]["name"] == golden["manifest"]["host"]["name"]
    assert run["state"] == "understood"
    assert (run["outcome"] == "interrupted") == bool(golden["manifest"].get("interrupted"))
    if golden["inventory"]:
        assert run["factors"]["cpu.model"] == golden["inventory"]["cpu"]["model"]
        assert run["factors"]["kernel"] == golden["inventory"]["os"]["kernel"]

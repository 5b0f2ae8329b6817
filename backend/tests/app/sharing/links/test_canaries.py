"""R10 through the service: secrets in every place of two uploads, and every byte that a link answers with."""

import json
from typing import Any
from urllib.parse import quote

import pytest
from httpx2 import AsyncClient

from fioboard.app.access.lockout import MAX_FAILURES
from fioboard.engine.answers.shared import SharedOut
from tests.app.sharing.redaction.canaries import Canaries, leaks
from tests.app.sharing.redaction.test_canaries import send
from tests.factories.shares import SHARES, Link, share
from tests.shapes import shape_of

pytestmark = pytest.mark.anyio
PASSPHRASE = "correct horse battery"
RIGHT = {"x-share-passphrase": quote(PASSPHRASE)}


async def body(client: AsyncClient, kind: str, c: Canaries) -> dict[str, Any]:
    """The body of a share whose address itself holds secrets, as addresses of pages do."""
    base, new = await send(client, c), await send(client, c, iops=600_000)
    customer = quote(f"label.customer={c('label value')}", safe="=")
    if kind == "run":
        spec = {"run_id": base}
    elif kind == "compare":
        sides = [quote(f"run={run_id}&{customer}", safe="") for run_id in (base, new)]
        spec = {"address": f"base={sides[0]}&new={sides[1]}&metric=iops&sort=-effect"}
    elif kind == "batch":
        spec = {"batch_id": c.placed["batch.id"]}
    else:
        spec = {"address": f"x=label.customer&metric=iops&by=host&{customer}&chart=points"}
    return {"kind": kind, "spec": spec, "passphrase": PASSPHRASE}


async def everything(client: AsyncClient, stranger: AsyncClient, link: Link) -> list[Any]:
    """Every answer of a link: allowed, refused, guessed at, paused, ended."""
    answers = [await stranger.get(f"/s/{link.token}")]
    for headers in (RIGHT, {}, {"x-share-passphrase": "wrong"}):
        for path in (*link.paths.values(), f"{link.path}/nothing", f"{link.path}?x=1"):
            answers += [await stranger.request(m, path, headers=headers) for m in ("GET", "HEAD", "POST")]
    for _ in range(MAX_FAILURES):
        answers.append(await stranger.get(link.path, headers={"x-share-passphrase": "wrong"}))
    for change in ({"is_paused": True}, {"is_paused": False}):
        await client.patch(f"{SHARES}/{link.id}", json=change)
        answers.append(await stranger.get(link.path))
    await client.delete(f"{SHARES}/{link.id}")
    answers.append(await stranger.get(link.path, headers=RIGHT))
    return answers


def told(answer: Any) -> str:
    """All of an answer as text: body and headers."""
    return f"{answer.text}\n{json.dumps(dict(answer.headers))}"


@pytest.mark.parametrize(
    "kind",
    ["run", *(pytest.param(kind, marks=pytest.mark.nightly) for kind in ("compare", "series", "batch"))],
)
async def test_no_secret_is_in_any_answer_of_a_link(
    client: AsyncClient, stranger: AsyncClient, kind: str
) -> None:
    c = Canaries()
    link = await share(client, await body(client, kind, c))
    opened = await stranger.get(link.path, headers=RIGHT)
    document = shape_of(SharedOut).validate_python(opened.json())["document"]
    assert (document["kind"], bool(document["runs"])) == (kind, True)
    answers = await everything(client, stranger, link)
    assert {answer.status_code for answer in answers} >= {200, 401, 404, 405, 410, 422, 429}
    for answer in answers:
        found = leaks(told(answer), c.placed)
        assert found == {}, f"{answer.request.method} {answer.request.url} → {answer.status_code}"
    assert "500000" in opened.text  # the figures are all there


@pytest.mark.nightly
async def test_a_revealed_field_is_shown_and_nothing_beside_it(
    client: AsyncClient, stranger: AsyncClient
) -> None:
    c = Canaries()
    wanted = await body(client, "run", c) | {"reveal": ["drive.serial"], "note": "Warranty case 7"}
    link = await share(client, wanted)
    shown: set[str] = set()
    for path in link.paths.values():
        shown |= leaks(told(await stranger.get(path, headers=RIGHT)), c.placed).keys()
    assert shown == {
        f"{drive}.{what}" for drive in ("nvme0n1", "nvme1n1") for what in ("serial", "controller.serial")
    }
    [item] = (await client.get(SHARES)).json()["items"]
    assert item["revealed"] == ["drive.serial"]
    events = (await client.get("/api/v1/audit", params={"subject": link.id})).json()["items"]
    assert [e["detail"]["revealed"] for e in events if e["action"] == "share.create"] == [["drive.serial"]]


async def test_a_preview_that_still_tells_who_it_is_publishes_nothing(
    client: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second net (R8): here redaction is made to forget its first rule."""
    c = Canaries()
    wanted = await body(client, "run", c)
    monkeypatch.setattr(
        "fioboard.app.sharing.redaction.redactor.Redactor.named", lambda _, __, value, label: value or label
    )
    for path in (SHARES, f"{SHARES}/preview"):
        answer = await client.post(
            path, json=wanted if path == SHARES else {k: wanted[k] for k in ("kind", "spec")}
        )
        assert (answer.status_code, answer.json()["error"]) == (409, "IdentifierFound")
        assert leaks(answer.text, c.placed) == {}
    assert (await client.get(SHARES)).json()["items"] == []

"""Every write of the API, and what becomes of it while the disk of the database is nearly full (core/storage.py)."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from httpx2 import AsyncClient

from fioboard.app.access.full_disk import GO_ON, WRITES
from fioboard.core.database import Database
from fioboard.core.storage import Storage
from tests.conftest import built_app
from tests.factories.shares import SHARES, of_run, share
from tests.factories.upload import body

pytestmark = pytest.mark.anyio

FULL = Storage(Path("/"), min_free_bytes=2**62)
# One table: what is refused. Whatever is neither here nor in GO_ON is a route that nobody decided about.
REFUSED = {
    ("PATCH", "/api/v1/runs"), ("PATCH", "/api/v1/runs/{run_id}"), ("POST", "/api/v1/edits/{edit_id}/undo"),
    ("PATCH", "/api/v1/batches/{batch_id}"), ("POST", "/api/v1/views"), ("PATCH", "/api/v1/views/{view_id}"), ("POST", "/api/v1/shares"),
    ("POST", "/api/v1/feeds"), ("POST", "/api/v1/hosts/{host_id}/hardware"), ("POST", "/api/v1/demo"),
    ("POST", "/api/v1/hosts/{host_id}/merge"), ("POST", "/api/v1/hosts/{host_id}/split"),
    ("POST", "/api/v1/host-moves/{move_id}/undo"),
    ("POST", "/api/v1/runs/{run_id}/attachments"),
    ("POST", "/api/v1/tokens"), ("POST", "/api/v1/enrolments"), ("POST", "/api/v1/enrolments/exchange"),
    ("POST", "/api/v1/invitations"), ("POST", "/api/v1/invitations/accept"), ("POST", "/api/v1/specs"),
    ("PATCH", "/api/v1/changes"), ("PATCH", "/api/v1/events"), ("POST", "/api/v1/expectations"),
    ("POST", "/api/v1/time-notes"), ("PATCH", "/api/v1/time-notes/{note_id}"),
    ("POST", "/api/v1/references"), ("POST", "/api/v1/agent-reports"), ("POST", "/api/v1/notification-rules"),
    ("POST", "/api/v1/reference-sets"), ("PATCH", "/api/v1/reference-sets/{set_id}"),
    ("POST", "/api/v1/requests"), ("POST", "/api/v1/schedules"), ("PATCH", "/api/v1/schedules/{schedule_id}"),
    ("PATCH", "/api/v1/notification-rules/{rule_id}"), ("POST", "/api/v1/notification-rules/{rule_id}/test"),
    ("PATCH", "/api/v1/shares/{share_id}/replies/{reply_id}"),
}  # fmt: skip


def writes(app: FastAPI) -> dict[tuple[str, str], APIRoute]:
    return {
        (method, route.path): route
        for route in app.routes
        if isinstance(route, APIRoute)
        for method in route.methods & WRITES
    }


def test_every_write_was_decided_about() -> None:
    routes = writes(built_app())
    assert routes.keys() == REFUSED | GO_ON
    assert not REFUSED & GO_ON
    for key, route in routes.items():
        assert (507 in route.responses) or key not in REFUSED, key


@pytest.fixture
async def run_id(client: AsyncClient) -> str:
    content, headers = body()
    return str((await client.post("/api/v1/uploads", content=content, headers=headers)).json()["id"])


@pytest.fixture
def full(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "storage", FULL)


# These a browser asks for; a token is refused before the disk is looked at.
OF_BROWSERS = {("POST", f"/api/v1/{name}") for name in ("tokens", "invitations")} | {
    (method, path) for method, path in REFUSED if "notification-rules" in path or path == "/api/v1/feeds"
}


@pytest.mark.quick(6)
@pytest.mark.parametrize(("method", "path"), sorted(REFUSED - OF_BROWSERS))
async def test_what_adds_is_refused_with_the_sentence_of_uploads(
    client: AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch, method: str, path: str
) -> None:
    monkeypatch.setattr(database, "storage", FULL)
    upload, headers = body()
    expected = (await client.post("/api/v1/uploads", content=upload, headers=headers)).json()
    where = path.format(
        run_id=uuid4(),
        edit_id=uuid4(),
        view_id=uuid4(),
        note_id=uuid4(),
        host_id=uuid4(),
        batch_id=uuid4(),
        move_id=uuid4(),
        schedule_id=uuid4(),
        set_id=uuid4(),
        share_id=uuid4(),
        reply_id=uuid4(),
    )
    refused = await client.request(method, where, json={})
    assert (refused.status_code, refused.json()["error"]) == (507, "StorageFull")
    assert refused.json()["detail"] == expected["detail"]
    assert refused.headers["retry-after"] == "60"


async def test_reading_deleting_and_pausing_go_on_and_nothing_was_stored(
    client: AsyncClient,
    stranger: AsyncClient,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    run_id: str,
) -> None:
    link = await share(client, of_run(run_id))
    monkeypatch.setattr(database, "storage", FULL)
    assert (await client.post(SHARES, json=of_run(run_id))).status_code == 507
    assert (await client.patch(f"/api/v1/runs/{run_id}", json={"note": "x"})).status_code == 507
    shown: dict[str, Any] = (await client.get(f"/api/v1/runs/{run_id}")).json()
    assert shown["note"] is None
    assert len((await client.get(SHARES)).json()["items"]) == 1
    assert (await client.post(f"{SHARES}/preview", json=of_run(run_id))).status_code == 200
    assert (await stranger.get(link.path)).status_code == 200
    paused = await client.patch(f"{SHARES}/{link.id}", json={"is_paused": True})
    assert paused.status_code == 200
    assert (await client.delete(f"{SHARES}/{link.id}")).status_code == 204
    assert (await client.delete(f"/api/v1/runs/{run_id}")).status_code in {200, 204}
    assert (await client.post(f"/api/v1/runs/{run_id}/restore")).status_code == 200
    monkeypatch.setattr(database, "storage", Storage())
    assert (await client.patch(f"/api/v1/runs/{run_id}", json={"note": "x"})).status_code == 200


async def test_strangers_learn_nothing_of_the_disk(stranger: AsyncClient, full: None) -> None:
    assert (await stranger.post(SHARES, json={})).status_code == 401
    nowhere = f"/api/v1/shared/{'x' * 43}"
    assert (await stranger.post(f"{nowhere}/reply-codes")).status_code == 404
    assert (await stranger.post(f"{nowhere}/replies", headers={"x-share-reply-code": "x"})).status_code == 404

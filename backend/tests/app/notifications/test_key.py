"""The key of destinations: demanded where it would be lost, and missed before a message fails."""

from pathlib import Path
from typing import Any

import pytest
from httpx2 import AsyncClient
from structlog.testing import capture_logs

from fioboard.app.notifications.work import warn_of_another_key
from fioboard.core import config, secret_box
from fioboard.core.database import Database

pytestmark = pytest.mark.anyio
URL = "/api/v1/notification-rules"
HOOK = {"kind": "webhook", "address": "https://hooks.example/x", "signing_secret": "sixteen letters!"}


@pytest.fixture(autouse=True)
def folder(configured: config.Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FIOBOARD_DATA_DIR", str(tmp_path))
    config.settings.cache_clear()
    return tmp_path


async def add(browser: AsyncClient) -> Any:
    return await browser.post(URL, json={"name": "mine", "destination": HOOK})


async def remarks(client: AsyncClient) -> list[str]:
    ready = await client.get("/readyz")
    assert ready.status_code == 200
    said: list[str] = ready.json()["remarks"]
    return said


async def test_another_key_is_said_at_once_on_the_page_in_the_log_and_by_readyz(
    browser: AsyncClient, database: Database, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await add(browser)).status_code == 201
    assert secret_box.ANOTHER_KEY not in await remarks(browser)
    for key in ("another key of sixteen", None):
        if key is None:
            monkeypatch.delenv("FIOBOARD_SECRET_KEY")
            (folder / secret_box.FILE).unlink()
        else:
            monkeypatch.setenv("FIOBOARD_SECRET_KEY", key)
        config.settings.cache_clear()
        assert secret_box.ANOTHER_KEY in await remarks(browser)
        [rule] = (await browser.get(URL)).json()["items"]
        assert rule["last_error"] == secret_box.ANOTHER_KEY
        with capture_logs() as logs:
            await warn_of_another_key(database)
        assert [(line["event"], line["rules"], line["log_level"]) for line in logs] == [
            (secret_box.ANOTHER_KEY, 1, "error")
        ]
    assert not (folder / secret_box.FILE).exists()  # looking made no new one
    changed = await browser.patch(f"{URL}/{rule['id']}", json={"destination": HOOK})
    assert changed.json()["last_error"] is None
    assert secret_box.ANOTHER_KEY not in await remarks(browser)


async def test_no_key_is_made_where_it_would_be_lost(
    browser: AsyncClient, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secret_box, "is_in_memory", lambda _: True)
    refused = await add(browser)
    assert (refused.status_code, refused.json()["error"]) == (409, "Conflict")
    assert "FIOBOARD_SECRET_KEY" in refused.json()["detail"]
    assert not (folder / secret_box.FILE).exists()
    monkeypatch.setenv("FIOBOARD_SECRET_KEY", "a key of one's own")
    config.settings.cache_clear()
    assert (await add(browser)).status_code == 201


def test_a_tmpfs_is_known_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    mounts = Path("/proc/self/mounts").read_text() if Path("/proc/self/mounts").exists() else ""
    in_memory = [line.split()[1] for line in mounts.splitlines() if line.split()[2] == "tmpfs"]
    if "/dev/shm" not in in_memory:
        pytest.skip("no tmpfs is mounted here")
    assert secret_box.is_in_memory(Path("/dev/shm/a/folder/that/is/not/there"))
    assert not secret_box.is_in_memory(Path("/proc"))

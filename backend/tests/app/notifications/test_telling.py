"""Telling against real receivers of this machine: what they take, break, delay, and what a killed worker leaves."""

import asyncio
import hmac
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson
import pytest
from httpx2 import AsyncClient

from fioboard.app.access import throttle
from fioboard.app.notifications import message as messages
from fioboard.app.notifications import work as telling
from fioboard.app.watch.changes.work import work as watch
from fioboard.app.watch.events.work import work as look
from fioboard.core import config
from fioboard.core.database import Database
from tests.factories.drives import measured
from tests.factories.nights import steady, upload_nights
from tests.factories.receiver import Receiver, Talk, hang, listening

pytestmark = pytest.mark.anyio

URL = "/api/v1/notification-rules"
SECRET = "sixteen letters!"


@pytest.fixture
def private(configured: config.Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> config.Settings:
    """Receivers of this machine are allowed; a key of its own."""
    monkeypatch.setenv("FIOBOARD_NOTIFY_PRIVATE", "true")
    monkeypatch.setenv("FIOBOARD_DATA_DIR", str(tmp_path))
    config.settings.cache_clear()
    return config.settings()


async def rule(browser: AsyncClient, address: str, kind: str = "webhook", **more: Any) -> dict[str, Any]:
    destination = {"kind": kind, "address": address, "signing_secret": SECRET}
    answer = await browser.post(URL, json={"name": "mine", "destination": destination, **more})
    assert answer.status_code == 201, answer.text
    added: dict[str, Any] = answer.json()
    return added


async def changed(client: AsyncClient, database: Database) -> None:
    await upload_nights(client, [*steady(100_000, 12), *steady(80_000, 12), *steady(110_000, 12)])
    await watch(database)


async def retry_now(database: Database) -> None:
    async with database.driver() as driver:
        await driver.execute("update notification_delivery set next_at = now() where state = 'waiting'")


async def only(browser: AsyncClient) -> dict[str, Any]:
    (one,) = (await browser.get(URL)).json()["items"]
    found: dict[str, Any] = one
    return found


async def test_a_webhook_is_told_once_signed_and_only_what_the_rule_means(
    private: config.Settings, browser: AsyncClient, client: AsyncClient, database: Database
) -> None:
    receiver = Receiver()
    async with listening(receiver.talk) as port:
        await rule(browser, f"http://127.0.0.1:{port}/hook?token=s3cret", is_worse=True)
        await changed(client, database)
        for _ in range(3):
            await telling.work(database)
    ((headers, body),) = receiver.requests
    assert (
        headers["x-fioboard-signature"] == "sha256=" + hmac.new(SECRET.encode(), body, "sha256").hexdigest()
    )
    message = orjson.loads(body)
    assert headers["idempotency-key"] == message["id"]
    (change,) = message["changes"]
    assert change["host"] == "jupiter"
    assert change["is_worse"]
    assert change["url"].endswith(f"/changes/{change['id']}")
    shown = await only(browser)
    assert (shown["delivered"], shown["waiting"], shown["last_error"]) == (1, 0, None)
    assert "s3cret" not in str(shown)
    async with database.driver() as driver:
        stored = await driver.fetchval("select r::text from notification_rule r")
    assert "s3cret" not in stored
    assert SECRET not in stored
    assert (private.data_dir / "notification.key").stat().st_mode & 0o777 == 0o600


@pytest.mark.nightly
async def test_what_waited_into_the_quiet_hours_waits_for_their_end(
    private: config.Settings,
    browser: AsyncClient,
    client: AsyncClient,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    receiver = Receiver()
    night, morning = datetime(2026, 1, 1, 23, 30, tzinfo=UTC), datetime(2026, 1, 2, 6, 0, tzinfo=UTC)
    async with listening(receiver.talk) as port:
        await rule(browser, f"http://127.0.0.1:{port}/", quiet_from=22, quiet_to=6)
        await changed(client, database)
        monkeypatch.setattr(telling, "now", lambda: night)
        assert await telling.work(database) == 0
        assert (await only(browser))["waiting"] == 2
        await retry_now(database)
        assert await telling.work(database) == 0, "its time has come, and it is night"
        assert receiver.requests == []
        monkeypatch.setattr(telling, "now", lambda: morning)
        assert await telling.work(database) == 1
    assert (await only(browser))["delivered"] == 2


async def test_events_are_told_once_each_and_one_that_comes_back_again(
    private: config.Settings, browser: AsyncClient, client: AsyncClient, database: Database
) -> None:
    receiver, other = Receiver(), Receiver()
    async with listening(receiver.talk) as port, listening(other.talk) as other_port:
        await rule(browser, f"http://127.0.0.1:{port}/", kinds=["link", "hot"])
        await rule(browser, f"http://127.0.0.1:{other_port}/", kinds=["change", "array"])
        await measured(client, 10)
        for hour, lanes in ((11, 2), (12, 1), (13, 4), (14, 2)):
            await measured(client, hour, lanes=lanes, moment_percentage_used=91)
            await look(database)
            for _ in range(2):
                await telling.work(database)
    first, again = (orjson.loads(body) for _, body in receiver.requests)
    assert other.requests == []
    assert (first["version"], first["changes"], len(first["events"])) == (1, [], 1)
    (event,), (back,) = first["events"], again["events"]
    assert (event["kind"], event["host"], event["gone_at"]) == ("link", "jupiter", None)
    assert event["id"] != back["id"]
    listed = {one["id"]: one for one in (await client.get("/api/v1/events?gone=true")).json()["items"]}
    for one in (event, back):
        assert one["detail"] == listed[one["id"]]["detail"] or one is event, "it went on to get worse"
        assert one["sentence"].startswith(f"Link degraded on jupiter: {one['name']}: ")
        assert one["url"].endswith("/events?host=jupiter&kind=link&state=any&gone=shown")
    shown = (await browser.get(URL)).json()["items"]
    assert sorted(one["delivered"] for one in shown) == [0, 2]


async def close(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.close()


async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readuntil(b"\r\n\r\n")
    writer.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        writer.write(b"x: y\r\n")
        await writer.drain()
        await asyncio.sleep(0.1)


BAD = [
    (Receiver("500 No\r\n").talk, "answered 500"),
    (Receiver("302 Found\r\nlocation: http://127.0.0.1:1/\r\n").talk, "redirects are not followed"),
    (close, "could not be reached"),
    pytest.param(hang, "did not answer within", marks=pytest.mark.nightly),
    (drip, "did not answer within"),
]


@pytest.mark.quick(1)
@pytest.mark.parametrize(("talk", "error"), BAD)
async def test_a_receiver_that_fails_is_tried_again_and_given_up_in_the_end(
    private: config.Settings,
    browser: AsyncClient,
    client: AsyncClient,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    talk: Talk,
    error: str,
) -> None:
    # Who never answers is given up soon; who does may take its time on a loaded machine.
    monkeypatch.setattr(messages, "PATIENCE_S", 0.5 if talk in (hang, drip) else 120.0)
    async with listening(talk) as port:
        await rule(browser, f"http://127.0.0.1:{port}/")
        await changed(client, database)
        assert await telling.work(database) == 1
        assert await telling.work(database) == 0, "it waits before it tries again"
        shown = await only(browser)
        assert (shown["waiting"], shown["failed"]) == (2, 0)
        assert error in shown["last_error"]
        async with database.driver() as driver:
            await driver.execute("update notification_delivery set attempt = 9")
        await retry_now(database)
        assert await telling.work(database) == 1
        assert ((await only(browser))["waiting"], (await only(browser))["failed"]) == (0, 2)


async def test_mail_goes_to_a_mail_server(private: config.Settings, browser: AsyncClient) -> None:
    lines: list[str] = []

    async def smtp(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 here\r\n")
        is_data = False
        while line := (await reader.readline()).decode().rstrip("\r\n"):
            lines.append(line)
            if line.upper() == "DATA":
                writer.write(b"354 go on\r\n")
                text = (await reader.readuntil(b"\r\n.\r\n")).decode()
                lines.append(text)
                is_data = True
            writer.write(b"" if line.upper() == "DATA" and not is_data else b"250 OK\r\n")
            await writer.drain()

    async with listening(smtp) as port:
        address = f"smtp://127.0.0.1:{port}/?from=fioboard@example.org&to=mara@example.org"
        added = await rule(browser, address, "mail")
        tested = (await browser.post(f"{URL}/{added['id']}/test")).json()
    assert tested["error"] is None, tested
    assert any(line.lower() == "rcpt to:<mara@example.org>" for line in lines)
    assert any("Subject: fioboard: test message (mine)" in line for line in lines)


HOSTILE = [
    "127.0.0.1", "localhost", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
    "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "224.0.0.1", "255.255.255.255", "[::1]", "[::]", "[fe80::1]",
    "[fd00::1]", "[::ffff:127.0.0.1]", "[::ffff:a00:1]", "[2002:7f00:1::]", "[64:ff9b::a00:1]", "[::127.0.0.1]",
    "[ff02::1]",
]  # fmt: skip


async def test_every_hostile_address_is_refused_when_it_is_sent_to(
    configured: config.Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, browser: AsyncClient
) -> None:
    monkeypatch.setenv("FIOBOARD_DATA_DIR", str(tmp_path))
    config.settings.cache_clear()
    destinations = [("webhook", f"http://{host}/") for host in HOSTILE]
    destinations += [("mail", f"smtp://{host}/?from=a@b.c&to=d@e.f") for host in HOSTILE]
    for kind, address in destinations:
        await throttle.forget()
        added = await rule(browser, address, kind)
        tested = (await browser.post(f"{URL}/{added['id']}/test")).json()
        assert (
            "private network" in tested["error"]
            or "unknown" in tested["error"]
            or "cannot be read" in tested["error"]
        ), (address, tested)
        assert (await browser.delete(f"{URL}/{added['id']}")).status_code == 204


async def test_a_name_that_turns_private_after_it_was_looked_up_is_not_asked_again(
    configured: config.Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, browser: AsyncClient
) -> None:
    monkeypatch.setenv("FIOBOARD_DATA_DIR", str(tmp_path))
    config.settings.cache_clear()
    asked = []

    async def lookup(_loop: object, host: str, port: int, **_: object) -> list[Any]:
        asked.append(host)
        given = ["93.184.216.34", "10.0.0.1"] if host == "both.example" else ["10.0.0.1"]
        return [(2, 1, 6, "", (one, port)) for one in given]

    monkeypatch.setattr(type(asyncio.get_running_loop()), "getaddrinfo", lookup)
    for host in ("both.example", "inside.example"):
        added = await rule(browser, f"https://{host}/")
        tested = (await browser.post(f"{URL}/{added['id']}/test")).json()
        assert "private network" in tested["error"]
    assert asked == ["both.example", "inside.example"]

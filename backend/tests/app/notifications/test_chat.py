"""Telling a chat service, by Apprise in a process of its own, against receivers of this machine."""

from pathlib import Path
from typing import Any

import orjson
import psutil
import pytest
from httpx2 import AsyncClient

from fioboard.app.access import throttle
from fioboard.app.notifications import message as messages
from fioboard.app.notifications import work as telling
from fioboard.app.watch.changes.work import work as watch
from fioboard.core import config
from fioboard.core.database import Database
from tests.factories.nights import steady, upload_nights
from tests.factories.receiver import Receiver, hang, listening
from tests.loops import check_each

pytestmark = pytest.mark.anyio

URL = "/api/v1/notification-rules"
PLACES = {
    "ntfy": "ntfy://127.0.0.1:{port}/s3cret",
    "Gotify": "gotify://127.0.0.1:{port}/s3cretToken123",
    "Mattermost": "mmost://127.0.0.1:{port}/s3cretToken123",
}


@pytest.fixture(autouse=True)
def private(configured: config.Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The process that sends starts within them: on a busy machine that alone takes longer than a receiver is given.
    monkeypatch.setattr(messages, "PATIENCE_S", 120.0)
    monkeypatch.setenv("FIOBOARD_NOTIFY_PRIVATE", "true")
    monkeypatch.setenv("FIOBOARD_DATA_DIR", str(tmp_path))
    config.settings.cache_clear()


async def rule(browser: AsyncClient, address: str) -> dict[str, Any]:
    answer = await browser.post(
        URL, json={"name": "mine", "destination": {"kind": "chat", "address": address}}
    )
    assert answer.status_code == 201, answer.text
    added: dict[str, Any] = answer.json()
    return added


async def error_of(browser: AsyncClient, added: dict[str, Any]) -> str | None:
    answer = (await browser.post(f"{URL}/{added['id']}/test")).json()
    error: str | None = answer["error"]
    return error


@pytest.mark.parametrize(
    "service", ["ntfy", *(pytest.param(one, marks=pytest.mark.nightly) for one in PLACES if one != "ntfy")]
)
async def test_a_service_of_ones_own_is_told_in_words(
    service: str, browser: AsyncClient, client: AsyncClient, database: Database
) -> None:
    receiver = Receiver(body=b'{"id": 1}')
    async with listening(receiver.talk) as port:
        added = await rule(browser, PLACES[service].format(port=port))
        await upload_nights(client, [*steady(100_000, 12), *steady(80_000, 12)])
        await watch(database)
        assert await telling.work(database) == 1
    assert added["destination"] == service
    ((_, body),) = receiver.requests
    words = str(orjson.loads(body))
    assert "IOPS fell by" in words
    assert "/changes/" in words
    shown = (await browser.get(URL)).json()["items"][0]
    assert (shown["delivered"], shown["last_error"]) == (1, None)


BAD = [
    ("302 Found\r\nlocation: http://127.0.0.1:1/\r\n", "The service answered 302."),
    pytest.param("500 No\r\n", "The service answered 500.", marks=pytest.mark.nightly),
]


@pytest.mark.nightly
@pytest.mark.parametrize(("says", "error"), BAD)
async def test_what_is_not_taken_is_told_and_redirects_are_not_followed(
    browser: AsyncClient, says: str, error: str
) -> None:
    async with listening(Receiver(says).talk) as port:
        added = await rule(browser, PLACES["ntfy"].format(port=port))
        assert await error_of(browser, added) == error


@pytest.mark.nightly
async def test_a_service_that_hangs_is_given_up_and_leaves_no_process(
    browser: AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "PATIENCE_S", 3.0)
    async with listening(hang) as port:
        added = await rule(browser, PLACES["ntfy"].format(port=port))
        assert await error_of(browser, added) == "The receiver did not answer within 3 s."
    assert [one for one in psutil.Process().children() if "chat_process" in " ".join(one.cmdline())] == []


@pytest.mark.nightly
@pytest.mark.parametrize(
    "host",
    [
        "[::ffff:10.0.0.1]",
        *(
            pytest.param(host, marks=pytest.mark.nightly)
            for host in ("127.0.0.1", "localhost", "169.254.169.254", "[::1]")
        ),
    ],
)
async def test_a_private_address_is_refused_when_it_is_sent_to(
    browser: AsyncClient, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    receiver = Receiver()
    async with listening(receiver.talk) as port:
        added = await rule(browser, f"ntfy://{host}:{port}/topic")
        monkeypatch.setenv("FIOBOARD_NOTIFY_PRIVATE", "false")
        config.settings.cache_clear()
        error = await error_of(browser, added)
    assert error is not None
    assert "private network" in error or "could not be reached" in error
    assert receiver.requests == []


@check_each(
    "address",
    [
        "json://127.0.0.1/s3cret", "syslog://s3cret", "file:///etc/s3cret", "dbus://s3cret", "https://s3cret.example/",
        "slack://s3cret", "tgram://s3cret", "ntfy://s3cret\n/x", "ntfy://", "nothing at all s3cret",
        "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js?template=/s3cret", "ntfy://host.example/topic?attach=/s3cret",
    ],
)  # fmt: skip
@pytest.mark.nightly
async def test_what_is_no_address_of_a_service_is_refused_and_not_repeated(
    browser: AsyncClient, address: str
) -> None:
    answer = await browser.post(
        URL, json={"name": "mine", "destination": {"kind": "chat", "address": address}}
    )
    assert answer.status_code == 422
    assert "s3cret" not in answer.text
    assert (await browser.get(URL)).json()["items"] == []


ACCEPTED = {
    "Slack": "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/#general",
    "Power Automate / Workflows (for MSTeams)": "workflows://prod-1.westus.logic.azure.com:443/643e69f83c8944/KSDGK?wrap=no",
    "Telegram": "tgram://123456789:AAbbccddeeffgghhiijjkkllmmnnooppqqr/12315544",
    "Matrix": "matrixs://user:s3cret@matrix.example/#room",
    "Discord": "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js",
}


@pytest.mark.quick(1)
@pytest.mark.parametrize("services", [["Slack"], list(ACCEPTED)])
async def test_known_services_are_accepted_and_only_their_name_is_shown(
    browser: AsyncClient, services: list[str]
) -> None:
    for service in services:
        address = ACCEPTED[service]
        await throttle.forget()
        assert (await rule(browser, address))["destination"] == service

"""Rules of notifications: whose they are, what of them is shown, and bad input."""

from pathlib import Path
from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.app.notifications import work as telling
from fioboard.app.notifications.timing import pause
from fioboard.core import config
from fioboard.core.database import Database
from tests.app.access.test_rights import session_of
from tests.loops import check_each

pytestmark = pytest.mark.anyio

URL = "/api/v1/notification-rules"
HOOK = {"kind": "webhook", "address": "https://hooks.example.org/T0/s3cret", "signing_secret": "x" * 16}
MAIL = "smtps://u:s3cret@mail.example.org/?from=a@example.org&to=b@example.org"


@pytest.fixture(autouse=True)
def own_key(configured: config.Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIOBOARD_DATA_DIR", str(tmp_path))
    config.settings.cache_clear()


async def test_a_rule_is_added_changed_listed_and_removed(browser: AsyncClient) -> None:
    added = (await browser.post(URL, json={"name": "mine", "destination": HOOK, "least": 0.05})).json()
    assert added["destination"] == "https://hooks.example.org"
    one = f"{URL}/{added['id']}"
    new = {"destination": {"kind": "mail", "address": MAIL}, "digest_hour": 7}
    patched = (await browser.patch(one, json=new)).json()
    assert patched == added | {"kind": "mail", "destination": "smtps://mail.example.org", "digest_hour": 7}
    assert (await browser.get(URL)).json()["items"] == [patched]
    events = (await browser.get("/api/v1/audit")).text
    assert "notification_rule.change" in events
    assert "s3cret" not in events + str(patched)
    assert (await browser.delete(one)).status_code == 204
    assert (await browser.delete(one)).json()["error"] == "NotificationRuleNotFound"


async def test_people_see_their_own_rules_and_admins_all(
    browser: AsyncClient, stranger: AsyncClient, database: Database
) -> None:
    viewer = await session_of(database, "viewer")
    theirs = (await stranger.post(URL, json={"name": "v", "destination": HOOK}, headers=viewer)).json()
    own = (await browser.post(URL, json={"name": "a", "destination": HOOK})).json()
    listed = (await stranger.get(URL, headers=viewer)).json()["items"]
    assert [one["id"] for one in listed] == [theirs["id"]]
    assert {one["id"] for one in (await browser.get(URL)).json()["items"]} == {theirs["id"], own["id"]}
    for method, end in ("PATCH", ""), ("DELETE", ""), ("POST", "/test"):
        body: dict[str, Any] | None = {} if method == "PATCH" else None
        answer = await stranger.request(method, f"{URL}/{own['id']}{end}", headers=viewer, json=body)
        assert answer.status_code == 404
    assert (await browser.patch(f"{URL}/{theirs['id']}", json={"name": "mine now"})).status_code == 404


BAD: list[dict[str, Any]] = [
    {},
    {"name": ""},
    {"destination": HOOK | {"address": "ftp://example.org/"}},
    {"destination": HOOK | {"address": "file:///etc/passwd"}},
    {"destination": HOOK | {"address": "https://"}},
    {"destination": HOOK | {"address": "https://[::1/"}},
    {"destination": HOOK | {"address": "https://example.org:99999/"}},
    {"destination": HOOK | {"address": "https://example.org/\nhost: x"}},
    {"destination": HOOK | {"address": MAIL}},
    {"destination": HOOK | {"signing_secret": "short"}},
    {"destination": {"kind": "webhook", "address": "https://example.org/"}},
    {"destination": {"kind": "mail", "address": "smtps://mail.example.org/?from=a@example.org"}},
    {"destination": {"kind": "mail", "address": "smtps://mail.example.org/?from=a%0d%0ab@c.d&to=b@c.d"}},
    {"destination": {"kind": "pigeon", "address": "https://example.org/"}},
    {"metric": "beauty"},
    {"least": -1},
    {"least": None},
    {"digest_hour": 24},
    {"kinds": []},
    {"kinds": ["beauty"]},
    {"kinds": None},
    {"zone": "Europe/Atlantis"},
    {"zone": "../../etc/passwd"},
    {"zone": None},
    {"filter": "beauty=1"},
    {"filter": "label.rack=7"},
    {"filter": "host=nowhere"},
    {"filter": "bw_bytes_per_s=12m"},
    {"filter": "no filter"},
    {"filter": "x" * 8_001},
    {"quiet_from": 22},
    {"is_active": "yes"},
    {"who": "me"},
]


@check_each("bad", BAD)
async def test_bad_input_is_refused_and_repeats_no_secret(browser: AsyncClient, bad: dict[str, Any]) -> None:
    body = {"name": "mine", "destination": HOOK, **bad} if bad else {}
    answer = await browser.post(URL, json=body)
    assert answer.status_code in {400, 422}, answer.text
    assert "s3cret" not in answer.text
    assert (await browser.get(URL)).json()["items"] == []


async def test_an_unknown_key_is_refused_with_its_name(browser: AsyncClient) -> None:
    body = {"name": "mine", "destination": HOOK, "filter": "hots=jupiter"}
    answer = (await browser.post(URL, json=body)).json()
    assert (answer["error"], "'hots'; did you mean 'host'?" in answer["detail"]) == ("UnknownKey", True), (
        answer
    )
    added = (await browser.post(URL, json=body | {"filter": ""})).json()
    assert (added["filter"], added["kinds"], added["zone"]) == (None, ["change"], "UTC")
    answer = (await browser.patch(f"{URL}/{added['id']}", json={"filter": "hots=jupiter"})).json()
    assert answer["error"] == "UnknownKey"


async def test_a_filter_that_is_understood_no_more_is_said(browser: AsyncClient, database: Database) -> None:
    await browser.post(URL, json={"name": "mine", "destination": HOOK})
    async with database.driver() as driver:
        await driver.execute("update notification_rule set filter = 'beauty=1'")
    await telling.work(database)
    (shown,) = (await browser.get(URL)).json()["items"]
    assert "'beauty'" in shown["last_error"]


def test_pauses_grow_and_end() -> None:
    seconds = [pause(attempt).total_seconds() for attempt in range(12)]
    assert seconds == sorted(seconds)
    assert (seconds[0], seconds[-1]) == (30, 21_600)

"""A passphrase is asked for by every endpoint of a link, compared slowly, guessed rarely, and never told (L8)."""

import asyncio
from urllib.parse import quote

import pytest
from httpx2 import AsyncClient

from fioboard.app.access.lockout import MAX_FAILURES
from fioboard.core.database import Database
from tests.factories.shares import SHARES, Link, of_run, share
from tests.loops import check_each

pytestmark = pytest.mark.anyio
PASSPHRASE = "Grüße aus der Halle 7 €"


def said(passphrase: str) -> dict[str, str]:
    return {"x-share-passphrase": quote(passphrase)}


@pytest.fixture
async def guarded(client: AsyncClient, run_id: str) -> Link:
    return await share(client, of_run(run_id, passphrase=PASSPHRASE, label="Acme support"))


async def test_every_endpoint_asks_for_it(stranger: AsyncClient, guarded: Link) -> None:
    for path in guarded.paths.values():
        without = await stranger.get(path)
        assert (without.status_code, without.json()["error"]) == (401, "PassphraseNeeded")
        assert "Acme" not in without.text
        assert "www-authenticate" not in without.headers
        wrong = await stranger.get(path, headers=said("Gruesse aus der Halle"))
        assert (wrong.status_code, wrong.json()["error"]) == (401, "WrongPassphrase")
        assert (await stranger.get(path, headers=said(PASSPHRASE))).status_code == 200


@pytest.mark.nightly
@check_each("header", ["", "%", "%FF%FE", "a" * 5_000, "%00"])
async def test_what_is_no_passphrase_is_a_wrong_one(
    stranger: AsyncClient, guarded: Link, header: str
) -> None:
    answer = await stranger.get(guarded.path, headers={"x-share-passphrase": header})
    assert (answer.status_code, answer.json()["error"]) == (401, "WrongPassphrase")


async def test_it_travels_in_its_header_only(stranger: AsyncClient, guarded: Link) -> None:
    answer = await stranger.get(guarded.path, headers={"authorization": f"Bearer {quote(PASSPHRASE)}"})
    assert answer.json()["error"] == "PassphraseNeeded"
    answer = await stranger.get(guarded.path, params={"passphrase": PASSPHRASE})
    assert (answer.status_code, answer.json()["error"]) == (422, "UnknownKey")


async def test_after_ten_wrong_ones_the_network_waits_and_the_right_one_too(
    stranger: AsyncClient, guarded: Link, database: Database
) -> None:
    for n in range(MAX_FAILURES):
        assert (await stranger.get(guarded.path, headers=said(f"guess {n}"))).status_code == 401
    for path in guarded.paths.values():
        answer = await stranger.get(path, headers=said(PASSPHRASE))
        assert (answer.status_code, answer.json()["error"]) == (429, "RateLimited")
    async with database.driver() as driver:  # from another network, or five minutes later
        await driver.execute("update failed_login set at = at - interval '5 minutes'")
    assert (await stranger.get(guarded.path, headers=said(PASSPHRASE))).status_code == 200


@pytest.mark.nightly
async def test_of_many_guesses_at_once_ten_at_most_are_looked_at(
    stranger: AsyncClient, guarded: Link
) -> None:
    guesses = [stranger.get(guarded.path, headers=said(f"guess {n}")) for n in range(30)]
    found = sorted(answer.status_code for answer in await asyncio.gather(*guesses))
    assert set(found) <= {401, 429}  # all at once may even find each other, and none is looked at
    assert found.count(401) <= MAX_FAILURES


@pytest.mark.nightly
async def test_the_right_one_starts_the_count_anew(stranger: AsyncClient, guarded: Link) -> None:
    for _ in range(2):
        for n in range(MAX_FAILURES - 1):
            assert (await stranger.get(guarded.path, headers=said(f"guess {n}"))).status_code == 401
        assert (await stranger.get(guarded.path, headers=said(PASSPHRASE))).status_code == 200


@pytest.mark.nightly
async def test_guessing_at_one_link_keeps_nobody_out_of_another(
    client: AsyncClient, stranger: AsyncClient, guarded: Link, run_id: str
) -> None:
    other = await share(client, of_run(run_id, passphrase=PASSPHRASE))
    for n in range(MAX_FAILURES):
        await stranger.get(guarded.path, headers=said(f"guess {n}"))
    assert (await stranger.get(other.path, headers=said(PASSPHRASE))).status_code == 200


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["{id}", "share {id}"])
async def test_guessing_at_a_login_and_at_a_link_of_that_name_are_counted_apart(
    stranger: AsyncClient, guarded: Link, name: str
) -> None:
    name = name.format(id=guarded.id)
    login = {"name": name, "password": "guess"}
    same_site = {"sec-fetch-site": "same-origin"}
    for _ in range(MAX_FAILURES):
        answer = await stranger.post("/api/v1/session", json=login, headers=same_site)
        assert answer.status_code == 401
    assert (await stranger.post("/api/v1/session", json=login, headers=same_site)).status_code == 429
    assert (await stranger.get(guarded.path, headers=said(PASSPHRASE))).status_code == 200


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", ["{id}", "share {id}"])
async def test_wrong_passphrases_of_a_link_lock_no_login_of_its_name(
    stranger: AsyncClient, guarded: Link, name: str
) -> None:
    for n in range(MAX_FAILURES + 1):
        answer = await stranger.get(guarded.path, headers=said(f"guess {n}"))
    assert answer.status_code == 429
    login = {"name": name.format(id=guarded.id), "password": "guess"}
    answer = await stranger.post("/api/v1/session", json=login, headers={"sec-fetch-site": "same-origin"})
    assert answer.status_code == 401


async def test_it_is_stored_as_argon2id_and_told_to_nobody(
    client: AsyncClient, guarded: Link, database: Database
) -> None:
    async with database.driver() as driver:
        stored = await driver.fetchval("select passphrase_hash from share")
        events = await driver.fetch("select detail::text from audit_event")
    assert stored.startswith("$argon2id$")
    assert not any(PASSPHRASE in row[0] or stored in row[0] for row in events)
    shown = (await client.get(f"{SHARES}/{guarded.id}")).json()
    assert shown["has_passphrase"] is True
    assert PASSPHRASE not in str(shown) and stored not in str(shown)


async def test_an_ended_link_asks_for_no_passphrase(
    client: AsyncClient, stranger: AsyncClient, guarded: Link
) -> None:
    await client.delete(f"{SHARES}/{guarded.id}")
    for headers in ({}, said("wrong"), said(PASSPHRASE)):
        assert (await stranger.get(guarded.path, headers=headers)).status_code == 410


async def test_a_refused_opening_is_no_opening(
    client: AsyncClient, stranger: AsyncClient, guarded: Link
) -> None:
    await stranger.get(guarded.path)
    await stranger.get(guarded.path, headers=said("wrong"))
    assert (await client.get(f"{SHARES}/{guarded.id}")).json()["view_count"] == 0

"""Behind a proxy each person has an address of their own, and nobody else can choose one (FIOBOARD_TRUSTED_PROXIES)."""

from typing import Any

import pytest
from httpx2 import AsyncClient
from pydantic import ValidationError

from fioboard.app.access import throttle
from fioboard.app.access.lockout import MAX_FAILURES
from fioboard.core.config import Settings
from fioboard.core.peers import network_of_address, read_proxies
from tests.app.accounts.test_users import GOOD, invited, new_browser
from tests.factories.measured_machine import upload
from tests.factories.real_server import served
from tests.factories.shares import of_run, share

pytestmark = pytest.mark.anyio
STRANGER, OWNER = "203.0.113.9", "198.51.100.4"


async def sign_in(client: AsyncClient, forwarded_for: str, password: str) -> int:
    await throttle.forget()  # the other limit, 20 tries a minute, is not meant here
    answer = await client.post(
        "/api/v1/session",
        json={"name": "mara", "password": password},
        headers={"x-forwarded-for": forwarded_for, "sec-fetch-site": "same-origin"},
    )
    return answer.status_code


@pytest.fixture
async def mara(browser: AsyncClient, app: Any) -> None:
    async with new_browser(app) as newcomer:
        await invited(browser, newcomer, "mara", "viewer")


@pytest.mark.nightly
@pytest.mark.usefixtures("mara")
async def test_a_strangers_wrong_passwords_do_not_lock_out_the_owner_behind_the_same_proxy(app: Any) -> None:
    async with served(app, "127.0.0.1") as service, AsyncClient(base_url=url(service.port)) as client:
        tries = [await sign_in(client, STRANGER, "guess") for _ in range(MAX_FAILURES + 1)]
        assert tries == [401] * MAX_FAILURES + [429]
        assert await sign_in(client, OWNER, GOOD) == 200


@pytest.mark.usefixtures("mara")
async def test_the_address_that_the_proxy_saw_counts_not_the_one_that_a_stranger_wrote(app: Any) -> None:
    async with served(app, "127.0.0.1") as service, AsyncClient(base_url=url(service.port)) as client:
        tries = [await sign_in(client, f"10.0.0.{n}, {STRANGER}", "guess") for n in range(MAX_FAILURES + 1)]
        assert tries[-1] == 429
        assert await sign_in(client, f"{STRANGER}, {OWNER}", GOOD) == 200


@pytest.mark.quick(1)
@pytest.mark.usefixtures("mara")
@pytest.mark.parametrize("proxies", ["", "192.0.2.1", "10.0.0.0/8,2001:db8::/32"])
async def test_a_forwarded_address_of_anybody_else_counts_nothing(app: Any, proxies: str) -> None:
    async with served(app, proxies) as service, AsyncClient(base_url=url(service.port)) as client:
        tries = [await sign_in(client, f"203.0.113.{n}", "guess") for n in range(MAX_FAILURES + 1)]
    assert tries[-1] == 429


@pytest.mark.nightly
async def test_wrong_passphrases_of_a_stranger_do_not_lock_out_the_recipient_of_a_share(
    app: Any, client: AsyncClient
) -> None:
    content, headers = upload("epyc-nps4")
    stored = await client.post("/api/v1/uploads", content=content, headers=headers)
    link = await share(client, of_run(str(stored.json()["id"]), passphrase="correct horse"))

    async def opened(by: AsyncClient, forwarded_for: str, passphrase: str) -> int:
        headers = {"x-share-passphrase": passphrase, "x-forwarded-for": forwarded_for}
        return (await by.get(link.path, headers=headers)).status_code

    async with served(app, "127.0.0.0/8") as service, AsyncClient(base_url=url(service.port)) as anybody:
        tries = [await opened(anybody, STRANGER, "guess") for _ in range(MAX_FAILURES + 1)]
        assert tries[-1] == 429
        assert await opened(anybody, OWNER, "correct%20horse") == 200


def url(port: int) -> str:
    return f"http://127.0.0.1:{port}"


@pytest.mark.parametrize("text", ["*", "0.0.0.0/0", "::/0", "proxy", "10.0.0.1/8", "10.0.0.1 10.0.0.2"])
def test_what_is_no_proxy_is_refused(text: str) -> None:
    with pytest.raises(ValidationError, match="FIOBOARD_TRUSTED_PROXIES"):
        Settings(trusted_proxies=text)


def test_proxies_are_read_for_sockets_of_both_families() -> None:
    assert read_proxies(" 127.0.0.1, 10.1.0.0/16 ,fd00::/8,") == [
        "127.0.0.1/32", "::ffff:127.0.0.1/128", "10.1.0.0/16", "::ffff:10.1.0.0/112", "fd00::/8",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7/32"),
        ("::ffff:192.0.2.7", "192.0.2.7/32"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("unknown", "unknown"),
        ("", "unknown"),
    ],
)
def test_limits_count_by_an_address_or_a_subscribers_network(address: str, network: str) -> None:
    assert network_of_address(address) == network

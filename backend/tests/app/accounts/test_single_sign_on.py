"""Single sign-on against a real provider over HTTP: who comes in, and every answer that must not be believed."""

import base64
import hmac
import json
import time
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from httpx2 import ASGITransport, AsyncClient

from fioboard.app.access import throttle
from fioboard.core import config
from fioboard.core.database import Database
from tests.conftest import BASE_URL
from tests.factories.identity_provider import (
    CLIENT_ID,
    CLIENT_SECRET,
    IdentityProvider,
    identity_provider,
    new_key,
)
from tests.loops import check_each

pytestmark = pytest.mark.anyio
START = "/api/v1/session/single-sign-on"
RETURN = f"{START}/return"
SAME_SITE = {"sec-fetch-site": "same-origin"}
ROLES = "storage-admins=admin,storage=editor,*=viewer"


@pytest.fixture
def provider(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[IdentityProvider]:
    """The provider, named by the settings; a test may change both before it asks for `app`."""
    with identity_provider() as found:
        monkeypatch.setenv("FIOBOARD_OIDC_ISSUER", found.issuer)
        monkeypatch.setenv("FIOBOARD_OIDC_CLIENT_ID", CLIENT_ID)
        monkeypatch.setenv("FIOBOARD_OIDC_CLIENT_SECRET", CLIENT_SECRET)
        monkeypatch.setenv("FIOBOARD_OIDC_ROLES", ROLES)
        yield found


@pytest.fixture
def configured(provider: IdentityProvider, configured: config.Settings) -> config.Settings:
    """The settings of all tests here have the provider in them."""
    return configured


@pytest.fixture
async def ada(app: Any) -> Any:
    """A browser of somebody who has no session yet."""
    transport = ASGITransport(app, raise_app_exceptions=False)
    async with AsyncClient(transport=transport, base_url=BASE_URL, headers=SAME_SITE) as client:
        yield client


def asked_with(url: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}


async def started(browser: AsyncClient, **body: Any) -> str:
    answer = await browser.post(START, json=body)
    assert answer.status_code == 200, answer.text
    url: str = answer.json()["url"]
    return url


async def signed_in(browser: AsyncClient, provider: IdentityProvider) -> Any:
    return await browser.post(RETURN, json=provider.send_back(await started(browser)))


async def users(database: Database) -> list[Any]:
    async with database.driver() as driver:
        return list(
            await driver.fetch("select name, role, oidc_issuer, oidc_subject from app_user order by id")
        )


async def test_a_person_is_sent_to_the_provider_and_comes_back_signed_in(
    ada: AsyncClient, provider: IdentityProvider, database: Database
) -> None:
    answer = await ada.post(START, json={})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=strict" in cookie and "max-age=600" in cookie
    asked = asked_with(answer.json()["url"])
    assert asked["redirect_uri"] == f"{BASE_URL}/sso"
    assert asked["scope"] == "openid profile"
    secret = ada.cookies["fioboard_sign_on"]
    assert len({asked["state"], asked["nonce"], asked["code_challenge"], secret}) == 4
    provider.person["groups"] = ["storage"]
    back = await ada.post(RETURN, json=provider.send_back(answer.json()["url"]))
    assert back.status_code == 200, back.text
    session = (await ada.get("/api/v1/session")).json()
    assert (session["name"], session["role"], session["is_recent"]) == ("ada", "editor", True)
    assert (session["has_password"], session["has_single_sign_on"]) == (False, True)
    assert "fioboard_sign_on" not in ada.cookies
    [row] = await users(database)
    assert (row["oidc_issuer"], row["oidc_subject"]) == (provider.issuer, "u-1")


async def test_discovery_and_keys_are_asked_for_once(ada: AsyncClient, provider: IdentityProvider) -> None:
    for _ in range(2):
        assert (await signed_in(ada, provider)).status_code == 200
    assert provider.asked == ["/.well-known/openid-configuration", "/keys", "/token", "/token"]


async def test_the_same_person_keeps_one_account_and_one_session_per_browser(
    ada: AsyncClient, provider: IdentityProvider, database: Database
) -> None:
    first = (await signed_in(ada, provider)).json()
    provider.person["preferred_username"] = "ada.married"
    second = (await signed_in(ada, provider)).json()
    assert (second["user_id"], second["name"]) == (first["user_id"], "ada")
    assert len((await ada.get("/api/v1/account/sessions")).json()["items"]) == 1


@pytest.mark.parametrize("name", ["аda", "аdа", "a\u200bdа", "ΑDA"])
async def test_a_name_that_looks_like_another_is_refused(
    ada: AsyncClient, app: Any, provider: IdentityProvider, database: Database, name: str
) -> None:
    assert (await signed_in(ada, provider)).status_code == 200
    provider.person |= {"sub": "u-2", "preferred_username": name}
    transport = ASGITransport(app=app)
    async with AsyncClient(transport=transport, base_url=BASE_URL, headers=dict(ada.headers)) as other:
        answer = await signed_in(other, provider)
    assert (answer.status_code, answer.json()["error"]) == (403, "SingleSignOnRefused")
    assert "looks like that of another account" in answer.json()["detail"]
    assert [row["name"] for row in await users(database)] == ["ada"]


async def test_over_https_the_cookie_of_signing_on_is_bound_to_this_host(
    app: Any, provider: IdentityProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIOBOARD_BASE_URL", "https://testserver")
    config.settings.cache_clear()
    headers = {"sec-fetch-site": "same-origin"}
    async with AsyncClient(
        transport=ASGITransport(app=app), base_url="https://testserver", headers=headers
    ) as https:
        cookie = (await https.post(START, json={})).headers["set-cookie"]
    assert cookie.startswith("__Host-fioboard_sign_on=")
    assert "Secure" in cookie and "Path=/" in cookie and "Domain" not in cookie


async def test_a_name_and_an_e_mail_address_open_no_account(
    browser: AsyncClient, ada: AsyncClient, provider: IdentityProvider, database: Database
) -> None:
    """`admin` exists; somebody of that name at the provider is another person."""
    provider.person |= {"preferred_username": "Admin", "email": "admin@example.org", "email_verified": True}
    answer = await signed_in(ada, provider)
    assert (answer.json()["name"], answer.json()["role"]) == ("Admin 2", "viewer")
    assert [row["name"] for row in await users(database)] == ["admin", "Admin 2"]


@pytest.mark.parametrize(
    ("claims", "role"),
    [
        ({"groups": ["storage", "storage-admins"]}, "admin"),
        ({"groups": "storage"}, "editor"),
        ({"groups": ["lunch"]}, "viewer"),
        ({"groups": [1, None, {"a": "storage-admins"}]}, "viewer"),
        ({}, "viewer"),
    ],
)
async def test_the_highest_role_of_the_mapping_counts(
    ada: AsyncClient, provider: IdentityProvider, claims: dict[str, Any], role: str
) -> None:
    provider.person |= claims
    assert (await signed_in(ada, provider)).json()["role"] == role


async def test_the_role_follows_the_provider_and_ends_with_it(
    browser: AsyncClient,
    ada: AsyncClient,
    provider: IdentityProvider,
    app: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    provider.person["groups"] = ["storage-admins"]
    assert (await signed_in(ada, provider)).json()["role"] == "admin"
    provider.person["groups"] = ["storage"]
    assert (await signed_in(ada, provider)).json()["role"] == "editor"
    assert (await ada.get("/api/v1/session")).json()["role"] == "editor"
    monkeypatch.setenv("FIOBOARD_OIDC_ROLES", "storage-admins=admin")
    config.settings.cache_clear()
    app.state.identity_provider._settings = config.settings()
    refused = await signed_in(ada, provider)
    assert (refused.status_code, refused.json()["error"]) == (403, "SingleSignOnRefused")
    told = (await browser.get("/api/v1/audit")).json()["items"]
    assert told[0]["action"] == "session.refuse" and told[0]["detail"]["by"] == "single_sign_on"


async def test_the_last_admin_is_not_made_less(
    ada: AsyncClient, provider: IdentityProvider, database: Database
) -> None:
    provider.person["groups"] = ["storage-admins"]
    await signed_in(ada, provider)
    provider.person["groups"] = []
    answer = await signed_in(ada, provider)
    assert (answer.status_code, answer.json()["error"]) == (409, "LastAdmin")
    assert (await users(database))[0]["role"] == "admin"


async def test_a_deactivated_account_stays_out(
    ada: AsyncClient, provider: IdentityProvider, database: Database
) -> None:
    await signed_in(ada, provider)
    async with database.driver() as driver:
        await driver.execute("update app_user set deactivated_at = now()")
    answer = await signed_in(ada, provider)
    assert (answer.status_code, answer.json()["error"]) == (403, "SingleSignOnRefused")


class TestWithoutAMapping:
    @pytest.fixture
    def configured(self, configured: config.Settings, monkeypatch: pytest.MonkeyPatch) -> config.Settings:
        monkeypatch.delenv("FIOBOARD_OIDC_ROLES")
        config.settings.cache_clear()
        return config.settings()

    async def test_nobody_new_comes_in(self, ada: AsyncClient, provider: IdentityProvider) -> None:
        answer = await signed_in(ada, provider)
        assert (answer.status_code, answer.json()["error"]) == (403, "SingleSignOnRefused")

    async def test_owners_connect_their_account_and_keep_its_role(
        self, browser: AsyncClient, ada: AsyncClient, provider: IdentityProvider
    ) -> None:
        start = await browser.post("/api/v1/account/single-sign-on")
        asked = asked_with(start.json()["url"])
        assert (asked["prompt"], asked["max_age"]) == ("login", "0")
        done = await browser.post(RETURN, json=provider.send_back(start.json()["url"]))
        assert (done.status_code, done.json()["has_single_sign_on"]) == (200, True)
        assert (await browser.get("/api/v1/session")).json()["name"] == "admin"
        later = await signed_in(ada, provider)
        assert (later.json()["name"], later.json()["role"]) == ("admin", "admin")

    async def test_an_identity_belongs_to_one_account(
        self, browser: AsyncClient, ada: AsyncClient, provider: IdentityProvider, database: Database
    ) -> None:
        async with database.driver() as driver:
            await driver.execute(
                "insert into app_user (id, name, role, created_at, oidc_issuer, oidc_subject)"
                " values (gen_random_uuid(), 'other', 'viewer', now(), $1, 'u-1')",
                provider.issuer,
            )
        start = await browser.post("/api/v1/account/single-sign-on")
        answer = await browser.post(RETURN, json=provider.send_back(start.json()["url"]))
        assert (answer.status_code, answer.json()["error"]) == (409, "Conflict")
        assert (await users(database))[0]["oidc_subject"] in {None, "u-1"}

    async def test_only_the_owner_finishes_what_they_started(
        self, browser: AsyncClient, provider: IdentityProvider, database: Database
    ) -> None:
        start = await browser.post("/api/v1/account/single-sign-on")
        del browser.cookies["fioboard_session"]  # signed out meanwhile
        answer = await browser.post(RETURN, json=provider.send_back(start.json()["url"]))
        assert (answer.status_code, answer.json()["error"]) == (403, "SingleSignOnRefused")
        assert (await users(database))[0]["oidc_subject"] is None


async def test_when_they_showed_who_they_are_is_what_the_provider_says(
    ada: AsyncClient, provider: IdentityProvider
) -> None:
    provider.person["groups"] = ["storage-admins"]
    provider.claims["auth_time"] = int(time.time()) - 5 * 3600
    answer = await signed_in(ada, provider)
    assert answer.json()["is_recent"] is False
    refused = await ada.post("/api/v1/tokens", json={"name": "x", "scope": "read"})
    assert (refused.status_code, refused.json()["error"]) == (403, "RecentLoginNeeded")
    provider.claims.clear()
    url = await started(ada, is_confirming=True)
    assert asked_with(url)["prompt"] == "login"
    assert (await ada.post(RETURN, json=provider.send_back(url))).json()["is_recent"] is True
    assert (await ada.post("/api/v1/tokens", json={"name": "x", "scope": "read"})).status_code == 201


async def test_a_clock_ahead_of_ours_makes_no_login_of_the_future(
    ada: AsyncClient, provider: IdentityProvider
) -> None:
    provider.claims["auth_time"] = int(time.time()) + 86400
    answer = (await signed_in(ada, provider)).json()
    assert datetime.fromisoformat(answer["authenticated_at"]).timestamp() <= time.time()


def encoded(part: bytes) -> str:
    return base64.urlsafe_b64encode(part).rstrip(b"=").decode()


def by_hand(header: dict[str, Any], claims: dict[str, Any], key: bytes | None) -> str:
    """A token that no library would make: unsigned, or signed with what everybody knows."""
    text = f"{encoded(json.dumps(header).encode())}.{encoded(json.dumps(claims).encode())}"
    return f"{text}." + (encoded(hmac.digest(key, text.encode(), "sha256")) if key else "")


def by_hmac(provider: IdentityProvider, key: bytes) -> Any:
    return lambda claims: by_hand({"alg": "HS256", "kid": provider.key.kid}, claims, key)


LIES: dict[str, Any] = {
    "another nonce": lambda p: p.claims.update(nonce="x" * 43),
    "no nonce": lambda p: p.claims.update(nonce=None),
    "another audience": lambda p: p.claims.update(aud="another client"),
    "a second audience without us as party": lambda p: p.claims.update(aud=[CLIENT_ID, "x"]),
    "a second audience, another party": lambda p: p.claims.update(aud=[CLIENT_ID, "x"], azp="x"),
    "another issuer": lambda p: p.claims.update(iss="https://evil.example"),
    "no issuer": lambda p: p.claims.update(iss=None),
    "expired": lambda p: p.claims.update(exp=int(time.time()) - 120),
    "no end": lambda p: p.claims.update(exp=None),
    "from the future": lambda p: p.claims.update(iat=int(time.time()) + 3600),
    "no subject": lambda p: p.claims.update(sub=None),
    "an empty subject": lambda p: p.claims.update(sub=""),
    "a subject with NUL": lambda p: p.claims.update(sub="u\x00"),
    "a subject that is a list": lambda p: p.claims.update(sub=["u-1"]),
    "a claim of the wrong kind": lambda p: p.claims.update(amr="x", auth_time="x"),
    "alg none": lambda p: setattr(p, "sign", lambda c: by_hand({"alg": "none"}, c, None)),
    "HMAC with the public key": lambda p: setattr(p, "sign", by_hmac(p, p.key.as_pem(private=False))),
    "HMAC with our secret": lambda p: setattr(p, "sign", by_hmac(p, CLIENT_SECRET.encode())),
    "another key of the same id": lambda p: setattr(
        p, "sign", lambda c: p.signed(c, new_key("second"), kid=p.key.kid)
    ),
    "a key nobody knows": lambda p: setattr(p, "sign", lambda c: p.signed(c, new_key("second"))),
    "no token at all": lambda p: setattr(p, "sign", lambda _: "hello"),
    "three dots": lambda p: setattr(p, "sign", lambda _: "..."),
    "not a text": lambda p: setattr(p, "sign", lambda _: 7),
}


async def test_an_id_token_that_is_not_to_be_believed_signs_nobody_in(
    ada: AsyncClient, provider: IdentityProvider, database: Database
) -> None:
    for lie, prepare in LIES.items():
        await throttle.forget()
        provider.claims, provider.sign = {}, None
        prepare(provider)
        answer = await signed_in(ada, provider)
        assert (answer.status_code, answer.json()["error"]) == (403, "SingleSignOnRefused"), lie
        assert "fioboard_session" not in ada.cookies, lie
        assert provider.issuer not in answer.text
    assert await users(database) == []
    assert provider.asked.count("/token") == len(LIES)


async def test_the_same_code_and_state_work_once(ada: AsyncClient, provider: IdentityProvider) -> None:
    back = provider.send_back(await started(ada))
    secret = ada.cookies["fioboard_sign_on"]
    assert (await ada.post(RETURN, json=back)).status_code == 200
    ada.cookies.set("fioboard_sign_on", secret)
    provider.codes[back["code"]] = {"nonce": "x", "code_challenge": "x", "redirect_uri": "x"}
    again = await ada.post(RETURN, json=back)
    assert (again.status_code, again.json()["error"]) == (403, "SingleSignOnRefused")
    assert provider.asked.count("/token") == 1


async def test_a_state_of_another_browser_is_refused_and_asks_nobody(
    ada: AsyncClient, stranger: AsyncClient, provider: IdentityProvider
) -> None:
    """An attacker's own sign-in, handed to somebody else's browser, must not sign that one in as the attacker."""
    await started(ada)
    foreign = provider.send_back(await started_by(stranger))
    for back in (foreign, foreign | {"state": "x"}, {"code": "x", "state": "x"}):
        answer = await ada.post(RETURN, json=back)
        assert (answer.status_code, answer.json()["error"]) == (403, "SingleSignOnRefused")
    assert "/token" not in provider.asked


async def started_by(client: AsyncClient) -> str:
    answer = await client.post(START, json={}, headers=SAME_SITE)
    return str(answer.json()["url"])


async def test_a_sign_in_takes_ten_minutes_at_most(
    ada: AsyncClient, provider: IdentityProvider, database: Database
) -> None:
    back = provider.send_back(await started(ada))
    async with database.driver() as driver:
        await driver.execute("update one_time_code set expires_at = now()")
    assert (await ada.post(RETURN, json=back)).status_code == 403
    await started(ada)
    async with database.driver() as driver:
        assert await driver.fetchval("select count(*) from one_time_code") == 1  # the old one is swept


@pytest.mark.parametrize("iss", ["https://evil.example", None, ""])
async def test_another_issuer_in_the_answer_is_a_mix_up(
    iss: str | None, ada: AsyncClient, provider: IdentityProvider
) -> None:
    back = provider.send_back(await started(ada)) | {"iss": iss}
    answer = await ada.post(RETURN, json=back)
    assert (answer.status_code, answer.json()["error"]) == (403, "SingleSignOnRefused")
    assert "/token" not in provider.asked  # the code of one provider is never given to another


async def test_a_code_of_another_errand_is_refused_by_the_provider(
    ada: AsyncClient, stranger: AsyncClient, provider: IdentityProvider
) -> None:
    """PKCE: a stolen code is worth nothing in another browser."""
    stolen = provider.send_back(await started_by(stranger))["code"]
    back = provider.send_back(await started(ada)) | {"code": stolen}
    assert (await ada.post(RETURN, json=back)).status_code == 403


@check_each("headers", [{"sec-fetch-site": "cross-site"}, {"origin": "https://evil.example"}, {}])
@check_each("path", [START, RETURN])
async def test_other_sites_cannot_start_or_finish_it(
    path: str, headers: dict[str, str], stranger: AsyncClient, provider: IdentityProvider
) -> None:
    answer = await stranger.post(path, json={"state": "x"} if path == RETURN else {}, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (403, "CrossSite")


async def test_what_the_provider_refused_is_said_but_not_repeated(
    ada: AsyncClient, provider: IdentityProvider
) -> None:
    for error, said in (("access_denied", "access_denied"), ("<script>", "no")):
        state = asked_with(await started(ada))["state"]
        answer = await ada.post(RETURN, json={"state": state, "error": error})
        assert (answer.status_code, answer.json()["detail"]) == (403, f"The identity provider said: {said}.")


@pytest.mark.parametrize(
    "about",
    [
        {"issuer": "https://evil.example"},
        {"jwks_uri": "http://127.0.0.1:1/keys"},
        {"jwks_uri": "http://example.org/keys"},
        {"jwks_uri": "file:///etc/passwd"},
        {"authorization_endpoint": "https://evil.example/authorize"},
        {"authorization_endpoint": "javascript:alert(1)"},
        {"jwks_uri": None},
    ],
)
async def test_a_discovery_document_cannot_lead_elsewhere(
    about: dict[str, Any], ada: AsyncClient, provider: IdentityProvider
) -> None:
    provider.about = about
    answer = await ada.post(START, json={})
    assert (answer.status_code, answer.json()["error"]) == (503, "SingleSignOnAway")
    assert provider.issuer not in answer.text


async def test_a_token_endpoint_elsewhere_gets_no_code(ada: AsyncClient, provider: IdentityProvider) -> None:
    with identity_provider() as elsewhere:
        provider.about = {"token_endpoint": f"{elsewhere.issuer}/token"}
        answer = await signed_in(ada, provider)
        assert (answer.status_code, answer.json()["error"]) == (503, "SingleSignOnAway")
        assert elsewhere.asked == []


async def test_new_keys_of_the_provider_are_found(
    ada: AsyncClient, provider: IdentityProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await signed_in(ada, provider)).status_code == 200
    provider.key = new_key("second")
    assert (
        await signed_in(ada, provider)
    ).status_code == 403  # asked a moment ago: not again for every stranger
    monkeypatch.setattr("fioboard.app.access.oidc.provider.SOONEST_AGAIN_S", 0.0)
    assert (await signed_in(ada, provider)).status_code == 200


async def test_only_verified_addresses_of_the_allowed_domains_come_in(
    ada: AsyncClient, provider: IdentityProvider, app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIOBOARD_OIDC_ALLOWED_DOMAINS", "example.org, Example.NET")
    config.settings.cache_clear()
    app.state.identity_provider._settings = config.settings()
    for email, is_verified, status in (
        ("ada@example.org", True, 200),
        ("ada@EXAMPLE.net", True, 200),
        ("ada@example.org", False, 403),
        ("ada@example.org", "true", 403),
        ("ada@evil.example.org.example", True, 403),
        ("ada@example.org@evil.example", True, 403),
        (None, True, 403),
    ):
        provider.claims = {"email": email, "email_verified": is_verified}
        assert (await signed_in(ada, provider)).status_code == status, email


async def test_a_stranger_starts_it_twenty_times_a_minute_at_most(
    ada: AsyncClient, provider: IdentityProvider
) -> None:
    answers = [(await ada.post(START, json={})).status_code for _ in range(21)]
    assert answers == [200] * 20 + [429]


async def test_a_provider_that_wants_the_secret_in_the_form_gets_it_there(
    ada: AsyncClient, provider: IdentityProvider
) -> None:
    provider.about = {"token_endpoint_auth_methods_supported": ["client_secret_post"]}
    assert (await signed_in(ada, provider)).status_code == 200


async def test_a_public_client_has_no_secret(
    ada: AsyncClient, provider: IdentityProvider, app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.state.identity_provider, "_secret", None)
    provider.secret = None
    assert (await signed_in(ada, provider)).status_code == 200

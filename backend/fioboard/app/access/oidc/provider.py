"""The identity provider of the settings: its discovery document and keys, kept for an hour, and the exchange of a code
for a person. Raises SingleSignOnAway where it cannot be asked, SingleSignOnRefused where its answer is not believed."""

import asyncio
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote_plus

import httpx2
import orjson
from authlib.integrations.httpx_client import AsyncOAuth2Client, OAuthError
from joserfc.errors import InvalidKeyIdError, JoseError
from joserfc.jwk import KeySet

from fioboard.app.access import sentences
from fioboard.app.access.oidc.id_token import believed_claims
from fioboard.app.access.oidc.identity import Identity, read_identity
from fioboard.app.access.oidc.sso_flow import SsoFlow
from fioboard.app.access.oidc.transport import Guarded, list_allowed_hosts, require_allowed
from fioboard.core.config import Settings, listed
from fioboard.core.errors import SingleSignOnAway, SingleSignOnRefused
from fioboard.core.logs import logger

KEPT_S = 3600.0
# A key of unknown id makes us ask again, which a stranger must not be able to make us do all the time.
SOONEST_AGAIN_S = 30.0


@dataclass(frozen=True, slots=True)
class _Known:
    """What the provider said of itself."""

    authorization_endpoint: str
    token_endpoint: str
    names_itself: bool
    """It promises its `iss` beside every code (RFC 9207)."""
    client_authentication: str
    keys: KeySet
    at: float


class Provider:
    """One issuer and this service's registration there."""

    def __init__(self, settings: Settings) -> None:
        self.name = settings.oidc_name
        self.issuer = settings.oidc_issuer or ""
        self.decides_roles = bool(settings.roles_of_claims())
        self._settings = settings
        self._client_id = settings.oidc_client_id or ""
        self._secret = settings.client_secret()
        self._hosts = list_allowed_hosts(settings)
        self._known: _Known | None = None
        self._asking = asyncio.Lock()

    @property
    def redirect_uri(self) -> str:
        """Where the provider sends people back to; to be registered there."""
        return f"{self._settings.public_url}/sso"

    async def address(self, flow: SsoFlow, *, is_confirming: bool) -> str:
        """Where to send a browser; `is_confirming`: they are to show once more who they are."""
        known = await self._ask()
        again = {"prompt": "login", "max_age": 0} if is_confirming else {}
        async with self._client(known) as client:
            url, _ = client.create_authorization_url(
                known.authorization_endpoint,
                state=flow.state,
                code_verifier=flow.code_verifier,
                nonce=flow.nonce,
                **again,
            )
        return str(url)

    async def identify(self, flow: SsoFlow, code: str, issuer: str | None) -> Identity:
        """The person behind a code. `issuer`: the `iss` that came with it; another one is a mix-up (RFC 9207)."""
        known = await self._ask()
        if issuer != self.issuer and (issuer is not None or known.names_itself):
            raise _not_believed("another issuer sent the browser back")
        tokens = await self._exchange(known, flow, code)
        raw = tokens.get("id_token")
        if not isinstance(raw, str):
            raise _not_believed("no id token")
        try:
            claims = await self._believed(raw, known, flow, tokens.get("access_token"))
        # ValueError: what is no token at all; TypeError, AttributeError: claims of the wrong kind.
        except (JoseError, ValueError, TypeError, AttributeError) as error:
            raise _not_believed(type(error).__name__) from None
        return read_identity(claims, self._settings)

    async def _believed(self, raw: str, known: _Known, flow: SsoFlow, access_token: Any) -> dict[str, Any]:
        async def claims(keys: KeySet) -> dict[str, Any]:
            return believed_claims(
                raw,
                keys,
                issuer=self.issuer,
                client_id=self._client_id,
                nonce=flow.nonce,
                access_token=access_token if isinstance(access_token, str) else None,
            )

        try:
            return await claims(known.keys)
        except InvalidKeyIdError:  # the provider has changed its keys
            return await claims((await self._ask(SOONEST_AGAIN_S)).keys)

    async def _exchange(self, known: _Known, flow: SsoFlow, code: str) -> dict[str, Any]:
        try:
            async with self._client(known) as client:
                return dict(
                    await client.fetch_token(
                        known.token_endpoint,
                        grant_type="authorization_code",
                        code=code,
                        code_verifier=flow.code_verifier,
                        redirect_uri=self.redirect_uri,
                        auth=self._basic() if known.client_authentication == "client_secret_basic" else None,
                    )
                )
        except OAuthError as error:
            raise _not_believed(sentences.CODE_REFUSED(error=error.error)) from None
        except (httpx2.HTTPError, TimeoutError, ValueError) as error:
            raise _away("token endpoint", error) from None

    def _basic(self) -> httpx2.BasicAuth:
        # Both halves encoded as RFC 6749, section 2.3.1, says; authlib's own sends them as they are.
        return httpx2.BasicAuth(quote_plus(self._client_id), quote_plus(self._secret or ""))

    def _client(self, known: _Known) -> Any:
        return AsyncOAuth2Client(
            client_id=self._client_id,
            client_secret=self._secret,
            token_endpoint_auth_method=known.client_authentication,
            scope=" ".join(["openid", *(s for s in listed(self._settings.oidc_scopes) if s != "openid")]),
            redirect_uri=self.redirect_uri,
            code_challenge_method="S256",
            transport=Guarded(self._hosts),
        )

    async def _ask(self, kept_s: float = KEPT_S) -> _Known:
        """Discovery and keys, at most `kept_s` seconds old."""
        async with self._asking:
            if self._known is None or time.monotonic() - self._known.at > kept_s:
                self._known = await self._discover()
            return self._known

    async def _discover(self) -> _Known:
        where = f"{self.issuer.rstrip('/')}/.well-known/openid-configuration"
        try:
            async with httpx2.AsyncClient(transport=Guarded(self._hosts)) as client:
                about = await _json(client, where)
                if about["issuer"] != self.issuer:
                    raise ValueError(sentences.DOCUMENT_OF_OTHER(issuer=repr(str(about["issuer"])[:200])))
                keys = KeySet.import_key_set(await _json(client, about["jwks_uri"]))
            require_allowed(about["authorization_endpoint"], self._hosts)
            methods = about.get("token_endpoint_auth_methods_supported", ["client_secret_basic"])
            return _Known(
                authorization_endpoint=about["authorization_endpoint"],
                token_endpoint=about["token_endpoint"],
                names_itself=about.get("authorization_response_iss_parameter_supported") is True,
                client_authentication=self._authentication(methods),
                keys=keys,
                at=time.monotonic(),
            )
        except (
            httpx2.HTTPError,
            TimeoutError,
            JoseError,
            ValueError,
            KeyError,
            TypeError,
            AttributeError,
        ) as error:
            raise _away("discovery", error) from None

    def _authentication(self, offered: list[str]) -> str:
        if self._secret is None:
            return "none"
        return "client_secret_basic" if "client_secret_basic" in offered else "client_secret_post"


async def _json(client: httpx2.AsyncClient, url: str) -> Any:
    answer = await client.get(url)
    answer.raise_for_status()
    return orjson.loads(answer.content)


def _away(what: str, error: Exception) -> SingleSignOnAway:
    """Why goes to the log: it may hold addresses of the network behind us."""
    logger().warning("single_sign_on", problem=what, error=type(error).__name__, reason=str(error)[:300])
    return SingleSignOnAway()


def _not_believed(why: str) -> SingleSignOnRefused:
    logger().warning("single_sign_on", problem="refused", reason=why[:300])
    return SingleSignOnRefused("The identity provider's answer was not accepted; sign in again.")

"""A small OpenID Connect provider over real HTTP, honest unless a test tells it otherwise."""

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT_ID = "fioboard"
CLIENT_SECRET = "between the two of us: 100% & more"


@cache
def new_key(name: str) -> RSAKey:
    """A key pair that nobody else has; one per name, since making one takes a while."""
    return RSAKey.generate_key(2048, {"kid": name})


@dataclass
class IdentityProvider:
    """What it knows, and what it is to do wrong."""

    issuer: str = ""
    key: RSAKey = field(default_factory=lambda: new_key("first"))
    person: dict[str, Any] = field(default_factory=lambda: {"sub": "u-1", "preferred_username": "ada"})
    about: dict[str, Any] = field(default_factory=dict)
    """Replaces entries of the discovery document."""
    claims: dict[str, Any] = field(default_factory=dict)
    """Replaces claims of the id token; None leaves one out."""
    sign: Callable[[dict[str, Any]], str] | None = None
    """Makes the id token in place of the real signature."""
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    """Paths that were asked for, in order."""
    secret: str | None = CLIENT_SECRET

    def send_back(self, url: str) -> dict[str, str]:
        """What a browser that follows `url` and signs in is sent back with."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
        assert url.startswith(f"{self.issuer}/authorize?")
        assert (asked["response_type"], asked["client_id"]) == ("code", CLIENT_ID)
        assert asked["code_challenge_method"] == "S256"
        code = secrets.token_urlsafe(16)
        self.codes[code] = asked
        return {"code": code, "state": asked["state"], "iss": self.issuer}

    def configuration(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
            "authorization_response_iss_parameter_supported": True,
        } | self.about

    def tokens(self, form: dict[str, str], authorization: str | None) -> tuple[int, dict[str, Any]]:
        """The token endpoint's status and answer: code, client and PKCE are checked as RFC 6749 and 7636 say."""
        asked = self.codes.pop(form.get("code", ""), None)
        digest = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        by_form = (form.get("client_id"), form.get("client_secret"))
        client = by_form if authorization is None else _basic(authorization)
        if client != (CLIENT_ID, self.secret):
            return 401, {"error": "invalid_client"}
        if (
            asked is None
            or asked["code_challenge"] != challenge
            or asked["redirect_uri"] != form.get("redirect_uri")
        ):
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        usual = {
            "iss": self.issuer,
            "aud": CLIENT_ID,
            "exp": now + 300,
            "iat": now,
            "auth_time": now,
            "nonce": asked["nonce"],
        }
        claims = {k: v for k, v in (usual | self.person | self.claims).items() if v is not None}
        token = self.sign(claims) if self.sign else self.signed(claims)
        return 200, {"access_token": "x", "token_type": "Bearer", "id_token": token}

    def signed(self, claims: dict[str, Any], key: RSAKey | None = None, kid: str | None = None) -> str:
        """An id token, signed with another key or under another key's name where a test wants that."""
        key = key or self.key
        return jwt.encode({"alg": "RS256", "kid": kid or key.kid}, claims, key)


def _basic(authorization: str) -> tuple[str, str | None]:
    # RFC 6749, section 2.3.1: both halves are form-encoded first.
    name, _, secret = base64.b64decode(authorization.removeprefix("Basic ")).decode().partition(":")
    pair = parse_qs(f"name={name}&secret={secret}")
    return pair["name"][0], pair["secret"][0]


@contextmanager
def identity_provider() -> Iterator[IdentityProvider]:
    """A provider that answers until the block ends."""
    provider = IdentityProvider()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            address = urlsplit(self.path)
            provider.asked.append(address.path)
            match address.path:
                case "/.well-known/openid-configuration":
                    self.say(200, provider.configuration())
                case "/keys":
                    self.say(200, {"keys": [provider.key.as_dict(private=False)]})
                case "/authorize":  # a browser: signed in at once, as with a session at the provider
                    back = urlencode(provider.send_back(f"{provider.issuer}{self.path}"))
                    self.send_response(302)
                    self.send_header("location", f"{parse_qs(address.query)['redirect_uri'][0]}?{back}")
                    self.end_headers()
                case _:
                    self.say(404, {})

        def do_POST(self) -> None:
            provider.asked.append(self.path)
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            form = {name: values[0] for name, values in parse_qs(body).items()}
            self.say(*provider.tokens(form, self.headers.get("authorization")))

        def say(self, status: int, content: dict[str, Any]) -> None:
            body = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        provider.issuer = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield provider
        finally:
            server.shutdown()
            thread.join()

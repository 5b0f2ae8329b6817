"""The service's log: JSON lines that say who did what, and hold no secret and no line of somebody else's making (W4)."""

import json
import time
import urllib.error
import urllib.request

from fioboard.app.access.secrets import new_token
from tests.cli.conftest import Serving

SECRET = "hunter2-hunter2"


def ask(serving: Serving, path: str, body: object = None, **headers: str) -> int:
    """Status of one request."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{serving.port}{path}",
        None if body is None else json.dumps(body).encode(),
        {"content-type": "application/json", "sec-fetch-site": "same-origin"}
        | {name.replace("_", "-"): value for name, value in headers.items()},
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def lines(said: str) -> list[dict[str, object]]:
    """The JSON lines of the workers; the supervisor's own words to the terminal are not log."""
    return [json.loads(line) for line in said.splitlines() if line.startswith("{")]


def requests(said: str) -> list[dict[str, object]]:
    """The lines of this test's requests; others ask the same service with tokens, and for readiness and figures."""
    asked = [line for line in lines(said) if line["event"] == "request" and "token" not in str(line["actor"])]
    return [line for line in asked if line["route"] not in {"/readyz", "/metrics"}]


def test_log_says_who_and_what_and_no_secret(shared_service: Serving) -> None:
    before = len(shared_service.said())
    token = new_token("read")
    forged = 'mara\n{"event": "audit", "action": "forged"}\x1b[31m'
    assert (
        ask(shared_service, f"/api/v1/runs?token={token}&q={SECRET}", authorization=f"Bearer {token}") == 401
    )
    assert ask(shared_service, "/api/v1/session", {"name": forged, "password": SECRET}) == 401
    path = f"/api/v1/runs/{SECRET}%0A%7B%22event%22%3A1"
    assert ask(shared_service, path, cookie=f"fioboard_session={SECRET}") == 401
    ask(shared_service, "/s/abcdef-secret-of-a-share")
    # Two workers write, each in its own time.
    give_up_at = time.monotonic() + 60
    while len(requests(said := shared_service.said()[before:].rpartition("\n")[0])) < 4:
        assert time.monotonic() < give_up_at, said
        time.sleep(0.05)
    asked = sorted(requests(said), key=lambda line: str(line["timestamp"]))
    for line in asked:
        assert {"request_id", "actor", "route", "status", "ms", "method", "timestamp", "level"} <= set(line)
    assert {"/api/v1/runs", "/api/v1/session"} <= {line["route"] for line in asked}, asked
    assert [line["action"] for line in lines(said) if line["event"] == "audit"] == ["session.refuse"]
    for hidden in (token, SECRET, "forged", "\x1b", "secret-of-a-share"):
        assert hidden not in said, hidden

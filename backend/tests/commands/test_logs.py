"""The service's log: JSON lines that say who did what, and hold no secret and no line of somebody else's making (W4)."""

import json
import urllib.error
import urllib.request

from fioboard.access.secrets import new_token
from tests.commands.conftest import Serving

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
        with urllib.request.urlopen(request, timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def lines(serving: Serving) -> list[dict[str, object]]:
    """The JSON lines of the workers; the supervisor's own words to the terminal are not log."""
    return [json.loads(line) for line in serving.said().splitlines() if line.startswith("{")]


def test_log_says_who_and_what_and_no_secret(lone_worker: Serving) -> None:
    token = new_token("read")
    forged = 'mara\n{"event": "audit", "action": "forged"}\x1b[31m'
    assert ask(lone_worker, f"/api/v1/runs?token={token}&q={SECRET}", authorization=f"Bearer {token}") == 401
    assert ask(lone_worker, "/api/v1/session", {"name": forged, "password": SECRET}) == 401
    assert (
        ask(lone_worker, f"/api/v1/runs/{SECRET}%0A%7B%22event%22%3A1", cookie=f"fioboard_session={SECRET}")
        == 401
    )
    ask(lone_worker, "/s/abcdef-secret-of-a-share")
    lone_worker.wait_for_words('"/s/{token:path}"')
    said = lone_worker.said()
    requests = [
        line for line in lines(lone_worker) if line["event"] == "request" and line["route"] != "/readyz"
    ]
    assert len(requests) == 4
    for line in requests:
        assert {"request_id", "actor", "route", "status", "ms", "method", "timestamp", "level"} <= set(line)
    assert [line["route"] for line in requests][:2] == ["/api/v1/runs", "/api/v1/session"]
    assert [line["action"] for line in lines(lone_worker) if line["event"] == "audit"] == ["session.refuse"]
    for hidden in (token, SECRET, "forged", "\x1b", "secret-of-a-share"):
        assert hidden not in said, hidden

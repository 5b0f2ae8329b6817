"""/metrics speaks for all workers together, and only to those who may read."""

import re
import urllib.error
import urllib.request

from tests.commands.conftest import Serving, fioboard

REQUESTS = 40


def get(serving: Serving, path: str, token: str) -> str:
    request = urllib.request.Request(f"http://127.0.0.1:{serving.port}{path}")
    request.add_header("authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=10) as answer:
        return str(answer.read().decode())


def test_metrics_add_up_over_the_workers(serving: Serving) -> None:
    made = fioboard("token", "create", "--scope", "read", "--name", "prometheus", **serving.settings)
    token = made.stdout.strip()
    for _ in range(REQUESTS):
        get(serving, "/api/v1/runs", token)
    text = get(serving, "/metrics", token)
    [count] = re.findall(
        r'http_requests_total\{handler="/api/v1/runs",method="GET",status="2xx"\} (\S+)', text
    )
    assert float(count) == REQUESTS
    assert serving.status("/metrics") == 401

"""/metrics speaks for all workers together, and only to those who may read."""

import re
import urllib.error
import urllib.request

import pytest

from tests.cli.conftest import Serving, fioboard

REQUESTS = 40


def get(serving: Serving, path: str, token: str) -> str:
    request = urllib.request.Request(f"http://127.0.0.1:{serving.port}{path}")
    request.add_header("authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=60) as answer:
        return str(answer.read().decode())


def answered_runs(text: str) -> float:
    """How many lists of runs were answered, over all workers."""
    counts = re.findall(
        r'http_requests_total\{handler="/api/v1/runs",method="GET",status="2xx"\} (\S+)', text
    )
    assert len(counts) <= 1
    return float(counts[0]) if counts else 0


@pytest.mark.nightly
def test_metrics_add_up_over_the_workers(shared_service: Serving) -> None:
    settings = shared_service.settings
    token = fioboard("token", "create", "--scope", "read", "--name", "prometheus", **settings).stdout.strip()
    before = answered_runs(get(shared_service, "/metrics", token))
    for _ in range(REQUESTS):
        get(shared_service, "/api/v1/runs", token)
    assert answered_runs(get(shared_service, "/metrics", token)) - before == REQUESTS
    assert shared_service.status("/metrics") == 401

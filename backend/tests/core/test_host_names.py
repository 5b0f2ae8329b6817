"""The Host header (S6): our own names and IP addresses, nothing else."""

import pytest
from httpx2 import AsyncClient

from fioboard.core.config import Settings
from fioboard.core.host_names import is_ours

SETTINGS = Settings(base_url="https://Bench.example.org/fio", allowed_hosts="fio.lan, other.lan")


@pytest.mark.parametrize(
    "header",
    ["bench.example.org", "bench.example.org:8443", "BENCH.example.org", "fio.lan:80", "other.lan"]
    + ["localhost:8000", "127.0.0.1:8000", "192.0.2.1", "[::1]:8000", "[fe80::1%25eth0]", ""],
)
def test_ours(header: str) -> None:
    assert is_ours(header, SETTINGS)


@pytest.mark.parametrize(
    "header",
    [
        "evil.example",
        "bench.example.org.evil.example",
        "localhost.evil.example",
        "evil.example:8000",
        "@fio.lan.x",
    ]
    + ["[::1", "127.0.0.1.evil.example", " ", "2130706433.evil"],
)
def test_not_ours(header: str) -> None:
    assert not is_ours(header, SETTINGS)


@pytest.mark.anyio
async def test_a_foreign_name_gets_nothing(client: AsyncClient) -> None:
    for path in ("/api/v1/runs", "/", "/healthz"):
        answer = await client.get(path, headers={"host": "evil.example"})
        assert (answer.status_code, answer.json()["error"]) == (403, "WrongHostHeader"), path
    assert (await client.get("/api/v1/runs")).status_code == 200

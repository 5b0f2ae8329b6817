"""Whose key signs a request where the settings name none."""

from pathlib import Path

import pytest

from fioboard.core.config import Settings
from fioboard.core.objects import DocumentsAway
from fioboard.store.blobs.s3 import S3Objects
from tests.factories.receiver import Receiver, listening

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def bare_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No file and no role of this machine gives a key."""
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    for name in ("AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE"):
        monkeypatch.setenv(name, str(tmp_path / "absent"))
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)


async def test_the_key_of_the_environment_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "not-a-secret")
    monkeypatch.setenv("AWS_SESSION_TOKEN", "of-a-role")
    store = Receiver("404 Not Found\r\n")
    async with listening(store.talk) as port:
        assert await S3Objects(settings(port)).find(bytes(32)) is None
    ((headers, _),) = store.requests
    assert headers["authorization"].startswith("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/")
    assert "/eu-west-1/s3/aws4_request" in headers["authorization"]
    assert headers["x-amz-security-token"] == "of-a-role"


async def test_without_any_key_nothing_is_sent() -> None:
    store = Receiver("404 Not Found\r\n")
    async with listening(store.talk) as port:
        with pytest.raises(DocumentsAway):
            await S3Objects(settings(port)).find(bytes(32))
    assert store.requests == []


def settings(port: int) -> Settings:
    return Settings(documents=f"s3://bucket/originals?endpoint=http://127.0.0.1:{port}&region=eu-west-1")

"""The built front end, for the tests of what browsers get: the checkout need not have one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fioboard.app.system.site import files
from tests.factories.cheap_passwords import cheap_passwords

__all__ = ["cheap_passwords"]


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A built front end that is only its pages."""
    (tmp_path / "index.html").write_text(
        '<base href="__FIOBOARD_BASE__"><style nonce="__FIOBOARD_NONCE__"></style>'
    )
    (tmp_path / "share.html").write_text("<title>Shared</title>")
    monkeypatch.setattr(files, "DIST", tmp_path)
    files._template.cache_clear()
    yield
    files._template.cache_clear()

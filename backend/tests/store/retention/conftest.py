"""A database of this package's own: its partitions are emptied, which only the owner of the tables may do."""

from collections.abc import Iterator
from datetime import datetime
from types import SimpleNamespace

import pytest

from fioboard.core import ids
from tests.factories.clusters import copied_postgres


@pytest.fixture(scope="package")
def database_url() -> Iterator[str]:
    """The address of a migrated database, as the owner of its tables."""
    with copied_postgres() as server:
        yield server.url


def set_clock(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    """New ids are of this moment from now on."""
    monkeypatch.setattr(ids, "_last_ms", 0)
    monkeypatch.setattr(ids, "time", SimpleNamespace(time_ns=lambda: int(moment.timestamp() * 1e9)))

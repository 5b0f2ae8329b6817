"""Which role the commands and the service work as (W7)."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from fioboard.store.embedded import EmbeddedPostgres
from fioboard.store.embedded.paths import SERVICE_ROLE
from tests.cli.conftest import Serving, fioboard, free_port, ready, start_fioboard
from tests.factories.clusters import copied_postgres


@pytest.fixture
def elsewhere() -> Iterator[EmbeddedPostgres]:
    """A PostgreSQL that is not the service's own, with an empty database."""
    with copied_postgres(is_migrated=False) as server:
        yield server


def roles_at_work(url: str) -> set[str]:
    """The roles of the service's connections."""

    async def ask() -> set[str]:
        connection = await asyncpg.connect(url)
        try:
            found = await connection.fetch(
                "select usename from pg_stat_activity where application_name = 'fioboard'"
            )
        finally:
            await connection.close()
        return {row["usename"] for row in found}

    return asyncio.run(ask())


def test_with_the_embedded_postgresql_the_service_owns_nothing(shared_service: Serving) -> None:
    folder = Path(str(shared_service.settings["data_dir"])).resolve() / "socket"
    assert roles_at_work(f"postgresql://fioboard@/fioboard?host={folder}") == {SERVICE_ROLE}


@pytest.mark.nightly
def test_with_two_addresses_the_owner_migrates_and_the_other_serves(
    folder: Path, elsewhere: EmbeddedPostgres
) -> None:
    both = {"database_url": elsewhere.service_url, "owner_database_url": elsewhere.url}
    with ready(Serving(folder, workers=1, **both)):
        assert roles_at_work(elsewhere.url) == {SERVICE_ROLE}


@pytest.mark.nightly
def test_a_service_that_may_not_migrate_says_who_has_to(folder: Path, elsewhere: EmbeddedPostgres) -> None:
    alone = {"data_dir": folder / "data", "database_url": elsewhere.service_url}
    early = start_fioboard("serve", port=free_port(), workers=1, **alone)
    assert early.returncode == 1
    assert "permission denied" in early.stderr and "fioboard migrate" in early.stderr
    assert "Traceback" not in early.stderr


@pytest.mark.nightly
def test_the_service_needs_no_address_of_the_owner_once_that_has_migrated(
    folder: Path, elsewhere: EmbeddedPostgres
) -> None:
    alone = {"data_dir": folder / "data", "database_url": elsewhere.service_url}
    too_early = fioboard("token", "create", "--scope", "read", "--name", "x", **alone)
    assert too_early.returncode == 1
    assert "permission denied" in too_early.stderr and "fioboard migrate" in too_early.stderr
    assert "Traceback" not in too_early.stderr
    migrated = fioboard("migrate", owner_database_url=elsewhere.url, **alone)
    assert migrated.returncode == 0, migrated.stderr
    made = fioboard("token", "create", "--scope", "read", "--name", "x", **alone)
    assert made.returncode == 0, made.stderr
    with ready(Serving(folder, workers=1, database_url=elsewhere.service_url)):
        assert roles_at_work(elsewhere.url) == {SERVICE_ROLE}


def test_a_role_that_does_not_exist_is_told_in_one_sentence(elsewhere: EmbeddedPostgres) -> None:
    other = elsewhere.url.replace("fioboard@", "nobody_here@")
    refused = fioboard("migrate", database_url=other, owner_database_url=elsewhere.url)
    assert refused.returncode == 1
    assert refused.stderr.startswith("fioboard: The role nobody_here of FIOBOARD_DATABASE_URL does not exist")
    assert "Traceback" not in refused.stderr


def test_the_address_of_the_owner_alone_is_refused() -> None:
    refused = fioboard("config", owner_database_url="postgresql://fioboard@db/fioboard")
    assert refused.returncode == 2
    assert "FIOBOARD_OWNER_DATABASE_URL needs FIOBOARD_DATABASE_URL" in refused.stderr

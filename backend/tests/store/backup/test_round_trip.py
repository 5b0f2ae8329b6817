"""A backup holds every row of one instant, and puts it back into an empty database or nowhere (W8)."""

import asyncio
import hashlib
import stat
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import text

from fioboard.core import migrate
from fioboard.core.compression import decompress
from fioboard.core.database import make_engine
from fioboard.core.migrate import newest_revision, upgrade_async
from fioboard.store.backup.create import create_backup
from fioboard.store.backup.refusal import BackupRefused
from fioboard.store.backup.restore import restore_backup
from tests.factories.next_migration import write_next_migration
from tests.store.backup.conftest import contents_of

pytestmark = pytest.mark.anyio
NEW_HOST = (
    "insert into host (id, name, created_at) values ('00000000-0000-7000-8000-000000000001', 'own', now())"
)


def quiet(*_: object) -> None:
    """A progress bar nobody looks at."""


def listing(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def mode_and_bytes(path: Path) -> tuple[int, bytes]:
    return stat.S_IMODE(path.stat().st_mode), path.read_bytes()


async def rows(url: str, statement: str) -> list[Any]:
    engine = make_engine(url, pool_size=1)
    async with engine.begin() as connection:
        answer = await connection.execute(text(statement))
        found = list(answer.all()) if answer.returns_rows else []
    await engine.dispose()
    return found


async def test_every_row_of_every_table_comes_back(full: str, backup: Path, other: str) -> None:
    said: list[tuple[str, int, int]] = []
    header = (await restore_backup(other, backup, lambda *step: said.append(step))).header
    assert await contents_of(other) == await contents_of(full)
    assert {table.name: table.rows for table in header.tables} == {
        name: count for name, (count, _) in (await contents_of(full)).items() if name != "alembic_version"
    }
    documents = await rows(other, "select sha256, body_zstd from document")
    assert documents
    for sha256, body_zstd in documents:
        assert hashlib.sha256(decompress(body_zstd)).digest() == sha256
    assert {what for what, _, _ in said} >= {"comparing digests", "run", "document"}
    assert all(0 < done <= total for _, done, total in said)


@pytest.mark.nightly
async def test_it_is_one_instant_while_the_service_goes_on(full: str, tmp_path: Path, other: str) -> None:
    before = await contents_of(full)

    def progress(table: str, number: int, count: int) -> None:
        if number == 0:  # no table was read yet, and the instant is fixed
            writing = Thread(target=lambda: asyncio.run(rows(full, NEW_HOST)))
            writing.start()
            writing.join()

    await create_backup(full, tmp_path / "b", progress)
    assert (await contents_of(full))["host"][0] == before["host"][0] + 1
    await restore_backup(other, tmp_path / "b", quiet)
    assert await contents_of(other) == before


@pytest.mark.nightly
async def test_it_goes_into_an_empty_migrated_database_too(backup: Path, full: str, other: str) -> None:
    await upgrade_async(other)
    await restore_backup(other, backup, quiet)
    assert await contents_of(other) == await contents_of(full)


@pytest.mark.nightly
async def test_an_older_backup_is_migrated(
    other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    oldest = newest_revision()
    monkeypatch.setattr(migrate, "MIGRATIONS", write_next_migration(tmp_path))
    await upgrade_async(other, str(oldest))
    await rows(other, NEW_HOST)
    await create_backup(other, tmp_path / "old", quiet)
    # Into a database of the newest revision: it is emptied of its tables, given the old ones, and brought up again.
    await rows(other, "delete from host")
    await upgrade_async(other)
    header = (await restore_backup(other, tmp_path / "old", quiet)).header
    assert header.revision == oldest
    assert await rows(other, "select name from host") == [("own",)]
    assert await rows(other, "select version_num from alembic_version") == [(newest_revision(),)]


async def test_a_database_with_rows_is_refused_and_stays_as_it_is(backup: Path, other: str) -> None:
    await upgrade_async(other)
    await rows(other, NEW_HOST)
    before = await contents_of(other)
    with pytest.raises(BackupRefused, match=r"not empty \(rows in host\)"):
        await restore_backup(other, backup, quiet)
    assert await contents_of(other) == before


async def test_a_database_that_was_never_migrated_has_nothing_to_back_up(other: str, tmp_path: Path) -> None:
    with pytest.raises(BackupRefused, match="nothing to back up"):
        await create_backup(other, tmp_path / "b", quiet)
    assert listing(tmp_path) == []


async def test_the_file_is_its_owners_and_replaces_nothing(backup: Path, full: str, tmp_path: Path) -> None:
    before = mode_and_bytes(backup)
    assert before[0] == 0o600
    with pytest.raises(BackupRefused, match="never overwrites a file"):
        await create_backup(full, backup, quiet)
    assert mode_and_bytes(backup) == before
    with pytest.raises(BackupRefused, match="cannot be written: No such file or directory"):
        await create_backup(full, tmp_path / "nowhere" / "b", quiet)
    assert listing(tmp_path) == [backup.name]


async def test_a_backup_that_fails_leaves_no_file(full: str, tmp_path: Path) -> None:
    def fail(table: str, number: int, count: int) -> None:
        if number == 3:
            raise BackupRefused("as if the disk were full")

    with pytest.raises(BackupRefused, match="as if"):
        await create_backup(full, tmp_path / "b", fail)
    assert listing(tmp_path) == []

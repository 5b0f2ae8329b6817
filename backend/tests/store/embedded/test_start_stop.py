"""Start, stop, again: the life of one server."""

import shutil
import stat
import time
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import text

from fioboard.core.database import make_engine
from fioboard.store.embedded import EmbeddedPostgres, EmbeddedPostgresError
from fioboard.store.embedded.throwaway import throwaway_postgres
from tests.factories.clusters import give_cluster
from tests.store.embedded.conftest import ask, running


def test_first_start_makes_a_durable_database(data_dir: Path) -> None:
    with running(data_dir, is_first=True) as server:
        assert ask(server.url, "show server_version_num").startswith("18")
        for setting in ("fsync", "full_page_writes", "synchronous_commit", "data_checksums"):
            assert ask(server.url, f"show {setting}") == "on", setting
        assert (
            ask(server.url, "select pg_encoding_to_char(encoding) from pg_database where datname='fioboard'")
            == "UTF8"
        )
        assert (
            ask(server.url, "select string_agg(c, '' order by c) from unnest(array['b','A','a','é','Z']) c")
            == "AZabé"
        )
        assert ask(server.url, "show timezone") == "UTC"


def test_server_listens_on_its_private_socket_only(running_server: EmbeddedPostgres) -> None:
    places = running_server.places
    assert ask(running_server.url, "show listen_addresses") == ""
    assert stat.S_IMODE(places.sockets.stat().st_mode) == 0o700
    assert stat.S_IMODE(places.cluster.stat().st_mode) == 0o700


def test_role_of_the_service_is_no_superuser_and_reads_no_files(running_server: EmbeddedPostgres) -> None:
    for url in (running_server.url, running_server.service_url):
        assert ask(url, "select current_setting('is_superuser')") == "off"
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            ask(url, "select pg_read_file('/etc/hostname')")
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            ask(url, "create role another")


async def count_rows(url: str) -> int:
    engine = make_engine(url)
    try:
        async with engine.connect() as connection:
            return (await connection.execute(text("select count(*) from kept"))).scalar_one()
    finally:
        await engine.dispose()


@pytest.mark.nightly
@pytest.mark.anyio
async def test_second_start_keeps_the_data_and_waits_for_nothing() -> None:
    with throwaway_postgres() as server:
        connection = await asyncpg.connect(server.url)
        await connection.execute("create table kept as select generate_series(1, 3)")
        await connection.close()
        server.stop()
        assert not server.is_alive()
        assert server.pid is None
        began = time.monotonic()
        url = server.start()
        assert time.monotonic() - began < 30  # 0.04 s measured; a first start takes 0.6 s
        assert await count_rows(url) == 3


@pytest.mark.nightly
def test_stop_is_clean_and_may_be_called_twice(data_dir: Path) -> None:
    give_cluster(data_dir, is_migrated=False)
    server = EmbeddedPostgres(data_dir)
    server.start()
    server.stop()
    server.stop()
    assert not (server.places.cluster / "postmaster.pid").exists()
    log = "".join(path.read_text() for path in server.places.log.iterdir())
    assert "database system is shut down" in log


def test_start_of_a_running_server_changes_nothing(running_server: EmbeddedPostgres) -> None:
    pid = running_server.pid
    assert running_server.start() == running_server.url
    assert running_server.pid == pid


@pytest.mark.nightly
def test_cluster_that_was_half_made_is_made_anew(data_dir: Path) -> None:
    (data_dir / "postgres.new" / "base").mkdir(parents=True)
    with running(data_dir) as server:
        assert ask(server.url, "select 1") == 1
    assert not (data_dir / "postgres.new").exists()


def test_cluster_of_another_major_version_is_refused_with_both_numbers(data_dir: Path) -> None:
    with running(data_dir) as server:
        cluster = server.places.cluster
    (cluster / "PG_VERSION").write_text("17\n")
    with pytest.raises(
        EmbeddedPostgresError, match=r"created by PostgreSQL 17.*includes PostgreSQL 18.*backup"
    ):
        EmbeddedPostgres(data_dir).start()


@pytest.mark.nightly
def test_server_that_cannot_start_says_why_and_frees_the_data_folder(data_dir: Path) -> None:
    with running(data_dir) as server:
        cluster = server.places.cluster
    good = (cluster / "postgresql.auto.conf").read_text()
    (cluster / "postgresql.auto.conf").write_text("shared_buffers = 'a lot'\n")
    with pytest.raises(EmbeddedPostgresError, match="shared_buffers"):
        EmbeddedPostgres(data_dir).start()
    (cluster / "postgresql.auto.conf").write_text(good)
    with running(data_dir) as server:
        assert ask(server.url, "select 1") == 1


@pytest.mark.nightly
def test_long_data_folder_gets_a_short_private_socket_folder(data_dir: Path) -> None:
    deep = data_dir / ("long-name-" * 9) / ("long-name-" * 9)
    with running(deep) as server:
        assert ask(server.url, "select 1") == 1
        sockets = server.places.sockets
        assert deep.resolve() not in sockets.parents
        assert stat.S_IMODE(sockets.stat().st_mode) == 0o700
    shutil.rmtree(sockets)


@pytest.mark.nightly
def test_socket_folder_that_somebody_else_laid_out_is_refused(data_dir: Path, tmp_path: Path) -> None:
    deep = data_dir / ("long-name-" * 9) / ("long-name-" * 9)
    server = EmbeddedPostgres(deep)
    sockets = server.places.sockets
    sockets.symlink_to(tmp_path)
    try:
        with pytest.raises(EmbeddedPostgresError, match="belongs to somebody else"):
            server.start()
    finally:
        sockets.unlink()

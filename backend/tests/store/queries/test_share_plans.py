"""How PostgreSQL answers a link, and the lists of its makers, when there are many links and many openings."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from fioboard.core.database import Database, make_engine
from fioboard.store.queries import shares as share_queries
from tests.factories.clusters import copied_postgres
from tests.store.queries.test_plans import EXPLAINED, Explainer

pytestmark = pytest.mark.anyio
SHARES = 20_000
TABLES = {"share", "share_run", "share_view", "share_document"}
# No run, user or token is needed to see how shares are found.
FILL = """
alter table share drop constraint fk_share_created_by_app_user, drop constraint fk_share_created_with_api_token;
alter table share_run drop constraint fk_share_run_run_id_run;
create function pg_temp.numbered(n bigint) returns uuid immutable language sql as
    $$ select lpad(to_hex(n), 32, '0')::uuid $$;
insert into share (id, token_sha256, kind, spec, title, hidden, revealed, created_by, created_with, created_by_name,
        created_at, expires_at, revoked_at)
    select pg_temp.numbered(n), sha256(n::text::bytea), 'run', '{}', 'x', '{}', '{}', pg_temp.numbered(n % 500),
        pg_temp.numbered(n % 500), 'x', now(), now() + interval '1 day',
        case when n % 10 > 0 then now() - interval '10 days' end
    from generate_series(1, 20000) n;
insert into share_document select id, 'x' from share;
insert into share_run select id, id from share;
insert into share_view (id, share_id, at, what)
    select pg_temp.numbered(100000 + n), pg_temp.numbered(1 + n % 100), now(), 'page'
    from generate_series(1, 50000) n;
analyze share; analyze share_document; analyze share_run; analyze share_view;
"""


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """The address of a database with many shares."""

    async def fill(url: str) -> None:
        connection = await asyncpg.connect(url)
        await connection.execute(FILL)
        await connection.close()

    with copied_postgres() as server:
        asyncio.run(fill(server.url))
        yield server.url


@pytest.fixture
async def explainer(url: str) -> AsyncIterator[Explainer]:
    connection = await asyncpg.connect(url)
    await connection.execute(EXPLAINED)
    yield Explainer(connection)
    await connection.close()


def demand_indexes(explainer: Explainer, most_rows: int = 300) -> None:
    """Fails on a table of shares read from end to end."""
    assert explainer.plans
    for node in explainer.nodes():
        if node.get("Relation Name") in TABLES:
            assert node["Node Type"] != "Seq Scan", node
            looked_at = node.get("Actual Rows", 0) + node.get("Rows Removed by Filter", 0)
            assert looked_at * node.get("Actual Loops", 1) <= most_rows, node


@pytest.mark.nightly
async def test_a_token_is_found_by_its_hash_and_a_wrong_one_as_fast(explainer: Explainer) -> None:
    digest = await explainer.plain.fetchval("select sha256('77'::bytea)")
    assert (await share_queries.find_share(explainer, digest))["id"] == UUID(int=77)
    assert await share_queries.find_share(explainer, b"nothing") is None
    assert await share_queries.get_document(explainer, UUID(int=77)) == b"x"
    demand_indexes(explainer, most_rows=1)


async def test_the_list_walks_along_its_key_at_any_depth(explainer: Explainer) -> None:
    first = await share_queries.list_shares(explainer, 51)
    deep = await share_queries.list_shares(explainer, 51, before=UUID(int=5_000))
    assert [row["id"] for row in first] == [UUID(int=SHARES - n) for n in range(51)]
    assert deep[0]["id"] == UUID(int=4_999)
    assert [row["id"] for row in await share_queries.list_shares(explainer, 51, run_ids=[UUID(int=9)])] == [
        UUID(int=9)
    ]
    await share_queries.get_share(explainer, UUID(int=9))
    demand_indexes(explainer)


async def test_openings_are_read_newest_first_along_their_index(explainer: Explainer) -> None:
    rows = await share_queries.list_views(explainer, UUID(int=7), 51)
    more = await share_queries.list_views(explainer, UUID(int=7), 51, before=rows[-1]["id"])
    assert len(rows) == len(more) == 51
    demand_indexes(explainer)


async def test_what_ends_with_a_run_a_user_or_a_token_is_found_by_it(explainer: Explainer, url: str) -> None:
    await share_queries.revoke_of_runs(explainer, [UUID(int=n) for n in (10, 20, 30)])
    demand_indexes(explainer, most_rows=10)
    database = Database(make_engine(url))
    async with database.transaction() as session:
        of_user = await share_queries.revoke_of_user(session, UUID(int=40))
        of_token = await share_queries.revoke_of_token(session, UUID(int=50))
    await database.close()
    assert len(of_user) == len(of_token) == SHARES // 500
    plan = await explainer.plain.fetch(
        "explain update share set revoked_at = now() where created_by = $1", UUID(int=60)
    )
    assert "ix_share_created_by" in "\n".join(row[0] for row in plan)


async def test_only_copies_of_links_that_ended_long_ago_are_dropped(explainer: Explainer) -> None:
    connection: Any = explainer.plain
    assert await share_queries.drop_documents(connection, timedelta(days=30)) == 0
    assert await share_queries.drop_documents(connection, timedelta(days=9)) == SHARES * 9 // 10
    assert await connection.fetchval("select count(*) from share") == SHARES

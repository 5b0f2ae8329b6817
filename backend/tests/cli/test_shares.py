"""`fioboard share …` on a real database."""

import asyncio
import hashlib
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from fioboard.cli.program import app
from fioboard.core.config import Settings
from fioboard.core.database import make_engine

runner = CliRunner()
ID = UUID(int=7)


@pytest.fixture
def url(configured: Settings) -> str:
    """A database with one share."""
    assert configured.database_url is not None
    url = configured.database_url.get_secret_value()
    execute(
        url,
        "truncate share cascade",
        f"""
        insert into share (id, token_sha256, kind, spec, title, label, hidden, revealed, created_by_name, created_at,
            expires_at)
        values ('{ID}', '\\x{hashlib.sha256(b"a" * 24).hexdigest()}', 'run', '{{}}', 'randread 4k on one drive',
            'Acme support', '{{}}', '{{}}', 'mara', now(), '2126-11-21')
        """,
    )
    return url


def execute(url: str, *statements: str) -> list[Any]:
    """Rows of the last statement, if it has any."""

    async def run() -> list[Any]:
        engine = make_engine(url)
        rows: list[Any] = []
        async with engine.begin() as connection:
            for statement in statements:
                result = await connection.execute(text(statement))
                rows = list(result) if result.returns_rows else []
        await engine.dispose()
        return rows

    return asyncio.run(run())


def fioboard(*arguments: str) -> Any:
    return runner.invoke(app, ["share", *arguments])


def test_links_are_listed_and_ended_and_the_log_says_who(url: str) -> None:
    [line] = fioboard("list").output.splitlines()
    assert line.split("\t") == [
        str(ID), "active", "expires 2126-11-21", "opened 0 times", "randread 4k on one drive", "for Acme support", "by mara",
    ]  # fmt: skip
    assert fioboard("revoke", str(ID)).output == "revoked\n"
    assert fioboard("revoke", str(ID)).exit_code == 0
    assert "revoked" in fioboard("list").output
    events = execute(url, f"select actor_kind, action from audit_event where subject_id = '{ID}'")
    assert [tuple(event) for event in events] == [("command_line", "share.revoke")]


def test_an_unknown_share_is_said(url: str) -> None:
    answer = fioboard("revoke", str(UUID(int=8)))
    assert (answer.exit_code, f"There is no share {UUID(int=8)}." in answer.output) == (1, True)

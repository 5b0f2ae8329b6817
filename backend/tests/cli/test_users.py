"""`fioboard user …` on a real database."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from fioboard.cli.program import app
from fioboard.core.config import Settings
from fioboard.core.database import make_engine

runner = CliRunner()


@pytest.fixture(autouse=True)
def nobody(configured: Settings) -> None:
    """A database without users."""

    async def empty(url: str) -> None:
        engine = make_engine(url)
        async with engine.begin() as connection:
            await connection.execute(text("truncate app_user cascade"))
        await engine.dispose()

    assert configured.database_url is not None
    asyncio.run(empty(configured.database_url.get_secret_value()))


def fioboard(*arguments: str) -> Any:
    return runner.invoke(app, ["user", *arguments])


def test_users_come_change_and_go() -> None:
    made = fioboard("create", "mara", "--role", "admin")
    assert made.exit_code == 0, made.output
    assert "/login#code=" in made.output
    taken = fioboard("create", "MARA")
    assert (taken.exit_code, "taken" in taken.output) == (1, True)
    last = fioboard("role", "mara", "viewer")
    assert (last.exit_code, "last active admin" in last.output) == (1, True)
    assert fioboard("create", "ada", "--role", "admin").exit_code == 0
    assert fioboard("role", "mara", "viewer").output == "mara: viewer, active\n"
    assert fioboard("deactivate", "mara").output == "mara: viewer, deactivated\n"
    refused = fioboard("link", "mara")
    assert (refused.exit_code, "deactivated" in refused.output) == (1, True)
    assert fioboard("activate", "mara").exit_code == 0
    assert "/login#code=" in fioboard("link", "Mara").output
    listed = fioboard("list").output.splitlines()
    assert [line.split("\t")[:3] for line in listed] == [
        ["ada", "admin", "active"],
        ["mara", "viewer", "active"],
    ]


def test_unknown_names_are_said() -> None:
    answer = fioboard("link", "nobody")
    assert (answer.exit_code, "There is no user 'nobody'." in answer.output) == (1, True)

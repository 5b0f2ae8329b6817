"""Wrong settings end every command with a sentence: no traceback, no secret, exit code 2."""

from collections.abc import Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import typer
from sqlalchemy import make_url
from typer.testing import CliRunner

from fioboard.cli.program import VERBS, app
from fioboard.core import config
from fioboard.core.config import Settings
from fioboard.core.setting_names import PREFIX
from tests.cli.conftest import fioboard

SECRET = "s3cret-0123456789"
WRONG = {
    "a port that is no number": {"FIOBOARD_PORT": SECRET},
    "an address that is none": {"FIOBOARD_BASE_URL": f"ftp://u:{SECRET}@host"},
    "a misspelt name": {"FIOBOARD_DATABSE_URL": f"postgresql://u:{SECRET}@host/x"},
    "another database": {"FIOBOARD_DATABASE_URL": f"mysql://u:{SECRET}@host/x"},
    "a database's port that is no number": {"FIOBOARD_DATABASE_URL": f"postgresql://u:{SECRET}@host:port/x"},
    "an owner without a database": {"FIOBOARD_OWNER_DATABASE_URL": f"postgresql://u:{SECRET}@host/x"},
    "a secret that is too short": {"FIOBOARD_SECRET_KEY": "s3cret-01234"},
    "keys in the store's address": {"FIOBOARD_DOCUMENTS": f"s3://key:{SECRET}@bucket"},
    "no issuer": {"FIOBOARD_PASSWORD_LOGIN": "false", "FIOBOARD_OIDC_CLIENT_SECRET": SECRET},
    "a secret twice": {
        "FIOBOARD_OIDC_ISSUER": "https://id.example.org",
        "FIOBOARD_OIDC_CLIENT_ID": "x",
        "FIOBOARD_OIDC_CLIENT_SECRET": SECRET,
        "FIOBOARD_OIDC_CLIENT_SECRET_FILE": "/none",
    },
}


def leaves(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command that does something, with the words that call it."""
    if not hasattr(command, "list_commands"):
        yield words, command
        return
    for name in command.list_commands(None):
        yield from leaves(command.get_command(None, name), (*words, name))


def value_of(annotation: Any, file: Path) -> str:
    """A value that a parameter of this type takes."""
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return str(next(iter(annotation)).value)
    return {int: "1", float: "1", UUID: "00000000-0000-0000-0000-000000000001"}.get(annotation, str(file))


def arguments(command: Any, file: Path) -> list[str]:
    """What a command demands, so that it gets as far as its own code."""
    words: list[str] = []
    for parameter in command.params:
        if parameter.required:
            value = value_of(parameter.type_descriptor.annotation, file)
            words += [value] if parameter.opts[0] == parameter.name else [parameter.opts[0], value]
    return words


@cache
def commands() -> list[tuple[tuple[str, ...], Any]]:
    """All commands. Not while tests are collected: every verb is imported for it."""
    return list(leaves(typer.main.get_command(app)))


def test_every_verb_is_walked() -> None:
    assert {words[0] for words, _ in commands()} == set(VERBS)
    assert len(commands()) > len(VERBS)


@pytest.mark.quick(2)
@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_setting_ends_every_command_with_a_sentence(
    wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for field in Settings.model_fields:
        monkeypatch.delenv(PREFIX + field.upper(), raising=False)
    monkeypatch.setenv("FIOBOARD_DATA_DIR", str(tmp_path / "data"))
    for name, value in WRONG[wrong].items():
        monkeypatch.setenv(name, value)
    file = tmp_path / "file.json"
    file.write_text("{}")
    for words, command in commands():
        config.settings.cache_clear()
        try:
            done = CliRunner().invoke(app, [*words, *arguments(command, file)])
        finally:
            config.settings.cache_clear()
        assert isinstance(done.exception, SystemExit), (words, done.exception)
        assert (done.exit_code, done.stdout) == (2, ""), words
        assert all(line.startswith("fioboard: ") for line in done.stderr.splitlines()), (words, done.stderr)
        assert len(done.stderr.splitlines()) == 1, (words, done.stderr)
        assert "s3cret" not in done.stderr, words
        assert "FIOBOARD_" in done.stderr, words


@pytest.mark.parametrize("words", [("token", "list"), ("user", "list"), ("share", "list"), ("migrate",)])
def test_a_database_that_refuses_is_a_sentence(words: tuple[str, ...], database_url: str) -> None:
    known = make_url(database_url)
    wrong = known.set(database="no_such_database", password=SECRET).render_as_string(hide_password=False)
    done = fioboard(*words, database_url=wrong)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert done.stderr.startswith("fioboard: the database of FIOBOARD_DATABASE_URL refused")
    assert SECRET not in done.stderr

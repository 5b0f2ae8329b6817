"""Settings as a command meets them: mistakes become one sentence each and exit code 2."""

import os
import sys

import typer
from pydantic import ValidationError

from fioboard.cli import sentences
from fioboard.core.config import Settings
from fioboard.core.setting_names import unknown_settings, variable


def checked_settings() -> Settings:
    """The settings of this process; exits with 2 when a variable is unknown or has a bad value, naming it."""
    problems = unknown_settings(os.environ, Settings.model_fields)
    try:
        settings = Settings()
    except ValidationError as error:
        for problem in error.errors():
            text = problem["msg"].removeprefix("Value error, ")
            place = ".".join(str(part) for part in problem["loc"])
            # What several settings together do wrong is said by a sentence that names them.
            problems.append(f"{variable(place)}: {text[0].lower()}{text[1:]}." if place else f"{text}.")
    if problems:
        for sentence in problems:
            typer.echo(f"fioboard: {sentence}", err=True)
        raise typer.Exit(2)
    return settings


def database_refusal(error: Exception) -> str | None:
    """What a person reads when the database refused us; None when the error is not the database's.

    Never the driver's own text: it may repeat the address with its password. It looks at libraries that are loaded
    already: an error of another one cannot be theirs.
    """
    sqlalchemy, asyncpg = sys.modules.get("sqlalchemy.exc"), sys.modules.get("asyncpg.exceptions")
    cause = getattr(error, "orig", None) or error
    cause = getattr(cause, "__cause__", None) or cause
    if asyncpg is not None and isinstance(cause, asyncpg.PostgresError | asyncpg.InterfaceError):
        return sentences.DATABASE_REFUSED(kind=type(cause).__name__)
    if sqlalchemy is not None and isinstance(error, sqlalchemy.ArgumentError | sqlalchemy.OperationalError):
        return "FIOBOARD_DATABASE_URL cannot be used."
    return None

"""Settings as a command meets them: mistakes become one sentence each and exit code 2."""

import os

import typer
from pydantic import ValidationError

from fioboard.core.config import Settings
from fioboard.core.setting_names import unknown_settings, variable


def checked_settings() -> Settings:
    """The settings of this process; exits with 2 when a variable is unknown or has a bad value, naming it."""
    problems = unknown_settings(os.environ, Settings.model_fields)
    try:
        settings = Settings()
    except ValidationError as error:
        for problem in error.errors():
            name = variable(".".join(str(part) for part in problem["loc"]))
            problems.append(f"{name}: {problem['msg'][0].lower()}{problem['msg'][1:]}.")
    if problems:
        for sentence in problems:
            typer.echo(f"fioboard: {sentence}", err=True)
        raise typer.Exit(2)
    return settings

"""Settings as a command meets them: mistakes become one sentence each and exit code 2."""

import difflib
import os
import re

import typer
from pydantic import ValidationError

from fioboard.core.config import Settings

PREFIX = "FIOBOARD_"
# The agent's and the browser tests' own variables share the prefix; where both run they are not the service's business.
OTHERS = re.compile("FIOBOARD_(SERVER|TOKEN_FILE|AGENT_.*|E2E_.*)")


def checked_settings() -> Settings:
    """The settings of this process; exits with 2 when a variable is unknown or has a bad value, naming it."""
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    problems = [_unknown(name, known) for name in sorted(os.environ) if _is_ours(name) and name not in known]
    try:
        settings = Settings()
    except ValidationError as error:
        for problem in error.errors():
            name = PREFIX + ".".join(str(part) for part in problem["loc"]).upper()
            problems.append(f"{name}: {problem['msg'][0].lower()}{problem['msg'][1:]}.")
    if problems:
        for sentence in problems:
            typer.echo(f"fioboard: {sentence}", err=True)
        raise typer.Exit(2)
    return settings


def _is_ours(name: str) -> bool:
    return name.startswith(PREFIX) and not OTHERS.fullmatch(name)


def _unknown(name: str, known: set[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    return f"unknown setting {name}; did you mean {near[0]}?" if near else f"unknown setting {name}."

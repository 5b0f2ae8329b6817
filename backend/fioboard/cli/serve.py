"""`fioboard serve`: checks the settings, then becomes the supervisor."""

import json
import os
import sys
from typing import Annotated

import typer

from fioboard.cli.environment import checked_settings
from fioboard.cli.purpose_cards import require_purpose_cards


def serve(
    until_stdin_closes: Annotated[
        bool,
        typer.Option(
            "--until-stdin-closes",
            help="Also stop when standard input closes: for programs that start the service.",
        ),
    ] = False,
    opens: Annotated[
        bool,
        typer.Option("--open", help="Print a link to sign in with, and open it in the browser."),
    ] = False,
) -> None:
    """Start database, service and UI; stop them all with Ctrl-C."""
    settings = checked_settings()
    require_purpose_cards(settings)
    plan = {
        "host": settings.host,
        "port": settings.port,
        "public_url": settings.public_url,
        "workers": settings.workers,
        "data_dir": str(settings.data_dir),
        "postgres_user": settings.postgres_user,
        "until_stdin_closes": until_stdin_closes,
        "opens": opens,
    }
    # A new process image without the libraries that read the settings: 15 MB instead of 40 for as long as it runs.
    command = [sys.executable, "-P", "-m", "fioboard.cli.supervisor", json.dumps(plan)]
    sys.stdout.flush()
    os.execv(command[0], command)  # noqa: S606 -- ourselves

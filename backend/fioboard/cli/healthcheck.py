"""`fioboard healthcheck`: what the container image asks itself; needs no curl."""

import urllib.error
import urllib.request

import typer

from fioboard.cli.environment import checked_settings
from fioboard.core.config import REACHABLE

TIMEOUT_S = 5


def healthcheck() -> None:
    """Exit 0 when the service on FIOBOARD_HOST:FIOBOARD_PORT is ready, 1 with the reason when it is not."""
    settings = checked_settings()
    host = REACHABLE.get(settings.host, settings.host)
    url = f"http://{host}:{settings.port}/readyz"
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({})
    )  # never ask a proxy about this machine
    try:
        with opener.open(url, timeout=TIMEOUT_S) as answer:
            typer.echo(answer.read(1000).decode(errors="replace"))
    except urllib.error.HTTPError as error:
        typer.echo(f"{url}: {error.code} {error.read(1000).decode(errors='replace')}", err=True)
        raise typer.Exit(1) from None
    except OSError as error:
        typer.echo(f"{url}: {error}", err=True)
        raise typer.Exit(1) from None

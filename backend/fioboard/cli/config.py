"""`fioboard config`: the settings as this process understands them."""

import typer
from pydantic import SecretStr

from fioboard.cli.environment import checked_settings
from fioboard.cli.purpose_cards import require_purpose_cards
from fioboard.core.setting_names import variable


def config() -> None:
    """Print every setting with its present value; secrets are masked. Exit code 2: one, or a purpose, is wrong."""
    settings = checked_settings()
    require_purpose_cards(settings)
    for name in type(settings).model_fields:
        value = getattr(settings, name)
        shown = "(unset)" if value is None else "********" if isinstance(value, SecretStr) else value
        typer.echo(f"{variable(name)}={shown}")

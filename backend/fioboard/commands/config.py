"""`fioboard config`: the settings as this process understands them."""

import typer
from pydantic import SecretStr

from fioboard.commands.environment import checked_settings
from fioboard.core.setting_names import variable


def config() -> None:
    """Print every setting with its present value; secrets are masked."""
    settings = checked_settings()
    for name in type(settings).model_fields:
        value = getattr(settings, name)
        shown = "(unset)" if value is None else "********" if isinstance(value, SecretStr) else value
        typer.echo(f"{variable(name)}={shown}")

"""Purposes of the operator's own as a command meets them: a card's mistakes become a sentence and exit code 2."""

import typer

from fioboard.core.config import Settings
from fioboard.core.setting_names import variable
from fioboard.engine.purposes.own_cards import read_own_purposes


def require_purpose_cards(settings: Settings) -> None:
    """Exit with 2 when a card of `FIOBOARD_PURPOSE_CARDS` cannot be taken, with a sentence on each."""
    if settings.purpose_cards is None:
        return
    refusals = read_own_purposes(settings.purpose_cards).refusals
    for refusal in refusals:
        typer.echo(f"fioboard: {variable('purpose_cards')}: {refusal}", err=True)
    if refusals:
        raise typer.Exit(2)

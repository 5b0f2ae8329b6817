"""How people reach this service's command line where it was started: the one place that knows.

A checkout has `make`, an installed package has `fioboard`, and in a container only who started it knows the words: they
are the setting FIOBOARD_COMMAND, which docker-compose.yml sets.
"""

from pathlib import Path

from fioboard.core.config import settings

CHECKOUT = Path(__file__).resolve().parents[3]
VERB = "VERB"


def command_line(verb: str = VERB) -> str:
    """The words to type for a verb, e.g. `make -s cli A="demo load"`."""
    if settings().command is not None:
        return f"{settings().command} {verb}"
    if (CHECKOUT / "Makefile").exists():
        return f'make -s cli A="{verb}"'
    return f"fioboard {verb}"

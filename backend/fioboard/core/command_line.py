"""How people reach this service's command line where it was started: the one place that knows.

A checkout has `make`, an installed package has `fioboard`, on the path or where it was installed; in a container only
who started it knows the words: they are the setting FIOBOARD_COMMAND, which docker-compose.yml sets.
"""

import shutil
import sys
from pathlib import Path

from fioboard.core.config import settings
from fioboard.core.layout import IS_CHECKOUT

VERB = "VERB"


def command_line(verb: str = VERB) -> str:
    """The words to type for a verb, e.g. `make -s cli A="demo load"`."""
    if settings().command is not None:
        return f"{settings().command} {verb}"
    if IS_CHECKOUT:
        return f'make -s cli A="{verb}"'
    program = Path(sys.executable).with_name("fioboard")
    if program.exists() and shutil.which("fioboard") is None:
        return f"{program} {verb}"
    return f"fioboard {verb}"

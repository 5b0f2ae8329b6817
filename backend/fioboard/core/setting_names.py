"""Which environment variables are settings of ours, and which are misspelt ones. Standard library only.

`make run` asks before anything is installed, so nothing here may import a package.
"""

import difflib
import re
from collections.abc import Iterable

from fioboard.core.sentences import UNKNOWN_SETTING_LIKE

PREFIX = "FIOBOARD_"
# The agent's and the browser tests' own variables share the prefix; where both run they are not the service's business.
OTHERS = re.compile("FIOBOARD_(SERVER|TOKEN_FILE|AGENT_.*|E2E_.*)")


def variable(field: str) -> str:
    """The environment variable of a field of Settings."""
    return PREFIX + field.upper()


def unknown_settings(variables: Iterable[str], fields: Iterable[str]) -> list[str]:
    """One sentence for each variable with our prefix that is no field of Settings, with the nearest name."""
    known = {variable(field) for field in fields}
    sentences = []
    for name in sorted(variables):
        if not name.startswith(PREFIX) or name in known or OTHERS.fullmatch(name):
            continue
        near = difflib.get_close_matches(name, known, n=1)
        sentences.append(
            UNKNOWN_SETTING_LIKE(name=name, nearest=near[0]) if near else f"unknown setting {name}."
        )
    return sentences

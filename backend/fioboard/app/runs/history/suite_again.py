"""Turns the command that repeats a batch into the request with which its host measures it again. Pure."""

import shlex
from typing import cast

from pydantic import ValidationError

from fioboard.app.runs.history.repeat_command import DATASHEET, SUITES, RepeatCommand
from fioboard.engine.answers.batch import SuiteAgain
from fioboard.engine.answers.parameters import GRID, Parameters, ParametersOut

# The agent's flags, by the parameters of a request. What has none here cannot be asked for: `--precondition`, `--vary`.
_PARAMETERS = {
    **{f"--{name}": name for name in (*GRID, "runtime", "metric", "limit")},
    "--repeat": "repeats",
}
# The host's owner says how large a test file is.
_OF_HOST = "--size"


def build_suite_again(command: RepeatCommand) -> SuiteAgain | None:
    """Return the suite to ask for; None where the command is of no suite that hosts offer, or says more than a request
    can."""
    words = shlex.split(command.text or "")
    if words[1:2] != ["suite"] or words[2] not in SUITES - {DATASHEET} or words[3] != "--target":
        return None
    given: dict[str, int | str] = {}
    for flag, value in zip(words[5::2], words[6::2], strict=True):
        if flag == _OF_HOST:
            continue
        if flag not in _PARAMETERS:
            return None
        given[_PARAMETERS[flag]] = int(value) if value.isdecimal() and flag != "--limit" else value
    try:
        parameters = Parameters.model_validate(given).model_dump(exclude_none=True)
    except ValidationError:
        return None
    return {"name": words[2], "target": words[4], "parameters": cast(ParametersOut, parameters)}

"""A command of the agent that a page, a document or a message shows is one that the agent takes."""

import argparse
import re

from fioboard_agent.cli import build_parser

from tests.house.conftest import CHECKOUT, committed_files

_COMMAND = re.compile(r"fioboard-agent ([a-z]+)((?: +[^\s\"`<>|;]+)*)")
_SHOWN = (
    "backend/fioboard/",
    "frontend/src/",
    "docs/",
    "README.md",
    "agent/fioboard_agent/",
    "agent/install.sh",
)


def flags_of() -> dict[str, set[str]]:
    """Every flag of each command."""
    (commands,) = (
        action for action in build_parser()._actions if isinstance(action, argparse._SubParsersAction)
    )
    return {name: set(parser._option_string_actions) for name, parser in commands.choices.items()}


def test_every_flag_in_a_shown_command_is_the_agents() -> None:
    known, unknown, count = flags_of(), [], 0
    for path in committed_files():
        if not str(path).startswith(_SHOWN) or path.suffix not in {".py", ".ts", ".tsx", ".md", ".sh"}:
            continue
        text = (CHECKOUT / path).read_text()
        for name, rest in _COMMAND.findall(text):
            if name not in known:
                continue
            count += 1
            words = rest.partition(" -- ")[0].split()
            unknown += [
                f"{path}: {name} {word}"
                for word in words
                if re.match(r"--[a-z]", word) and re.split("[=,.)\\]:'’]", word)[0] not in known[name]
            ]
    assert count > 60
    assert unknown == []

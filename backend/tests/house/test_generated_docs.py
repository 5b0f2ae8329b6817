"""The generated parts of the documents: the settings, and every command with its options.

`FIOBOARD_WRITE_DOCS=1 pytest tests/house/test_generated_docs.py` writes them anew after a change of a declaration.
"""

import argparse
import re
from collections.abc import Iterator
from enum import EnumType
from typing import Any, get_args

import pytest
import typer
from fioboard_agent.cli import build_parser
from pydantic_core import PydanticUndefined

from fioboard.cli.program import VERBS, app
from fioboard.core.config import Settings
from tests.house.conftest import check_generated_part


def cell(text: object) -> str:
    return " ".join(str(text or "").split()).replace("|", "\\|")


def settings() -> str:
    rows = []
    for name, field in Settings.model_fields.items():
        assert field.default is not PydanticUndefined, name
        default = "unset" if field.default is None else f"`{field.default}`"
        rows.append(f"| `FIOBOARD_{name.upper()}` | {default} | {field.description} |")
    return "\n".join(("| Variable | Default | Meaning |", "|---|---|---|", *rows))


def section(command: str, arguments: list[str], about: str, options: list[tuple[str, str]]) -> str:
    lines = [f"### `{' '.join((command, *arguments))}`", "", about]
    if options:
        lines += [
            "",
            "| Option | Meaning |",
            "|---|---|",
            *(f"| `{cell(name)}` | {cell(text)} |" for name, text in options),
        ]
    return "\n".join(lines)


def option_of_service(parameter: Any) -> tuple[str, str]:
    """Name an option or argument of the service's command line, its values and its default."""
    default = getattr(parameter.default, "value", parameter.default)
    name = ", ".join([*parameter.opts, *parameter.secondary_opts])
    if not name.startswith("-"):
        name = parameter.metavar or name.upper()
    elif not parameter.is_flag:
        name += f" {parameter.metavar or longest(parameter.opts).strip('-').upper()}"
    annotation = parameter.type_descriptor.annotation
    choices = (
        [member.value for member in annotation] if isinstance(annotation, EnumType) else get_args(annotation)
    )
    words = [choice for choice in choices if isinstance(choice, str)]
    notes = [f"one of: {', '.join(words)}"] * bool(words)
    notes += ["required"] * bool(parameter.required and name.startswith("-"))
    notes += [f"default: {default}"] * (default not in (None, "", False, True) and not parameter.required)
    return name, " ".join([parameter.help or "", *[f"({'; '.join(notes)})"] * bool(notes)])


def longest(names: list[str]) -> str:
    return max(names, key=len)


def paragraphs(text: str | None) -> str:
    return "\n\n".join(" ".join(part.split()) for part in re.split(r"\n\s*\n", text or ""))


def commands_of_service() -> Iterator[str]:
    root: Any = typer.main.get_command(app)
    for verb in VERBS:
        command = root.get_command(None, verb)
        below = getattr(command, "commands", {"": command})
        for name, one in below.items():
            options = [option_of_service(parameter) for parameter in one.params]
            arguments = [name for name, _ in options if not name.startswith("-")]
            yield section(f"fioboard {verb} {name}".rstrip(), arguments, paragraphs(one.help), options)


def option_of_agent(parser: argparse.ArgumentParser, action: argparse.Action) -> tuple[str, str]:
    """Name a flag or argument of the agent as its help does."""
    formatter = parser._get_formatter()
    if not action.option_strings:
        name = formatter._format_args(action, action.dest.upper())
    else:
        value = "" if action.nargs == 0 else formatter._format_args(action, action.dest.upper())
        name = f"{', '.join(action.option_strings)} {value}".rstrip()
    return name, formatter._expand_help(action) if action.help else ""


def commands_of_agent() -> Iterator[str]:
    (commands,) = (
        action for action in build_parser()._actions if isinstance(action, argparse._SubParsersAction)
    )
    for name, parser in commands.choices.items():
        actions = [
            action for action in parser._actions if action.help != argparse.SUPPRESS and action.dest != "help"
        ]
        options = [option_of_agent(parser, action) for action in actions]
        arguments = [name for name, _ in options if not name.startswith("-")]
        yield section(f"fioboard-agent {name}", arguments, paragraphs(parser.description), options)


@pytest.mark.parametrize(
    ("document", "part", "text"),
    [
        ("configuration.md", "settings", settings()),
        ("cli.md", "commands", "\n\n".join(commands_of_service())),
        ("agent.md", "commands", "\n\n".join(commands_of_agent())),
    ],
)
def test_generated_part_of_a_document_is_what_is_declared(document: str, part: str, text: str) -> None:
    assert text.count("\n") > 30
    check_generated_part(document, part, text)

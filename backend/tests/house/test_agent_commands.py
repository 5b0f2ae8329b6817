"""A command of the agent that a page, a document or a message shows is one that the agent takes."""

import argparse
import re

import yaml
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
    "agent/deploy/",
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
        if not str(path).startswith(_SHOWN) or path.suffix not in {
            ".py",
            ".ts",
            ".tsx",
            ".md",
            ".sh",
            ".yaml",
            ".yml",
        }:
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


def test_commands_of_the_manifests_are_the_agents() -> None:
    documents = yaml.safe_load_all((CHECKOUT / "agent/deploy/kubernetes.yaml").read_text())
    kinds = {document["kind"]: document for document in documents}
    job = kinds["Job"]["spec"]["template"]["spec"]
    scheduled = kinds["CronJob"]["spec"]["jobTemplate"]["spec"]["template"]["spec"]
    nodes = kinds["DaemonSet"]["spec"]["template"]["spec"]
    for pod in (job, scheduled):
        build_parser().parse_args(pod["containers"][0]["args"])
    # What differs is what a container does, not where its results and its token are.
    for name in ("volumes", "hostNetwork"):
        assert job[name] == scheduled[name] == nodes[name]
    for name in ("env", "volumeMounts", "image"):
        assert len({str(pod["containers"][0][name]) for pod in (job, scheduled, nodes)}) == 1

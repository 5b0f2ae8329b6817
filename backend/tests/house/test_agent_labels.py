"""Agent and service are two programs: what one writes and the other reads has the same name in both."""

import ast

from fioboard.vocabulary import confirmations
from tests.house.conftest import CHECKOUT


def constants(path: str) -> dict[str, object]:
    """Module constants of a file of the agent that are plain values."""
    tree = ast.parse((CHECKOUT / "agent/fioboard_agent" / path).read_text())
    return {
        name.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for name in node.targets
        if isinstance(name, ast.Name)
    } | {
        name.id: value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple)
        for pair in node.targets
        if isinstance(pair, ast.Tuple)
        for name, value in zip(pair.elts, node.value.elts, strict=True)
        if isinstance(name, ast.Name) and isinstance(value, ast.Constant)
    }


def test_labels_of_a_confirmation_have_one_name() -> None:
    agent = constants("confirm/trial.py")
    assert [agent[name] for name in ("RUN_LABEL", "FINDING_LABEL", "SIDE_LABEL")] == [
        confirmations.RUN_LABEL,
        confirmations.FINDING_LABEL,
        confirmations.SIDE_LABEL,
    ]
    assert {agent["BASE"], agent["CHANGED"]} == confirmations.SIDES

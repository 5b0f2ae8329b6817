"""Agent and service are two programs: what one writes and the other reads has the same name in both."""

import ast
from typing import get_args

from fioboard.engine.words import confirmations, datasheet_runs, experiments, pts
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


def test_runs_of_a_datasheet_and_the_steps_before_them_have_one_name() -> None:
    workload = constants("suites/workload.py")
    assert (workload["SPEC_LABEL"], workload["FIGURE_LABEL"]) == (
        datasheet_runs.CARD_LABEL,
        datasheet_runs.FIGURE_LABEL,
    )
    steps = constants("suites/served_job.py")
    assert (steps["FILLED_TWICE"], steps["PAST_CACHE"]) == (
        datasheet_runs.FILLED_TWICE_STEP,
        datasheet_runs.PAST_CACHE_STEP,
    )
    usual = (CHECKOUT / "agent/fioboard_agent/suites/fio_jobs.py").read_text()
    assert f'RANDOM = Workload("{datasheet_runs.RANDOM_STEP}"' in usual


def test_conditions_of_an_experiment_have_one_name() -> None:
    agent = constants("suites/experiment.py")
    assert (agent["EXPERIMENT"], agent["CONDITION_LABEL"]) == (
        experiments.EXPERIMENT,
        experiments.CONDITION_LABEL,
    )


def test_steady_state_is_one_rule_and_a_test_of_the_standard_has_one_name() -> None:
    agent = CHECKOUT / "agent/fioboard_agent/suites/pts"
    rule = (CHECKOUT / "backend/fioboard/engine/rules/steady_window.py").read_bytes()
    assert (agent / "steady_window.py").read_bytes() == rule, "copy one over the other"
    standard, purge = constants("suites/pts/standard.py"), constants("suites/pts/purge.py")
    assert {standard[name] for name in ("IOPS", "THROUGHPUT", "LATENCY", "SATURATION")} == set(
        get_args(pts.PtsTest)
    )
    assert {standard["CLIENT"], standard["ENTERPRISE"]} == set(get_args(pts.PtsClass))
    assert {purge[name] for name in ("DISCARD", "FORMAT", "ERASE")} == set(get_args(pts.PtsPurge))
    assert constants("suites/workload.py")["PTS"] == pts.PTS
    words = (agent / "words.py").read_text()
    assert all(f'"{code}"' in words for code in pts.DEVIATIONS)

"""Runs that other programs disturbed are at no limit, and every part of the answer says the same of the CPUs."""

from typing import Any

import pytest

from fioboard.engine.answers.answer import AnswerOut
from fioboard.engine.formats.fio.model.reading import Problem
from fioboard.engine.hardware.inventory.samples import Samples
from fioboard.engine.rules import RunFacts, build_answer
from tests.engine.rules.facts import result
from tests.engine.rules.test_host import sampled

ONE_NODE: dict[str, Any] = {"cpu": {"threads": 2, "numa": {"nodes": [{"id": 0, "cpus": "0-1"}]}}}
TWO_LOOPS = sampled({"cpu_busy_pct": 100.0, "cpu_sys_pct": 8.0, "cpu_busy_max_pct": 100.0})
KERNEL_ALONE = sampled({"cpu_busy_pct": 97.0, "cpu_sys_pct": 92.0, "cpu_busy_max_pct": 99.0})


def answered(samples: Samples, **more: Any) -> AnswerOut:
    return build_answer(RunFacts(results=[result(**more)], samples=samples, document=ONE_NODE))


def cpu_row(answer: AnswerOut) -> tuple[str, float | None]:
    [row] = [row for row in answer["ceilings"] if row["stage"] == "cpu"]
    return row["state"], row["share"]


def test_two_busy_loops_beside_a_run_are_a_doubt_and_no_limit() -> None:
    answer = answered(TWO_LOOPS, usr_cpu_pct=2.0, sys_cpu_pct=9.0)
    verdict = answer["verdict"]
    assert (verdict["kind"], verdict["id"], verdict["confidence"]) == ("trust", "host-busy", "certain")
    assert (
        verdict["sentence"]
        == "Noisy host: other processes used 91 % of the CPU during this run. Repeat on an idle host."
    )
    assert "cpu-saturated-node" not in answer["checks"]["found"]
    assert "node" not in str(verdict["experiments"])
    # What the jobs could do with the CPUs to themselves is not known: no "11 %, room left".
    assert cpu_row(answer) == ("unknown", None)


def test_cpus_that_the_run_itself_filled_are_its_limit() -> None:
    answer = answered(KERNEL_ALONE, usr_cpu_pct=5.0, sys_cpu_pct=60.0)
    verdict = answer["verdict"]
    assert (verdict["kind"], verdict["sentence"]) == ("limit", "CPU-limited: all CPUs were 97 % busy.")
    assert [trial["title"] for trial in verdict["experiments"]] == [
        "Run the same job with blocks twice as large"
    ]
    assert cpu_row(answer) == ("touched", pytest.approx(0.97))


def test_other_programs_that_left_room_are_no_doubt() -> None:
    answer = answered(sampled({"cpu_busy_pct": 40.0, "cpu_sys_pct": 8.0}), usr_cpu_pct=2.0)
    assert answer["verdict"]["kind"] == "unexplained"
    assert (answer["findings"][0]["id"], answer["findings"][0]["confidence"]) == ("host-busy", "likely")


def test_a_run_that_failed_without_io_is_at_no_limit() -> None:
    nothing = {"iops": None, "bw_bytes_per_s": None, "io_bytes": 0, "total_ios": 0, "error": 5}
    failed = answered(KERNEL_ALONE, **nothing)
    assert (failed["verdict"]["kind"], failed["verdict"]["sentence"]) == (
        "trust",
        "Incomplete run: 1 of its jobs failed.",
    )
    assert "cpu-saturated-node" not in failed["checks"]["found"]
    unread = build_answer(
        RunFacts(
            results=[],
            samples=KERNEL_ALONE,
            document=ONE_NODE,
            problems=[Problem("", "JobError", "fio: io_u error")],
        )
    )
    assert unread["verdict"]["kind"] == "trust"


def test_a_hypervisor_that_took_the_cpus_is_no_limit_of_the_run() -> None:
    answer = answered(sampled({"cpu_busy_pct": 99.0, "cpu_sys_pct": 50.0, "cpu_steal_pct": 40.0}))
    assert "cpu-saturated-node" not in answer["checks"]["found"]
    assert answer["verdict"]["kind"] == "trust"
    assert (
        answer["verdict"]["sentence"]
        == "CPU steal: the hypervisor took 40 % of the CPU time. Repeat when the host is idle."
    )


def test_a_job_that_went_on_after_errors_is_a_whole_run() -> None:
    went_on = result(error=84, job_options={"continue_on_error": "verify"})
    answer = build_answer(RunFacts(results=[went_on]))
    assert answer["verdict"]["kind"] == "unexplained"
    assert answer["findings"][0]["text"].endswith("went on (continue_on_error).")


def test_a_run_too_short_to_tell_whose_work_it_was_is_at_no_limit_of_the_cpus() -> None:
    answer = answered(TWO_LOOPS, runtime_ms=4_000)
    assert "cpu-saturated-node" not in answer["checks"]["found"]
    assert answer["verdict"]["kind"] == "none"

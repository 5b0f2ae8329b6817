"""CPUs of the host: what they did beside fio."""

from typing import Any

import pytest

from fioboard.engine.hardware.inventory.samples import Sampled, Samples
from tests.engine.rules.facts import result, said
from tests.loops import check_each

EIGHT: dict[str, Any] = {
    "cpu": {"threads": 16, "numa": {"nodes": [{"id": 0, "cpus": "0-7"}, {"id": 1, "cpus": "8-15"}]}}
}


def sampled(*nodes: dict[str, float]) -> Samples:
    """Shares of each node that stay the same all along."""
    idle = {
        "cpu_busy_pct": 0.0,
        "cpu_sys_pct": 0.0,
        "cpu_irq_pct": 0.0,
        "cpu_steal_pct": 0.0,
        "cpu_busy_max_pct": 0.0,
    }
    return Samples(
        series=[
            Sampled(f"node:{number}", metric, None, [1000, 2000], [share, share])
            for number, node in enumerate(nodes)
            for metric, share in (idle | node).items()
        ]
    )


IDLE: dict[str, float] = {}


@check_each(
    "rule, samples, parts, expected",
    [
        ("vm-steal", sampled({"cpu_steal_pct": 10.0}, IDLE), {}, "warning"),
        ("vm-steal", sampled({"cpu_steal_pct": 9.8}, IDLE), {}, "fine"),
        ("vm-steal", None, {}, "unknown: samples"),
        (
            "cpu-saturated-node",
            sampled(
                {"cpu_busy_pct": 95.0, "cpu_sys_pct": 85.1}, {"cpu_busy_pct": 90.0, "cpu_sys_pct": 80.1}
            ),
            {},
            "warning",
        ),
        # A tenth of them all was other programs' work: then they are not full of this run.
        (
            "cpu-saturated-node",
            sampled(
                {"cpu_busy_pct": 95.0, "cpu_sys_pct": 84.8}, {"cpu_busy_pct": 90.0, "cpu_sys_pct": 79.8}
            ),
            {},
            "silent",
        ),
        # Another node has room, and nothing kept fio from it.
        ("cpu-saturated-node", sampled({"cpu_busy_pct": 95.0}, {"cpu_busy_pct": 89.9}), {}, "fine"),
        ("cpu-saturated-node", sampled({"cpu_busy_pct": 95.0}), {"ioengine": "spdk"}, "silent"),
        ("cpu-saturated-node", Samples(), {}, "unknown: samples"),
        ("cpu-core-hot", sampled({"cpu_busy_max_pct": 95.0, "cpu_busy_pct": 49.9, "cpu_sys_pct": 40.0}, IDLE), {}, "info"),
        ("cpu-core-hot", sampled({"cpu_busy_max_pct": 94.9, "cpu_busy_pct": 49.9, "cpu_sys_pct": 40.0}, IDLE), {}, "fine"),
        ("cpu-core-hot", sampled({"cpu_busy_max_pct": 95.0, "cpu_busy_pct": 50.0, "cpu_sys_pct": 40.0}, IDLE), {}, "fine"),
        # Another program may be what fills it.
        ("cpu-core-hot", sampled({"cpu_busy_max_pct": 99.0, "cpu_busy_pct": 12.0}, IDLE), {}, "silent"),
        # A job of fio fills it: said by another rule.
        (
            "cpu-core-hot",
            sampled({"cpu_busy_max_pct": 99.0, "cpu_busy_pct": 20.0}, IDLE),
            {"sys_cpu_pct": 84.0},
            "silent",
        ),
        ("cpu-core-hot", sampled({"cpu_busy_max_pct": 99.0}, IDLE), {"sys_cpu_pct": None}, "unknown: cpu"),
        ("host-busy", sampled({"cpu_busy_pct": 50.2}, IDLE), {}, "warning"),
        ("host-busy", sampled({"cpu_busy_pct": 50.0}, IDLE), {}, "info"),
        ("host-busy", sampled({"cpu_busy_pct": 20.2}, IDLE), {}, "info"),
        ("host-busy", sampled({"cpu_busy_pct": 19.9}, IDLE), {}, "fine"),
        # The kernel's own threads work for fio: loop devices, write-back, scrub.
        ("host-busy", sampled({"cpu_busy_pct": 90.0, "cpu_sys_pct": 85.0}, IDLE), {}, "fine"),
        # Four jobs outside the kernel all along are fio's own.
        ("host-busy", sampled({"cpu_busy_pct": 50.0}, IDLE), {"usr_cpu_pct": 100.0, "numjobs": 4}, "fine"),
        ("host-busy", sampled({"cpu_busy_pct": 90.0}, IDLE), {"ioengine": "rbd"}, "silent"),
        ("host-busy", sampled({"cpu_busy_pct": 90.0}, IDLE), {"runtime_ms": 4999}, "silent"),
        ("host-busy", sampled({"cpu_busy_pct": 90.0}, IDLE), {"usr_cpu_pct": None}, "unknown: cpu"),
        ("host-busy", Samples(), {}, "unknown: samples"),
    ],
)  # fmt: skip
def test_what_the_cpus_did(rule: str, samples: Samples | None, parts: dict[str, Any], expected: str) -> None:
    assert said(rule, result(**parts), samples=samples, document=EIGHT) == expected


@pytest.mark.parametrize(
    ("allowed", "expected"), [(1, "warning"), (2, "fine"), (None, "fine")], ids=["one", "two", "unknown"]
)
def test_jobs_that_share_one_cpu(allowed: int | None, expected: str) -> None:
    """Three of 32 % each: none is full, the CPU is."""
    jobs = [result(job_name=f"job{n}", usr_cpu_pct=2.0, sys_cpu_pct=30.0) for n in range(3)]
    assert said("cpu-saturated-job", *jobs, fio_cpu_count=allowed) == expected


@pytest.mark.parametrize(("ran_ms", "expected"), [(6_000, "warning"), (12_000, "fine"), (None, "fine")])
def test_what_passed_while_fio_laid_out_its_files_is_no_part_of_the_run(
    ran_ms: int | None, expected: str
) -> None:
    """Six seconds of nothing, then six of which a twelfth was stolen: over all of them under 5 %."""
    times = [1000 * second for second in range(1, 13)]
    line = Sampled("node:0", "cpu_steal_pct", None, times, [0.0] * 6 + [8.0] * 6)
    one_node = {"cpu": {"threads": 4, "numa": {"nodes": [{"id": 0, "cpus": "0-3"}]}}}
    run = result(runtime_ms=ran_ms)
    assert said("vm-steal", run, samples=Samples(series=[line]), document=one_node) == expected

"""When a situation came about, and when it just did not."""

from typing import Any

import pytest
from laboratory import proofs
from laboratory.counters import Cpu
from laboratory.situation import Proof

from tests.lab.observations import MB, disk, job, observed, place

TWO = {"place": place("loop0", "loop1"), "own": {"loop0": (50 * MB, 0), "loop1": (50 * MB, 0)}}


@pytest.mark.parametrize(
    ("proof", "seen", "holds"),
    [
        (proofs.capped_at(500), {}, True),
        (proofs.capped_at(600), {}, False),
        (proofs.one_at_a_time, {}, True),
        (proofs.one_at_a_time, {"disks": {"vda": disk(queue_ms=3100)}}, False),
        (proofs.from_memory, {"own": {"vda": (50 * MB, 0)}}, True),
        (proofs.from_memory, {"own": {"vda": (51 * MB, 0)}}, False),
        (proofs.from_device, {"own": {"vda": (97 * MB, 0)}}, True),
        (proofs.from_device, {"own": {"vda": (96 * MB, 0)}}, False),
        (proofs.left_in_memory, {"write_bytes": 100 * MB, "disks": {"vda": disk(write_bytes=60 * MB)}}, True),
        (proofs.left_in_memory, {"write_bytes": 100 * MB, "disks": {"vda": disk(write_bytes=61 * MB)}}, False),
        (proofs.reached_device, {"write_bytes": 100 * MB, "disks": {"vda": disk(write_bytes=98 * MB)}}, True),
        (proofs.shared(2), {"job_read_bytes": (90 * MB, 100 * MB)}, True),
        (proofs.shared(2), {"job_read_bytes": (50 * MB, 50 * MB)}, False),
        (proofs.shared(3), {"job_read_bytes": (90 * MB, 100 * MB)}, False),
        (proofs.cpu_full(1), {"jobs": (job(cpu_s=0.94), job(cpu_s=0.94))}, True),
        (proofs.cpu_full(1), {"jobs": (job(cpu_s=1.85),)}, False),
        # 200 of 800 ticks were busy, 100 of them for the run: an eighth was for others.
        (proofs.others_busy, {}, False),
        (proofs.others_busy, {"cpu": Cpu(busy=360, steal=0, idle=440)}, True),
        (proofs.held_to_iops, {"read_ios": 800}, True),
        (proofs.held_to_iops, {}, False),
        (proofs.stopped_for_quota, {"throttled": (5, 20)}, True),
        (proofs.stopped_for_quota, {"throttled": (4, 20)}, False),
        (proofs.stopped_for_quota, {}, False),
        (proofs.others_on_device, {"disks": {"vda": disk(read_bytes=160 * MB)}}, True),
        (proofs.others_on_device, {"disks": {"vda": disk(read_bytes=140 * MB)}}, False),
        (proofs.shorter_than(5), {}, True),
        (proofs.shorter_than(5), {"read_ios": 100_000}, False),
        (proofs.shorter_than(5), {"main": None}, False),
        (proofs.stored_less, {"write_bytes": 100 * MB, "disks": {"vda": disk(write_bytes=50 * MB)}}, True),
        (proofs.stored_less, {"write_bytes": 100 * MB, "disks": {"vda": disk(write_bytes=51 * MB)}}, False),
        (proofs.waiting_in("flush", 0.6), {"jobs": (job(flush=6, other=4),)}, True),
        (proofs.waiting_in("flush", 0.6), {"jobs": (job(sleep=6, other=4),)}, False),
        (proofs.through_loop, {"place": place("loop0"), "disks": {"loop0": disk(), "vda": disk()}}, True),
        (proofs.through_loop, {"place": place("loop0"), "disks": {"loop0": disk(), "vda": disk(read_bytes=0)}}, False),
        (proofs.slow_member, {"disks": {"loop0": disk(read_ms=2000), "loop1": disk()}} | TWO, True),
        (proofs.slow_member, {"disks": {"loop0": disk(read_ms=1900), "loop1": disk()}} | TWO, False),
        (proofs.even_members, {"disks": {"loop0": disk(read_ms=1300), "loop1": disk()}} | TWO, True),
        (proofs.even_members, {"disks": {"loop0": disk(read_ms=1400), "loop1": disk()}} | TWO, False),
        (proofs.scrubbed, {"disks": {"vda": disk(read_bytes=150 * MB)}}, True),
        (proofs.scrubbed, {"disks": {"vda": disk(read_bytes=149 * MB)}}, False),
        (proofs.ended_apart, {"jobs": (job(2), job(3.3))}, True),
        (proofs.ended_apart, {"jobs": (job(2), job(3))}, False),
        (proofs.ended_apart, {"jobs": (job(12), job(13.3))}, False),
        (proofs.ended_together, {"jobs": (job(2), job(2.4))}, True),
        (proofs.ended_together, {"jobs": (job(2),)}, False),
        (proofs.many_requests(2), {"read_ios": 500}, True),
        (proofs.many_requests(2), {"read_ios": 501}, False),
        (proofs.many_requests(2), {"read_ios": 500, "own": {"vda": (80 * MB, 0)}}, False),
        (proofs.both(proofs.worked, proofs.from_device), {}, True),
        (proofs.both(proofs.worked, proofs.from_memory), {}, False),
    ],
)  # fmt: skip
def test_proofs(proof: Proof, seen: dict[str, Any], holds: bool) -> None:
    assert proof(observed(**seen)).holds is holds


@pytest.mark.parametrize(
    ("rule", "seen", "expected"),
    [
        ("host-busy", {"cpu": Cpu(busy=360, steal=0, idle=440)}, True),
        ("host-busy", {}, None),
        ("host-busy", {"own_cpu_s": 2.0}, False),
        ("vm-steal", {"cpu": Cpu(busy=200, steal=50, idle=750)}, True),
        ("vm-steal", {}, False),
        ("device-did-more", {}, False),
        ("device-did-more", {"disks": {"vda": disk(write_bytes=20 * MB)}}, True),
        ("device-did-more", {"disks": {"vda": disk(write_bytes=10 * MB)}}, None),
        ("cpu-saturated-job", {"jobs": (job(cpu_s=1.9), job(cpu_s=1.9))}, True),
        ("cpu-saturated-job", {"jobs": (job(cpu_s=1.9), job(cpu_s=0.5))}, False),
        ("too-short", {}, True),
        ("too-short", {"fio_s": 5.0}, False),
    ],
)
def test_witnesses(rule: str, seen: dict[str, Any], expected: bool | None) -> None:
    assert proofs.WITNESSES[rule](observed(**seen)) is expected

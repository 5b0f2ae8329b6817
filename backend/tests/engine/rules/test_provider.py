"""Rates that stand at what a provider sells a volume with."""

from typing import Any

from fioboard.engine.formats.fio.model.reading import Latency
from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.hardware.inventory.samples import read_samples
from fioboard.engine.rules import RunFacts, judge
from fioboard.engine.rules.finding import Finding
from tests.engine.rules.facts import DRIVE, ROOT, result, spoken
from tests.factories.machine import document, drive, function, targets
from tests.loops import check_each

EBS = {"vendor": "Amazon EC2", "product": "m5.large"}, {"model": "Amazon Elastic Block Store"}
STORE = {"vendor": "Amazon EC2", "product": "m5d.large"}, {"model": "Amazon EC2 NVMe Instance Storage"}
DISK = {"vendor": "Google", "product": "Google Compute Engine"}, {"model": "nvme_card-pd"}
AZURE = {"vendor": "Microsoft Corporation", "product": "Virtual Machine"}, {"size_bytes": 2**40}


def facts(
    iops: float,
    volume: tuple[dict[str, Any], dict[str, Any]] = EBS,
    *,
    noise: float = 0.002,
    in_flight: float = 32,
    bs_bytes: int = 4096,
    readings: int | None = 60,
    **more: Any,
) -> RunFacts:
    system, entry = volume
    machine = document({ROOT: function(None), DRIVE: drive(ROOT)}, system=system)
    machine["disks"]["nvme0n1"] |= entry
    samples = None
    if readings is not None:
        swing = [1 + noise * (-1) ** n for n in range(readings)]
        lines = [
            ("iops", [iops * one for one in swing]),
            ("bw_bytes_per_s", [iops * bs_bytes * one for one in swing]),
        ]
        series = [
            {"subject": "disk:nvme0n1", "metric": metric, "direction": "read", "values": values}
            for metric, values in lines
        ]
        samples = read_samples({"schema": 1, "t_ms": [1000 * n for n in range(readings)], "series": series})
    plain: dict[str, Any] = {
        "iops": iops,
        "bw_bytes_per_s": int(iops * bs_bytes),
        "bs_bytes": bs_bytes,
        "iodepth": 32,
        "runtime_ms": 58_000,
        "lat": Latency(mean_ns=in_flight / iops * 1e9),
    }
    return RunFacts(
        results=[result(**plain | more)],
        path=resolve(machine, targets("nvme0n1"), samples=samples),
        document=machine,
        samples=samples,
    )


def said(one: RunFacts) -> str:
    return spoken("provisioned-cap", judge(one))


@check_each(
    "iops, more, expected",
    [
        (3_000, {}, "info"),
        (3_059, {}, "info"),
        (3_061, {}, "fine"),
        (2_800, {}, "fine"),
        (16_000, {}, "info"),
        (3_000, {"noise": 0.011}, "fine"),
        (3_000, {"noise": 0.009}, "info"),
        (3_000, {"in_flight": 3.9}, "silent"),
        (3_000, {"readings": 9}, "fine"),
        (3_000, {"readings": None}, "unknown: samples"),
        (3_000, {"direct": False}, "silent"),
        (3_000, {"job_options": {"rate_iops": "3000"}}, "silent"),
        (1_000, {"bs_bytes": 131_072}, "info"),  # 131 MB/s, the 125 MiB/s that gp3 includes
        (900, {"bs_bytes": 131_072}, "fine"),
        (30_000, {"volume": STORE}, "info"),
        (25_000, {"volume": STORE}, "fine"),
        # The same volume on a machine that is sold with another limit.
        (30_000, {"volume": ({**STORE[0], "product": "m5d.24xlarge"}, STORE[1])}, "fine"),
        (3_000, {"volume": ({"vendor": "Dell Inc."}, {"model": "Example SSD"})}, "silent"),
        (3_000, {"volume": ({"vendor": "Amazon EC2"}, {"model": "Example SSD"})}, "silent"),
        (5_000, {"volume": AZURE}, "info"),
        # Hyper-V on a machine of one's own, with a disk of a size that nobody sells.
        (5_000, {"volume": (AZURE[0], {"size_bytes": 700 * 10**9})}, "silent"),
        (3_333, {"volume": DISK}, "fine"),
    ],
)
def test_a_rate_at_a_published_limit(iops: float, more: dict[str, Any], expected: str) -> None:
    assert said(facts(iops, **more)) == expected


def test_what_is_said_is_only_a_suspicion() -> None:
    judged = judge(facts(3_000))
    [finding] = [f for f in judged.findings if f.id == "provisioned-cap"]
    assert isinstance(finding, Finding)
    assert finding.text == (
        "3.00k IOPS read, constant within 0.2 %, is 100.0 % of the 3.00k IOPS that the provider publishes for "
        "such a volume: probably its limit."
    )
    assert finding.headline == "3.00k IOPS, constant within 0.2 %: probably a limit of the provider."
    assert finding.confidence == "possible"
    told = {e.name: e.value for e in finding.evidence}
    assert told["published limit"] == 3000 and str(told["volume"]).startswith("aws-ebs-gp")

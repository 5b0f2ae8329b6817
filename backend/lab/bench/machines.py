"""What the hosts of the invented history are like: enough factors that differ, and values that go together."""

from random import Random
from typing import Any

MODELS = (
    ("Example NVMe 3.84 TB", "Gen4 x4", 3_840_755_982_336),
    ("Example NVMe 1.92 TB", "Gen3 x4", 1_920_383_410_176),
    ("Example NVMe 7.68 TB", "Gen5 x4", 7_681_501_126_656),
    ("Example SATA 960 GB", "", 960_197_124_096),
    ("Example NVMe 15.36 TB", "Gen4 x4", 15_362_991_415_296),
)
# Bytes per second of one drive's link; a path's ceiling is what its drives carry together.
LINKS = {"Gen5 x4": 14.4e9, "Gen4 x4": 7.2e9, "Gen3 x4": 3.6e9, "": 5.6e8}
WORDS = (
    *(
        "baseline",
        "after",
        "before",
        "firmware",
        "update",
        "slot",
        "carrier",
        "fan",
        "switch",
        "cable",
        "retimer",
    ),
    *(
        "kernel",
        "scheduler",
        "polling",
        "hugepages",
        "nightly",
        "acceptance",
        "burn-in",
        "regression",
        "vendor",
    ),
)


def facts_of(number: int, chance: Random) -> dict[str, Any]:
    """Factors of one configuration of host `number`: its machine is fixed, target and settings are drawn."""
    machine = Random(number)  # noqa: S311 -- the same machine every time, not a secret
    model, link, capacity = machine.choice(MODELS)
    width = chance.choice((1, 1, 1, 2, 3, 4, 8))
    facts: dict[str, Any] = {
        "target.kind": "md" if width > 1 else "disk",
        "target.layers": "md" if width > 1 else "none",
        "drive.model": model,
        "drive.firmware": f"FW{machine.randrange(3)}.{chance.randrange(2)}",
        "drive.count": width,
        "drive.capacity": capacity,
        "drive.transport": "pcie" if link else "sata",
        "drive.scheduler": chance.choice(("none", "none", "mq-deadline")),
        "drive.lba_bytes": machine.choice((512, 4096)),
        "slot": str(1 + chance.randrange(6)),
        "chain.limit": LINKS[link] * width,
        "numa.local": chance.random() < 0.7,
        "cpu.cores": machine.choice((16, 24, 32, 64)),
        "cpu.smt": machine.choice(("on", "off")),
        "cpu.boost": chance.choice(("on", "on", "off")),
        "cpu.governor": machine.choice(("performance", "powersave")),
        "memory.dimms": machine.choice((4, 8, 12, 16)),
        "memory.speed": machine.choice((2933, 3200, 4800)),
        "bios.nps": chance.choice((1, 1, 2, 4)),
        "bios.smt": machine.choice(("on", "off")),
        "bios.c_states": chance.choice(("on", "off")),
        "bios.iommu": machine.choice(("on", "off")),
        "bios.determinism": machine.choice(("power", "performance")),
        "bios.relaxed_ordering": machine.choice(("on", "off")),
        "os.version": machine.choice(("12", "13", "24.04")),
        "iommu": machine.choice(("on", "off")),
        "mitigations": machine.choice(("on", "off")),
    }
    if width > 1:
        facts |= {
            "raid.level": "raid0",
            "raid.width": width,
            "raid.chunk": chance.choice((65_536, 131_072, 524_288)),
        }
    else:
        facts["fs.type"] = machine.choice(("xfs", "ext4"))
    if link:
        facts |= {"pcie.link": link, "pcie.capable": link, "pcie.degraded": False}
    return facts

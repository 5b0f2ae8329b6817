"""Which factors follow from which: one real change must not look like several.

A card moved to another slot changes its link and the path's ceiling, too; those are listed as "follows from slot", not
as changes of their own. They could also have changed by themselves, so a consequence is always shown, never dropped.
"""

# Factor: what it can follow from. Only what must or normally does follow; a BIOS update may reset any setting, but that
# is a second change and says so.
FOLLOWS_FROM: dict[str, tuple[str, ...]] = {
    "tool.version": ("tool",),
    "target.layers": ("target.kind", "raid.level", "raid.width", "fs.type", "drive.count"),
    "raid.chunk": ("raid.level",),
    "raid.width": ("raid.level",),
    "drive.count": ("raid.width", "raid.level", "target.kind"),
    "nfs.version": ("nfs.server",),
    "nfs.rsize": ("nfs.server", "nfs.version"),
    "nfs.wsize": ("nfs.server", "nfs.version"),
    "nfs.proto": ("nfs.server",),
    "drive.firmware": ("drive.model",),
    "drive.capacity": ("drive.model",),
    "drive.transport": ("drive.model",),
    "drive.lba_bytes": ("drive.model",),
    "drive.scheduler": ("drive.transport",),
    "pcie.capable": ("slot", "drive.model"),
    "pcie.link": ("slot", "drive.model", "pcie.capable"),
    "pcie.degraded": ("slot", "pcie.link", "pcie.capable"),
    "chain.limit": ("slot", "pcie.link", "pcie.capable", "raid.width", "drive.count"),
    "numa.local": ("slot", "bios.nps", "bios.llc_as_node"),
    "system.vendor": ("system.product",),
    "board.product": ("system.product",),
    "cpu.cores": ("cpu.model", "cpu.sockets"),
    "cpu.threads": ("cpu.model", "cpu.sockets", "bios.smt", "cpu.smt", "cpu.cores"),
    "cpu.microcode": ("cpu.model", "bios.version"),
    "cpu.smt": ("bios.smt",),
    "cpu.boost": ("bios.boost",),
    "memory.total": ("memory.dimms",),
    "os.version": ("os.name",),
    "kernel": ("os.name", "os.version"),
    "nvme.driver_version": ("os.name", "os.version", "kernel"),
    "mitigations": ("kernel", "kernel.cmdline", "cpu.model"),
    "iommu": ("bios.iommu", "kernel.cmdline"),
    "aspm": ("bios.aspm", "kernel.cmdline"),
}

# A factor that is absent although this one is known does not apply: a single drive is known to have no RAID level.
NONE_WHEN_KNOWN: dict[str, str] = {
    "raid.level": "target.layers",
    "raid.width": "target.layers",
    "raid.chunk": "target.layers",
    "fs.type": "target.kind",
    "nfs.server": "target.kind",
    "nfs.version": "target.kind",
    "nfs.rsize": "target.kind",
    "nfs.wsize": "target.kind",
    "nfs.proto": "target.kind",
    "nfs.nconnect": "target.kind",
    "network.speed": "target.kind",
}


def cause_of(key: str, changed: frozenset[str]) -> str | None:
    """The nearest changed factor that `key` can follow from, None when it stands for itself."""
    seen: set[str] = set()
    asked = list(FOLLOWS_FROM.get(key, ()))
    while asked:
        source = asked.pop(0)
        if source in changed and source != key:
            return source
        if source not in seen:
            seen.add(source)
            asked += FOLLOWS_FROM.get(source, ())
    return None

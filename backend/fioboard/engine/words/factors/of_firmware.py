"""Factors of the firmware: its version, and its settings under vendor-neutral names.

The value is the one that is in force: what a person or the firmware says, but what the running system shows where the
firmware says `auto` or contradicts it (a change that waits for a reboot was not measured).
"""

from fioboard.engine.words.factors.factor import OF_FIRMWARE, Factor, ValueType, fact, field


def _setting(key: str, title: str, kind: ValueType, description: str, *, short: str | None = None) -> Factor:
    return fact(
        key,
        title,
        kind,
        "Firmware",
        description,
        source=OF_FIRMWARE,
        facet="fw",
        share="setting",
        hidden_by="bios.settings",
        short=short,
    )


FIRMWARE: tuple[Factor, ...] = (
    field("bios.version", "BIOS version", "text", "Firmware", "system.bios.version", "Version of the firmware",
        facet=("fw", "bios"), share="fact", hidden_by="bios.version"),
    _setting("bios.nps", "NUMA nodes per socket", "number", "NPS of AMD, sub-NUMA clusters of Intel; 0: one node "
        "for all sockets", short="NPS"),
    _setting("bios.llc_as_node", "L3 as NUMA node", "text", "on or off"),
    _setting("bios.smt", "BIOS: SMT", "text", "on or off"),
    _setting("bios.boost", "BIOS: boost", "text", "on or off"),
    _setting("bios.c_states", "BIOS: C-states", "text", "on, off or the deepest one"),
    _setting("bios.determinism", "BIOS: determinism", "text", "power, performance or auto"),
    _setting("bios.power_profile", "BIOS: power profile", "text", "Power profile, as the vendor names it"),
    _setting("bios.fabric_c_states", "BIOS: fabric C-states", "text", "on or off"),
    _setting("bios.fabric_pstate", "BIOS: fabric P-state", "text", "auto or fixed"),
    _setting("bios.iommu", "BIOS: IOMMU", "text", "on or off"),
    _setting("bios.aspm", "BIOS: ASPM", "text", "off, l0s, l1 or auto"),
    _setting("bios.max_payload", "BIOS: PCIe payload", "text", "Bytes per packet, or auto"),
    _setting("bios.relaxed_ordering", "BIOS: relaxed ordering", "text", "on or off"),
    _setting("bios.ten_bit_tag", "BIOS: 10-bit tags", "text", "on, off or auto"),
    _setting("bios.preferred_io", "BIOS: preferred I/O", "text", "off, bus or enhanced"),
    _setting("bios.acs", "BIOS: ACS", "text", "on or off"),
    _setting("bios.sriov", "BIOS: SR-IOV", "text", "on or off"),
    _setting("bios.above_4g", "BIOS: above 4G", "text", "on or off"),
    _setting("bios.rebar", "BIOS: resizable BAR", "text", "on or off"),
    _setting("bios.vmd", "BIOS: VMD", "text", "on or off"),
    _setting("bios.nvme_raid", "BIOS: NVMe RAID", "text", "on or off"),
    _setting("bios.x2apic", "BIOS: x2APIC", "text", "on, off or auto"),
)  # fmt: skip

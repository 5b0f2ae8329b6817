"""What the conditions of an experiment may differ in: the closed list, and where the inventory shows each of them.

A thing is known by places of the inventory (docs/inventory.md), `*` for an entry. Of `shown_by` the first place that
changed is the thing; what else changed must be among `carries`, or follow from it by the marks of the schema.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from fioboard_agent.errors import UsageError


@dataclass(frozen=True)
class Thing:
    """`task`: what a person is asked to do, with the condition's name in it; empty where the agent switches."""

    name: str
    shown_by: tuple[str, ...]
    task: str = ""
    carries: tuple[str, ...] = ()
    replaces_target: bool = False
    """Whether the drive or file system itself is another one afterwards: then nothing may be written to a device."""
    may_be_unseen: bool = False
    """Whether an inventory often does not show it."""

    @property
    def is_switched(self) -> bool:
        """Whether the agent makes the change, and puts it back."""
        return not self.task


_LINK = ("pci.*.link", "disks.*.negotiated_link")
_CONTROLLER = ("disks.*.controllers",)

THINGS: dict[str, Thing] = {
    thing.name: thing
    for thing in (
        # A new scheduler brings the kernel's own defaults of these; the agent sets the queue again where it may.
        Thing("scheduler", ("disks.*.scheduler",), carries=("disks.*.nr_requests", "disks.*.wbt_lat_us")),
        Thing("nr-requests", ("disks.*.nr_requests",)),
        Thing("read-ahead-kb", ("disks.*.read_ahead_kb",), carries=("target.filesystem.read_ahead_kb",)),
        Thing("governor", ("cpu.frequency.governors",), carries=("cpu.frequency.epp",)),
        Thing("nvme-power-state", ("disks.*.nvme_features.power_state",)),
        Thing("nvme-write-cache", ("disks.*.write_cache",), carries=("disks.*.fua",)),
        Thing(
            "slot",
            ("disks.*.pci",),
            "Move the drive to slot {condition}.",
            carries=("pci.*", "system.slots", "disks.*.negotiated_link", *_CONTROLLER),
        ),
        Thing("cable", _LINK, "Connect the drive by cable {condition}.", carries=_LINK, may_be_unseen=True),
        Thing(
            "drive",
            ("disks.*",),
            "Replace the drive with {condition}, in the same slot.",
            carries=("pci.*.ids", "pci.*.name", "pci.*.config", "volumes.*", *_LINK),
            replaces_target=True,
        ),
        Thing(
            "firmware",
            ("disks.*.firmware",),
            "Install firmware {condition} on the drive.",
            carries=(
                *_CONTROLLER,
                *("disks.*.power_states", "disks.*.lba_formats", "disks.*.max_transfer_bytes", "disks.*.has_apst"),
                *("disks.*.nvme_features", "disks.*.temperature_warning_c", "disks.*.temperature_critical_c"),
            ),
        ),
        Thing(
            "driver",
            ("pci.*.driver", "pci.*.driver_version", "os.module_params"),
            "Load the driver {condition}.",
            carries=(
                *("pci.*.driver_version", "pci.*.driver_is_vendor", "pci.*.iommu_group"),
                *("disks.*.io_queues", "disks.*.queue_entries", "disks.*.nr_requests"),
            ),
        ),
        Thing(
            "bios-setting",
            (
                *("firmware_settings.raw", "firmware_settings.manual", "cpu.smt", "cpu.numa.nodes_per_socket"),
                *("cpu.numa.llc_per_socket", "cpu.frequency.boost", "cpu.idle.states", "os.iommu.is_active"),
                *("cpu.has_x2apic", "cpu.cores", "pci.*.vmd", "pci.*.link", "pci.*.config.aspm"),
                *("pci.*.config.mps_bytes", "pci.*.config.relaxed_ordering", "pci.*.config.ten_bit_tags"),
                *("pci.*.config.acs", "pci.*.config.rebar_bytes", "pci.*.config.target_gts"),
            ),
            "Set {condition} in the BIOS and restart.",
        ),
        Thing(
            "bios-version",
            ("system.bios.version",),
            "Install BIOS version {condition} and restart.",
            carries=("cpu.microcode",),
        ),
        Thing(
            "kernel",
            ("os.kernel",),
            "Boot kernel {condition}.",
            carries=("os.cmdline.BOOT_IMAGE", "os.cmdline.initrd", "os.module_params", "os.is_kernel_tainted",
                     "cpu.mitigations"),
        ),
        Thing(
            "kernel-option",
            ("os.cmdline",),
            "Boot the kernel with the option {condition}.",
            carries=("cpu.mitigations", "os.iommu", "os.aspm_policy"),
        ),
        Thing(
            "filesystem",
            ("target.filesystem.type",),
            "Create a {condition} file system there and mount it in the same place.",
            carries=("target",),
            replaces_target=True,
        ),
        Thing(
            "mount-option",
            ("target.filesystem.options",),
            "Mount the file system with {condition}.",
        ),
        Thing(
            "raid-chunk",
            ("volumes.*.chunk_bytes",),
            "Recreate the array with a chunk size of {condition}.",
            carries=("volumes.*.uuid", "target"),
            replaces_target=True,
        ),
        Thing(
            "raid-level",
            ("volumes.*.level",),
            "Recreate the array as {condition}.",
            carries=("volumes.*.uuid", "volumes.*.layout", "volumes.*.chunk_bytes", "target"),
            replaces_target=True,
        ),
    )
}  # fmt: skip

# What one BIOS setting shows in the running system, by the beginning of the setting's neutral name.
SETTING_SHOWS: dict[str, tuple[str, ...]] = {
    "cpu.smt": ("cpu.smt", "cpu.threads", "system.processors.*.threads"),
    "numa": ("cpu.numa", "cpu.packages", "pci.*.numa_node", "pci.*.local_cpus"),
    "cpu.boost": ("cpu.frequency.boost", "cpu.frequency.max_khz"),
    "cpu.c_states": ("cpu.idle",),
    "cpu.x2apic": ("cpu.has_x2apic",),
    "cpu.cores": (
        "cpu.cores",
        "cpu.threads",
        "cpu.packages",
        "cpu.numa.nodes",
        "system.processors",
        "pci.*.local_cpus",
    ),
    "iommu": ("os.iommu",),
    "pcie.aspm": ("pci.*.config.aspm",),
    "pcie.max_payload": ("pci.*.config.mps_bytes", "pci.*.config.mrrs_bytes"),
    "pcie.relaxed_ordering": ("pci.*.config.relaxed_ordering",),
    "pcie.ten_bit_tag": ("pci.*.config.ten_bit_tags",),
    "pcie.acs": ("pci.*.config.acs",),
    "pcie.rebar": ("pci.*.config.rebar_bytes",),
    "pcie.max_speed": ("pci.*.link", "pci.*.config.target_gts"),
    "storage.vmd": ("pci.*", "disks.*.pci", "disks.*.controllers"),
}


def find_thing(name: str) -> Thing:
    """Find a thing of the list. Raises UsageError with the nearest name, and with all of them."""
    if name in THINGS:
        return THINGS[name]
    close = difflib.get_close_matches(name, THINGS, n=1)
    hint = f" Did you mean {close[0]}?" if close else ""
    raise UsageError(f"--vary {name}: the conditions of an experiment differ in one of {', '.join(THINGS)}.{hint}")

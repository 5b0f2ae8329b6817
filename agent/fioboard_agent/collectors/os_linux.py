"""Operating system and kernel, and the settings of both that matter for storage."""

from __future__ import annotations

import re
import shlex
from typing import Optional

from fioboard_agent.collectors import iommu_linux, modules_linux
from fioboard_agent.host.reader import UNPARSED, Reader, get_selected_word
from fioboard_agent.inventory_types import OperatingSystem

# P7: kernel command lines hold keys and passwords (iSCSI CHAP, LUKS, BMC), so only parameters of this list are kept.
_KEPT_PARAMETERS = re.compile(
    r"^(iommu|intel_iommu|amd_iommu|iommu\.\w+|swiotlb|pci|pcie_aspm(\.\w+)?|pcie_\w+|mitigations|isolcpus|nohz_full"
    r"|rcu_nocbs|nr_cpus|maxcpus|numa|numa_balancing|nox2apic|x2apic_phys|intel_idle\.max_cstate"
    r"|processor\.max_cstate|cpuidle\.\w+|cpufreq\.\w+|idle|intel_pstate|amd_pstate|nosmt|hugepages|hugepagesz"
    r"|default_hugepagesz|transparent_hugepage|nvme\.\w+|nvme_core\.\w+|scsi_mod\.\w+|dm_mod\.\w+|elevator"
    r"|irqaffinity|tsc|clocksource|audit|noibrs|noibpb|nopti|spectre_v2|preempt|skew_tick)(=[\w.,:@/-]*)?$"
)
# They move interrupts, clocks and sleep states while a benchmark runs.
SERVICES = ("irqbalance", "tuned", "power-profiles-daemon", "thermald", "numad", "cpupower", "ksmtuned")
_TIMEOUT_S = 1.0
_SECRET = re.compile(r"key|psk|secret|passw|token|auth", re.IGNORECASE)


def collect_os(reader: Reader) -> OperatingSystem:
    """The `os` part of the document. `cmdline` holds only the kept parameters, `kernel_build` is `uname -v`."""
    release = _read_os_release(reader)
    # What stands behind a lone -- goes to init, not to the kernel.
    cmdline = (reader.text("/proc/cmdline") or "").partition(" -- ")[0].split()
    tainted = reader.number("/proc/sys/kernel/tainted")
    return {
        "name": release.get("NAME"),
        "version": release.get("VERSION_ID") or release.get("VERSION"),
        "kernel": reader.text("/proc/sys/kernel/osrelease", optional=False),
        "kernel_build": reader.text("/proc/sys/kernel/version"),
        "cmdline": [token for token in cmdline if _KEPT_PARAMETERS.match(token) and not _SECRET.search(token)],
        "iommu": iommu_linux.collect_iommu(reader),
        "aspm_policy": get_selected_word(reader.text("/sys/module/pcie_aspm/parameters/policy")),
        "module_params": modules_linux.collect_module_params(reader),
        "services": _read_services(reader),
        "tuned_profile": reader.text("/etc/tuned/active_profile"),
        "clocksource": reader.text("/sys/devices/system/clocksource/clocksource0/current_clocksource"),
        "numa_balancing": reader.flag("/proc/sys/kernel/numa_balancing"),
        "is_kernel_tainted": None if tainted is None else tainted != 0,
        # GPUDirect Storage of NVIDIA. Containers may hide /sys/module.
        "is_nvidia_fs_loaded": reader.exists("/sys/module/nvidia_fs") if reader.exists("/sys/module") else None,
    }


def _read_services(reader: Reader) -> Optional[dict[str, str]]:
    """Return {service: `active`, `inactive`, `failed`, …}; one that is not installed is inactive. Null without
    systemd.
    """
    answer = reader.ask(["systemctl", "is-active", *SERVICES], _TIMEOUT_S)
    states = answer.text.split() if answer else []
    # Without a running systemd it prints one word or nothing. The exit code only says whether all are active.
    return dict(zip(SERVICES, states)) if len(states) == len(SERVICES) else None


def _read_os_release(reader: Reader) -> dict[str, str]:
    """Read `KEY="value"` in shell quoting (os-release(5)); a line that is not is skipped and noted."""
    text = reader.text("/etc/os-release") or reader.text("/usr/lib/os-release") or ""
    pairs: dict[str, str] = {}
    for line in text.splitlines():
        key, equals, value = line.strip().partition("=")
        if not equals or key.startswith("#"):
            continue
        try:
            pairs[key] = "".join(shlex.split(value))
        except ValueError:
            reader.source.note(UNPARSED, f"os-release: {key} is not quoted as it should be")
    return pairs

"""Operating system and kernel, and the kernel parameters that matter for storage."""

from __future__ import annotations

import re
import shlex
from typing import Any

from fioboard_agent.collectors.frame import UNPARSED, Reader

# P7: kernel command lines hold keys and passwords (iSCSI CHAP, LUKS, BMC), so only parameters of this list are kept.
_KEPT_PARAMETERS = re.compile(
    r"^(iommu|intel_iommu|amd_iommu|iommu\.\w+|pcie_aspm(\.\w+)?|pcie_\w+|mitigations|isolcpus|nohz_full|rcu_nocbs"
    r"|intel_idle\.max_cstate|processor\.max_cstate|idle|intel_pstate|amd_pstate|nosmt|numa_balancing|hugepages"
    r"|hugepagesz|default_hugepagesz|transparent_hugepage|nvme\.\w+|nvme_core\.\w+|scsi_mod\.\w+|dm_mod\.\w+"
    r"|elevator|irqaffinity|tsc|clocksource|audit|noibrs|noibpb|nopti|spectre_v2|preempt|skew_tick)(=[\w.,:@/-]*)?$"
)


def collect_os(reader: Reader) -> dict[str, Any]:
    """`name`, `version`, `kernel`, `cmdline` (list of kept parameters)."""
    release = _os_release(reader)
    cmdline = (reader.text("/proc/cmdline") or "").split()
    return {
        "name": release.get("NAME"),
        "version": release.get("VERSION_ID") or release.get("VERSION"),
        "kernel": reader.text("/proc/sys/kernel/osrelease", optional=False),
        "cmdline": [token for token in cmdline if _KEPT_PARAMETERS.match(token)],
    }


def _os_release(reader: Reader) -> dict[str, str]:
    """`KEY="value"` in shell quoting (os-release(5)); a line that is not is skipped and noted."""
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

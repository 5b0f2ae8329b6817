"""Is this a virtual machine? A hint: hypervisors can hide, and containers share the kernel's view."""

from __future__ import annotations

import re
from typing import Optional

from fioboard_agent.collectors.frame import Reader

_VENDORS = {
    "qemu": "kvm",
    "kvm": "kvm",
    "vmware": "vmware",
    "virtualbox": "virtualbox",
    "innotek": "virtualbox",
    "microsoft corporation virtual machine": "hyperv",
    "xen": "xen",
    "amazon ec2": "amazon",
    "google compute engine": "google",
    "parallels": "parallels",
    "bhyve": "bhyve",
}


def detect_virtualization(reader: Reader) -> Optional[str]:
    """The hypervisor's name, `unknown-hypervisor` when the CPU only says there is one, null when nothing says so."""
    kind = reader.text("/sys/hypervisor/type")
    if kind:
        return kind
    words = " ".join(
        reader.text(f"/sys/class/dmi/id/{name}") or "" for name in ("sys_vendor", "product_name", "bios_vendor")
    ).lower()
    for mark, name in _VENDORS.items():
        if mark in words:
            return name
    info = reader.text("/proc/cpuinfo") or ""
    return "unknown-hypervisor" if re.search(r"^flags\s*:.*\bhypervisor\b", info, re.MULTILINE) else None

"""Is this a virtual machine, and does the agent run in a container? Hints: both can hide."""

from __future__ import annotations

import re
from typing import Optional

from fioboard_agent.host.reader import Reader

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
    "openstack": "kvm",
    "firecracker": "firecracker",
}
# In this order: a Kubernetes pod is a containerd container, too.
_CGROUP_MARKS = (
    ("kubepods", "kubernetes"),
    ("docker", "docker"),
    ("libpod", "podman"),
    ("lxc", "lxc"),
    ("machine.slice/machine-", "systemd-nspawn"),
    ("containerd", "containerd"),
)


def detect_virtualization(reader: Reader) -> Optional[str]:
    """The hypervisor's name, `unknown-hypervisor` when the CPU only says there is one, null when nothing says so.

    The processor's word counts first: clouds rent out whole machines under the names of their virtual ones, and Xen's
    first domain is not virtual as far as the hardware goes.
    """
    kind = reader.text("/sys/hypervisor/type")
    if kind == "xen" and "control_d" in (reader.text("/proc/xen/capabilities") or ""):
        return None
    if kind:
        return kind
    flags = re.search(r"^flags[ \t]*:(.*)$", reader.text("/proc/cpuinfo") or "", re.MULTILINE)
    if flags is not None and "hypervisor" not in flags.group(1).split():
        return None
    words = [reader.text(f"/sys/class/dmi/id/{name}") or "" for name in ("sys_vendor", "product_name", "bios_vendor")]
    if words[1].endswith((".metal", "-metal")):
        return None
    named = next((name for mark, name in _VENDORS.items() if mark in " ".join(words).lower()), None)
    return named or _read_device_tree(reader) or ("unknown-hypervisor" if flags is not None else None)


def detect_container(reader: Reader) -> Optional[str]:
    """`docker`, `podman`, `kubernetes`, `lxc`, …, null when nothing says so. In one, /sys shows the host's devices but
    the mount table only the container's view."""
    container = reader.text("/run/systemd/container")
    if container:
        return container
    if reader.exists("/run/.containerenv"):
        return "podman"
    groups = (reader.text("/proc/self/cgroup") or "") + (reader.text("/proc/1/cgroup") or "")
    by_group = next((name for mark, name in _CGROUP_MARKS if mark in groups), None)
    return by_group or ("docker" if reader.exists("/.dockerenv") else None)


def _read_device_tree(reader: Reader) -> Optional[str]:
    """Read the hypervisor from the device tree: ARM guests have no flag, but `linux,kvm` or `xen,xen` there."""
    text = reader.text("/proc/device-tree/hypervisor/compatible") or ""
    return text.split(",")[-1] or None if re.match(r"^[a-z]{1,20},[a-z0-9-]{1,20}$", text) else None

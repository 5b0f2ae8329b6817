"""collectors os_linux and its parts, host_linux, virtualization_linux."""

from __future__ import annotations

import hashlib
import json
import re

import pytest
from epyc_lab import build_epyc_lab
from faults import assert_survives_faults
from golden import assert_golden
from machine import Machine
from recorded import RecordedPrograms
from trees import captured, fixture

from fioboard_agent.collectors import host_linux, os_linux, virtualization_linux
from fioboard_agent.collectors.os_linux import SERVICES
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.programs import Answer
from fioboard_agent.host.reader import Reader

ASK = ("systemctl", "is-active", *SERVICES)


@pytest.fixture
def tuned(tmp_path):
    """A server with everything set that is looked at."""
    machine = build_epyc_lab(tmp_path)
    for group, kind in enumerate(("DMA-FQ", "identity", "DMA-FQ")):
        machine.put(f"/sys/kernel/iommu_groups/{group}/type", kind + "\n")
    machine.put("/sys/class/iommu/ivhd0/devices", "")
    machine.put("/sys/module/pcie_aspm/parameters/policy", "default performance [powersave] powersupersave \n")
    machine.put("/sys/module/nvme/parameters/poll_queues", "8\n")
    machine.put("/sys/module/raid456/parameters/devices_handle_discard_safely", "N\n")
    machine.put("/sys/module/zfs/parameters/zfs_arc_max", "1073741824\n")
    machine.put("/sys/module/zfs/parameters/zfs_flags", "0\n")
    machine.put("/sys/module/usbcore/parameters/quirks", "x\n")
    machine.put("/sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n")
    machine.put("/proc/sys/kernel/numa_balancing", "1\n")
    machine.put("/proc/sys/kernel/tainted", "4096\n")
    machine.put("/proc/sys/kernel/version", "#1 SMP PREEMPT_DYNAMIC Debian 6.12.1-1 (2026-01-02)\n")
    machine.put("/etc/tuned/active_profile", "throughput-performance\n")
    machine.put("/etc/os-release", 'NAME="Debian GNU/Linux"\nVERSION_ID="12"\n')
    return machine


def of_a_machine(reader):
    return {
        "os": os_linux.collect_os(reader),
        "host": host_linux.collect_host(reader),
        "virtualization": virtualization_linux.detect_virtualization(reader),
        "container": virtualization_linux.detect_container(reader),
    }


def test_golden_document_of_a_tuned_server(tuned):
    answer = Answer(3, b"active\ninactive\ninactive\nfailed\ninactive\ninactive\ninactive\n", "")
    assert_golden("os/tuned-server", of_a_machine(Reader(tuned.roots, RecordedPrograms({ASK: answer}))))


def test_golden_document_of_a_captured_machine():
    root = captured(fixture("sysfs/hwloc/nvidia-dgx-gb10.tar.bz2"))
    assert_golden("os/nvidia-dgx-gb10", of_a_machine(Reader(Roots(root), RecordedPrograms({}))))


def test_settings_that_matter_for_storage(tuned):
    answer = Answer(3, b"active\ninactive\ninactive\nfailed\ninactive\ninactive\ninactive\n", "")
    found = os_linux.collect_os(Reader(tuned.roots, RecordedPrograms({ASK: answer})))
    assert found == {
        "name": "Debian GNU/Linux",
        "version": "12",
        "kernel": "6.12.0-lab",
        "kernel_build": "#1 SMP PREEMPT_DYNAMIC Debian 6.12.1-1 (2026-01-02)",
        "cmdline": ["iommu=pt", "nvme.poll_queues=8", "mitigations=off"],
        "iommu": {"is_active": True, "group_types": {"DMA-FQ": 2, "identity": 1}},
        "aspm_policy": "powersave",
        "module_params": {
            "nvme": {"poll_queues": "8"},
            "raid456": {"devices_handle_discard_safely": "N"},
            "zfs": {"zfs_arc_max": "1073741824"},
        },
        "services": {
            "irqbalance": "active",
            "tuned": "inactive",
            "power-profiles-daemon": "inactive",
            "thermald": "failed",
            "numad": "inactive",
            "cpupower": "inactive",
            "ksmtuned": "inactive",
        },
        "tuned_profile": "throughput-performance",
        "clocksource": "hpet",
        "numa_balancing": True,
        "is_kernel_tainted": True,
        "is_nvidia_fs_loaded": False,
    }


def test_module_of_gpudirect_storage_is_loaded_or_not_or_unknown(tmp_path):
    machine = Machine(tmp_path)
    seen = [os_linux.collect_os(Reader(machine.roots, RecordedPrograms({})))["is_nvidia_fs_loaded"]]
    for name in ("nvme/refcnt", "nvidia_fs/refcnt"):
        machine.put(f"/sys/module/{name}", "1\n")
        seen.append(os_linux.collect_os(Reader(machine.roots, RecordedPrograms({})))["is_nvidia_fs_loaded"])
    assert seen == [None, False, True]


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (Answer(1, b"", "System has not been booted with systemd"), "ok"),
        ("offline\n", "ok"),
        (None, "timeout"),
    ],
)
def test_services_are_unknown_where_systemd_does_not_answer(tuned, answer, status):
    reader = Reader(tuned.roots, RecordedPrograms({ASK: answer}))
    assert os_linux.collect_os(reader)["services"] is None
    assert reader.source.status == status


def test_every_file_in_turn(tuned):
    assert assert_survives_faults(tuned.roots, os_linux.collect_os, RecordedPrograms({})) > 15


def test_no_iommu_is_told_from_unknown(tmp_path):
    machine = Machine(tmp_path)
    assert os_linux.collect_os(Reader(machine.roots))["iommu"]["is_active"] is None
    (tmp_path / "sys/class/iommu").mkdir(parents=True)
    assert os_linux.collect_os(Reader(machine.roots))["iommu"]["is_active"] is False


@pytest.mark.parametrize(
    "secret",
    [
        "nvme_core.dhchap_secret=DHHC-1:00:abc",
        "nvme.psk=hunter2",
        "iommu=pt;hunter2",
        "rd.luks.key=hunter2",
        "ip=10.0.0.1 -- mitigations=hunter2",
    ],
)
def test_values_that_may_be_secrets_stay_on_the_host(tmp_path, secret):
    machine = Machine(tmp_path)
    machine.put("/proc/cmdline", f"quiet {secret}\n")
    assert not re.search("DHHC|hunter2", json.dumps(os_linux.collect_os(Reader(machine.roots))))


def test_machine_id_leaves_the_host_only_as_a_digest(tmp_path):
    machine = Machine(tmp_path)
    machine.put("/proc/sys/kernel/hostname", "epyc-lab-1\n")
    machine.put("/etc/machine-id", "0123456789abcdef0123456789abcdef\n")
    found = host_linux.collect_host(Reader(machine.roots))
    assert found["name"] == "epyc-lab-1"
    assert len(found["machine_id_hash"]) == 64
    assert found["machine_id_hash"] != hashlib.sha256(b"0123456789abcdef0123456789abcdef").hexdigest()
    machine.put("/etc/machine-id", "uninitialized\n")
    assert host_linux.collect_host(Reader(machine.roots))["machine_id_hash"] is None


def hypervisor(tmp_path, **files):
    machine = Machine(tmp_path)
    for path, content in files.items():
        machine.put(path.replace("__", "/"), content + "\n")
    return virtualization_linux.detect_virtualization(Reader(machine.roots))


DMI = "sys__class__dmi__id__"


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({"proc__cpuinfo": "flags\t: fpu hypervisor", f"{DMI}sys_vendor": "QEMU"}, "kvm"),
        ({"proc__cpuinfo": "flags\t: fpu hypervisor", f"{DMI}sys_vendor": "Amazon EC2"}, "amazon"),
        # Clouds rent out whole machines, too.
        ({"proc__cpuinfo": "flags\t: fpu sse", f"{DMI}sys_vendor": "Amazon EC2"}, None),
        ({f"{DMI}sys_vendor": "Amazon EC2", f"{DMI}product_name": "c7g.metal"}, None),
        ({f"{DMI}sys_vendor": "Amazon EC2", f"{DMI}product_name": "c7g.large"}, "amazon"),
        ({"sys__hypervisor__type": "xen"}, "xen"),
        ({"sys__hypervisor__type": "xen", "proc__xen__capabilities": "control_d"}, None),
        ({"proc__device-tree__hypervisor__compatible": "linux,kvm"}, "kvm"),
        ({}, None),
    ],
)
def test_virtual_machines_and_whole_machines_of_a_cloud(tmp_path, files, found):
    assert hypervisor(tmp_path, **files) == found


@pytest.mark.parametrize(
    ("path", "content", "found"),
    [
        ("/run/systemd/container", "systemd-nspawn", "systemd-nspawn"),
        ("/run/.containerenv", 'engine="podman-4.3.1"', "podman"),
        ("/.dockerenv", "", "docker"),
        ("/proc/self/cgroup", "0::/docker/3f2a", "docker"),
        ("/proc/1/cgroup", "1:cpu:/kubepods/besteffort/pod1/cri-containerd-2", "kubernetes"),
        ("/proc/self/cgroup", "0::/user.slice/user-0.slice", None),
    ],
)
def test_containers(tmp_path, path, content, found):
    machine = Machine(tmp_path)
    machine.put(path, content + "\n")
    assert virtualization_linux.detect_container(Reader(machine.roots)) == found


@pytest.mark.parametrize(
    "collect",
    [
        virtualization_linux.detect_virtualization,
        virtualization_linux.detect_container,
        host_linux.collect_host,
    ],
)
def test_every_file_of_the_small_ones_in_turn(tmp_path, collect):
    machine = build_epyc_lab(tmp_path)
    machine.put("/proc/self/cgroup", "0::/\n")
    machine.put("/etc/machine-id", "0123456789abcdef0123456789abcdef\n")
    assert assert_survives_faults(machine.roots, collect) >= 1

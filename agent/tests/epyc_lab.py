"""A built two-socket server with one NVMe and one SATA drive, for exact expectations and the golden documents."""

from __future__ import annotations

from pathlib import Path

from machine import Machine

NVME = "0000:41:00.0"


def build_epyc_lab(root: Path) -> Machine:
    machine = Machine(root)
    _firmware(machine)
    _processors(machine)
    machine.put("/proc/meminfo", "MemTotal:       263849572 kB\nMemFree:        1 kB\n")
    machine.put("/proc/sys/kernel/osrelease", "6.12.0-lab\n")
    machine.put("/proc/sys/kernel/hostname", "epyc-lab-1\n")
    machine.put(
        "/proc/cmdline",
        "BOOT_IMAGE=/vmlinuz root=UUID=1-2 ro iommu=pt nvme.poll_queues=8 password=hunter2 rd.luks.key=/k "
        "mitigations=off iscsi_password=s3cret mitigations=off;evil\n",
    )
    machine.put("/etc/os-release", 'NAME="Debian GNU/Linux"\nVERSION_ID="12"\n# c\nBROKEN="\n')
    _drives(machine)
    return machine


def _firmware(machine: Machine) -> None:
    values = {
        "sys_vendor": "Supermicro  ",
        "product_name": "AS -1114S-WN10RT",
        "product_version": "To Be Filled By O.E.M.",
        "product_serial": "S411795X",
        "product_family": "Default string",
        "board_vendor": "Supermicro",
        "board_name": "H12SSW-NTR",
        "board_version": "1.01",
        "board_serial": "0000000000",
        "bios_vendor": "American Megatrends Inc.",
        "bios_version": "2.4",
        "bios_date": "04/14/2022",
        "bios_release": "5.14",
    }
    for name, value in values.items():
        machine.put(f"/sys/class/dmi/id/{name}", value + "\n")


def _processors(machine: Machine) -> None:
    """Two packages of two dies of two cores of two threads; core_id repeats on the second die, as on real ones."""
    cpu = "/sys/devices/system/cpu"
    machine.put(f"{cpu}/online", "0-15\n")
    machine.put(f"{cpu}/smt/control", "on\n")
    machine.put(f"{cpu}/cpu0/microcode/version", "0xa001173\n")
    machine.put(f"{cpu}/cpu0/cpufreq/scaling_driver", "acpi-cpufreq\n")
    for number in range(16):
        core = number % 8
        machine.put(f"{cpu}/cpu{number}/topology/physical_package_id", f"{core // 4}\n")
        machine.put(f"{cpu}/cpu{number}/topology/core_id", f"{core % 2}\n")
        machine.put(f"{cpu}/cpu{number}/topology/thread_siblings_list", f"{core},{core + 8}\n")
        machine.put(f"{cpu}/cpu{number}/cpufreq/scaling_governor", "schedutil\n" if number else "performance\n")
    machine.put("/proc/cpuinfo", "processor\t: 0\nmodel name\t: AMD EPYC 7443P  24-Core Processor\nflags\t\t: fpu\n\n")
    for node, cpus in (("node0", "0-3,8-11"), ("node1", "4-7,12-15")):
        machine.put(f"/sys/devices/system/node/{node}/cpulist", cpus + "\n")


def _drives(machine: Machine) -> None:
    nvme = machine.disk(
        "nvme0n1",
        serial="S4EVNX0R123456",
        parent=f"pci0000:40/0000:40:03.1/{NVME}",
        device__firmware_rev="GDC5602Q",
        device__transport="pcie",
        queue__rotational="0",
        queue__scheduler="[none] mq-deadline kyber",
        queue__nr_requests="1023",
        queue__logical_block_size="512",
        queue__physical_block_size="4096",
        queue__write_cache="write through",
        queue__max_sectors_kb="128",
        queue__read_ahead_kb="128",
    )
    machine.put(f"{nvme}/device/model", "SAMSUNG MZQL23T8HCLS-00A07              \n")
    sata = machine.disk(
        "sda",
        serial="",
        parent="pci0000:00/0000:00:11.0/ata1/host0/target0:0:0/0:0:0:0",
        device__vendor="ATA     ",
        device__scsi_level="6",
        device__rev="1.00",
        queue__rotational="1",
        queue__scheduler="none [mq-deadline]",
        queue__nr_requests="64",
    )
    machine.put(f"{sata}/device/model", "ST4000NM0035\n")
    machine.put(f"/run/udev/data/b{machine.number('sda')}", "E:ID_SERIAL_SHORT=ZC1234\nS:disk/by-id/x\n")
    machine.layer("md0", "sda")
    machine.disk("loop0", serial="", parent="virtual")
    _pci(machine, NVME, numa_node="1", current="8.0 GT/s PCIe", width="4", highest="16.0 GT/s PCIe")
    _pci(machine, "0000:00:11.0", numa_node="-1", current="Unknown", width="0", highest="Unknown")


def _pci(machine: Machine, address: str, numa_node: str, current: str, width: str, highest: str) -> None:
    folder = f"/sys/bus/pci/devices/{address}"
    values = {
        "class": "0x010802",
        "vendor": "0x144d",
        "device": "0xa80a",
        "subsystem_vendor": "0x144d",
        "subsystem_device": "0xa812",
        "numa_node": numa_node,
        "power_state": "D0",
        "current_link_speed": current,
        "current_link_width": width,
        "max_link_speed": highest,
        "max_link_width": "4" if width != "0" else "255",
    }
    for name, value in values.items():
        machine.put(f"{folder}/{name}", value + "\n")
    machine.put("/sys/bus/pci/drivers/nvme/module", "")
    machine.link(f"{folder}/driver", "/sys/bus/pci/drivers/nvme")

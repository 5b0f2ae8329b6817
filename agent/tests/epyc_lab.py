"""A built two-socket server with one NVMe and one SATA drive, for exact expectations and the golden documents."""

from __future__ import annotations

from pathlib import Path

from machine import Machine
from smbios_dump import Builder

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
    _kernel(machine)
    _network(machine)
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
    machine.put("/sys/firmware/dmi/tables/DMI", "")
    (machine.root / "sys/firmware/dmi/tables/DMI").write_bytes(_tables())


def _tables() -> bytes:
    """A slot, an on-board port and a memory module, as root reads them."""
    slot = Builder(9, 0x09, 17)
    slot.string(0x04, "SLOT1 PCI-E 4.0 X16")
    for offset, value in ((0x05, 0xB8), (0x06, 0x0D), (0x07, 0x04), (0x09, 1), (0x0F, 0x40), (0x10, 0x19)):
        slot.put("B", offset, value)
    port = Builder(41, 0x29, 11)
    port.string(0x04, "Onboard LAN1")
    port.put("BB", 0x09, 0x05, 0x00)
    array = Builder(16, 0x10, 23)
    array.put("BB", 0x05, 0x03, 0x06)
    module = Builder(17, 0x11, 40)
    module.put("H", 0x04, 0x10)
    module.put("H", 0x0C, 0x7FFF)
    module.put("I", 0x1C, 256 << 10)
    for offset, text in ((0x10, "DIMMA1"), (0x17, "Samsung"), (0x18, "S0123456"), (0x1A, "M393AAG40M3B-CYF")):
        module.string(offset, text)
    for layout, offset, value in (("B", 0x12, 0x1A), ("H", 0x15, 3200), ("B", 0x1B, 4), ("H", 0x20, 2933)):
        module.put(layout, offset, value)
    return b"".join(record.to_bytes() for record in (slot, port, array, module, Builder(127, 0x7F, 4)))


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
        machine.put(f"{cpu}/cpu{number}/cpuidle/state0/disable", "1\n")
    machine.put(f"{cpu}/cpu0/cpuidle/state0/name", "C2\n")
    machine.put(f"{cpu}/cpu0/cpuidle/state0/latency", "400\n")
    machine.put("/proc/cpuinfo", "processor\t: 0\nmodel name\t: AMD EPYC 7443P  24-Core Processor\nflags\t\t: fpu\n\n")
    machine.put(f"{cpu}/cpuidle/current_driver", "acpi_idle\n")
    machine.put(f"{cpu}/cpufreq/boost", "1\n")
    machine.put(f"{cpu}/vulnerabilities/meltdown", "Not affected\n")
    for node, cpus in ((0, "0-3,8-11"), (1, "4-7,12-15")):
        folder = f"/sys/devices/system/node/node{node}"
        machine.put(f"{folder}/cpulist", cpus + "\n")
        machine.put(f"{folder}/meminfo", f"Node {node} MemTotal:       131924786 kB\n")
        machine.put(f"{folder}/distance", "10 32\n" if node == 0 else "32 10\n")


def _kernel(machine: Machine) -> None:
    machine.put("/etc/machine-id", "7c1f0a9b2d3e4f5061728394a5b6c7d8\n")
    machine.put("/proc/sys/kernel/version", "#1 SMP PREEMPT_DYNAMIC Debian 6.12.1-1 (2026-01-02)\n")
    machine.put("/proc/sys/kernel/tainted", "0\n")
    machine.put("/proc/sys/kernel/numa_balancing", "1\n")
    machine.put("/sys/kernel/iommu_groups/0/type", "identity\n")
    machine.put("/sys/module/pcie_aspm/parameters/policy", "[default] performance powersave powersupersave\n")
    machine.put("/sys/module/nvme/parameters/poll_queues", "8\n")
    machine.put("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n")
    machine.put("/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n")
    # BIOS settings as a workstation's kernel shows them; a server's come from its BMC in the same form.
    setting = "/sys/class/firmware-attributes/lab/attributes/NumaNodesPerSocket"
    machine.put(f"{setting}/type", "enumeration\n")
    machine.put(f"{setting}/current_value", "NPS1\n")
    machine.put("/sys/class/firmware-attributes/lab/attributes/pending_reboot", "0\n")


def _network(machine: Machine) -> None:
    port = "/sys/devices/pci0000:00/0000:00:05.1/0000:05:00.0"
    for name, value in (
        ("address", "0c:42:a1:00:00:01"),
        ("speed", "25000"),
        ("duplex", "full"),
        ("mtu", "9000"),
    ):
        machine.put(f"{port}/net/ens1f0/{name}", value + "\n")
    machine.put(f"{port}/net/ens1f0/operstate", "up\n")
    machine.put(f"{port}/numa_node", "0\n")
    machine.link(f"{port}/net/ens1f0/device", port)
    machine.link("/sys/class/net/ens1f0", f"{port}/net/ens1f0")


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

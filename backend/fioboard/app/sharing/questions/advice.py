"""How to find out what nobody answered: for each question what to look for, and the command of each system.

A command is advised only where it runs: which system a host has is told by its inventory, and where it does not tell,
no command is given. Adding a question means adding its advice here. Sources: pciconf(8), nvmecontrol(8), camcontrol(8),
kenv(1), geom(8) of FreeBSD; system_profiler(8), diskutil(8), kextstat(8) of macOS; PowerShell's Storage and CimCmdlets
modules of Windows.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Platform = Literal["linux", "freebsd", "macos", "windows"]

# `os.name` of a Linux host is NAME of its os-release: the distribution's. Not each of them says Linux.
PLATFORMS: tuple[tuple[re.Pattern[str], Platform], ...] = (
    (re.compile(r"freebsd", re.IGNORECASE), "freebsd"),
    (re.compile(r"macos|mac os x|darwin", re.IGNORECASE), "macos"),
    (re.compile(r"windows", re.IGNORECASE), "windows"),
    (
        re.compile(
            r"linux|ubuntu|debian|fedora|centos|red hat|rhel|suse|sles|gentoo|nixos|proxmox|pop!_os|photon os",
            re.IGNORECASE,
        ),
        "linux",
    ),
)


def platform(os_name: str | None) -> Platform | None:
    """The kind of system that an inventory's `os.name` names; None when it names none of those we know commands of."""
    return next((kind for pattern, kind in PLATFORMS if os_name and pattern.search(os_name)), None)


@dataclass(frozen=True, slots=True)
class Advice:
    """`look_for` completes "Look for …"; `commands`: one line each, to be run on the host."""

    look_for: str
    commands: Mapping[Platform, str] = field(default_factory=dict)


AS_ROOT = "sudo fioboard-agent inventory --privileged"
WITH_THE_AGENT = "fioboard-agent run --help  # upload with the agent: it records options and CPUs"
WITH_SUPPORT = (
    "fioboard-agent run --support JOB.fio  # also uploads the kernel log and the drives' SMART data"
)
STATE_RATED = "fioboard-agent run --label rated_iops=NUMBER --label rated_bw_bytes_per_s=NUMBER"
FIO_VERSION = "fio --version"
STATE_BIOS = "fioboard-agent run --set bios.nps=NUMBER JOB.fio  # use the value shown in the BIOS setup"
RECORDED = "fioboard-agent run JOB.fio  # uploads the hardware inventory with the run (Linux, FreeBSD, macOS)"
ON_THE_SERVER = "fioboard-agent inventory  # on the server that has the drives"
LINKS: Mapping[Platform, str] = {
    "linux": AS_ROOT,
    "freebsd": "sudo pciconf -lvc",
    "macos": "system_profiler SPPCIDataType SPNVMeDataType",
}

ADVICE: Mapping[str, Advice] = {
    "slot-width": Advice(
        "the slot's name, the lanes its link uses and the lanes of the card or drive", LINKS
    ),
    "numa-pinning": Advice(
        "cpus_allowed and numa_cpu_nodes in the job, or a program before fio that binds it",
        {"linux": WITH_THE_AGENT, "freebsd": WITH_THE_AGENT},
    ),
    "driver": Advice(
        "the driver that the system shows for each drive's controller, and its version",
        {
            "linux": "lspci -k; modinfo nvme | grep -i ^version; cat /sys/module/nvme/version",
            "freebsd": "pciconf -l; kldstat",
            "macos": "kextstat | grep -i -e nvme -e ahci",
            "windows": "Get-CimInstance Win32_PnPSignedDriver | Where-Object DeviceClass -eq SCSIADAPTER"
            " | Select-Object DeviceName, DriverVersion",
        },
    ),
    "link-full": Advice("speed and width of every PCIe link from the slot to the drives", LINKS),
    "errors": Advice(
        "link errors, media errors and controller resets in the kernel log and the drives' SMART data",
        {
            "linux": WITH_SUPPORT,
            "freebsd": "dmesg | grep -i -e nvme -e reset; sudo pciconf -le; sudo nvmecontrol logpage -p 2 nvme0",
            "windows": "Get-WinEvent -FilterHashtable @{LogName='System'; ProviderName='stornvme', 'disk',"
            " 'Microsoft-Windows-WHEA-Logger'}",
        },
    ),
    "numa-node": Advice(
        "the NUMA node of each drive's controller",
        {"linux": "cat /sys/class/nvme/nvme*/device/numa_node", "freebsd": "sysctl dev.nvme | grep %domain"},
    ),
    "bios-version": Advice(
        "the version and date on the first page of the BIOS setup",
        {
            "linux": AS_ROOT,
            "freebsd": "kenv smbios.bios.version",
            "macos": "system_profiler SPHardwareDataType",
            "windows": "Get-CimInstance Win32_BIOS",
        },
    ),
    "bios-settings": Advice(
        "these settings in the firmware's setup",
        {"linux": AS_ROOT, "freebsd": STATE_BIOS, "macos": STATE_BIOS},
    ),
    "drive-firmware": Advice(
        "model and firmware revision of each drive",
        {
            "linux": "cat /sys/class/nvme/nvme*/{model,firmware_rev}",
            "freebsd": "sudo nvmecontrol identify nvme0; sudo camcontrol devlist",
            "macos": "system_profiler SPNVMeDataType SPSerialATADataType",
            "windows": "Get-PhysicalDisk | Select-Object FriendlyName, FirmwareVersion",
        },
    ),
    "array": Advice(
        "the layers between what was measured and the drives",
        {
            "linux": "cat /proc/mdstat; lsblk -o NAME,TYPE,SIZE,FSTYPE",
            "freebsd": "geom disk list; zpool status; gstripe status",
            "macos": "diskutil list; diskutil appleRAID list",
            "windows": "Get-VirtualDisk; Get-PhysicalDisk",
        },
    ),
    "temperature": Advice(
        "the drives' temperature during a run, and what cools them",
        {
            "linux": "sudo smartctl -A /dev/nvme0",
            "freebsd": "sudo nvmecontrol logpage -p 2 nvme0",
            "windows": "Get-PhysicalDisk | Get-StorageReliabilityCounter | Select-Object DeviceId, Temperature",
        },
    ),
    "system": Advice(
        "the system's name and version and its kernel's",
        {
            "linux": "uname -r; cat /etc/os-release",
            "freebsd": "freebsd-version -ku",
            "macos": "sw_vers; uname -a",
            "windows": "Get-ComputerInfo | Select-Object OsName, OsVersion",
        },
    ),
    "command": Advice(
        "the job file or the command line, and fio's version",
        dict.fromkeys(("linux", "freebsd", "macos", "windows"), FIO_VERSION),
    ),
    "rated": Advice(
        "the drives' datasheet; a label states its figures",
        dict.fromkeys(("linux", "freebsd", "macos"), STATE_RATED),
    ),
}

IN_VM: Mapping[str, str] = {
    "errors": "fioboard-agent run --support JOB.fio  # also uploads the VM's kernel log"
}
"""On a hypervisor's drives, in place of what asks a physical drive."""

OF_THE_OWNER: Mapping[str, str] = {
    "errors": WITH_SUPPORT,
    "command": FIO_VERSION,
    "rated": STATE_RATED,
    "bios-settings": STATE_BIOS,
}
"""What its owner can do about a host whose system is not known: nothing but the agent would record it. RECORDED where a
question has none of its own."""

"""All answers, in the order in which support asks: the slot, the node, the drivers first."""

from collections.abc import Callable

from fioboard.questions import drives, links, numa, software
from fioboard.questions.question import AS_ROOT, Finding, Setting, question, settings
from fioboard.schemas.shared import QuestionOut, SharedDocument

QUESTIONS: tuple[tuple[str, str, Callable[[Setting], Finding], str], ...] = (
    ("slot-width", "Is it in a x16 slot?", links.slot_width, AS_ROOT),
    ("numa-pinning", "Did you pin the process to a NUMA node?", numa.is_pinned,
     "fioboard-agent run --help  # upload with the agent: it records options and CPUs"),
    ("driver", "Are the drivers installed, and which version?", software.driver,
     "lspci -k; modinfo nvme | grep -i ^version; cat /sys/module/nvme/version"),
    ("link-full", "Is the link full at every hop?", links.link_full, AS_ROOT),
    ("numa-node", "On which NUMA node are the drives?", numa.node_of_drives,
     "cat /sys/class/nvme/nvme*/device/numa_node"),
    ("bios-version", "Which BIOS version?", software.bios_version, AS_ROOT),
    ("bios-settings", "How is the BIOS set (NPS, C-states, ASPM, IOMMU)?", software.bios_settings, AS_ROOT),
    ("drive-firmware", "Which drives, and which firmware is on them?", drives.firmware,
     "cat /sys/class/nvme/nvme*/{model,firmware_rev}"),
    ("array", "How is the array laid out?", drives.layout, "cat /proc/mdstat; lsblk -o NAME,TYPE,SIZE,FSTYPE"),
    ("temperature", "How warm did the drives get, and how are they cooled?", drives.temperature,
     "sudo smartctl -A /dev/nvme0"),
    ("system", "Which operating system and kernel?", software.system, "uname -r; cat /etc/os-release"),
    ("command", "With which fio command and version?", software.command, "fio --version"),
    ("rated", "What are the drives rated at?", drives.rated,
     "fioboard-agent run --label rated_iops=NUMBER --label rated_bw_bytes_per_s=NUMBER"),
)  # fmt: skip


def answers(document: SharedDocument) -> list[QuestionOut]:
    """All questions, answered from a shared document without its questions; none when it shows no machine."""
    every = settings(document)
    if not every:
        return []
    return [
        question(key, title, [(setting, find(setting)) for setting in every], command)
        for key, title, find, command in QUESTIONS
    ]

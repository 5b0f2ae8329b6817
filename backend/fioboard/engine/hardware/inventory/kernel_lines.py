"""What a line of the kernel's log about storage says: its topic, and the forms in which a share may show it.

A form is a line as the kernel prints it, with its arguments apart; a line of no form is not shown to strangers.
Sources: drivers/nvme/host, drivers/pci/pcie (aer.c, dpc.c), drivers/pci/hotplug, drivers/ata/libata, drivers/scsi,
block/blk-core.c, drivers/md, drivers/scsi/mpt3sas, arch/x86/kernel/cpu/mce of Linux 4.19 to 6.12.
"""

import re
from collections.abc import Iterable

from fioboard.core.sentence import Template

OTHER = "other"
# The worst first: a line has the first topic that fits it.
TOPICS: tuple[tuple[str, str, re.Pattern[str]], ...] = tuple(
    (topic, title, re.compile(pattern))
    for topic, title, pattern in (
        ("machine_check", "machine checks", r"Machine [Cc]heck|\[Hardware Error\]|EDAC .*\b[CU]E\b"),
        ("pcie_error", "PCIe errors", r"PCIe Bus Error: severity|DPC: containment|can't find device of ID"),
        ("media", "media errors", r"critical medium error|Unrecovered read error|Medium Error|\bsct 0x2\b"),
        (
            "reset",
            "resets",
            r"resetting (controller|link|fusion)|will reset|reset controller|device reset occurred|diag reset"
            r"|link has been reset|controller is down|disabling? (controller|device) after reset",
        ),
        (
            "timeout",
            "timeouts",
            r"timeout, (aborting|completion|disable)|timed out|Device not ready|Abort status|qc timeout",
        ),
        ("io_error", "I/O errors", r"I/O [Ee]rror|failed command|FAILED Result|exception Emask"),
        (
            "link",
            "link changes",
            r"Link Down|Card not present|limiting SATA link speed|bandwidth, limited by",
        ),
        ("array", "array faults", r"Disk failure|kicking non-fresh|not clean|Operation continuing"),
        ("heat", "heat notes", r"temperature above threshold|clock throttled|critical temperature"),
    )
)
TITLES = {topic: title for topic, title, _ in TOPICS} | {OTHER: "others"}
# Topics that are faults of links, media or controllers, as support asks for them.
PCIE, MEDIA, RESETS = ("pcie_error",), ("media", "io_error"), ("reset", "timeout")


def find_topic(text: str) -> str:
    """Return what a line is about."""
    return next((topic for topic, _, pattern in TOPICS if pattern.search(text)), OTHER)


def normalize_blanks(text: str) -> str:
    """Return a line with single blanks, as the forms have it."""
    return " ".join(text.split())


DRIVERS = frozenset(
    {"pcieport", "nvme", "ahci", "vmd", "mpt3sas", "megaraid_sas", "smartpqi", "mpi3mr", "pci"}
)
WORDS = DRIVERS | {
    *("Corrected", "Correctable", "Uncorrected", "Uncorrectable", "Fatal", "Non-Fatal"),
    *("Physical Layer", "Data Link Layer", "Transaction Layer", "Unaccessible"),
    *("Receiver ID", "Transmitter ID", "Requester ID", "Completer ID", "Unregistered Agent ID"),
    *(
        "RxErr",
        "BadTLP",
        "BadDLLP",
        "Rollover",
        "Timeout",
        "NonFatalErr",
        "CorrIntErr",
        "HeaderOF",
        "DLP",
        "SDES",
    ),
    *("TLP", "FCP", "CmpltTO", "CmpltAbrt", "UnxCmplt", "RxOF", "MalfTLP", "ECRC", "UnsupReq", "ACSViol"),
    *(
        "READ",
        "WRITE",
        "FLUSH",
        "DISCARD",
        "Read",
        "Write",
        "Flush",
        "READ FPDMA QUEUED",
        "WRITE FPDMA QUEUED",
        "FLUSH CACHE EXT",
    ),
    *("READ DMA", "WRITE DMA", "READ DMA EXT", "WRITE DMA EXT", "IDENTIFY DEVICE", "DATA SET MANAGEMENT"),
    *("hard", "soft", "Core", "Package", "PL", "IOP", "IR"),
    *("Medium Error", "Hardware Error", "Aborted Command", "Not Ready", "Unit Attention", "Illegal Request"),
    *("Unrecovered read error", "Write error", "Internal target failure", "Logical unit not ready"),
    *(
        "DID_OK",
        "DID_BAD_TARGET",
        "DID_NO_CONNECT",
        "DID_TIME_OUT",
        "DID_SOFT_ERROR",
        "DID_RESET",
        "DRIVER_OK",
    ),
    *("DRIVER_SENSE", "DRIVER_TIMEOUT", "critical medium", "critical target", "data-check", "resync"),
    *("recovery", "reshape", "check"),
}
FORMS: tuple[Template, ...] = (
    # NVMe
    Template("nvme {drive:name}: I/O {tag:figure} QID {queue:figure} timeout, aborting"),
    Template("nvme {drive:name}: I/O {tag:figure} QID {queue:figure} timeout, reset controller"),
    Template("nvme {drive:name}: I/O {tag:figure} QID {queue:figure} timeout, disable controller"),
    Template("nvme {drive:name}: I/O {tag:figure} QID {queue:figure} timeout, completion polled"),
    Template("nvme {drive:name}: I/O {tag:figure} ({op:closed}) QID {queue:figure} timeout, aborting"),
    Template(
        "nvme {drive:name}: I/O {tag:figure} ({op:closed}) QID {queue:figure} timeout, reset controller"
    ),
    Template(
        "nvme {drive:name}: I/O tag {tag:figure} ({code:code}) opcode {opcode:code} (I/O Cmd) QID {queue:figure} "
        "timeout, aborting req_op:{op:closed}({number:figure}) size:{size:figure}"
    ),
    Template(
        "nvme {drive:name}: I/O tag {tag:figure} ({code:code}) opcode {opcode:code} (I/O Cmd) QID {queue:figure} "
        "timeout, reset controller"
    ),
    Template("nvme {drive:name}: Abort status: {status:code}"),
    Template("nvme {drive:name}: resetting controller"),
    Template("nvme {drive:name}: controller is down; will reset: CSTS={status:code}, PCI_STATUS={pci:code}"),
    Template(
        "nvme {drive:name}: controller is down; will reset: CSTS={status:code}, PCI_STATUS read failed ({pci:figure})"
    ),
    Template("nvme {drive:name}: Device not ready; aborting reset, CSTS={status:code}"),
    Template("nvme {drive:name}: Device not ready; aborting initialisation, CSTS={status:code}"),
    Template("nvme {drive:name}: Disabling device after reset failure: -{errno:figure}"),
    Template("nvme {drive:name}: Removing after probe failure status: -{errno:figure}"),
    Template("nvme {drive:name}: pci function {function:name}"),
    Template("nvme {drive:name}: {io:figure}/{read:figure}/{poll:figure} default/read/poll queues"),
    Template("nvme {drive:name}: Shutdown timeout set to {time:figure} seconds"),
    Template("nvme {function:name}: platform quirk: setting simple suspend"),
    Template(
        "{drive:name}: I/O Cmd({opcode:code}) @ LBA {lba:figure}, {blocks:figure} blocks, I/O Error "
        "(sct {type:code} / sc {status:code})"
    ),
    Template(
        "{drive:name}: I/O Cmd({opcode:code}) @ LBA {lba:figure}, {blocks:figure} blocks, I/O Error "
        "(sct {type:code} / sc {status:code}) DNR"
    ),
    Template(
        "{drive:name}: I/O Cmd({opcode:code}) @ LBA {lba:figure}, {blocks:figure} blocks, I/O Error "
        "(sct {type:code} / sc {status:code}) MORE DNR"
    ),
    # The block layer
    Template(
        "I/O error, dev {drive:name}, sector {sector:figure} op {op:code}:({word:closed}) flags {flags:code} "
        "phys_seg {segments:figure} prio class {prio:figure}"
    ),
    Template(
        "{what:closed} error, dev {drive:name}, sector {sector:figure} op {op:code}:({word:closed}) flags {flags:code} "
        "phys_seg {segments:figure} prio class {prio:figure}"
    ),
    Template(
        "blk_update_request: I/O error, dev {drive:name}, sector {sector:figure} op {op:code}:({word:closed}) "
        "flags {flags:code} phys_seg {segments:figure} prio class {prio:figure}"
    ),
    Template("I/O error, dev {drive:name}, sector {sector:figure}"),
    Template("Buffer I/O error on dev {drive:name}, logical block {block:figure}, async page read"),
    Template("Buffer I/O error on dev {drive:name}, logical block {block:figure}, lost async page write"),
    # PCIe
    Template("{driver:closed} {port:name}: AER: {kind:closed} error received: {function:name}"),
    Template("{driver:closed} {port:name}: AER: Multiple {kind:closed} error received: {function:name}"),
    Template("{driver:closed} {port:name}: AER: {kind:closed} error message received from {function:name}"),
    Template(
        "{driver:closed} {port:name}: AER: Multiple {kind:closed} error message received from {function:name}"
    ),
    Template(
        "{driver:closed} {port:name}: AER: {kind:closed} ({fatal:closed}) error received: {function:name}"
    ),
    Template(
        "{driver:closed} {port:name}: AER: {kind:closed} ({fatal:closed}) error message received from {function:name}"
    ),
    Template(
        "{driver:closed} {port:name}: PCIe Bus Error: severity={kind:closed}, type={layer:closed}, ({agent:closed})"
    ),
    Template(
        "{driver:closed} {port:name}: PCIe Bus Error: severity={kind:closed} ({fatal:closed}), type={layer:closed}, "
        "({agent:closed})"
    ),
    Template("{driver:closed} {port:name}: device [{ids:code}] error status/mask={status:code}"),
    Template("{driver:closed} {port:name}: [{bit:figure}] {error:closed}"),
    Template("{driver:closed} {port:name}: [{bit:figure}] {error:closed} (First)"),
    Template("{driver:closed} {port:name}: [ {bit:figure}] {error:closed}"),
    Template("{driver:closed} {port:name}: [ {bit:figure}] {error:closed} (First)"),
    Template("{driver:closed} {port:name}: AER: Root Port link has been reset ({status:figure})"),
    Template("{driver:closed} {port:name}: AER: device recovery successful"),
    Template("{driver:closed} {port:name}: AER: device recovery failed"),
    Template(
        "{driver:closed} {port:name}: DPC: containment event, status:{status:code} source:{source:code}"
    ),
    Template("{driver:closed} {port:name}: pciehp: Slot({slot:figure}): Link Down"),
    Template("{driver:closed} {port:name}: pciehp: Slot({slot:figure}): Link Up"),
    Template("{driver:closed} {port:name}: pciehp: Slot({slot:figure}): Card not present"),
    Template(
        "{driver:closed} {port:name}: {now:figure} Gb/s available PCIe bandwidth, limited by {speed:figure} GT/s PCIe "
        "x{lanes:figure} link at {limit:name} (capable of {could:figure} Gb/s with {most:figure} GT/s PCIe "
        "x{all:figure} link)"
    ),
    # SATA and SCSI
    Template(
        "ata{port:code}: exception Emask {mask:code} SAct {active:code} SErr {errors:code} action {action:code} frozen"
    ),
    Template(
        "ata{port:code}: exception Emask {mask:code} SAct {active:code} SErr {errors:code} action {action:code}"
    ),
    Template("ata{port:code}: failed command: {op:closed}"),
    Template("ata{port:code}: {how:closed} resetting link"),
    Template("ata{port:code}: EH complete"),
    Template(
        "ata{port:code}: SATA link up {speed:figure} Gbps (SStatus {status:code} SControl {control:code})"
    ),
    Template("ata{port:code}: SATA link down (SStatus {status:code} SControl {control:code})"),
    Template("ata{port:code}: limiting SATA link speed to {speed:figure} Gbps"),
    Template("ata{port:code}: configured for UDMA/{mode:figure}"),
    Template("sd {place:code}: Power-on or device reset occurred"),
    Template("sd {place:code}: [{drive:name}] tag#{tag:figure} Sense Key : {key:closed} [current]"),
    Template("sd {place:code}: [{drive:name}] tag#{tag:figure} Add. Sense: {sense:closed}"),
    Template(
        "sd {place:code}: [{drive:name}] tag#{tag:figure} FAILED Result: hostbyte={host:closed} "
        "driverbyte={driver:closed} cmd_age={age:figure}s"
    ),
    Template("sd {place:code}: [{drive:name}] Synchronizing SCSI cache"),
    Template(
        "mpt3sas_cm{number:figure}: log_info({info:code}): originator({origin:closed}), code({code:code}), "
        "sub_code({sub:code})"
    ),
    Template("mpt3sas_cm{number:figure}: sending diag reset !!"),
    Template("mpt3sas_cm{number:figure}: diag reset: SUCCESS"),
    Template("mpt3sas_cm{number:figure}: fault_state({code:code})!"),
    Template("megaraid_sas {function:name}: resetting fusion adapter scsi{number:figure}."),
    # Arrays
    Template("md: {what:closed} of RAID array {array:name}"),
    Template("md: {array:name}: {what:closed} done."),
    Template("md/raid{level:figure}:{array:name}: Disk failure on {drive:name}, disabling device."),
    Template("md/raid{level:figure}:{array:name}: Operation continuing on {count:figure} devices."),
    # Heat and the machine
    Template(
        "CPU{number:figure}: {what:closed} temperature above threshold, cpu clock throttled "
        "(total events = {count:figure})"
    ),
    Template("mce: [Hardware Error]: Machine check events logged"),
    Template(
        "mce: [Hardware Error]: CPU {number:figure}: Machine Check: {kind:figure} Bank {bank:figure}: {low:code}"
    ),
)


def count_by_topic(topics: Iterable[str]) -> dict[str, int]:
    """Count the lines of each topic, the worst first."""
    lines = list(topics)
    return {topic: lines.count(topic) for topic in TITLES if topic in lines}

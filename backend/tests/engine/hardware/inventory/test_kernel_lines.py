"""engine/hardware/inventory/kernel_lines.py on lines as kernels print them."""

from fioboard.engine.hardware.inventory.kernel_lines import (
    FORMS,
    TITLES,
    TOPICS,
    count_by_topic,
    find_topic,
    normalize_blanks,
)
from tests.loops import check_each

# Line, topic, whether a share can show it.
LINES = (
    ("nvme nvme0: I/O 12 QID 3 timeout, aborting", "timeout", True),
    ("nvme nvme0: I/O 12 QID 3 timeout, reset controller", "reset", True),
    (
        "nvme nvme1: I/O tag 123 (007b) opcode 0x2 (I/O Cmd) QID 5 timeout, aborting req_op:READ(0) size:4096",
        "timeout",
        True,
    ),
    ("nvme nvme0: Abort status: 0x0", "timeout", True),
    ("nvme nvme0: controller is down; will reset: CSTS=0x3, PCI_STATUS=0x10", "reset", True),
    ("nvme nvme0: Device not ready; aborting reset, CSTS=0x1", "timeout", True),
    ("nvme nvme0: Shutdown timeout set to 8 seconds", "other", True),
    ("nvme nvme0: 32/0/0 default/read/poll queues", "other", True),
    ("nvme0n1: I/O Cmd(0x2) @ LBA 12345, 8 blocks, I/O Error (sct 0x2 / sc 0x81) MORE DNR", "media", True),
    (
        "critical medium error, dev nvme0n1, sector 123 op 0x0:(READ) flags 0x80700 phys_seg 1 prio class 2",
        "media",
        True,
    ),
    (
        "blk_update_request: I/O error, dev sda, sector 1234 op 0x1:(WRITE) flags 0x0 phys_seg 1 prio class 0",
        "io_error",
        True,
    ),
    ("pcieport 0000:40:01.1: AER: Multiple Corrected error received: 0000:41:00.0", "other", True),
    ("pcieport 0000:40:01.1: AER: Correctable error message received from 0000:41:00.0", "other", True),
    ("pcieport 0000:40:01.1: AER: Uncorrected (Non-Fatal) error received: 0000:41:00.0", "other", True),
    (
        "nvme 0000:41:00.0: PCIe Bus Error: severity=Uncorrected (Non-Fatal), type=Transaction Layer, (Requester ID)",
        "pcie_error",
        True,
    ),
    ("nvme 0000:41:00.0:   device [144d:a808] error status/mask=00000001/0000e000", "other", True),
    ("nvme 0000:41:00.0:    [ 0] RxErr                  (First)", "other", True),
    ("pcieport 0000:40:01.1: pciehp: Slot(3): Link Down", "link", True),
    (
        "nvme 0000:41:00.0: 31.504 Gb/s available PCIe bandwidth, limited by 8.0 GT/s PCIe x4 link at 0000:40:01.1 "
        "(capable of 63.012 Gb/s with 16.0 GT/s PCIe x4 link)",
        "link",
        True,
    ),
    ("ata1.00: exception Emask 0x0 SAct 0x1 SErr 0x0 action 0x6 frozen", "io_error", True),
    ("ata1.00: failed command: READ FPDMA QUEUED", "io_error", True),
    ("ata1: hard resetting link", "reset", True),
    ("ata1: SATA link up 6.0 Gbps (SStatus 133 SControl 300)", "other", True),
    ("sd 0:0:0:0: [sda] tag#12 Sense Key : Medium Error [current]", "media", True),
    ("sd 0:0:0:0: Power-on or device reset occurred", "reset", True),
    ("mpt3sas_cm0: log_info(0x31110e05): originator(PL), code(0x11), sub_code(0x0e05)", "other", True),
    ("md/raid1:md0: Disk failure on sda1, disabling device.", "array", True),
    ("md: data-check of RAID array md127", "other", True),
    ("CPU3: Core temperature above threshold, cpu clock throttled (total events = 12)", "heat", True),
    ("mce: [Hardware Error]: Machine check events logged", "machine_check", True),
    # What may hold a serial number, an address or a name has no form.
    ("ata1.00: ATA-11: Samsung SSD 870 EVO 1TB, SVT02B6Q, max UDMA/133", "other", False),
    ("scsi 0:0:0:0: SATA: handle(0x0009), sas_addr(0x500304801c2a3b4c), phy(0)", "other", False),
    ("EXT4-fs (sda1): mounted filesystem 0c5e8c0a-7777-4b1d-9f51-aaaaaaaaaaaa ro", "other", False),
    ("nvme nvme2: creating 8 I/O queues for nqn.2014-08.com.example:nas, addr 10.1.2.3:4420", "other", False),
    ("nvme nvme0: I/O 12 QID 3 timeout, aborting for customer Acme", "timeout", False),
)


@check_each("line, topic, has_form", LINES)
def test_lines_have_a_topic_and_a_form(line: str, topic: str, has_form: bool) -> None:
    assert find_topic(line) == topic
    assert any(form.read(normalize_blanks(line)) is not None for form in FORMS) is has_form


def test_topics_are_told_apart_and_counted_the_worst_first() -> None:
    assert len(TITLES) == len(TOPICS) + 1
    assert list(count_by_topic(["other", "reset", "pcie_error", "other"]).items()) == [
        ("pcie_error", 1),
        ("reset", 1),
        ("other", 2),
    ]


def test_every_form_reads_what_it_composes() -> None:
    examples = {"figure": "7", "code": "0x1f", "closed": "READ", "name": "nvme0n1"}
    for form in FORMS:
        text = form(**{name: examples[kind] for name, kind in form.kinds.items()})
        assert form.read(str(text)) is not None, form.text

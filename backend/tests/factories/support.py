"""What agents collect for support: documents of the kernel's log and of drives, every field choosable."""

from typing import Any

LINES = (
    ("2026-11-20T12:00:01Z", "nvme nvme0: pci function 0000:41:00.0"),
    ("2026-11-20T13:00:05Z", "pcieport 0000:40:01.1: AER: Corrected error received: 0000:41:00.0"),
    (
        "2026-11-20T13:00:05Z",
        "nvme 0000:41:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer, (Receiver ID)",
    ),
    ("2026-11-20T13:00:09Z", "nvme nvme0: I/O 12 QID 3 timeout, reset controller"),
    ("2026-11-20T14:00:00Z", "EXT4-fs (nvme0n1p1): mounted filesystem 0c5e8c0a-7777-4b1d-9f51-aaaaaaaaaaaa"),
)


def kernel_log(**fields: Any) -> dict[str, Any]:
    """A log that covers the run of `factories.upload.manifest`."""
    return {
        "schema": 1,
        "kind": "kernel_log",
        "host_id": "host-0001",
        "agent_version": "0.1.0",
        "collected_at": "2026-11-20T14:30:00.000Z",
        "status": "ok",
        "detail": None,
        "command": None,
        "source": "dmesg",
        "covers_from": "2026-11-20T12:00:00.000Z",
        "lines_left_out": 0,
        "lines": [{"at": at, "text": text} for at, text in LINES],
    } | fields


def smart_page(**fields: Any) -> dict[str, Any]:
    """A page of smartctl of an NVMe drive."""
    return {
        "schema": 1,
        "kind": "smart_page",
        "host_id": "host-0001",
        "agent_version": "0.1.0",
        "collected_at": "2026-11-20T14:30:00.000Z",
        "status": "ok",
        "detail": None,
        "command": None,
        "drive": "nvme0n1",
        "source": "smartctl",
        "page": {
            "device": {"name": "/dev/nvme0", "protocol": "NVMe"},
            "serial_number": "S64GNX0R999999",
            "temperature": {"current": 41},
            "nvme_smart_health_information_log": {
                "media_errors": 2,
                "available_spare": 98,
                "percentage_used": 7,
                "power_cycles": 31,
                "unsafe_shutdowns": 5,
            },
        },
    } | fields

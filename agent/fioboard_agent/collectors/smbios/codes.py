"""The standard's words for its numbers (DMTF DSP0134); unknown numbers have none. 1 and 2 are "Other" and "Unknown"."""

from __future__ import annotations

# 7.10.1, system slots
SLOT_TYPES = {
    0x03: "ISA",
    0x06: "PCI",
    0x09: "Proprietary",
    0x0C: "I/O Riser Card",
    0x0E: "PCI-66",
    0x0F: "AGP",
    0x12: "PCI-X",
    0x13: "AGP 8x",
    0x14: "M.2 Socket 1-DP",
    0x15: "M.2 Socket 1-SD",
    0x16: "M.2 Socket 2",
    0x17: "M.2 Socket 3",
    0x1F: "PCI Express 2 SFF-8639 (U.2)",
    0x20: "PCI Express 3 SFF-8639 (U.2)",
    0x21: "PCI Express Mini 52-pin with bottom-side keep-outs",
    0x22: "PCI Express Mini 52-pin without bottom-side keep-outs",
    0x23: "PCI Express Mini 76-pin",
    0x24: "PCI Express 4 SFF-8639 (U.2)",
    0x25: "PCI Express 5 SFF-8639 (U.2)",
    0x26: "OCP NIC 3.0 Small Form Factor (SFF)",
    0x27: "OCP NIC 3.0 Large Form Factor (LFF)",
    0x28: "OCP NIC Prior to 3.0",
    0x30: "CXL Flexbus 1.0",
    0xC4: "PCI Express 6+",
    0xC5: "EDSFF E1",
    0xC6: "EDSFF E3",
    **{
        base + step: f"PCI Express{generation}{width}"
        for base, generation in ((0xA5, ""), (0xAB, " 2"), (0xB1, " 3"), (0xB8, " 4"), (0xBE, " 5"))
        for step, width in enumerate(("", " x1", " x2", " x4", " x8", " x16"))
    },
}

# 7.10.2: only these are lanes; the numbers below are bits of a parallel bus
SLOT_LANES = {0x08: 1, 0x09: 2, 0x0A: 4, 0x0B: 8, 0x0C: 12, 0x0D: 16, 0x0E: 32}

# 7.10.3
SLOT_USAGES = {0x03: "Available", 0x04: "In Use", 0x05: "Unavailable"}

# 7.4.1
CHASSIS_TYPES = dict(
    enumerate(
        [
            *[
                "Desktop",
                "Low Profile Desktop",
                "Pizza Box",
                "Mini Tower",
                "Tower",
                "Portable",
                "Laptop",
                "Notebook",
            ],
            *["Hand Held", "Docking Station", "All In One", "Sub Notebook", "Space-saving", "Lunch Box"],
            *[
                "Main Server Chassis",
                "Expansion Chassis",
                "Sub Chassis",
                "Bus Expansion Chassis",
                "Peripheral Chassis",
            ],
            *[
                "RAID Chassis",
                "Rack Mount Chassis",
                "Sealed-case PC",
                "Multi-system",
                "CompactPCI",
                "AdvancedTCA",
            ],
            *[
                "Blade",
                "Blade Enclosing",
                "Tablet",
                "Convertible",
                "Detachable",
                "IoT Gateway",
                "Embedded PC",
            ],
            *["Mini PC", "Stick PC"],
        ],
        start=0x03,
    )
)

# 7.18.2
MEMORY_TYPES = {
    0x03: "DRAM",
    0x09: "Flash",
    0x0F: "SDRAM",
    0x12: "DDR",
    0x13: "DDR2",
    0x14: "DDR2 FB-DIMM",
    0x18: "DDR3",
    0x1A: "DDR4",
    0x1B: "LPDDR",
    0x1C: "LPDDR2",
    0x1D: "LPDDR3",
    0x1E: "LPDDR4",
    0x1F: "Logical non-volatile device",
    0x20: "HBM",
    0x21: "HBM2",
    0x22: "DDR5",
    0x23: "LPDDR5",
    0x24: "HBM3",
}

# 7.17.3
ERROR_CORRECTIONS = {0x03: "None", 0x04: "Parity", 0x05: "Single-bit ECC", 0x06: "Multi-bit ECC", 0x07: "CRC"}

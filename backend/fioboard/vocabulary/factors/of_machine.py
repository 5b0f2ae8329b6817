"""Factors of the host: system, CPU, memory, and how its operating system is set."""

from fioboard.vocabulary.factors.factor import Factor, fact, field

MACHINE: tuple[Factor, ...] = (
    field("system.vendor", "System vendor", "text", "System", "system.vendor", "Who made the machine"),
    field("system.product", "System", "text", "System", "system.product", "The machine's product name"),
    field("board.product", "Board", "text", "System", "system.board.product", "The main board's name"),
    fact(
        "virtualized", "Virtual machine", "text", "System", "Hypervisor; absent on bare metal or when unknown"
    ),
    field("cpu.model", "CPU", "text", "CPU", "cpu.model", "Processor model"),
    field("cpu.sockets", "CPU sockets", "number", "CPU", "cpu.sockets", "Number of processors"),
    field("cpu.cores", "CPU cores", "number", "CPU", "cpu.cores", "Cores of all processors"),
    field("cpu.threads", "CPU threads", "number", "CPU", "cpu.threads", "Hardware threads of all processors"),
    field("cpu.microcode", "Microcode", "text", "CPU", "cpu.microcode", "Microcode revision"),
    fact("cpu.smt", "SMT", "flag", "CPU", "Whether cores run several threads"),
    fact("cpu.boost", "Boost", "flag", "CPU", "Whether the CPU may clock above its base frequency"),
    fact("cpu.governor", "Governor", "text", "CPU", "CPU frequency governor; several when CPUs differ"),
    fact("cpu.epp", "Energy preference", "text", "CPU", "Energy performance preference"),
    field("memory.total", "Memory", "bytes", "Memory", "memory.total_bytes", "Installed memory"),
    fact("memory.dimms", "DIMMs", "number", "Memory", "Memory modules in place"),
    fact("memory.speed", "Memory speed", "number", "Memory", "Configured speed of the modules", "MT/s"),
)

OPERATING_SYSTEM: tuple[Factor, ...] = (
    field("os.name", "Operating system", "text", "OS", "os.name", "Its name"),
    field("os.version", "OS version", "text", "OS", "os.version", "Its version"),
    field("kernel", "Kernel", "text", "OS", "os.kernel", "Kernel release"),
    fact(
        "kernel.cmdline",
        "Kernel options",
        "text",
        "OS",
        "Storage-relevant tokens of the kernel's command line",
    ),
    fact("iommu", "IOMMU", "text", "OS", "off, or the type of its groups: identity, DMA, DMA-FQ"),
    fact("aspm", "ASPM policy", "text", "OS", "The kernel's policy for PCIe link power states"),
    fact(
        "mitigations",
        "CPU mitigations",
        "flag",
        "OS",
        "Whether any CPU vulnerability is mitigated in software",
    ),
    fact(
        "nvme.driver_version",
        "Drive driver version",
        "text",
        "OS",
        "Version of the drives' driver; a vendor's own",
    ),
)

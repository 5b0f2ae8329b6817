"""The declared registry of factors. A new factor is one entry here; it needs no column and no migration."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from fioboard.factors.subject import Scalar, Subject, at, of_jobs

ValueType = Literal["text", "number", "bytes", "flag"]
Found = Scalar | list[Scalar] | None


@dataclass(frozen=True, slots=True)
class Factor:
    """One factor: its key in addresses and API, its title, what kind of value, and where it is read."""

    key: str
    title: str
    type: ValueType
    source: str
    read: Callable[[Subject], Found]


def _option(key: str, title: str, kind: ValueType) -> Factor:
    return Factor(key, title, kind, "job options", lambda subject: list(of_jobs(subject, key)))


def _inventory(key: str, title: str, kind: ValueType, *path: str) -> Factor:
    return Factor(key, title, kind, "inventory", lambda subject: at(subject.inventory, *path))


FACTORS: dict[str, Factor] = {
    factor.key: factor
    for factor in (
        Factor("host", "Host", "text", "upload", lambda s: s.host_name),
        Factor("tool", "Tool", "text", "output", lambda s: s.tool_name),
        Factor("tool.version", "Tool version", "text", "output", lambda s: s.tool_version),
        _option("rw", "I/O pattern", "text"),
        _option("bs", "Block size", "bytes"),
        _option("iodepth", "Queue depth", "number"),
        _option("numjobs", "Jobs", "number"),
        _option("ioengine", "I/O engine", "text"),
        _option("direct", "Direct I/O", "flag"),
        _inventory("system.product", "System", "text", "system", "product"),
        _inventory("bios.version", "BIOS version", "text", "system", "bios", "version"),
        _inventory("cpu.model", "CPU", "text", "cpu", "model"),
        _inventory("cpu.sockets", "CPU sockets", "number", "cpu", "sockets"),
        _inventory("memory.total", "Memory", "bytes", "memory", "total_bytes"),
        _inventory("os.name", "Operating system", "text", "os", "name"),
        _inventory("kernel", "Kernel", "text", "os", "kernel"),
    )
}

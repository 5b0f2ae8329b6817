"""The inventory document: asks every collector of this operating system and records how each of them fared."""

from __future__ import annotations

import os
import platform
import time
from datetime import datetime, timezone
from typing import Callable, Optional, TypeVar

from fioboard_agent import __version__, inventory_types
from fioboard_agent.collectors import (
    cpu_linux,
    firmware_attributes_linux,
    host_linux,
    machine_freebsd,
    machine_macos,
    memory_linux,
    network_linux,
    os_linux,
    storage_linux,
    system_linux,
    virtualization_linux,
)
from fioboard_agent.collectors.smbios import linux as smbios_linux
from fioboard_agent.collectors.storage_linux import Ask
from fioboard_agent.delivery.payload import format_timestamp
from fioboard_agent.delivery.upload import get_host_name
from fioboard_agent.fio.program import FioProgram
from fioboard_agent.firmware.attributes import FirmwareSettings
from fioboard_agent.firmware.settings import build_empty_settings
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.reader import ABSENT, ERROR, Reader, Source
from fioboard_agent.inventory_types import Document

SCHEMA = 1
Collected = TypeVar("Collected")


def collect_inventory(
    roots: Roots,
    program: Optional[FioProgram],
    system: Optional[str] = None,
    make_reader: Callable[[Roots], Reader] = Reader,
) -> Document:
    """The document of one host. Never raises for anything the host's files hold: a collector that fails is an `error`
    in `sources`, and the others go on. `make_reader` lets a capture see, or give, what is read."""
    started = time.monotonic()
    sources: dict[str, Source] = {}
    system = system or platform.system()
    if system == "Linux":
        subjects = _collect_linux(roots, sources, make_reader)
    elif system == "FreeBSD":
        subjects = machine_freebsd.collect_freebsd(_make_asker(roots, sources, make_reader))
    elif system == "Darwin":
        subjects = machine_macos.collect_macos(_make_asker(roots, sources, make_reader))
    else:
        subjects = _describe_unknown_system(system, sources)
    if system == "Linux" and roots.is_live:
        subjects["moment"]["boot_id_hash"] = host_linux.hash_boot_id(Reader(roots))
    sources["fio"] = Source() if program else Source(ABSENT, "no usable fio was found")
    return {
        "schema": SCHEMA,
        "collected_at": format_timestamp(datetime.now(timezone.utc)),
        "collector": {
            "version": __version__,
            "privileged": os.geteuid() == 0,
            "duration_ms": round((time.monotonic() - started) * 1000),
        },
        "sources": {name: source.build_document() for name, source in sources.items()},
        **subjects,
        "fio": {"version": program.version, "path": program.path} if program else None,
    }


def _collect_linux(roots: Roots, sources: dict[str, Source], make_reader: Callable[[Roots], Reader]) -> Document:
    ask = _make_asker(roots, sources, make_reader)
    hypervisor = ask("virtualization", virtualization_linux.detect_virtualization)
    records = ask("smbios", smbios_linux.read_tables)
    system = ask("dmi", lambda reader: system_linux.collect_system(reader, records))
    return {
        "host": ask("host", host_linux.collect_host),
        "virtualized": hypervisor,
        "container": ask("container", virtualization_linux.detect_container),
        "system": system,
        "cpu": ask("cpu", lambda reader: cpu_linux.collect_cpu(reader, is_virtual=hypervisor is not None)),
        "memory": ask("memory", lambda reader: memory_linux.collect_memory(reader, records)),
        "os": ask("os", os_linux.collect_os),
        "network": ask("network", network_linux.collect_network) or [],
        "firmware_settings": _build_firmware_settings(
            ask("firmware_attributes", firmware_attributes_linux.collect_firmware_attributes)
        ),
        **storage_linux.collect_storage(ask, (system or {}).get("slots") or []),
    }


def _build_firmware_settings(settings: Optional[FirmwareSettings]) -> inventory_types.FirmwareSettings:
    return settings.build_document({}) if settings else build_empty_settings()


def _make_asker(roots: Roots, sources: dict[str, Source], make_reader: Callable[[Roots], Reader]) -> Ask:
    def ask(subject: str, collect: Callable[[Reader], Collected]) -> Optional[Collected]:
        reader = make_reader(roots)
        sources[subject] = reader.source
        return _collect_guarded(reader.source, lambda: collect(reader))

    return ask


def _describe_unknown_system(system: str, sources: dict[str, Source]) -> Document:
    sources["os"] = Source(ABSENT, f"this version of the agent reads nothing on {system}")
    return {
        "host": {"name": get_host_name(), "machine_id_hash": None},
        "virtualized": None,
        "container": None,
        "system": None,
        "cpu": None,
        "memory": None,
        "os": {
            "name": system,
            "version": platform.release() or None,
            "kernel": platform.release() or None,
            "cmdline": [],
        },
        "network": [],
        "firmware_settings": build_empty_settings(),
        "pci": {},
        "disks": {},
        "volumes": {},
        "moment": {"disks": {}, "aer": {}, "links": {}},
    }


def _collect_guarded(source: Source, collect: Callable[[], Collected]) -> Optional[Collected]:
    """Run a collector; a mistake in it costs that subject, not the benchmark."""
    try:
        return collect()
    except Exception as error:
        source.status, source.detail = ERROR, f"{type(error).__name__}: {error}"[:200]
        return None

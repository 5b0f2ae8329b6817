"""Puts the firmware settings of a document together: what was asked for goes before what the kernel happens to show."""

from __future__ import annotations

from pathlib import Path
from typing import Mapping, Optional

from fioboard_agent import inventory_types
from fioboard_agent.errors import SetupError
from fioboard_agent.firmware.attributes import FirmwareSettings, Scalar
from fioboard_agent.firmware.bios_file import read_bios_file
from fioboard_agent.firmware.redfish import read_redfish
from fioboard_agent.firmware.redfish_access import read_redfish_access
from fioboard_agent.firmware.redfish_client import RedfishClient, RedfishError
from fioboard_agent.host.reader import ERROR, Source
from fioboard_agent.inventory_types import Document


def build_empty_settings() -> inventory_types.FirmwareSettings:
    """Build settings of which nothing is known and nobody said anything."""
    return {"source": None, "is_pending": None, "raw": {}, "registry": None, "manual": {}}


def add_firmware_settings(
    document: Document,
    bios_file: Optional[Path],
    manual: Mapping[str, Scalar],
    environ: Mapping[str, str],
) -> None:
    """Completes an inventory document: a vendor's dump if one was named, else the BMC if one is configured, else what
    the kernel showed stays. Raises UsageError for a bad file, SetupError for a bad configuration; a BMC that does not
    answer is a status in `sources`, and the benchmark goes on."""
    settings: Optional[FirmwareSettings] = None
    if bios_file is not None:
        settings = read_bios_file(bios_file)
        document["sources"]["bios_file"] = Source().build_document()
    access = read_redfish_access(environ) if settings is None else None
    if access is not None:
        source = Source()
        uuid = (document.get("system") or {}).get("uuid")
        try:
            with RedfishClient(access) as client:
                settings = read_redfish(client, access, uuid)
        except RedfishError as error:
            source.note(error.status, str(error))
        except (SetupError, OSError, ValueError, TypeError) as error:
            source.note(ERROR, f"{type(error).__name__} while asking the BMC")
        document["sources"]["redfish"] = source.build_document()
    if settings is not None:
        document["firmware_settings"] = settings.build_document(manual)
    else:
        shown = document.get("firmware_settings") or build_empty_settings()
        document["firmware_settings"] = {**shown, "manual": dict(sorted(manual.items()))}

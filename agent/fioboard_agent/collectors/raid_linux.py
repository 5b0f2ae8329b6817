"""Asks the RAID controllers' own programs, where such a controller is present and we are root. They are slow."""

from __future__ import annotations

import os
from typing import Callable, Optional

from fioboard_agent.collectors import raid_storcli, raid_text
from fioboard_agent.host.reader import ABSENT, DENIED, UNPARSED, Reader
from fioboard_agent.inventory_types import Function, Volume

_TIMEOUT_S = 60.0
_MALFORMED = (ValueError, KeyError, TypeError, AttributeError, IndexError)
_Parse = Callable[[str], dict[str, Volume]]
# Driver, programs to try in this order, arguments, parser.
_STORCLI = tuple((name, ("/cALL", "show", "all", "J"), raid_storcli.parse_storcli) for name in ("storcli64", "storcli"))
_PERCCLI = tuple((name, ("/cALL", "show", "all", "J"), raid_storcli.parse_storcli) for name in ("perccli64", "perccli"))
_MEGACLI = tuple((name, ("-LdPdInfo", "-aALL"), raid_text.parse_megacli) for name in ("megacli", "MegaCli64"))
_SSACLI = tuple(
    (name, ("ctrl", "all", "show", "config", "detail"), raid_text.parse_ssacli) for name in ("ssacli", "hpssacli")
)
_ARCCONF = (("arcconf", ("getconfig", "1", "LD"), raid_text.parse_arcconf),)
_MVCLI = (("mvcli", ("info", "-o", "vd"), raid_text.parse_mvcli),)
_BY_DRIVER: dict[str, tuple[tuple[str, tuple[str, ...], _Parse], ...]] = {
    "megaraid_sas": (*_STORCLI, *_PERCCLI, *_MEGACLI),
    "mpt3sas": _STORCLI,
    "mpi3mr": (("storcli2", ("/cALL", "show", "all", "J"), raid_storcli.parse_storcli), *_STORCLI),
    "smartpqi": (*_SSACLI, *_ARCCONF),
    "hpsa": _SSACLI,
    "aacraid": _ARCCONF,
}
# Marvell's boot RAID speaks AHCI: only its own number gives it away.
_MARVELL = "0x1b4b"


def collect_hardware_raid(
    reader: Reader, pci: dict[str, Function], is_root: Optional[bool] = None
) -> dict[str, Volume]:
    """Arrays of all RAID controllers of the document's `pci`; `absent` when there is no controller or no program."""
    drivers = {function["driver"] for function in pci.values()}
    programs = [_BY_DRIVER[driver] for driver in sorted(_BY_DRIVER) if driver in drivers]
    if any(function["ids"]["vendor"] == _MARVELL for function in pci.values()):
        programs.append(_MVCLI)
    if not programs:
        reader.source.note(ABSENT, "no RAID controller")
        return {}
    if not (os.geteuid() == 0 if is_root is None else is_root):
        reader.source.note(DENIED, "the programs of RAID controllers need root")
        return {}
    volumes: dict[str, Volume] = {}
    for candidates in programs:
        volumes.update(_ask_first(reader, candidates))
    return volumes


def _ask_first(reader: Reader, candidates: tuple[tuple[str, tuple[str, ...], _Parse], ...]) -> dict[str, Volume]:
    for program, arguments, parse in candidates:
        answer = reader.ask([program, *arguments], _TIMEOUT_S)
        if answer is None:
            continue
        try:
            volumes = parse(answer.text)
        except _MALFORMED:
            reader.source.note(UNPARSED, f"{program}: {answer.text[:60]}")
            return {}
        if parse is raid_storcli.parse_storcli and volumes:
            _add_virtual_drives(reader, program, volumes)
        return volumes
    reader.source.note(ABSENT, f"none of {', '.join(program for program, _, _ in candidates)} is installed")
    return {}


def _add_virtual_drives(reader: Reader, program: str, volumes: dict[str, Volume]) -> None:
    """Strip size and device of each array, which another question tells; without its answer they stay null."""
    answer = reader.ask([program, "/cALL/vALL", "show", "all", "J"], _TIMEOUT_S)
    try:
        printed = raid_storcli.parse_virtual_drives(answer.text) if answer and answer.exit_code == 0 else {}
    except _MALFORMED:
        reader.source.note(UNPARSED, f"{program} /cALL/vALL: {answer.text[:60] if answer else ''}")
        return
    for key in set(printed) & set(volumes):
        volumes[key]["chunk_bytes"] = printed[key]["chunk_bytes"]
        if printed[key]["os_device"]:
            volumes[key]["options"]["os_device"] = printed[key]["os_device"]

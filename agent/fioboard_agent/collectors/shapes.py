"""Empty entries of the inventory document, for systems that tell only some of it: what is not filled in stays null."""

from __future__ import annotations

from typing import Any, cast

from fioboard_agent.inventory_types import Bios, Board, Chassis, Disk, Function, FunctionIds, Link, System


def make_disk(**known: Any) -> Disk:
    """Return an entry of `disks`."""
    return cast(Disk, {**_make_empty(Disk), "controllers": [], "partitions": [], **known})


def make_function(ids: FunctionIds, link: Link, **known: Any) -> Function:
    """Return an entry of `pci`."""
    parts = {"ids": {**_make_empty(FunctionIds), **ids}, "link": {**_make_empty(Link), **link}}
    return cast(Function, {**_make_empty(Function), **parts, **known})


def make_system(**known: Any) -> System:
    """Return `system`."""
    parts = {"chassis": _make_empty(Chassis), "board": _make_empty(Board), "bios": _make_empty(Bios)}
    system = cast(System, {**_make_empty(System), **parts, "slots": [], "onboard": [], **known})
    del system["processors"]  # only SMBIOS lists them
    return system


def _make_empty(shape: type) -> dict[str, Any]:
    """Return every field of a shape as null."""
    return dict.fromkeys(shape.__annotations__)

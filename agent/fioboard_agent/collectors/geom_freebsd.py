"""Disks, partitions and layers of FreeBSD from GEOM's own tree (`sysctl -b kern.geom.confxml`).

A geom of class DISK is a drive; PART cuts it; ELI, MIRROR, STRIPE, CONCAT, RAID, RAID3, MULTIPATH and CACHE are built
on providers of others. LABEL, DEV, VFS and SWAP only name or use them.
"""

from __future__ import annotations

import re
from typing import Optional
from xml.etree import ElementTree

from fioboard_agent.collectors.shapes import make_disk
from fioboard_agent.collectors.volume import make_volume
from fioboard_agent.host.reader import ABSENT, UNPARSED, Reader, drop_filler
from fioboard_agent.inventory_types import Disk, Volume

CONFXML = ["sysctl", "-b", "kern.geom.confxml"]
_KINDS = {
    "ELI": "crypt",
    "BDE": "crypt",
    "MIRROR": "md",
    "STRIPE": "md",
    "CONCAT": "md",
    "RAID": "md",
    "RAID3": "md",
    "MULTIPATH": "multipath",
    "CACHE": "bcache",
}
_LEVELS = {"MIRROR": "raid1", "STRIPE": "raid0", "CONCAT": "linear", "RAID3": "raid3"}
_LOOKS_THROUGH = frozenset({"LABEL"})
# Disks of no hardware: memory disks have a class of their own, CDs say themselves that they are none.
_NO_DISKS = re.compile(r"^(cd|acd|md|fd)\d+")

Element = ElementTree.Element


def collect_geom(reader: Reader) -> tuple[dict[str, Disk], dict[str, Volume]]:
    """`disks` and `volumes`."""
    answer = reader.ask(CONFXML, optional=False)
    if answer is None:
        return {}, {}
    if answer.exit_code:
        reader.source.note(ABSENT, "sysctl knows no kern.geom.confxml")
        return {}, {}
    try:
        return parse_confxml(answer.text)
    except (ElementTree.ParseError, ValueError, KeyError, TypeError) as error:
        reader.source.note(UNPARSED, f"kern.geom.confxml: {error}")
        return {}, {}


def parse_confxml(text: str) -> tuple[dict[str, Disk], dict[str, Volume]]:
    """Raises ElementTree.ParseError. The text ends in a zero byte; `sysctl` without -b puts its name in front."""
    mesh = _parse_mesh(text)
    geoms = [(_get_text(one, "name") or "", geom) for one in mesh.findall("class") for geom in one.findall("geom")]
    owners = {
        provider.get("id", ""): (kind, geom, provider) for kind, geom in geoms for provider in geom.findall("provider")
    }
    disks = {
        name: _build_disk(provider)
        for kind, geom in geoms
        if kind == "DISK"
        for provider in geom.findall("provider")
        if (name := _get_text(provider, "name")) and not _NO_DISKS.match(name)
    }
    volumes: dict[str, Volume] = {}
    for kind, geom in geoms:
        if kind == "PART":
            _add_partitions(disks, geom)
        elif kind in _KINDS:
            for provider in geom.findall("provider"):
                name = _get_text(provider, "name")
                if name:
                    volumes[name] = _build_volume(kind, geom, owners)
    return disks, volumes


def _parse_mesh(text: str) -> Element:
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise ValueError("the kernel writes no document types")
    return ElementTree.fromstring(text[max(0, text.find("<mesh")) :].strip("\0 \n"))  # noqa: S314 the kernel's own answer, without document types


def parse_labels(text: str) -> dict[str, str]:
    """Names that class LABEL gives to providers (`gpt/data` → `nvd0p1`). Empty for anything else than GEOM's tree."""
    try:
        mesh = _parse_mesh(text)
    except (ElementTree.ParseError, ValueError):
        return {}
    providers = {p.get("id", ""): _get_text(p, "name") or "" for p in mesh.iter("provider")}
    labels = {}
    for one in mesh.findall("class"):
        if _get_text(one, "name") not in _LOOKS_THROUGH:
            continue
        for geom in one.findall("geom"):
            below = geom.find("consumer/provider")
            name = providers.get(below.get("ref", "")) if below is not None else None
            for provider in geom.findall("provider"):
                label = _get_text(provider, "name")
                if label and name:
                    labels[label] = name
    return labels


def _build_disk(provider: Element) -> Disk:
    rate = _get_text(provider, "config/rotationrate")
    logical = _get_number(provider, "sectorsize")
    stripe = _get_number(provider, "stripesize")
    return make_disk(
        model=drop_filler(_get_text(provider, "config/descr")),
        serial=drop_filler(_get_text(provider, "config/ident")),
        wwid=_get_text(provider, "config/lunid"),
        size_bytes=_get_number(provider, "mediasize"),
        logical_block_bytes=logical,
        # GEOM's stripe of a disk is its physical block, when it is larger than the logical one.
        physical_block_bytes=stripe or logical,
        rotational=None if rate is None or not rate.isdigit() else int(rate) > 1,
    )


def _add_partitions(disks: dict[str, Disk], geom: Element) -> None:
    disk = disks.get(_get_text(geom, "name") or "")
    if disk is None:
        return
    for provider in geom.findall("provider"):
        number = _get_number(provider, "config/index")
        start = _get_number(provider, "config/offset")
        disk["partitions"].append(
            {
                "name": _get_text(provider, "name"),
                "number": number,
                "start_bytes": start,
                "size_bytes": _get_number(provider, "mediasize"),
            }
        )
    disk["partitions"].sort(key=lambda one: one["start_bytes"] or 0)


def _build_volume(kind: str, geom: Element, owners: dict[str, tuple[str, Element, Element]]) -> Volume:
    members = [name for consumer in geom.findall("consumer") if (name := _find_member(consumer, owners))]
    state = _get_text(geom, "config/State")
    options = {
        "class": kind.lower(),
        "algorithm": _get_text(geom, "config/EncryptionAlgorithm") or _get_text(geom, "config/Balance"),
        "key_bits": _get_number(geom, "config/KeyLength"),
        "crypto": _get_text(geom, "config/Crypto"),
    }
    return make_volume(
        _KINDS[kind],
        members,
        options,
        level=_LEVELS.get(kind),
        chunk_bytes=_get_number(geom, "config/Stripesize") if kind == "STRIPE" else None,
        width=len(members) if kind in _LEVELS else None,
        state=state.lower() if state else None,
        is_degraded=state != "COMPLETE" if kind in {"MIRROR", "RAID3"} and state else None,
        uuid=None,
    )


def _find_member(consumer: Element, owners: dict[str, tuple[str, Element, Element]]) -> Optional[str]:
    """Find the device below; a label is looked through, for it is another name of the same blocks."""
    for _ in range(8):
        reference = consumer.find("provider")
        kind, geom, provider = owners.get("" if reference is None else reference.get("ref", ""), ("", None, None))
        if provider is None or geom is None:
            return None
        below = geom.find("consumer")
        if kind not in _LOOKS_THROUGH or below is None:
            return _get_text(provider, "name")
        consumer = below
    return None


def _get_text(element: Element, path: str) -> Optional[str]:
    return (element.findtext(path) or "").strip() or None


def _get_number(element: Element, path: str) -> Optional[int]:
    text = _get_text(element, path)
    return int(text) if text and re.fullmatch(r"\d{1,19}", text) else None

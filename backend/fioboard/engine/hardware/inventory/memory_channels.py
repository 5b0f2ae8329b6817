"""Memory channels: how many a CPU has, which no file of the system tells, and how many of them carry a module."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import LiteralString

from fioboard.core.sanitize import Document
from fioboard.engine.hardware.inventory.tolerant import objects, text, whole


@dataclass(frozen=True, slots=True)
class Family:
    """CPUs of one socket, by their model name. Families without a source have no row."""

    model: re.Pattern[str]
    channels: int
    source: LiteralString


FAMILIES: Sequence[Family] = (
    Family(re.compile(r"\bEPYC 7[0-9A-Z][0-9]1P?\b"), 8, "Dell: NUMA configurations for AMD EPYC (Naples)"),
    Family(re.compile(r"\bEPYC 7[0-9A-Z][0-9][23][PX]?\b"), 8, "Lenovo Press LP1268"),
    Family(re.compile(r"\bEPYC 9\d\d4[PFXS]?\b"), 12, "hpctech.co.jp: AMD EPYC 9004 series"),
    Family(re.compile(r"\bEPYC 9\d\d5[PF]?\b"), 12, "Lenovo Press LP2283"),
    # The third figure from the end is the generation; 92xx has twice the channels, Cooper Lake (H) fewer.
    Family(
        re.compile(r"\bXeon\S* (?:Platinum 81|Gold [56]1|Silver 41|Bronze 31)\d\d\b"),
        6,
        "microway.com/?p=8834",
    ),
    Family(
        re.compile(r"\bXeon\S* (?:Platinum 82|Gold [56]2|Silver 42|Bronze 32)\d\d"),
        6,
        "Lenovo Press LP1089",
    ),
    Family(
        re.compile(r"\bXeon\S* (?:Platinum 83|Gold [56]3|Silver 43)\d\d(?!H)"), 8, "microway.com/?p=13579"
    ),
    Family(
        re.compile(r"\bXeon\S* (?:Platinum 84|Gold [56]4|Silver 44|Bronze 34)\d\d"),
        8,
        "sstc.co.jp: Sapphire Rapids",
    ),
)
# Boards that name places after channels: DIMMC1, P1-DIMMA2, DIMM_P0_H0, DIMM_A1, ChannelB-DIMM0. Others (Dell's A1 is
# the first place of the first CPU) do not tell.
_PLACE = re.compile(r"(?:P(?P<cpu>[0-9])-)?DIMM_?(?:P(?P<socket>[0-9])_)?(?P<letter>[A-P])[0-9]")
_CHANNEL = re.compile(r"Channel(?P<letter>[A-P])-DIMM[0-9]")


@dataclass(frozen=True, slots=True)
class Channels:
    """Of all sockets together."""

    populated: int
    there: int
    source: str


def count_channels(document: Document) -> Channels | None:
    """Count channels; None where the CPU's family or the board's names do not show them."""
    sockets, model = whole(document, "cpu.sockets"), text(document, "cpu.model") or ""
    family = next((one for one in FAMILIES if one.model.search(model)), None)
    modules = [text(module, "locator") or "" for module in objects(document, "memory.dimms")]
    places = [_PLACE.fullmatch(name) or _CHANNEL.fullmatch(name) for name in modules]
    if family is None or not sockets or not places or None in places:
        return None
    named = {tuple(sorted(place.groupdict().items(), key=str)) for place in places if place}
    there = family.channels * sockets
    # More names than channels: then a letter is something else.
    return Channels(len(named), there, family.source) if len(named) <= there else None

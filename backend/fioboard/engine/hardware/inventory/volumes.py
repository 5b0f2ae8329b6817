"""Volumes as the service reads them: levels in md's words, hidden parts of LVM, and members that are missing."""

import re

from fioboard.core.sanitize import Document
from fioboard.engine.hardware.inventory.tolerant import flag, text, texts, whole

# LVM names its segment types after layouts (raid5_ls, raid6_zr) and two of them after nothing that md knows.
_LEVELS = {"striped": "raid0", "mirror": "raid1"}
_RAID = re.compile(r"(raid(?:0|1|4|5|6|10))(?:_\w+)?")
# Volumes that LVM makes for another volume: images and metadata of an array, data of a pool or a cache.
_PARTS = "rimage|rmeta|mimage|mlog|tdata|tmeta|cdata|cmeta|corig|cvol|vdata|vorigin|imeta"
_HIDDEN = re.compile(rf".*(?:_(?:{_PARTS})(?:_\d+)?|-(?:tpool|vpool|real|cow))")
# Types that give out space or copies of another volume: `stripes` says nothing of drives there.
_WITHOUT_WIDTH = frozenset(
    {"thin", "thin-pool", "cache", "cache-pool", "writecache", "snapshot", "vdo", "vdo-pool"}
)


_WITHOUT_REDUNDANCY = frozenset({"linear", "raid0"})


def read_volume(entry: Document) -> Document:
    """A volume with its level in md's words, and without a width where that says nothing of drives."""
    if text(entry, "kind") != "lvm":
        return entry
    level, width = text(entry, "level"), whole(entry, "width")
    matched = _RAID.fullmatch(level or "")
    spoken = matched[1] if matched else _LEVELS.get(level or "", level)
    return {**entry, "level": spoken, "width": None if level in _WITHOUT_WIDTH else width or None}


def is_hidden(entry: Document) -> bool:
    """Whether LVM made the volume for another one."""
    name = text(entry, "options.lv") or text(entry, "options.name") or ""
    return text(entry, "kind") == "lvm" and _HIDDEN.fullmatch(name) is not None


def list_idle_members(entry: Document) -> frozenset[str]:
    """List members that carry no I/O: failed ones and spares."""
    return frozenset((*texts(entry, "options.spares"), *texts(entry, "options.failed")))


def is_degraded(entry: Document) -> bool | None:
    """Whether a member is missing; None when that was not read. Without redundancy it runs whole or not."""
    stated = flag(entry, "is_degraded")
    return False if stated is None and text(entry, "level") in _WITHOUT_REDUNDANCY else stated

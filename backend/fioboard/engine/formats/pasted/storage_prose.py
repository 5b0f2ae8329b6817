"""What people write of storage beside the drives' names: file system, ZFS properties, transport, and main memory."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import NO_RUN, Fact
from fioboard.engine.formats.pasted.parsing import read_count

_FILE_SYSTEM = compile_later(
    r"(?<![\w-])(?:mkfs\.)?(?P<name>ext[234]|exfat|xfs|btrfs|f2fs|apfs|bcachefs|reiserfs|ntfs|hammer2)(?![\w-])"
    r"(?!\sfile ?systems)",
    re.IGNORECASE,
)
_EXTERNAL = compile_later(r"\ban external (?:\w+ ){0,3}(?:drive|disk|SSD|HDD|stick)\b", re.IGNORECASE)
_PROPERTY = compile_later(
    r"\b(?P<property>recordsize|volblocksize|ashift|atime|compression|sync|primarycache|logbias)"
    r"(?:\s?[=:]\s?|\s(?:is|was|set to|of)\s|\s)"
    r"(?P<value>\d{1,5}[kKM]?|off|on|disabled|always|standard|lz4|zstd(?:-\d{1,2})?|gzip(?:-\d)?|zle|lzjb|metadata|throughput)\b"
)
_SERIES = compile_later(r"(?:/\d{1,5}[kKM]\b)*")
_MORE_VALUES = compile_later(r"\d{1,5}[kKM]")
_COMPRESSION = compile_later(
    r"\b(?P<value>lz4|zstd(?:-\d{1,2})?)\s(?:compression|is on|on)\b"
    r"|\bcompression(?:/dedup(?:lication)?)?(?: is | was |\s|=)?(?P<off>disabled|(?<=/dedup=)off)\b",
    re.IGNORECASE,
)
_VALUES = {
    "recordsize": r"\d{1,5}[kKM]?", "volblocksize": r"\d{1,5}[kK]?", "ashift": r"\d{1,2}", "atime": r"on|off",
    "compression": r"on|off|lz4|zstd(?:-\d{1,2})?|gzip(?:-\d)?|zle|lzjb", "sync": r"disabled|always|standard",
    "primarycache": r"metadata|none|all", "logbias": r"throughput|latency",
}  # fmt: skip
_TRANSPORT = compile_later(
    r"\b(?P<name>SATA|Sata|sata|SAS)\b[\s-](?:(?:enterprise|consumer|mixed|read|intensive"
    r"|\d{1,3}\.?\d?\s?[TG]B|6Gb/s|12Gb/s"
    r"|7\.2k|1[05]k|mechanical|spinning|hard)\s)*"
    r"(?:SSD|HDD|drive|disk)s?\b|(?<![\d.])(?!(?:3|6|12|24)\s?GB)\d{1,4}(?:\.\d)?\s?[TG]B\s(?P<behind>SATA|SAS)\b"
    r"|\b(?:SSDs?|HDDs?|drives?|disks?)\s(?P<after>SATA|SAS)\b(?!\s?\w*(?:port|slot|control|cable|backplane))"
    r"|(?i:\b(?P<usb>USB)(?:[ -]?[23](?:\.\d)?)?(?: Gen ?\d(?:x\d)?)?[ -](?:drive|disk|SSD|HDD|stick|enclosure)s?\b)",
)
# "mounting an external USB drive"
_SOME = compile_later(r"\b(?:an?|any|some|other|internal|different) (?:\w+ ){0,2}$", re.IGNORECASE)
# What a drive is put into.
# Drives by their size or a number of their model, and not drives of a kind.
_ONE_DRIVE = compile_later(
    r"\d\s?[TG]B\b|\b[A-Z]{1,4}\d{2,}\w*|\b[89]\d0\b|\bI(?:'m| am) using\b|\b(?:I|we) use\b",
    re.IGNORECASE,
)
_NO_DRIVE = compile_later(
    r"\b(?:enclosures?|adapters?|docks?|ports?|cables?|controllers?|cards?|HBA)\b", re.IGNORECASE
)
_MEMORY = compile_later(
    r"(?<![\w.])(?P<size>\d{1,4}(?:\.\d)?|two|four|eight|sixteen)\s?(?P<unit>[GgMmTt])(?:i?[Bb]|igs|o)?\s(?:of\s|de\s|\(\d{1,2}\s?[x×]\s?\d{1,3}\s?GB\)\s|total\s|system\s)?(?:DDR\d\w?\s)?(?:(?:ECC|registered|unbuffered|main)\s){0,2}"
    r"(?:RAM|ram|memory|mem|DDR\d|ECC(?=[\s,.;)]*(?:$|[,.;)])))\b(?!\s?(?:disk|drive))|\b(?:RAM|Ram|memory) (?:is"
    r"|of) (?P<behind>\d{1,4})\s?(?P<power>[GT])B\b"
    r"|\b(?i:(?:Raspberry|Orange) Pi|RPi|Pi|ROCK) ?\d[A-Z]?\+?(?:\s(?:(?:Model|Mod\.?)\s[AB]\+?|Plus))?[\s,(]{1,2}"
    r"(?P<board>[1248]|16)\s?(?i:GB)\b(?!\s(?:file|test|image|of|partition|stick|free|swap|data|SD|micro|eMMC|emmc|sd|card|SSD|USB|NVMe|flash|disk|drive))"
    r"|\b(?:RAM|memory) (?:on|in|of) (?:the|my|our) (?:\w+ )?(?:server|machine|host|box|NAS|node) "
    r"\((?P<server>\d{1,4})\s?Gi?B\)"
)
# "ZFS wants 64 GB of RAM."
_ASKED = compile_later(
    r"\b(?:(?:ram ?-?disk|tmpfs) (?:of|with)|wants?|needs?|requires?|recommends?|allocates?|reserves?|takes?|at least"
    r"|(?:min|max)imum(?: of)?|up to|supports?)\s(?:about\s|approximately\s|around\s|~\s?)?$",
    re.IGNORECASE,
)
_ZFS = compile_later(r"(?<![\w-])ZFS(?![\w-])|\braid-?z|\bzpool\b|\bzvol\b", re.IGNORECASE)
_NUMA = compile_later(r"\bNUMA (?:node|domain)\s?#?(?P<node>\d{1,2})\b", re.IGNORECASE)
_ATTACHED = compile_later(
    r"\b(?:drives?|disks?|devices?|SSDs?|NVMes?)\b.{0,60}"
    r"\b(?:attached|connected|sits?|located|belongs?|(?:is|are) (?:on|in|at))\b",
    re.IGNORECASE,
)
_POWERS = {"M": 20, "G": 30, "T": 40}
_OSDS = compile_later(r"(?<![\w.])(?P<count>\d{1,4})\s(?:\w+\s)?OSDs?\b")
_CLUSTER = compile_later(r"\bcluster\b|\bceph\b|\b(?:used?|using|have|total of) \d{1,4} OSDs", re.IGNORECASE)
_EACH = compile_later(r"\b(?:each|per|every)\b", re.IGNORECASE)
Readers = tuple[tuple[tuple[str, ...], Callable[[str, int], Iterator[Fact]]], ...]


def _read_file_systems(sentence: str, line: int) -> Iterator[Fact]:
    names = {match["name"].lower() for match in _FILE_SYSTEM.finditer(sentence)}
    # Who names ZFS, too, or several others, compares them.
    if len(names) == 1 and not _ZFS.search(sentence) and not _EXTERNAL.search(sentence):
        yield Fact("fs.type", names.pop(), line, "prose")


def _read_numa_nodes(sentence: str, line: int) -> Iterator[Fact]:
    if _ATTACHED.search(sentence):
        for match in _NUMA.finditer(sentence):
            yield Fact("drive.numa_node", match["node"], line, "prose")


def _read_properties(sentence: str, line: int) -> Iterator[Fact]:
    for match in _PROPERTY.finditer(sentence):
        # A series: recordsize of 128k/64k/8k.
        series = _SERIES.match(sentence, match.end())
        for value in (match["value"], *_MORE_VALUES.findall(series[0] if series else "")):
            if re.fullmatch(_VALUES[match["property"]], value):
                yield Fact(f"zfs.{match['property']}", value, line, "prose")
    for match in _COMPRESSION.finditer(sentence):
        value = "off" if match["off"] else match["value"].lower()
        yield Fact("zfs.compression", value, line, "prose")


def _read_transports(sentence: str, line: int) -> Iterator[Fact]:
    has_other = _NO_DRIVE.search(sentence) is not None
    is_one = _ONE_DRIVE.search(sentence) is not None
    for match in _TRANSPORT.finditer(sentence):
        # "600GB SAS disks, LSI2008 HBA"
        if has_other and not match["behind"]:
            continue
        name = (match["name"] or match["behind"] or match["after"] or match["usb"]).lower()
        fact = Fact("drive.transport", name, line, "prose")
        # Drives of a kind, without a size or a name, may be others than those that were measured.
        if is_one:
            yield fact
        elif not _SOME.search(sentence, 0, match.start()):
            yield replace(fact, device=NO_RUN, is_listed=True)


def _read_memory(sentence: str, line: int) -> Iterator[Fact]:
    """Memory is sold in powers of 1024, whatever its sellers write."""
    for match in _MEMORY.finditer(sentence):
        if _ASKED.search(sentence, 0, match.start()):
            continue
        number = match["size"] or match["behind"] or match["board"] or match["server"]
        unit = match["unit"] or match["power"] or "G"
        size = float(read_count(number)) * 2 ** _POWERS[unit.upper()]
        yield Fact("memory.total", str(round(size)), line, "prose", "bytes")


def _read_osds(sentence: str, line: int) -> Iterator[Fact]:
    counts = {match["count"] for match in _OSDS.finditer(sentence)}
    if len(counts) == 1 and _CLUSTER.search(sentence) and not _EACH.search(sentence):
        yield Fact("ceph.osds", counts.pop(), line, "prose")


STORAGE_READERS: Readers = (
    (("ext", "xfs", "exfat", "btrfs", "f2fs", "apfs", "bcachefs", "reiserfs", "ntfs", "hammer"), _read_file_systems),
    (("recordsize", "volblocksize", "ashift", "atime", "compression", "sync", "primarycache", "logbias", "lz4", "zstd"),
     _read_properties),
    (("sata", "sas", "usb"), _read_transports),
    (("numa",), _read_numa_nodes),
    (("ram", "memory", "ddr", " ecc", "pi ", "pi2", "pi3", "pi4", "pi5", "rock "), _read_memory),
    ((" osd",), _read_osds),
)  # fmt: skip
"""The words of which one occurs in every sentence that a reader reads something from."""

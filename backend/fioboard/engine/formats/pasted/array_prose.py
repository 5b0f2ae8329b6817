"""What people write of arrays and of what a drive is rated: level and width, and figures of a datasheet."""

import re
from collections.abc import Iterator

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.fio.text.headings import is_explicit_heading, may_be_heading
from fioboard.engine.formats.pasted.facts import Fact
from fioboard.engine.formats.pasted.parsing import COUNT, read_count
from fioboard.engine.formats.pasted.sentence_devices import RATED

_RAID = compile_later(
    r"\bRAID[ -]?(?P<level>0|1|5|6|10)\b(?!\+|\d)|\b(?P<z>raid-?z-?[123]?)\b|\bRAID[ -]?1\+0\b"
    r"|\b(?P<mirror>ZFS mirror|(?:as|in|with) (?:a )?mirror|mirrored (?:storage|array|setup)|mirror(?:ed)? (?:pool"
    r"|vdevs?|of (?:two|2)|pair"
    r"|with (?:two|2))"
    r"|(?:2|two)-(?:way|disk|drive) mirror|\d{1,3}\s?[x×]?\smirror(?:ed)? pairs"
    r"|(?:is|made|them|simple) (?:\w+ )?an? (?:\w+ )?mirror(?! (?:list|site"
    r"|server|of the)))\b",
    re.IGNORECASE,
)
_WIDTH = compile_later(
    rf"(?<![\w.-])(?<!raid )(?P<count>{COUNT})\s?(?:x\s|×\s|NVMe\s"
    r"|identical\s|SATA\s|SAS\s|SSD\s|spinning\s|U\.2\s|\d{1,3}(?:\.\d)?\s?[GT]B\s)*(?:drives?|SSDs?|HDDs?|disks?|NVMes?|members)\b",
    re.IGNORECASE,
)  # fmt: skip
_PAIR = compile_later(
    r"\bmirrored pair\b|\bpair of (?:[\w.]+\s){0,5}(?:drives|disks|SSDs|HDDs|NVMes)\b", re.IGNORECASE
)
_PAIRS = compile_later(r"\bmirror(?:ed)? pairs\b", re.IGNORECASE)
# "The RAID is made up of four disks."
_MADE_OF = compile_later(
    rf"\b(?:RAID|array|pool)\b.{{0,30}}\b(?:made(?: up)?|consists?|consisting|composed|built|comprised) (?:of|from"
    rf"|out of) (?P<count>{COUNT})\s"
    r"(?:\w+\s){0,3}(?:drives|disks|SSDs|HDDs|NVMes)\b",
    re.IGNORECASE,
)
# "RAID 6 tolerates two failures."
_IN_GENERAL = compile_later(
    r"\W*(?:a |the )?RAID[ -]?\w{1,3} (?:arrays? )?(?:tolerat|offer|provid|requir|needs?\b|can\b|allow|support|protect"
    r"|generally|is (?:an?|the|not|faster|slower|better)\b)"
    r"|.*\bsupports? (?:all|both|hardware|software|key|\w+ RAID levels)\b|.*\bRAID levels\b",
    re.IGNORECASE,
)
# "a 4-drive RAIDZ1"
_WIDE = compile_later(
    r"(?<![\w.-])(?P<count>\d{1,2})[- ](?:drive|disk|SSD|HDD)[- ](?=raid|mirror|array|stripe)", re.IGNORECASE
)
# "HDD * 9"
_WIDTH_BEHIND = compile_later(
    r"\b(?:drives?|SSDs?|disks?|HDDs?|NVMes?)\s?[*x×]\s?(?P<count>\d{1,2})\b", re.IGNORECASE
)
# "20 disks in RAIDZ1 groups of 5 drives": the width of each, and all of them.
_EACH = compile_later(r"\s(?:each|apiece|per (?:pool|vdev|array))\b")
_GROUPS = compile_later(
    r"\b(?P<all>\d{1,3})\s(?:x\s)?(?:[\w.,]+\s){0,3}?(?:drives|SSDs|disks|HDDs|NVMes)\b[^.;]{0,40}?"
    r"\b(?:groups|vdevs|sets) of (?P<count>\d{1,2})\b",
    re.IGNORECASE,
)
_SINGLE = compile_later(
    r"\b(?:single|individual|one|each) (?:\w+ )?(?:drive|disk|SSD|NVMe|device)\b|\b(?:no|without) RAID\b",
    re.IGNORECASE,
)
_FIGURE = compile_later(
    r"(?P<value>\d{1,3}(?:,\d{3})+|\d{1,3}(?:[. \u202f]\d{3})+(?=\s?IOPS)|\d+(?:\.\d+)?)(?:\s?(?P<power>k|M)\b)?"
    r"(?:\s?(?P<unit>IOPS|GB/s|MB/s|gb/s|mb/s|[GM]Bps))?(?P<words>(?:[ -](?!and\b|or\b)[A-Za-z-]+){0,4})"
)
_GROUPED = compile_later(r"\d{1,3}(?:[. \u202f]\d{3})+")
_TOGETHER = compile_later(r"\b(?:together|total|combined|array|aggregate|mixed|70/30)\b", re.IGNORECASE)
_RATES = {"gb/s": 1e9, "mb/s": 1e6, "gbps": 1e9, "mbps": 1e6}
MIN_RATED_IOPS = 1_000


def read_arrays(sentence: str, line: int) -> Iterator[Fact]:
    """Read the level of an array, and how many drives the sentence counts."""
    levels = [] if _IN_GENERAL.match(sentence) else list(_RAID.finditer(sentence))
    for match in levels:
        zfs = "mirror" if match["mirror"] else (match["z"] or "").lower().replace("-", "")
        yield Fact("raid.level", zfs or f"raid{match['level'] or 10}", line, "prose")
    groups = _GROUPS.search(sentence) if levels and " of " in sentence else None
    if groups is not None:
        yield Fact("raid.width", groups["count"], line, "prose")
        yield Fact("drive.count", groups["all"], line, "prose")
    elif levels and _PAIRS.search(sentence):
        yield Fact("raid.width", "2", line, "prose")
    elif levels and _PAIR.search(sentence):
        yield Fact("raid.width", "2", line, "prose")
        yield Fact("drive.count", "2", line, "prose")
    elif levels:
        for match in (
            *_WIDTH.finditer(sentence),
            *_WIDE.finditer(sentence),
            *_WIDTH_BEHIND.finditer(sentence),
        ):
            count = read_count(match["count"])
            yield Fact("raid.width", count, line, "prose")
            # "Two pools with 10 disks each": not all of them.
            if not _EACH.match(sentence, match.end()):
                yield Fact("drive.count", count, line, "prose")
    elif made := _MADE_OF.search(sentence):
        yield Fact("raid.width", read_count(made["count"]), line, "prose")
        yield Fact("drive.count", read_count(made["count"]), line, "prose")


def is_about_single_drive(small: str) -> bool:
    """Whether a text also speaks of a drive without an array: then only a heading says what a result is of."""
    return _SINGLE.search(small) is not None


def is_title(text: str) -> bool:
    """Whether a line names what follows it."""
    return is_explicit_heading(text) or may_be_heading(text)


def read_ratings(sentence: str, line: int) -> Iterator[Fact]:
    """ "rated 450,000 random-read and 175,000 random-write IOPS", "3.5 GB/s sequential read": of one drive each."""
    rated = RATED.search(sentence)
    if rated is None or _TOGETHER.search(sentence):
        return
    between = {way for way in ("read", "write") if way in sentence.lower()}
    only = between.pop() if len(between) == 1 else None
    unit_behind = "IOPS" if re.search(r"\bIOPS\b", sentence) else None
    # "rated 3.5 GB/s", or "3.5 GB/s according to the datasheet".
    start = rated.end() if re.search(r"\d", sentence[rated.end() :]) else 0
    for match in _FIGURE.finditer(sentence, start):
        words = match["words"].lower()
        before, start = sentence[start : match.start()].lower(), match.end()
        direction = _find_way(words) or only or _find_way(before)
        unit = match["unit"] or ("IOPS" if "iops" in words or (unit_behind and direction) else None)
        digits = match["value"].replace(",", "")
        is_grouped = unit == "IOPS" and _GROUPED.fullmatch(digits) is not None
        value = (
            float(re.sub(r"\D", "", digits) if is_grouped else digits)
            * {"k": 1e3, "M": 1e6, None: 1}[match["power"]]
        )
        if unit == "IOPS" and value >= MIN_RATED_IOPS:
            yield Fact("rated_iops", str(round(value)), line, "prose", "IOPS", direction=direction)
        elif unit is not None and (scale := _RATES.get(unit.lower())):
            rate = str(round(value * scale))
            yield Fact("rated_bw_bytes_per_s", rate, line, "prose", "bytes/s", direction=direction)


def _find_way(words: str) -> str | None:
    """Return the one direction that words name."""
    ways = [way for way in ("write", "read") if way in words]
    return ways[0] if len(ways) == 1 else None

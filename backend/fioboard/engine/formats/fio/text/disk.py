"""Lines of "Disk stats (read/write):" in fio's text. Source: fio diskutil.c, show_disk_util."""

import re

from fioboard.engine.formats.fio.model.reading import DiskUtil

_DISK = re.compile(
    r"^(?P<name>\S{1,255}): ios=(?P<ri>\d+)/(?P<wi>\d+), (?:sectors=(?P<rs>\d+)/(?P<ws>\d+), )?"
    r"merge=(?P<rm>\d+)/(?P<wm>\d+), ticks=(?P<rt>\d+)/(?P<wt>\d+), in_queue=(?P<queue>\d+), "
    r"util=(?P<util>\d{1,9}(?:\.\d{1,9})?)%"
    r"(?P<aggregate>, aggrios=.*aggrutil=(?P<aggrutil>\d{1,9}(?:\.\d{1,9})?)%)?"
)


def parse_disk(text: str, master: str | None, server: str | None) -> DiskUtil | None:
    """One device; `master` is the array named last, whose members follow it."""
    match = _DISK.match(text) if ": ios=" in text else None
    if match is None:
        return None

    def number(name: str) -> int | None:
        return int(match[name]) if match[name] is not None and len(match[name]) <= 18 else None

    return DiskUtil(
        name=match["name"],
        read_ios=number("ri"),
        write_ios=number("wi"),
        read_sectors=number("rs"),
        write_sectors=number("ws"),
        read_merges=number("rm"),
        write_merges=number("wm"),
        read_ticks_ms=number("rt"),
        write_ticks_ms=number("wt"),
        in_queue_ms=number("queue"),
        util_pct=float(match["util"]),
        is_aggregate=match["aggregate"] is not None,
        member_of=master if match["aggregate"] is None else None,
        aggregate_util_pct=float(match["aggrutil"]) if match["aggrutil"] else None,
        hostname=server,
    )

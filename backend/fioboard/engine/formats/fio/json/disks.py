"""disk_util of the JSON. Members of md, dm and multipath devices follow their master.

Source: fio diskutil.c, json_array_add_disk_util.
"""

from collections.abc import Sequence

from fioboard.engine.formats.fio.json.shape import DiskShape
from fioboard.engine.formats.fio.model.reading import DiskUtil


def read_disks(shapes: Sequence[DiskShape] | None) -> tuple[DiskUtil, ...] | None:
    """The devices in fio's order; None when the document has no disk_util."""
    if not shapes:
        return None
    disks: list[DiskUtil] = []
    master: DiskShape | None = None
    for shape in shapes:
        is_aggregate = shape.aggr_read_ios is not None or shape.aggr_util is not None
        if is_aggregate:
            master = shape
        disks.append(
            DiskUtil(
                name=shape.name or "",
                read_ios=shape.read_ios,
                write_ios=shape.write_ios,
                read_sectors=shape.read_sectors,
                write_sectors=shape.write_sectors,
                read_merges=shape.read_merges,
                write_merges=shape.write_merges,
                read_ticks_ms=shape.read_ticks,
                write_ticks_ms=shape.write_ticks,
                in_queue_ms=shape.in_queue,
                util_pct=shape.util,
                is_aggregate=is_aggregate,
                member_of=master.name if master is not None and not is_aggregate else None,
                aggregate_util_pct=shape.aggr_util,
                hostname=shape.hostname,
            )
        )
    return tuple(disks)

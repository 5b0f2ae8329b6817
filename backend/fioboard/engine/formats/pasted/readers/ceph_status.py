"""`ceph -s`: health and the number of OSDs of a cluster."""

from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Line, Reader, Record
from fioboard.engine.formats.pasted.parsing import follow_block

_HEAD = compile_later(r"^\s*cluster:?\s*(?:[0-9a-f-]{36})?\s*$")
_HEALTH = compile_later(r"^\s*health:?\s+(?P<health>HEALTH_(?:OK|WARN|ERR))\b")
_OSDS = compile_later(r"^\s*(?:osd:|osdmap e\d+:)\s+(?P<all>\d{1,5}) osds: (?P<up>\d{1,5}) up\b")
MAX_LINES = 40


def read_status(lines: Sequence[Line]) -> Iterator[Record]:
    """Read the lines behind `cluster`; they describe whatever lies on that cluster, so that no drive is named."""
    for index, line in enumerate(lines):
        if not _HEAD.match(line.text):
            continue
        for row in lines[index + 1 : index + MAX_LINES]:
            if health := _HEALTH.match(row.text):
                yield Fact("ceph.health", health["health"], row.number)
            elif osds := _OSDS.match(row.text):
                yield Fact("ceph.osds", osds["all"], row.number)
                yield Fact("ceph.osds_up", osds["up"], row.number)
                break
            if row.number > line.number + MAX_LINES or next(follow_block(lines, index), None) is None:
                break


READER = Reader("ceph -s", ("osds: ",), read_status, "ceph.health, ceph.osds, ceph.osds_up")

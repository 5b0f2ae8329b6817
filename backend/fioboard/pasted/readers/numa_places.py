"""`cat /sys/…/numa_node`: the NUMA node that a device is attached to."""

import re
from collections.abc import Iterator, Sequence

from fioboard.pasted.facts import Fact, Line, Reader, Record

_COMMAND = re.compile(
    r"\bcat /sys/(?:class/nvme/|block/|class/block/)(?P<device>nvme\d+(?:n\d+)?|sd[a-z]{1,2}|nvme\*)/\S*numa_node\b"
)
_ONE_LINE = re.compile(
    r"^/sys/(?:class/nvme/|block/|class/block/)(?P<device>nvme\d+(?:n\d+)?"
    r"|sd[a-z]{1,2})/\S*numa_node[: ]\s*(?P<node>\d{1,3})$"
)


def read_places(lines: Sequence[Line]) -> Iterator[Record]:
    """Read the number behind the command, or behind the name in the output of grep."""
    for index, line in enumerate(lines):
        if match := _ONE_LINE.match(line.text):
            yield _make_fact(match["node"], line.number, match["device"])
        elif (match := _COMMAND.search(line.text)) and index + 1 < len(lines):
            answer = lines[index + 1]
            if re.fullmatch(r"\d{1,3}", answer.text.strip()):
                yield _make_fact(answer.text.strip(), answer.number, match["device"])


def _make_fact(node: str, line: int, device: str) -> Fact:
    return Fact("drive.numa_node", node, line, device=None if "*" in device else device)


READER = Reader("cat …/numa_node", ("numa_node",), read_places, "drive.numa_node")

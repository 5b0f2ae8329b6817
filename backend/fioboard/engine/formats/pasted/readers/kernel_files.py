"""cat and grep of files below /sys: the NUMA node that a drive is attached to, its scheduler; a cloud VM's size."""

import re
from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Line, Reader, Record

_FOLDER = r"/sys/(?:class/nvme/|block/|class/block/)"
_NODE = compile_later(rf"\bcat {_FOLDER}(?P<device>nvme\d+(?:n\d+)?|sd[a-z]{{1,2}}|nvme\*)/\S*numa_node\b")
_NODE_IN_LINE = compile_later(
    rf"^{_FOLDER}(?P<device>nvme\d+(?:n\d+)?|sd[a-z]{{1,2}})/\S*numa_node[: ]\s*(?P<node>\d{{1,3}})$"
)
_SCHEDULER = compile_later(
    rf"(?:\b(?:cat|grep \S+) )?{_FOLDER}(?P<device>[a-z]\w*)/queue/scheduler\b:?(?P<rest>.*)$"
)
_CHOSEN = compile_later(
    r"^\s*(?:[a-z-]+ )*\[(?P<name>none|noop|mq-deadline|deadline|bfq|kyber|cfq)\](?: [a-z-]+)*\s*$"
)
_SIZE_COMMAND = compile_later(r"\bcurl\b.{0,200}(?:compute/vmSize|/instance-type|machine-type)")
_SIZE = compile_later(
    r"^(?:Standard_\w{2,30}|[a-z]\d\w{0,4}\.\w{2,12}|projects/\d+/machineTypes/(?P<google>[\w-]{3,40}))$"
)


def read_kernel_files(lines: Sequence[Line]) -> Iterator[Record]:
    """Read the value behind a command, or behind the name of the file."""
    for index, line in enumerate(lines):
        answer = lines[index + 1] if index + 1 < len(lines) else Line(0, "")
        if match := _NODE_IN_LINE.match(line.text):
            yield _make_node(match["node"], line.number, match["device"])
        elif match := _NODE.search(line.text):
            if re.fullmatch(r"\d{1,3}", answer.text.strip()):
                yield _make_node(answer.text.strip(), answer.number, match["device"])
        elif match := _SCHEDULER.search(line.text):
            own = _CHOSEN.match(match["rest"])
            where = line if own else answer
            chosen = own or _CHOSEN.match(answer.text)
            if chosen is not None:
                yield Fact("drive.scheduler", chosen["name"], where.number, device=match["device"])
        elif _SIZE_COMMAND.search(line.text) and (size := _SIZE.match(answer.text.strip())):
            yield Fact("system.product", size["google"] or size[0], answer.number)


def _make_node(node: str, line: int, device: str) -> Fact:
    return Fact("drive.numa_node", node, line, device=None if "*" in device else device)


READER = Reader(
    "cat …/numa_node, …/queue/scheduler; curl of a cloud's metadata",
    ("numa_node", "queue/scheduler", "vmsize", "instance-type", "machine-type"),
    read_kernel_files,
    "drive.numa_node, drive.scheduler, system.product",
)

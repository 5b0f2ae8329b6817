"""kubectl get nodes -o wide, docker info: system and kernel of the nodes of a cluster."""

import re
from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import NO_RUN, Fact, Line, Reader, Record
from fioboard.engine.formats.pasted.parsing import follow_block

_HEADING = compile_later(r"^NAME\s+STATUS\s.*\sOS-IMAGE\s+KERNEL-VERSION\b")
_ROW = compile_later(r"\s(?P<image>[A-Z]\S*(?: \S+)*)\s{2,}(?P<kernel>\d+\.\d+\.\d\S*)\s{2,}\w+://")
_IMAGE = compile_later(
    r"(?P<name>[A-Z][A-Za-z /-]*?) v?(?P<version>\d[\w.]*)\b.*|(?P<alone>[A-Z][A-Za-z /-]+)"
)
_DOCKER = compile_later(r"^\s*Kernel Version: (?P<kernel>\d+\.\d+\.\d\S*)\s*$")
_DOCKER_MEMORY = compile_later(r"^\s*Total Memory: (?P<size>\d{1,4}(?:\.\d+)?) ?GiB\s*$")
_DOCKER_THREADS = compile_later(r"^\s*CPUs: (?P<count>\d{1,4})\s*$")
_DOCKER_FILES = compile_later(r"^\s*Backing Filesystem: (?P<name>ext4|xfs|btrfs|zfs)\s*$")
_DOCKER_SYSTEM = compile_later(r"^\s*Operating System: (?P<name>[A-Z][\w ]*?) v(?P<version>\d[\w.]*)\s*$")


def read_nodes(lines: Sequence[Line]) -> Iterator[Record]:
    """Read what all nodes have in common: which of them ran a test, the table does not tell."""
    for index, line in enumerate(lines):
        if docker := _DOCKER.match(line.text):
            yield Fact("kernel", docker["kernel"], line.number)
        elif memory := _DOCKER_MEMORY.match(line.text):
            yield Fact("memory.total", str(round(float(memory["size"]) * 2**30)), line.number, unit="bytes")
        elif threads := _DOCKER_THREADS.match(line.text):
            yield Fact("cpu.threads", threads["count"], line.number)
        elif files := _DOCKER_FILES.match(line.text):
            yield Fact("fs.type", files["name"], line.number, device=NO_RUN, is_listed=True)
        elif system := _DOCKER_SYSTEM.match(line.text):
            yield Fact("os.name", system["name"], line.number)
            yield Fact("os.version", system["version"], line.number)
        elif _HEADING.match(line.text):
            rows = [match for row in follow_block(lines, index) if (match := _ROW.search(row.text))]
            yield from _describe(rows, line.number + 1)


def _describe(rows: Sequence[re.Match[str]], line: int) -> Iterator[Record]:
    images, kernels = {row["image"] for row in rows}, {row["kernel"] for row in rows}
    if len(kernels) == 1:
        yield Fact("kernel", kernels.pop(), line)
    image = _IMAGE.fullmatch(images.pop()) if len(images) == 1 else None
    if image is not None:
        yield Fact("os.name", image["name"] or image["alone"], line)
        if image["version"]:
            yield Fact("os.version", image["version"], line)


READER = Reader(
    "kubectl get nodes -o wide, docker info",
    ("kernel-version", "kernel version: "),
    read_nodes,
    "kernel, os.name, os.version, memory.total, cpu.threads, fs.type",
)

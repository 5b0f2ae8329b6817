"""lscpu, /proc/cpuinfo, numactl -H, lstopo's node lists: CPU, sockets, NUMA nodes, virtual machine."""

from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Line, NumaNode, Reader, Record
from fioboard.engine.formats.pasted.parsing import follow_block

_FIELD = compile_later(r"^\s{0,4}(?P<key>[A-Z][\w() -]{2,40}?):\s+(?P<value>\S.*?)\s*$")
_ARCHITECTURE = compile_later(r"^Architecture:\s+\S+")
# Its lines when grep took some of them: the model's column tells it from /proc/cpuinfo.
_CUT_LSCPU = compile_later(
    r"^(?:Socket\(s\)|Model name|CPU\(s\)|Core\(s\) per socket|Thread\(s\) per core|Vendor ID):\s{2,}\S"
)
_NODE = compile_later(r"^\s*NUMA node(\d{1,4}) CPU\(s\):\s+([\d,-]+)$")
_NUMACTL = compile_later(r"^available: (\d+) nodes? \(")
_NUMACTL_NODE = compile_later(r"^node (\d{1,4}) cpus: ([\d ]+)$")
_CPUINFO = compile_later(r"^model name\s*: (\S.*)$")
# Of a Mac hw.model is the machine.
_SYSCTL = compile_later(r"^hw\.(?P<key>model|ncpu|physmem): (?!Mac|iMac)(?P<value>\S.*?)\s*$")
_SYSCTL_KEYS = {"model": "cpu.model", "ncpu": "cpu.threads", "physmem": "memory.total"}
_HYPERVISOR = {"KVM": "kvm", "VMware": "vmware", "Xen": "xen", "Microsoft": "hyper-v"}
MAX_LSCPU_LINES = 80


def read_processors(lines: Sequence[Line]) -> Iterator[Record]:
    """Read lscpu from its first line on, numactl's nodes, and the model of /proc/cpuinfo."""
    is_model_read = False
    end = 0
    for index, line in enumerate(lines):
        if _ARCHITECTURE.match(line.text) or (line.number > end and _CUT_LSCPU.match(line.text)):
            block = _take_block(lines[index : index + MAX_LSCPU_LINES])
            end = block[-1].number
            yield from _read_lscpu(block)
        elif _NUMACTL.match(line.text):
            yield from _read_numactl(lines, index)
        elif not is_model_read and (match := _CPUINFO.match(line.text)):
            is_model_read = True
            yield Fact("cpu.model", match[1].strip(), line.number)
        elif (match := _SYSCTL.match(line.text)) and (match["key"] == "model") != match["value"].isdecimal():
            unit = "bytes" if match["key"] == "physmem" else None
            yield Fact(_SYSCTL_KEYS[match["key"]], match["value"], line.number, unit=unit)


def _take_block(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines that follow each other without a gap."""
    last = next((n for n in range(1, len(lines)) if lines[n].number != lines[n - 1].number + 1), len(lines))
    return lines[:last]


def _read_lscpu(lines: Sequence[Line]) -> Iterator[Record]:
    fields: dict[str, tuple[str, int]] = {}
    for line in lines:
        if node := _NODE.match(line.text):
            yield NumaNode(int(node[1]), node[2], line.number)
        elif match := _FIELD.match(line.text):
            if match["key"] in fields and match["key"] == "Architecture":
                break
            fields.setdefault(match["key"], (match["value"], line.number))
        elif not line.text.strip() or line.text.startswith("```"):
            break
    yield from _read_name("cpu.model", fields.get("Model name"))
    sockets, per_socket, cpus = (
        _read_number(fields.get(key)) for key in ("Socket(s)", "Core(s) per socket", "CPU(s)")
    )
    if sockets:
        yield Fact("cpu.sockets", str(sockets[0]), sockets[1])
    if sockets and per_socket:
        yield Fact("cpu.cores", str(sockets[0] * per_socket[0]), per_socket[1])
    if cpus:
        yield Fact("cpu.threads", str(cpus[0]), cpus[1])
    hypervisor = fields.get("Hypervisor vendor")
    if hypervisor and hypervisor[0] in _HYPERVISOR:
        yield Fact("virtualized", _HYPERVISOR[hypervisor[0]], hypervisor[1])


def _read_name(key: str, value: tuple[str, int] | None) -> Iterator[Record]:
    if value is not None and value[0] not in {"-", "unknown"}:
        yield Fact(key, value[0], value[1])


def _read_number(value: tuple[str, int] | None) -> tuple[int, int] | None:
    return (int(value[0]), value[1]) if value and value[0].isascii() and value[0].isdecimal() else None


def _read_numactl(lines: Sequence[Line], index: int) -> Iterator[Record]:
    for line in follow_block(lines, index):
        if match := _NUMACTL_NODE.match(line.text):
            yield NumaNode(int(match[1]), ",".join(match[2].split()), line.number)


READER = Reader(
    "lscpu, /proc/cpuinfo, numactl -H; sysctl of FreeBSD",
    (
        "architecture:",
        "model name",
        "available: ",
        "socket(s):",
        "cpu(s):",
        "hw.model",
        "hw.ncpu",
        "hw.physmem",
    ),
    read_processors,
    "cpu.model, cpu.sockets, cpu.cores, cpu.threads, virtualized, memory.total; NUMA nodes for the path",
)

"""Which CPUs fio was bound to, in words that stay the same where another spelling means the same CPUs.

Sockets are named first: CPUs 0-23 of a socket are "socket 0" whatever number of nodes the firmware makes of it, so that
a change of NPS does not look like a change of pinning.
"""

from collections.abc import Collection, Mapping

from fioboard.core.sanitize import Document
from fioboard.engine.hardware.inventory import numa

ANY = "any"
# Of numactl: what it binds, under its long and short name.
_NUMACTL = {
    "cpunodebind": "nodes", "N": "nodes", "physcpubind": "cpus", "C": "cpus", "membind": "bind", "m": "bind",
    "interleave": "interleave", "i": "interleave", "preferred": "prefer", "p": "prefer",
}  # fmt: skip
_LOCAL = ("localalloc", "l")
MAX_CPUS = 4096


def describe_pinning(
    options: Mapping[str, str], launcher: Mapping[str, str], document: Document, *, has_all_options: bool
) -> str | None:
    """Describe a pinning: `any`, `socket 0`, `nodes 2-3`, `CPUs 0-7,16`, with ` split` and ` memory bind:0` where
    that was set.

    None when it is not known, or was said in a way that this machine's CPUs cannot be told from.
    """
    asked = _launched(launcher)
    if asked is None:
        return None
    # What fio itself is told wins over what its process was started with.
    own = {name: options[name] for name in ("cpus_allowed", "cpumask", "numa_cpu_nodes") if options.get(name)}
    if len(own) > 1:
        return None
    where = (
        _words(document, own.get("cpus_allowed") or _masked(own.get("cpumask")), own.get("numa_cpu_nodes"))
        if own
        else _words(document, asked.get("cpus"), asked.get("nodes"))
    )
    memory = options.get("numa_mem_policy", "").strip().lower() or asked.get("memory")
    if where is None or (where == ANY and memory is None and not has_all_options):
        return None
    split = " split" if options.get("cpus_allowed_policy", "").strip().lower() == "split" else ""
    return f"{where}{split}{f' memory {memory}' if memory else ''}"


def ranges(numbers: Collection[int]) -> str:
    """{0, 1, 2, 8} as `0-2,8`."""
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ",".join(str(low) if low == high else f"{low}-{high}" for low, high in parts)


def _words(document: Document, cpus: str | None, nodes: str | None) -> str | None:
    if cpus is None and nodes is None:
        return ANY
    by_node = numa.map_cpus_by_node(document)
    if cpus is None:
        wanted = numa.parse_cpu_list(nodes)
        if not wanted:
            return None
        if not wanted <= by_node.keys():
            return _named("node", wanted)
        bound = set().union(*(by_node[node] for node in wanted))
    else:
        bound = numa.parse_cpu_list(cpus)
    if not bound or len(bound) > MAX_CPUS:
        return None
    by_socket: dict[int, set[int]] = {}
    for node, socket in numa.map_sockets_by_node(document).items():
        by_socket.setdefault(socket, set()).update(by_node.get(node, ()))
    for name, groups in (("socket", by_socket), ("node", by_node)):
        inside = {number for number, group in groups.items() if group and group <= bound}
        if inside and set().union(*(groups[number] for number in inside)) == bound:
            return _named(name, inside)
    return _named("CPU", bound)


def _named(name: str, numbers: Collection[int]) -> str:
    return f"{name}{'s' if len(numbers) > 1 else ''} {ranges(numbers)}"


def _masked(mask: str | None) -> str | None:
    """`0x5` as `0,2`; None when there is no mask, the mask itself when it is none."""
    if mask is None:
        return None
    try:
        bits = int(mask, 16 if mask.lower().startswith("0x") else 10)
    except ValueError:
        return mask
    return ranges([bit for bit in range(min(bits.bit_length(), MAX_CPUS)) if bits >> bit & 1])


def _launched(launcher: Mapping[str, str]) -> dict[str, str] | None:
    """`cpus`, `nodes` and `memory` that numactl and taskset asked for; None for what cannot be told here."""
    asked: dict[str, str] = {}
    words = [word for word in launcher.get("taskset", "").split() if word not in {"-a", "--all-tasks"}]
    if words:
        is_list = words[0] in {"-c", "--cpu-list", "-ac"} and len(words) > 1
        mask = words[0] if words[0].lower().startswith("0x") else f"0x{words[0]}"
        cpus = words[1] if is_list else _masked(mask)
        if cpus is None or not numa.parse_cpu_list(cpus):
            return None
        asked["cpus"] = cpus
    words = launcher.get("numactl", "").split()
    while words:
        name, equals, value = words.pop(0).partition("=")
        name = name.lstrip("-")
        if name in _LOCAL:
            asked["memory"] = "local"
            continue
        if name not in _NUMACTL and name[:1] in _NUMACTL and name[1:2].isdigit():
            name, equals, value = name[0], "=", name[1:]
        if name not in _NUMACTL or not (equals or words):
            return None
        value = value if equals else words.pop(0)
        if value != "all" and not numa.parse_cpu_list(value):
            return None
        kind = _NUMACTL[name]
        if kind in {"bind", "interleave", "prefer"}:
            asked["memory"] = f"{kind}:{value}"
        elif value != "all":
            asked[kind] = value
    return asked

"""Where the drives hang, and where fio ran."""

from collections.abc import Mapping, Sequence

from fioboard.app.sharing.questions import sentences
from fioboard.app.sharing.questions.links import drives_functions
from fioboard.app.sharing.questions.question import (
    Finding,
    Setting,
    elsewhere,
    explain_outside_vm,
    listed,
    unknown,
)
from fioboard.core.figures import format_things
from fioboard.engine.hardware.inventory import numa as nodes
from fioboard.engine.hardware.inventory.tolerant import mapping, objects, text, whole
from fioboard.engine.words.factors.of_jobs import BINDING

PINNING = ("cpus_allowed", "numa_cpu_nodes")
UNPINNED = "not pinned by fio's options"


def _drives_nodes(setting: Setting) -> set[int | None]:
    drive_nodes: set[int | None] = {function.numa_node for function in drives_functions(setting)}
    return drive_nodes or {m["numa_node"] for target in setting.targets for m in target["members"]}


def node_of_drives(setting: Setting) -> Finding:
    """On which NUMA node are the drives?"""
    if setting.is_remote:
        return elsewhere()
    if setting.is_on_virtual_drives:
        return unknown(explain_outside_vm("The NUMA node of the physical drives is"), can_be_read=False)
    every = nodes.map_cpus_by_node(setting.document)
    drive_nodes = _drives_nodes(setting)
    known = sorted(node for node in drive_nodes if node is not None)
    if not known or None in drive_nodes:
        if len(every) == 1:
            return Finding(
                "value", "one NUMA node", "The machine has one NUMA node.", "inventory: NUMA nodes"
            )
        return unknown("The kernel does not report the NUMA node of the drives.")
    value = f"node {listed(map(str, known))}"
    sockets = nodes.map_sockets_by_node(setting.document)
    evidence = [
        sentences.CPUS_OF_NODE(node=node, cpus=cpus)
        for node in known
        if (cpus := _cpus(setting, node)) is not None
    ]
    evidence += [
        sentences.NODE_ON_SOCKET(node=node, socket=sockets[node]) for node in known if node in sockets
    ]
    return Finding(
        "value",
        value,
        sentences.NODES_IN_ALL(nodes=format_things(len(every), "NUMA node"))
        if every
        else "How many NUMA nodes the machine has was not recorded.",
        "inventory: PCIe functions",
        tuple(evidence),
    )


def _cpus(setting: Setting, node: int) -> str | None:
    entries = objects(setting.document, "cpu.numa.nodes")
    return next((text(entry, "cpus") for entry in entries if whole(entry, "id") == node), None)


def is_pinned(setting: Setting) -> Finding:
    """Did you pin the process to a NUMA node?"""
    every = nodes.map_cpus_by_node(setting.document)
    if len(every) == 1 and setting.is_virtual:
        return Finding(
            "value",
            "one NUMA node in the VM",
            explain_outside_vm("Pinning on the hypervisor is"),
            "inventory: NUMA nodes",
            can_be_read=False,
            is_open=True,
        )
    if len(every) == 1:
        return Finding(
            "value",
            "one NUMA node",
            "The machine has one NUMA node: nothing to pin to.",
            "inventory: NUMA nodes",
        )
    states = [(run["label"], options) for run in setting.runs for options in run["job_options"] if options]
    is_bound_by_job = any(options.get(key) for _, options in states for key in PINNING)
    if not is_bound_by_job and (bound := _launched(setting)):
        return bound
    if not states:
        return unknown("The output does not include the job options.")
    return _judge_job_binding(setting, states)


def _judge_job_binding(setting: Setting, states: Sequence[tuple[str, Mapping[str, str]]]) -> Finding:
    """Judge what the jobs' own options bind."""
    pinned = [(label, {k: o[k] for k in PINNING if o.get(k)}) for label, o in states]
    drives = {node for node in _drives_nodes(setting) if node is not None}
    evidence = [f"{label}: {_binding_words(setting, binding)}" for label, binding in pinned]
    if drives:
        evidence.append(sentences.DRIVES_ON_NODES(nodes=listed(str(n) for n in sorted(drives))))
    source = "job options cpus_allowed and numa_cpu_nodes"
    seen = setting.factor("numa.local")
    if seen and not any(binding for _, binding in pinned):
        value = "on the drives' node" if all(seen) else "not on the drives' node"
        return Finding(
            "yes",
            value,
            "Pinned from outside fio, as the agent saw.",
            "inventory: CPU binding",
            tuple(evidence),
        )
    if not any(binding for _, binding in pinned):
        text_ = "Whether it was pinned from outside fio (taskset, numactl) was not recorded."
        return Finding(
            "value", UNPINNED, text_, source, can_be_read=False, is_open=True,
        )  # fmt: skip
    values = listed(_binding_words(setting, binding) for _, binding in pinned)
    if not all(binding for _, binding in pinned):
        return Finding(
            "value",
            values,
            "Some of the runs were pinned by fio's options, others not.",
            source,
            tuple(evidence),
        )
    used = [
        nodes.find_fio_nodes(setting.document, mapping({"binding": binding}, "binding"))
        for _, binding in pinned
    ]
    is_local = bool(drives) and all(u is not None and u <= drives for u in used)
    there = (
        ", to the node of the drives"
        if is_local
        else ", not or not only to the node of the drives"
        if drives
        else ""
    )
    return Finding("yes", values, sentences.BOUND_BY_JOB(there=there), source, tuple(evidence))


def _launched(setting: Setting) -> Finding | None:
    """What a program before fio on its command line bound it to; None when none did, or the agent saw the outcome."""
    launchers = {name: values for name in sorted(BINDING) if (values := setting.factor(f"launcher.{name}"))}
    if not launchers or setting.factor("numa.local"):
        return None
    return Finding(
        "value",
        f"started under {listed(launchers)}",
        "No job option pins fio; the program that started it may, depending on its arguments.",
        "command line",
        tuple(f"{name}: {each}" for name, values in launchers.items() for each in values),
        can_be_read=False,
        is_open=True,
    )


def _binding_words(setting: Setting, binding: dict[str, str]) -> str:
    """`CPUs 0-23 (nodes 0, 1)`, `node 1`, `not pinned by fio's options`."""
    if binding.get("numa_cpu_nodes"):
        return f"node {binding['numa_cpu_nodes']}"
    if not binding.get("cpus_allowed"):
        return UNPINNED
    node_numbers = sorted(nodes.find_nodes(setting.document, binding["cpus_allowed"]))
    where = f" (node {', '.join(map(str, node_numbers))})" if node_numbers else ""
    return f"CPUs {binding['cpus_allowed']}{where}"

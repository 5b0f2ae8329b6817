"""Who serves the completions of the drives: their queues, and the CPUs that take the interrupts."""

from collections.abc import Iterator

from fioboard.core.figures import format_iops
from fioboard.engine.hardware.inventory import surroundings
from fioboard.engine.hardware.inventory.numa import map_sockets_by_node
from fioboard.engine.hardware.inventory.tolerant import whole
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown, format_share
from fioboard.engine.rules.load import find_highest_iops, list_nvme_drives
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.machine import FEW_QUEUES, REMOTE


def judge_irq_remote(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether another socket serves the drives' interrupts. Silent where fio itself was bound to another
    socket: interrupts follow who submits, and another rule says so.
    """
    path, thresholds = facts.path, RULES["irq-remote"].thresholds
    drives = list_nvme_drives(facts)
    sockets = map_sockets_by_node(path.document) if path else {}
    if path is None or not drives or len(set(sockets.values())) < 2:
        return
    counted_by_function = surroundings.count_interrupts(path.samples)
    is_any = is_unknown = False
    for function in {m.function.address: m.function for m in drives if m.function}.values():
        rises = counted_by_function.get(function.address, {})
        own = sockets.get(function.numa_node) if function.numa_node is not None else None
        served = {node: rise.by for node, rise in rises.items()}
        known = {node: by for node, by in served.items() if by is not None and node in sockets}
        total = sum(known.values())
        if own is None or not served or len(known) < len(served):
            is_unknown = True
            continue
        if path.fio_nodes is not None and not {sockets.get(node) for node in path.fio_nodes} <= {own}:
            return
        remote = sum(by for node, by in known.items() if sockets[node] != own)
        if total < thresholds["interrupts"] or remote < thresholds["share"] * total:
            continue
        is_any = True
        yield Finding(
            "irq-remote",
            "info",
            REMOTE(share=format_share(remote / total), function=function.address),
            (
                Evidence("interrupts", total, None, "samples"),
                Evidence("on another socket", remote, None, "samples"),
            ),
            "likely",
        )
    if not is_any:
        yield Unknown("interrupts") if is_unknown else FINE


def judge_few_queues(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether so many I/Os complete that CPUs which share a queue get into each other's way. A guest's drives
    are what the hypervisor gives.
    """
    iops = find_highest_iops(facts)
    if iops is None or iops < RULES["few-queues"].thresholds["IOPS"]:
        return
    drives = list_nvme_drives(facts)
    if not drives or facts.path is None:
        if facts.lacking_path:
            yield Unknown(facts.lacking_path)
        return
    cpus = whole(facts.path.document, "cpu.threads")
    queues = {member.disk: whole(member.entry, "io_queues") for member in drives}
    if cpus is None or None in queues.values():
        yield Unknown("I/O queues")
        return
    few = {disk: count for disk, count in queues.items() if count and count < cpus}
    for disk, count in few.items():
        yield Finding(
            "few-queues",
            "info",
            FEW_QUEUES(drive=disk, queues=count, cpus=cpus, iops=format_iops(iops)),
            (
                Evidence("I/O queues", count),
                Evidence("CPUs", cpus),
                Evidence("IOPS", round(iops), "IOPS", "result"),
            ),
            "possible",
        )
    if not few:
        yield FINE


DECLARED = (
    Rule(
        "irq-remote",
        "interrupt placement",
        "cause",
        "At least a quarter of the interrupts of an NVMe drive's I/O queues were served on another socket than its own "
        "(of 10,000 or more).",
        "Linux: genirq, managed interrupts; /sys/kernel/irq before and after the run",
        ("interrupts", "on another socket"),
        Experiment(
            "Run the same job with cpus_allowed of the drives' socket",
            "The interrupts move there and the result rises.",
            "If they do not move, check irqbalance and the CPU lists of the queues.",
            expects="rate_rises",
        ),
        {"share": 0.25, "interrupts": 10_000},
        "Managed interrupts follow who submits: bound to another socket, fio is named and not they.",
        judge=judge_irq_remote,
        templates=(REMOTE,),
    ),
    Rule(
        "few-queues",
        "drive I/O queues",
        "cause",
        "A drive has fewer I/O queues than the host CPUs; of a run it is told from 500,000 IOPS on.",
        "Linux blk-mq: CPUs are shared out among the queues that there are",
        ("I/O queues", "CPUs", "IOPS"),
        Experiment(
            "Run the same job with as many jobs as there are queues, each bound to a CPU of its own queue",
            "IOPS stay or rise with fewer jobs.",
            "If they fall, sharing queues is not the limit.",
        ),
        {"IOPS": 500_000},
        "Drives that a hypervisor shows have as many queues as it likes.",
        judge=judge_few_queues,
        templates=(FEW_QUEUES,),
    ),
)

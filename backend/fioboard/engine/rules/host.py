"""The CPUs of the host during the run, by the agent's samples of /proc/stat."""

from collections.abc import Iterator

from fioboard.core.sentence import Sentence
from fioboard.engine.hardware.inventory.numa import map_cpus_by_node
from fioboard.engine.rules.cpu import compute_cpu_share, is_polling
from fioboard.engine.rules.cpu_use import (
    THREADED_ENGINES,
    CpuUse,
    compute_mean_by_node,
    compute_mean_of_nodes,
    has_other_program,
    is_served_by_programs,
    measure_cpu_use,
)
from fioboard.engine.rules.drive_bytes import find_longest_ms
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown, format_share
from fioboard.engine.rules.rule import RULES, Experiment, Rule, repeat_job
from fioboard.engine.rules.sentences.machine import (
    CORE_HOT,
    DISTURBED,
    HOST_FULL,
    HOST_IS_LIMIT,
    NODE_FULL,
    NODE_IS_LIMIT,
    OTHER_WORK,
    OTHER_WORK_FULL,
    STOLEN,
    STOLEN_MUCH,
)
from fioboard.engine.rules.series import select_run_values


def judge_cpu_saturated_node(facts: RunFacts) -> Iterator[Judgement]:
    """Judge the busiest node that fio could run on, where fio's own work filled it."""
    if not facts.is_fio or any(is_polling(result) for result in facts.results):
        return
    busy = compute_mean_by_node(facts, "cpu_busy_pct")
    if not busy:
        yield Unknown("samples")
        return
    allowed = facts.path.fio_nodes if facts.path else None
    mine = {node: share for node, share in busy.items() if allowed is None or node in allowed}
    full = {
        node: share for node, share in mine.items() if share >= RULES["cpu-saturated-node"].thresholds["full"]
    }
    # Where fio could go to another node, one full node alone does not hold it back.
    if not mine or len(full) < len(mine):
        yield FINE
        return
    use = measure_cpu_use(facts)
    if use is None or use.is_disturbed:
        return  # Others filled them, or may have: no limit of this run.
    node, share = max(full.items(), key=lambda one: one[1])
    interrupts = compute_mean_by_node(facts, "cpu_irq_pct").get(node)
    spoken = format_share(share / 100)
    is_one = len(map_cpus_by_node(facts.document)) < 2
    yield Finding(
        "cpu-saturated-node",
        "warning",
        HOST_FULL(busy=spoken) if is_one else NODE_FULL(node=node, busy=spoken),
        (
            Evidence("node", node, None, "samples"),
            Evidence("busy", round(share, 1), "%", "samples"),
            Evidence("in interrupts", None if interrupts is None else round(interrupts, 1), "%", "samples"),
        ),
        "likely",
        share=share / 100,
        headline=HOST_IS_LIMIT(busy=spoken) if is_one else NODE_IS_LIMIT(node=node, busy=spoken),
    )


def judge_cpu_core_hot(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether a single CPU was full for another reason than a job of fio, or another program, on it."""
    thresholds = RULES["cpu-core-hot"].thresholds
    shares = [compute_cpu_share(result) for result in facts.results]
    if not facts.is_fio or any(is_polling(result) for result in facts.results):
        return
    hottest, busy = (
        compute_mean_by_node(facts, "cpu_busy_max_pct"),
        compute_mean_by_node(facts, "cpu_busy_pct"),
    )
    if not hottest:
        yield Unknown("samples")
        return
    if None in shares:
        yield Unknown("cpu")
        return
    if any(share is not None and 100 * share >= thresholds["job below"] for share in shares):
        return  # A job fills a CPU: another rule's.
    if has_other_program(facts):
        return
    sizes = {node: len(cpus) for node, cpus in map_cpus_by_node(facts.document).items()}
    findings: list[Judgement] = [
        Finding(
            "cpu-core-hot",
            "info",
            CORE_HOT(node=node, hot=format_share(hot / 100), busy=format_share(busy[node] / 100)),
            (
                Evidence("node", node, None, "samples"),
                Evidence("busiest CPU", round(hot, 1), "%", "samples"),
                Evidence("node busy", round(busy[node], 1), "%", "samples"),
            ),
            "possible",
        )
        for node, hot in sorted(hottest.items())
        if hot >= thresholds["hot"] and busy.get(node, 100) < thresholds["node below"]
        if sizes.get(node, 0) >= thresholds["least CPUs"]
    ]
    yield from findings or [FINE]


def judge_vm_steal(facts: RunFacts) -> Iterator[Judgement]:
    """Judge CPU time that the hypervisor took: it was neither fio's nor the host's."""
    stolen = compute_mean_of_nodes(
        facts, "cpu_steal_pct", compute_mean_by_node(facts, "cpu_steal_pct").keys()
    )
    if stolen is None:
        yield Unknown("samples")
        return
    if stolen < RULES["vm-steal"].thresholds["found"]:
        yield FINE
        return
    most = max(
        value
        for series in (facts.samples.series if facts.samples else ())
        if series.metric == "cpu_steal_pct"
        for value in select_run_values(facts, series)
    )
    yield Finding(
        "vm-steal",
        "warning",
        STOLEN(stolen=format_share(stolen / 100)),
        (
            Evidence("stolen", round(stolen, 1), "%", "samples"),
            Evidence("most in one step", most, "%", "samples"),
        ),
        headline=STOLEN_MUCH(stolen=format_share(stolen / 100))
        if stolen >= RULES["vm-steal"].thresholds["much"]
        else None,
    )


def judge_host_busy(facts: RunFacts) -> Iterator[Judgement]:
    """Judge CPU time outside the kernel that is not fio's: kernel threads have none."""
    engines = {result.ioengine for result in facts.results}
    thresholds = RULES["host-busy"].thresholds
    if not facts.is_fio or engines & THREADED_ENGINES or find_longest_ms(facts) < thresholds["least ms"]:
        return
    use = measure_cpu_use(facts, is_of_host=True)
    if use is None:
        yield Unknown("cpu" if compute_mean_by_node(facts, "cpu_busy_pct") else "samples")
        return
    if not use.is_disturbed:
        yield FINE
        return
    headline = _describe_doubt(facts, use)
    share = format_share(use.other)
    yield Finding(
        "host-busy",
        "warning" if headline or use.other >= thresholds["much"] else "info",
        OTHER_WORK_FULL(share=share, busy=format_share(use.busy)) if use.is_full else OTHER_WORK(share=share),
        (
            Evidence("other work", round(100 * use.other, 1), "%", "computed"),
            Evidence("CPUs busy", round(100 * use.busy, 1), "%", "samples"),
            Evidence("CPUs", use.cpus),
            Evidence("user time of fio", round(use.own_outside * use.cpus, 3), "CPUs", "result"),
        ),
        "certain" if headline else "likely",
        headline=headline,
    )


def _describe_doubt(facts: RunFacts, use: CpuUse) -> Sentence | None:
    """Describe the doubt where others left fio no idle CPU, or took half of all; None where there was room, or where
    a program may have worked for fio.
    """
    if is_served_by_programs(facts):
        return None
    mine = measure_cpu_use(facts)
    has_no_room = mine is not None and mine.is_full and mine.is_disturbed
    if has_no_room or use.other >= RULES["host-busy"].thresholds["most"]:
        return DISTURBED(share=format_share(use.other))
    return None


DECLARED = (
    Rule(
        "cpu-saturated-node",
        "CPU",
        "limit",
        "The CPUs of every NUMA node that fio could run on were busy for at least 90 % of the run, and other programs "
        "took less than 10 % of them.",
        "proc(5): /proc/stat, sampled by the agent",
        ("node", "busy", "in interrupts"),
        Experiment(
            "Run the same job with blocks twice as large",
            "If more bytes move in the same CPU time, the CPUs were the limit.",
            "If the bandwidth does not change, the CPUs were busy but not the limit.",
            expects="rate_rises",
        ),
        {"full": 90},
        "Jobs that poll are busy by design: silent.",
        judge=judge_cpu_saturated_node,
        templates=(NODE_FULL, HOST_FULL),
    ),
    Rule(
        "cpu-core-hot",
        "busiest single CPU",
        "limit",
        "One CPU of a node was busy for at least 95 % of the run while the node was below 50 %, and no job of fio was.",
        "proc(5): /proc/stat, sampled by the agent",
        ("node", "busiest CPU", "node busy"),
        Experiment(
            "Watch mpstat -P ALL 1 during the same job with twice the jobs",
            "Another CPU shares the work and the result rises.",
            "If one CPU stays full, interrupts or a single thread use it.",
            expects="rate_rises",
        ),
        {"hot": 95, "node below": 50, "job below": 85, "least CPUs": 4},
        judge=judge_cpu_core_hot,
        templates=(CORE_HOT,),
    ),
    Rule(
        "vm-steal",
        "CPU time taken by the hypervisor",
        "trust",
        "The hypervisor gave at least 5 % of the CPU time to others (from 25 % on it is the verdict).",
        "proc(5): steal",
        ("stolen", "most in one step"),
        repeat_job(
            "at another time of day, or on the bare machine",
            "The result changes with the stolen CPU time.",
            "If it does not change, CPU time was not the limit.",
        ),
        {"found": 5, "much": 25},
        is_disturbance=True,
        judge=judge_vm_steal,
        templates=(STOLEN,),
    ),
    Rule(
        "host-busy",
        "noisy host",
        "trust",
        "Programs other than fio used at least 10 % of all CPUs (from 25 %: warning), counted by time outside the "
        "kernel: threads of the kernel, which work for fio, are no other work. Certain, and the verdict, where the "
        "CPUs that fio could run on were at least 90 % busy, or from half of all CPUs on.",
        "proc(5): user and nice time of all CPUs, less fio's own",
        ("other work", "CPUs busy", "CPUs", "user time of fio"),
        repeat_job(
            "on an idle host",
            "The result should change.",
            "If it does not change, the other work did not matter.",
            expects="rate_changes",
        ),
        {"found": 0.10, "much": 0.25, "most": 0.5, "least ms": 5000},
        "Engines that work in threads of a library: silent for those. A FUSE file system and a network block device of "
        "the machine itself work outside the kernel, too: likely at most.",
        is_disturbance=True,
        judge=judge_host_busy,
        templates=(OTHER_WORK, OTHER_WORK_FULL),
    ),
)
HEADLINES = (NODE_IS_LIMIT, HOST_IS_LIMIT, DISTURBED, STOLEN_MUCH)

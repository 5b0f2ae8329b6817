"""The CPUs of the host during the run, by the agent's samples of /proc/stat."""

from collections.abc import Iterator, Mapping

from fioboard.core.sentence import Template
from fioboard.findings.check import Check
from fioboard.findings.cpu import cpu_share, is_polling, jobs_of
from fioboard.findings.drive_bytes import longest_ms
from fioboard.findings.facts import RunFacts, once
from fioboard.findings.finding import FINE, Evidence, Finding, Judgement, Unknown, percent
from fioboard.findings.series import known_of_run, mean
from fioboard.inventory.numa import cpus_by_node
from fioboard.vocabulary.findings import RULES

NODE_FULL = Template("The CPUs of NUMA node {node:figure} were {busy:figure} busy during the run.")
NODE_IS_LIMIT = Template("The CPUs of NUMA node {node:figure} are full: {busy:figure} busy.")
CORE_HOT = Template(
    "One CPU of NUMA node {node:figure} was {hot:figure} busy while the node was {busy:figure} busy: interrupts or one "
    "thread share a single CPU."
)
STOLEN = Template("The hypervisor took {stolen:figure} of the CPU time away.")
OTHER_WORK = Template("Programs other than fio took {share:figure} of the CPUs during this run.")
# Engines whose library does the work in threads of its own, which fio's own CPU time does not hold.
THREADED_ENGINES = frozenset(
    {"rbd", "rados", "http", "libhdfs", "gfapi", "gfapi_async", "nbd", "nfs", "dfs", "libiscsi", "posixaio"}
)


@once
def _by_node(facts: RunFacts, metric: str) -> Mapping[int, float]:
    """Mean of a share while the jobs ran, %, by NUMA node; empty when nothing was sampled."""
    means = {}
    for series in facts.samples.series if facts.samples else ():
        if series.metric != metric:
            continue
        kind, _, number = series.subject.partition(":")
        if kind == "node" and number.isdecimal():
            share = mean(known_of_run(facts, series))
            if share is not None:
                means[int(number)] = share
    return means


def cpu_saturated_node(facts: RunFacts) -> Iterator[Judgement]:
    """The busiest node that fio could run on."""
    if not facts.is_fio or any(is_polling(result) for result in facts.results):
        return
    busy = _by_node(facts, "cpu_busy_pct")
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
    node, share = max(full.items(), key=lambda one: one[1])
    interrupts = _by_node(facts, "cpu_irq_pct").get(node)
    yield Finding(
        "cpu-saturated-node",
        "warning",
        NODE_FULL(node=node, busy=percent(share / 100)),
        (
            Evidence("node", node, None, "samples"),
            Evidence("busy", round(share, 1), "%", "samples"),
            Evidence("in interrupts", None if interrupts is None else round(interrupts, 1), "%", "samples"),
        ),
        "likely",
        share=share / 100,
        headline=NODE_IS_LIMIT(node=node, busy=percent(share / 100)),
    )


def cpu_core_hot(facts: RunFacts) -> Iterator[Judgement]:
    """A single CPU that was full for another reason than a job of fio on it."""
    thresholds = RULES["cpu-core-hot"].thresholds
    shares = [cpu_share(result) for result in facts.results]
    if not facts.is_fio or any(is_polling(result) for result in facts.results):
        return
    hottest, busy = _by_node(facts, "cpu_busy_max_pct"), _by_node(facts, "cpu_busy_pct")
    if not hottest:
        yield Unknown("samples")
        return
    if None in shares:
        yield Unknown("cpu")
        return
    if any(share is not None and 100 * share >= thresholds["job below"] for share in shares):
        return  # A job fills a CPU: another rule's.
    sizes = {node: len(cpus) for node, cpus in cpus_by_node(facts.document).items()}
    findings: list[Judgement] = [
        Finding(
            "cpu-core-hot",
            "info",
            CORE_HOT(node=node, hot=percent(hot / 100), busy=percent(busy[node] / 100)),
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


def vm_steal(facts: RunFacts) -> Iterator[Judgement]:
    """Time that was neither fio's nor the host's."""
    stolen = _over_host(facts, "cpu_steal_pct")
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
        for value in known_of_run(facts, series)
    )
    yield Finding(
        "vm-steal",
        "warning",
        STOLEN(stolen=percent(stolen / 100)),
        (
            Evidence("stolen", round(stolen, 1), "%", "samples"),
            Evidence("most in one step", most, "%", "samples"),
        ),
    )


def _over_host(facts: RunFacts, *metrics: str) -> float | None:
    """Mean share of all CPUs, the first metric less the others, %; None when one is unknown."""
    sizes = {node: len(cpus) for node, cpus in cpus_by_node(facts.document).items()}
    columns = [_by_node(facts, metric) for metric in metrics]
    nodes = columns[0].keys()
    if not nodes or any(column.keys() != nodes for column in columns) or not nodes <= sizes.keys():
        return None
    first, *others = columns
    total = sum(sizes[node] for node in nodes)
    return sum(sizes[node] * (first[node] - sum(other[node] for other in others)) for node in nodes) / total


def host_busy(facts: RunFacts) -> Iterator[Judgement]:
    """Time outside the kernel that is not fio's: kernel threads have none."""
    engines = {result.ioengine for result in facts.results}
    thresholds = RULES["host-busy"].thresholds
    if not facts.is_fio or engines & THREADED_ENGINES or longest_ms(facts) < thresholds["least ms"]:
        return
    outside = _over_host(facts, "cpu_busy_pct", "cpu_sys_pct", "cpu_irq_pct", "cpu_steal_pct")
    if outside is None:
        yield Unknown("samples")
        return
    jobs = {(r.group, r.job_name): r for r in facts.results}.values()
    if any(job.usr_cpu_pct is None for job in jobs):
        yield Unknown("cpu")
        return
    cpus = sum(len(cpus) for cpus in cpus_by_node(facts.document).values())
    # All groups as if they had run at once: fio is never counted as other work.
    own = sum(jobs_of(job) * (job.usr_cpu_pct or 0) / 100 for job in jobs)
    other = outside / 100 - own / cpus
    if other < thresholds["found"]:
        yield FINE
        return
    yield Finding(
        "host-busy",
        "warning" if other >= thresholds["much"] else "info",
        OTHER_WORK(share=percent(other)),
        (
            Evidence("other work", round(100 * other, 1), "%", "computed"),
            Evidence("CPUs", cpus),
            Evidence("fio outside the kernel", round(own, 3), "CPUs", "result"),
        ),
        "likely",
    )


CHECKS = (
    Check("cpu-saturated-node", cpu_saturated_node, (NODE_FULL,)),
    Check("cpu-core-hot", cpu_core_hot, (CORE_HOT,)),
    Check("vm-steal", vm_steal, (STOLEN,)),
    Check("host-busy", host_busy, (OTHER_WORK,)),
)
HEADLINES = (NODE_IS_LIMIT,)

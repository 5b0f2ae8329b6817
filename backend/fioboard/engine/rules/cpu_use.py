"""Whose work filled the CPUs while a run was under way: by the agent's samples of /proc/stat, less fio's own time."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from fioboard.engine.formats.fio.model.reading import Result
from fioboard.engine.hardware.inventory.numa import map_cpus_by_node
from fioboard.engine.hardware.inventory.tolerant import text
from fioboard.engine.rules.cpu import compute_cpu_share, count_jobs, is_polling
from fioboard.engine.rules.drive_bytes import find_longest_ms
from fioboard.engine.rules.facts import RunFacts, derive_once
from fioboard.engine.rules.rule import RULES
from fioboard.engine.rules.series import compute_mean, select_run_values

# Engines whose library does the work in threads of its own, which fio's own CPU time does not hold.
THREADED_ENGINES = frozenset(
    {"rbd", "rados", "http", "libhdfs", "gfapi", "gfapi_async", "nbd", "nfs", "dfs", "libiscsi", "posixaio"}
)
# Programs that serve fio's own I/O on this very machine, outside the kernel.
_SERVED_BY_PROGRAMS = ("fuse", "nbd")
# One CPU's worth of other programs, less what sampling may miss: then the busiest CPU may be theirs.
_ONE_CPU = 0.8
_PARTS = ("cpu_sys_pct", "cpu_irq_pct", "cpu_steal_pct")


@dataclass(frozen=True, slots=True, kw_only=True)
class CpuUse:
    """How a set of CPUs was used while the jobs ran, each a share of all of them, 0 to 1."""

    cpus: int
    busy: float
    outside: float
    """Time outside the kernel, of all programs."""
    own_outside: float
    """fio's own part of that."""
    own: float
    """fio's own time, in the kernel or not."""

    @property
    def other(self) -> float:
        """Other programs' time outside the kernel. Threads of the kernel work for fio, too, so they never count."""
        return max(0.0, self.outside - self.own_outside)

    @property
    def is_full(self) -> bool:
        """Whether hardly any time was idle."""
        return 100 * self.busy >= RULES["cpu-saturated-node"].thresholds["full"]

    @property
    def is_disturbed(self) -> bool:
        """Whether other programs took a part that counts."""
        return self.other >= RULES["host-busy"].thresholds["found"]


@derive_once
def compute_mean_by_node(facts: RunFacts, metric: str) -> Mapping[int, float]:
    """Return the mean of a share while the jobs ran, %, by NUMA node; empty when nothing was sampled."""
    means = {}
    for series in facts.samples.series if facts.samples else ():
        if series.metric != metric:
            continue
        kind, _, number = series.subject.partition(":")
        if kind == "node" and number.isdecimal():
            share = compute_mean(select_run_values(facts, series))
            if share is not None:
                means[int(number)] = share
    return means


def compute_mean_of_nodes(facts: RunFacts, metric: str, nodes: Collection[int]) -> float | None:
    """Return the mean of a share over these nodes' CPUs, %; None when a node's CPUs or share are not known."""
    sizes = {node: len(cpus) for node, cpus in map_cpus_by_node(facts.document).items()}
    known = compute_mean_by_node(facts, metric)
    if not nodes or not set(nodes) <= sizes.keys() & known.keys():
        return None
    return sum(sizes[node] * known[node] for node in nodes) / sum(sizes[node] for node in nodes)


@derive_once
def measure_cpu_use(facts: RunFacts, *, is_of_host: bool = False) -> CpuUse | None:
    """Measure the use of the CPUs that fio could run on, or of all of the host. None when it was not sampled, when
    fio's own time is unknown or passes in threads that fio does not count, or when the run was too short to show it.
    """
    engines = {result.ioengine for result in facts.results}
    if engines & THREADED_ENGINES or find_longest_ms(facts) < RULES["host-busy"].thresholds["least ms"]:
        return None
    jobs = list({(r.group, r.job_name): r for r in facts.results}.values())
    sampled = compute_mean_by_node(facts, "cpu_busy_pct").keys()
    allowed = facts.path.fio_nodes if facts.path and not is_of_host else None
    nodes = sorted(sampled if allowed is None else sampled & allowed)
    busy = compute_mean_of_nodes(facts, "cpu_busy_pct", nodes)
    parts = [compute_mean_of_nodes(facts, metric, nodes) for metric in _PARTS]
    if busy is None or None in parts or any(job.usr_cpu_pct is None for job in jobs):
        return None
    by_node = map_cpus_by_node(facts.document)
    cpus = sum(len(by_node[node]) for node in nodes)
    # All groups as if they had run at once: fio is never counted as other work.
    outside = sum(count_jobs(job) * (job.usr_cpu_pct or 0) for job in jobs)
    inside = sum(count_jobs(job) * (job.sys_cpu_pct or 0) for job in jobs)
    return CpuUse(
        cpus=cpus,
        busy=busy / 100,
        outside=(busy - sum(part for part in parts if part)) / 100,
        own_outside=outside / 100 / cpus,
        own=(outside + inside) / 100 / cpus,
    )


def estimate_cpu_used(facts: RunFacts, results: Sequence[Result]) -> float | None:
    """Estimate how much of its CPU the busiest job used, a share 0 to 1; None where that is unknown, where a job polls,
    and where other programs took the CPUs, so that nobody knows what was left.
    """
    shares = [compute_cpu_share(result) for result in results]
    known = [share for share in shares if share]
    use = measure_cpu_use(facts)
    if len(known) < len(shares) or any(map(is_polling, results)) or (use is not None and use.is_disturbed):
        return None
    return max(*known, use.busy) if use is not None and use.is_full else max(known)


def has_other_program(facts: RunFacts) -> bool:
    """Whether other programs used as much as one CPU, so that the busiest CPU may have been theirs."""
    use = measure_cpu_use(facts, is_of_host=True)
    return use is not None and use.other * use.cpus >= _ONE_CPU


def is_served_by_programs(facts: RunFacts) -> bool:
    """Whether a program of this machine may do work for fio: a FUSE file system, a network block device."""
    targets = facts.path.targets if facts.path else []
    kinds = {text(target.filesystem, "type") or "" for target in targets}
    kinds |= {text(layer.entry, "kind") or layer.kind for target in targets for layer in target.layers}
    kinds |= {member.disk for member in facts.path.members} if facts.path else set()
    return any(kind.startswith(_SERVED_BY_PROGRAMS) for kind in kinds)

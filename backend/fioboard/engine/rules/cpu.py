"""CPU time: of the jobs themselves."""

from collections.abc import Iterator

from fioboard.core.quantity import format_figures
from fioboard.core.sentence import Sentence
from fioboard.engine.formats.fio.model.options import ENGINES_THAT_POLL, parse_flag
from fioboard.engine.formats.fio.model.reading import Result
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown, format_share
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.machine import (
    CPU_LIMIT,
    CPU_LIMIT_OF_KERNEL,
    CPU_LIMIT_OF_ONE,
    FEW_CPUS,
    FEW_CPUS_LIMIT,
    SATURATED,
    SATURATED_IN_ALL,
    SATURATED_KERNEL,
    SATURATED_ONE,
)
from fioboard.engine.words.factors import FACTORS

ONE, EACH = "The job", "Each job"
# Engines that ask the device again and again, or that burn CPU as their work: busy by design.
POLLING_ENGINES = frozenset(
    {"spdk", "spdk_bdev", "cpuio", "null", "libblkio", "xnvme", "io_uring_cmd", "pmemblk", "dev-dax"}
)


def compute_cpu_share(result: Result) -> float | None:
    """Return user and system time as a share of one CPU per job; None when the kernel's part is unknown."""
    if result.sys_cpu_pct is None:
        return None
    return ((result.usr_cpu_pct or 0.0) + result.sys_cpu_pct) / 100


def count_jobs(result: Result) -> int:
    """Count the jobs that a result sums up."""
    return result.numjobs or result.member_count or 1


def is_polling(result: Result) -> bool:
    """Whether the jobs spin by design."""
    asked = any(
        result.job_options.get(name) is not None and parse_flag(result.job_options[name]) is not False
        for name in FACTORS["job.poll"].options
    )
    return asked or result.ioengine in POLLING_ENGINES


def judge_cpu_saturated_job(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether the busiest job filled its CPU. fio counts its own threads only: helpers of posixaio or io_uring
    are not in it, so a low share proves nothing and a high one proves it.
    """
    if not facts.is_fio:
        return
    thresholds = RULES["cpu-saturated-job"].thresholds
    # Within a second a job mostly starts and stops; what polls spins by design.
    waiting = [
        r
        for r in facts.results
        if not is_polling(r) and (r.runtime_ms is None or r.runtime_ms >= thresholds["least ms"])
    ]
    candidates = [(share, r) for r in waiting if (share := compute_cpu_share(r)) is not None]
    if not candidates:
        if waiting:
            yield Unknown("cpu")
        return
    share, result = max(candidates, key=lambda candidate: candidate[0])
    if 100 * share < thresholds["near"]:
        yield from _judge_shared_cpus(facts, waiting) or [FINE]
        return
    if result.ioengine in ENGINES_THAT_POLL and result.has_all_options and not facts.has_all_flags(result):
        yield Unknown("options")  # One that polls may be told so by a flag, and old fio prints none.
        return
    is_full = 100 * share >= thresholds["full"]
    jobs = count_jobs(result)
    busy, kernel = format_share(share, 1), format_share((result.sys_cpu_pct or 0) / 100, 1)
    cost = None
    together = [r for r in facts.results if r.job_name == result.job_name and r.group == result.group]
    iops = [r.iops for r in together]
    if all(iops) and len(iops) == len(together):
        cost = 1e6 * jobs * share / sum(value for value in iops if value)
    words = {"jobs": jobs, "busy": busy, "kernel": kernel}
    state = "the limit" if is_full else "near its limit"
    yield Finding(
        "cpu-saturated-job",
        "warning" if is_full else "info",
        SATURATED_KERNEL(who=EACH if jobs > 1 else ONE, busy=busy)
        if result.usr_cpu_pct is None
        else _describe_saturation(jobs, busy, kernel, cost),
        (
            Evidence("CPU of the jobs", round(100 * share, 2), "%", "result"),
            Evidence("of it in the kernel", result.sys_cpu_pct, "%", "result"),
            Evidence("jobs", jobs, None, "result"),
            Evidence("CPU per I/O", None if cost is None else round(cost * 1000), "ns", "computed"),
        ),
        "certain" if is_full else "likely",
        options=_suggest_twice_the_jobs(result),
        share=share,
        headline=CPU_LIMIT_OF_KERNEL(state=state, who=EACH.lower() if jobs > 1 else ONE.lower(), busy=busy)
        if result.usr_cpu_pct is None
        else CPU_LIMIT(state=state, **words)
        if jobs > 1
        else CPU_LIMIT_OF_ONE(state=state, busy=busy, kernel=kernel),
    )


def _suggest_twice_the_jobs(result: Result) -> tuple[str, ...]:
    """Suggest options for twice the jobs at the same total depth; none where half the depth is no whole number, or
    several sections are one result.
    """
    depth = result.iodepth or 1
    if depth % 2 or result.is_merged_sections or result.numjobs is None:
        return ()
    return (f"numjobs={2 * result.numjobs}", f"iodepth={depth // 2}")


def _judge_shared_cpus(facts: RunFacts, waiting: list[Result]) -> list[Judgement]:
    """Judge whether jobs that share few CPUs fill them together while none fills one. Empty where there is room, or
    nobody knows.
    """
    allowed = facts.fio_cpu_count
    for group in {result.group for result in waiting}:
        jobs = list({r.job_name: r for r in waiting if r.group == group}.values())
        shares = [compute_cpu_share(job) for job in jobs]
        if not allowed or None in shares or len(waiting) < len(facts.results):
            continue
        used = sum(count_jobs(job) * (share or 0) for job, share in zip(jobs, shares, strict=True))
        if 100 * used / allowed < RULES["cpu-saturated-job"].thresholds["full"]:
            continue
        count = sum(count_jobs(job) for job in jobs)
        words = {"jobs": count, "used": format_figures(used), "allowed": allowed}
        return [
            Finding(
                "cpu-saturated-job",
                "warning",
                FEW_CPUS(**words),
                (
                    Evidence("CPU of the jobs", round(100 * used, 1), "%", "result"),
                    Evidence("jobs", count, None, "result"),
                    Evidence("CPUs for fio", allowed, None, "targets"),
                ),
                share=used / allowed,
                headline=FEW_CPUS_LIMIT(**words),
            )
        ]
    return []


def _describe_saturation(jobs: int, busy: str, kernel: str, cost: float | None) -> Sentence:
    """Describe how busy the jobs kept their CPUs."""
    if jobs == 1:
        return SATURATED_ONE(busy=busy, kernel=kernel)
    if cost is None:
        return SATURATED_IN_ALL(jobs=jobs, busy=busy, kernel=kernel)
    return SATURATED(jobs=jobs, busy=busy, kernel=kernel, cost=format_figures(cost))


DECLARED = (
    Rule(
        "cpu-saturated-job",
        "CPU time of the jobs",
        "limit",
        "User and system time of the jobs together are at least 95 % of one CPU per job (85 to 95 %: near).",
        "fio stat.c: usr and sys are shares of the jobs' own run time",
        ("CPUs for fio", "CPU of the jobs", "of it in the kernel", "jobs", "CPU per I/O"),
        Experiment(
            "Run twice as many jobs at the same total depth",
            "IOPS rise nearly in proportion if the CPU was the limit.",
            "If IOPS do not change, the limit is behind the CPU.",
            expects="rate_rises",
        ),
        {"full": 95.0, "near": 85.0, "least ms": 1000},
        "Polling engines spin at 100 % by design: silent for hipri, sqthread_poll and the user-space drivers.",
        judge=judge_cpu_saturated_job,
        templates=(SATURATED, SATURATED_IN_ALL, SATURATED_ONE, SATURATED_KERNEL, FEW_CPUS),
    ),
)
HEADLINES = (CPU_LIMIT, CPU_LIMIT_OF_ONE, CPU_LIMIT_OF_KERNEL, FEW_CPUS_LIMIT)

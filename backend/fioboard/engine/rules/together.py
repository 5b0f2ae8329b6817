"""Jobs beside each other: whether they ran at one time, and on blocks of their own."""

from collections import Counter
from collections.abc import Iterator, Sequence

from fioboard.core.figures import format_runtime
from fioboard.engine.formats.fio.model.options import find_kb_base, parse_flag, parse_size
from fioboard.engine.formats.fio.model.reading import Result
from fioboard.engine.rules.depth import QUEUEING, SYNCHRONOUS
from fioboard.engine.rules.facts import TOGETHER, RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown
from fioboard.engine.rules.rule import RULES, Rule, repeat_job
from fioboard.engine.rules.sentences.jobs import NOT_TOGETHER, SAME_READ, SAME_WRITTEN

# A part of a range begins at a whole block of any device.
ALIGNED_BYTES = 1 << 20
SEQUENTIAL = frozenset({"read", "write", "rw", "readwrite"})
# Engines whose `filename` is a file or device of this machine; so is that of the default, which depends on the system.
ON_FILES = SYNCHRONOUS | QUEUEING
# With any of these, jobs on one file may start or go on at different blocks.
APART = ("offset_increment", "startdelay", "wait_for", "read_iolog", "zonemode", "rw_sequencer", "percentage_random",
         "flow", "opendir", "exec_prerun")  # fmt: skip


def count_jobs(result: Result) -> int:
    """Count the jobs that a result sums up."""
    return result.numjobs or result.member_count or 1


def judge_same_blocks(facts: RunFacts) -> Iterator[Judgement]:
    """Judge sequential jobs of one group, clones or sections, that go over one file from one offset."""
    if not facts.is_fio:
        return
    in_order = [r for r in facts.results if r.rw in SEQUENTIAL and r.direction in {"read", "write"}]
    at_once: Counter[tuple[int, str]] = Counter()
    for result in in_order:
        at_once[result.group, result.direction] += count_jobs(result)
    several = [r for r in in_order if at_once[r.group, r.direction] > 1]
    if not several:
        return
    if not all(result.has_all_options for result in several):
        yield Unknown("options")
        return
    if any(not _is_plain(result) for result in several):
        return
    shared: Counter[tuple[int, str, str, str, str]] = Counter()
    for result in several:
        options = result.job_options
        if "filename" in options:  # Without one, every job has a file of its own.
            place = options.get("directory", ""), options["filename"], options.get("offset", "0")
            shared[result.group, result.direction, *place] += count_jobs(result)
    key = max(shared, key=lambda one: shared[one], default=None)
    if key is None or shared[key] < 2:
        yield FINE
        return
    sentence = SAME_READ if key[1] == "read" else SAME_WRITTEN
    yield Finding(
        "same-blocks",
        "warning",
        sentence(jobs=shared[key]),
        (Evidence("jobs on one file", shared[key], None, "result"),),
        options=_suggest_offsets(several, shared[key]),
    )


def _suggest_offsets(results: Sequence[Result], jobs: int) -> tuple[str, ...]:
    """Suggest options that give each job a part of the same range; none where the jobs name no size, or different
    ones.
    """
    sizes = {
        parse_size(result.job_options.get("size", ""), find_kb_base(result.job_options)) for result in results
    }
    size = sizes.pop() if len(sizes) == 1 else None
    part = (size or 0) // jobs // ALIGNED_BYTES * ALIGNED_BYTES
    return (f"offset_increment={part}", f"size={part}") if part else ()


def _is_plain(result: Result) -> bool:
    """Whether its options tell all that decides where it reads or writes."""
    options = result.job_options
    places = options.get("filename", "") + options.get("directory", "")
    return (
        not result.is_merged_sections
        and (result.ioengine is None or result.ioengine in ON_FILES)
        and not any(name in options for name in APART)
        and not any(sign in places for sign in ":$")
    )


def judge_jobs_not_together(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether clones ran at one time, by their own run times, where fio printed them one by one."""
    if not facts.is_fio:
        return
    needs: list[str] = []
    worst: tuple[float, int, int, int] | None = None
    is_any = False
    for result in facts.results:
        if count_jobs(result) < 2 or result.is_merged_sections:
            continue
        times = [member.runtime_ms for member in result.members if member.runtime_ms]
        if not times or len(times) < len(result.members):
            if _ends_by_the_clock(result):
                is_any = True
            else:
                needs.append("members")
            continue
        is_any = True
        shortest, longest = min(times), max(times)
        least = RULES["jobs-not-together"].thresholds["apart ms"]
        if longest > TOGETHER * shortest and longest - shortest >= least:
            worst = max(worst or (0.0, 0, 0, 0), (longest / shortest, shortest, longest, len(times)))
    if worst is not None:
        _, shortest, longest, count = worst
        yield Finding(
            "jobs-not-together",
            "warning",
            NOT_TOGETHER(jobs=count, shortest=format_runtime(shortest), longest=format_runtime(longest)),
            (
                Evidence("shortest", shortest, "ms", "result"),
                Evidence("longest", longest, "ms", "result"),
            ),
            options=("time_based", "runtime=60"),
        )
    elif needs:
        yield Unknown(needs[0])
    elif is_any:
        yield FINE


def _ends_by_the_clock(result: Result) -> bool:
    stated = result.job_options.get("time_based")
    return stated is not None and parse_flag(stated) is not False and "runtime" in result.job_options


DECLARED = (
    Rule(
        "same-blocks",
        "jobs sharing the same blocks",
        "trust",
        "Sequential jobs of one group go over one file from one offset, and nothing sets them apart.",
        "fio HOWTO: offset_increment, filename",
        ("jobs on one file",),
        repeat_job(
            "with offset_increment set to the size divided by the jobs",
            "The result is lower: a cache had served some of it.",
            "If it does not change, the drive served all of it.",
            expects="rate_falls",
        ),
        hidden_by="job_options",
        judge=judge_same_blocks,
        templates=(SAME_READ, SAME_WRITTEN),
    ),
    Rule(
        "jobs-not-together",
        "jobs not run together",
        "trust",
        "Clones of a job whose run times differ by more than a tenth and by at least a second.",
        "fio HOWTO: time_based",
        ("shortest", "longest"),
        repeat_job(
            "with time_based and a runtime",
            "The jobs end together, so their sum covers one period.",
            "If not, a job failed: check its error.",
        ),
        {"apart ms": 1000},
        depends_on_speed=True,
        judge=judge_jobs_not_together,
        templates=(NOT_TOGETHER,),
    ),
)

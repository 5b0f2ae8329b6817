"""Whether the drives of a target did equal work."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import median

from fioboard.core.figures import format_bandwidth, format_latency
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.drives import UNEVEN, WAITS
from fioboard.engine.rules.series import compute_mean, select_run_values


@dataclass(frozen=True, slots=True)
class _Wait:
    """Of one member, one way: requests (or their rate), and the mean time that one took."""

    requests: float
    mean_ns: float


def judge_slowest_member(facts: RunFacts) -> Iterator[Judgement]:
    """Judge the slowest drive of a target, by bandwidth where that differs; else by wait: members of a stripe carry
    equal bytes, whoever is slow.
    """
    by_bandwidth, by_wait = list(_judge_bandwidth(facts)), list(_judge_wait(facts))
    judgements = by_bandwidth if any(isinstance(one, Finding) for one in by_bandwidth) else by_wait
    yield from (
        judgements if any(isinstance(one, Finding) for one in judgements) else [*by_wait, *by_bandwidth]
    )


def _judge_wait(facts: RunFacts) -> Iterator[Judgement]:
    """Compare the members' mean wait per request."""
    thresholds = RULES["slowest-member"].thresholds
    judged = False
    for direction in ("read", "write"):
        for waits, source in (
            (_collect_sampled_waits(facts, direction), "samples"),
            (_collect_counted_waits(facts, direction), "counters"),
        ):
            loads = [wait.requests for wait in waits.values()]
            if len(waits) < 2 or not min(loads) or max(loads) > thresholds["uneven"] * min(loads):
                continue
            judged = True
            slow = max(waits, key=lambda name: waits[name].mean_ns)
            others = median(wait.mean_ns for name, wait in waits.items() if name != slow)
            if waits[slow].mean_ns <= thresholds["wait"] * others:
                continue
            yield Finding(
                "slowest-member",
                "warning",
                WAITS(
                    slow=slow,
                    slowest=format_latency(waits[slow].mean_ns),
                    others=format_latency(others),
                    direction=direction,
                ),
                tuple(
                    Evidence(name, round(waits[name].mean_ns), "ns", source)
                    for name in sorted(waits, key=lambda name: (-waits[name].mean_ns, name))
                ),
                "likely",
            )
            return
    if judged:
        yield FINE


def _collect_sampled_waits(facts: RunFacts, direction: str) -> Mapping[str, _Wait]:
    """Collect the waits of the targets' drives, or of the loop devices that stand for them; empty unless all of them
    were sampled.
    """
    if facts.path is None or facts.samples is None:
        return {}
    layers = {
        layer.name for target in facts.path.targets for layer in target.layers if layer.kind == "volume"
    }
    loops = sorted(f"volume:{name}" for name in layers if name and name.startswith("loop"))
    names = loops if len(loops) > 1 else [f"disk:{member.disk}" for member in facts.path.members]
    lines = {
        (one.subject, one.metric): compute_mean(select_run_values(facts, one))
        for one in facts.samples.series
        if one.metric in ("iops", "await_ns") and one.direction == direction
    }
    means = {key: value for key, value in lines.items() if value is not None}
    idle = RULES["slowest-member"].thresholds["idle requests"]
    waits = {
        name.partition(":")[2]: _Wait(means[name, "iops"], means[name, "await_ns"])
        for name in names
        if (name, "await_ns") in means and means.get((name, "iops"), 0.0) >= idle
    }
    return waits if len(waits) == len(names) else {}


def _collect_counted_waits(facts: RunFacts, direction: str) -> Mapping[str, _Wait]:
    """Collect the waits of one array's members from fio's own statistics: what is known of runs that were imported."""
    waits: dict[str, _Wait] = {}
    members = [disk for disk in facts.disks or () if disk.member_of and not disk.is_aggregate]
    if len({(disk.member_of, disk.hostname) for disk in members}) != 1:
        return {}
    for disk in members:
        ios, ticks = (
            (disk.read_ios, disk.read_ticks_ms)
            if direction == "read"
            else (disk.write_ios, disk.write_ticks_ms)
        )
        if not ios or not ticks or ios < RULES["slowest-member"].thresholds["least requests"]:
            return {}
        waits[disk.name] = _Wait(ios, 1e6 * ticks / ios)
    return waits


def _judge_bandwidth(facts: RunFacts) -> Iterator[Judgement]:
    """Compare the members' bandwidth by the agent's samples of the kernel's counters."""
    path = facts.path
    if path is None or len(path.members) < 2:
        return
    thresholds = RULES["slowest-member"].thresholds
    wanted = {f"disk:{member.disk}" for member in path.members}
    is_any = is_known = False
    for direction in ("read", "write"):
        means = {
            s.subject.removeprefix("disk:"): sum(s.known) / len(s.known)
            for s in path.samples.series
            if s.subject in wanted and s.metric == "bw_bytes_per_s" and s.direction == direction and s.known
        }
        if len(means) < len(wanted):
            continue
        is_known = True
        slow, fast = min(means, key=lambda d: means[d]), max(means, key=lambda d: means[d])
        mean = sum(means.values()) / len(means)
        # A target that idles in this direction says nothing about its members.
        if mean < thresholds["idle below"] or means[fast] <= means[slow] * thresholds["uneven"]:
            continue
        is_any = True
        yield Finding(
            "slowest-member",
            "warning",
            UNEVEN(
                direction=direction,
                slow=slow,
                slowest=format_bandwidth(means[slow]),
                fast=fast,
                fastest=format_bandwidth(means[fast]),
            ),
            tuple(Evidence(disk, value, "bytes/s", "samples") for disk, value in sorted(means.items())),
        )
    if not is_any:
        yield FINE if is_known else Unknown("samples")


DECLARED = (
    Rule(
        "slowest-member",
        "uneven load across drives",
        "trust",
        "The fastest drive of the target moved over 10 % more than the slowest; or, at loads within 10 % of each "
        "other, one took over 1.5 times as long for a request as the median of the others.",
        "samples of the kernel's counters, per drive; fio's own disk statistics where the run was imported",
        (),
        Experiment(
            "Test the slow drive alone, in another bay",
            "If it is as fast as the others, the bay or cable is at fault.",
            "If it stays slow, the drive is at fault.",
        ),
        {"uneven": 1.10, "idle below": 1e6, "wait": 1.5, "idle requests": 10, "least requests": 1000},
        may_name_devices=True,
        judge=judge_slowest_member,
        templates=(UNEVEN, WAITS),
    ),
)

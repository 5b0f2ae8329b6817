"""Rules about what happened while a run was under way: errors, heat, rebuilding arrays, events."""

from collections.abc import Callable, Iterator

from fioboard.engine.hardware.inventory.path import Member, Path
from fioboard.engine.hardware.inventory.targets import list_arrays
from fioboard.engine.hardware.inventory.tolerant import flag, named, text, whole
from fioboard.engine.rules import heat
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.machine import (
    BAD_SIGNAL,
    EVENT,
    EVENT_IN_WORDS,
    HOT_DRIVE,
    ONSET,
    PCIE_ERRORS,
    RESYNC,
    STUCK,
    THROTTLED,
    THROTTLED_FROM,
)

# Counters of the NVMe SMART log that only rise when the drive slows down because of heat.
THERMAL = {
    "warning_temp_minutes": "minutes above the warning temperature",
    "critical_temp_minutes": "minutes above the critical temperature",
    "t1_transitions": "transitions to light throttling",
    "t2_transitions": "transitions to heavy throttling",
    "t1_seconds": "seconds of light throttling",
    "t2_seconds": "seconds of heavy throttling",
}
SIGNAL = frozenset({"BadTLP", "BadDLLP", "Timeout", "Rollover", "RxErr"})
# Events of the agent to rules: the same word with hyphens.
EVENTS = ("temperature-abort", "device-gone", "md-degraded")


def _make_drive_rule(
    rule: Callable[[Path], Iterator[Finding]], can_tell: Callable[[Path], bool], need: str
) -> Callable[[RunFacts], Iterator[Judgement]]:
    """Make a rule about the drives of a path, with what it needs to say that all is well."""

    def judge(facts: RunFacts) -> Iterator[Judgement]:
        if facts.path is None or not facts.path.members:
            if facts.lacking_path:
                yield Unknown(facts.lacking_path)
            return
        findings = list(rule(facts.path))
        if findings:
            yield from findings
        elif facts.is_virtual:
            yield Unknown("virtual")
        else:
            yield FINE if can_tell(facts.path) else Unknown(need)

    return judge


def _compute_rise(path: Path, *keys: str) -> int | None:
    """Return how much a counter rose from before to after; None unless both are known."""
    ends = []
    for side in (path.samples.before, path.samples.after):
        value: object = side
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        if not isinstance(value, int) or isinstance(value, bool):
            return None
        ends.append(value)
    return ends[1] - ends[0]


def _judge_errors(path: Path) -> Iterator[Finding]:
    """Judge PCIe errors that came during the run. They are often counted at the link partner, so every function on
    the path is read.
    """
    on_path = {hop.device.address for hop in path.hops} | {hop.function for hop in path.hops}
    for function, kinds in named(path.samples.after, "aer"):
        if function not in on_path:
            continue
        rises = {
            name: rise
            for kind, counters in kinds.items()
            for name in (counters if isinstance(counters, dict) else ())
            if not name.startswith("TOTAL") and (rise := _compute_rise(path, "aer", function, kind, name))
            if rise > 0
        }
        if rises:
            sentence = BAD_SIGNAL if SIGNAL & rises.keys() else PCIE_ERRORS
            yield Finding(
                "pcie-errors",
                "warning",
                sentence(function=function, count=sum(rises.values())),
                tuple(Evidence(name, rise, None, "samples") for name, rise in sorted(rises.items())),
            )


def _judge_thermal_counters(path: Path, member: Member) -> Finding | None:
    """Judge throttling by the drive's own counters; None when none rose."""
    rises = {
        words: rise
        for key, words in THERMAL.items()
        if (rise := _compute_rise(path, "disks", member.disk, key)) and rise > 0
    }
    if not rises:
        return None
    return Finding(
        "thermal-throttling",
        "warning",
        THROTTLED(drive=member.disk),
        tuple(Evidence(words, rise, None, "samples") for words, rise in rises.items()),
    )


def _judge_throttled(facts: RunFacts) -> Iterator[Judgement]:
    """Judge throttling by the drive's counters, and by its temperature and what it moved: some counters are in
    minutes, and a short run shows 0.
    """

    def judge(path: Path) -> Iterator[Finding]:
        for member in path.members:
            yield from heat.judge_slowed(facts, _judge_thermal_counters(path, member), member)

    yield from _make_drive_rule(judge, _has_thermal_counters, "health")(facts)


def _judge_hot(path: Path) -> Iterator[Finding]:
    """Judge whether a drive came near its warning temperature."""
    for member in path.members:
        limit = whole(member.entry, "temperature_warning_c")
        seen = [
            value
            for series in path.samples.series
            if series.subject == f"disk:{member.disk}" and series.metric == "temperature_c"
            for value in series.known
        ]
        if limit is None or not seen or max(seen) < limit:
            continue
        thresholds = RULES["hot-drive"].thresholds
        if len(seen) >= thresholds["readings"] and min(seen) == max(seen) >= thresholds["stuck from"]:
            yield Finding(
                "hot-drive",
                "info",
                STUCK(drive=member.disk, highest=f"{max(seen):g}", count=len(seen), limit=limit),
                (
                    Evidence("highest", max(seen), "°C", "samples"),
                    Evidence("warning from", limit, "°C"),
                    Evidence("equal readings", len(seen), None, "samples"),
                ),
                "possible",
            )
        else:
            yield Finding(
                "hot-drive",
                "warning",
                HOT_DRIVE(drive=member.disk, highest=f"{max(seen):g}", limit=limit),
                (Evidence("highest", max(seen), "°C", "samples"), Evidence("warning from", limit, "°C")),
            )


def judge_event(facts: RunFacts, rule: str) -> Iterator[Judgement]:
    """Judge events of one kind. Nothing is said of runs that were not sampled: the agent alone sees events."""
    if facts.samples is None:
        return
    findings: list[Judgement] = [
        Finding(
            rule,
            "warning",
            EVENT_IN_WORDS(event=rule.replace("-", " "), detail=detail[:200])
            if (detail := text(event, "detail"))
            else EVENT(event=rule.replace("-", " ")),
            (Evidence("at", whole(event, "t_ms"), "ms", "samples"),),
        )
        for event in facts.samples.events
        if (text(event, "kind") or "").replace("_", "-") == rule
    ]
    yield from findings or [FINE]


def _make_event_rule(rule: str) -> Callable[[RunFacts], Iterator[Judgement]]:
    """Make a rule that judges the agent's events of one kind."""
    return lambda facts: judge_event(facts, rule)


def _judge_resync(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether an array on the path was rebuilt during the run; a host's other array takes CPU at most."""
    if facts.path is None or not list_arrays(facts.path.targets):
        return
    sides = (facts.path.samples.before, facts.path.samples.after)
    states = [flag(side, "mdstat_resync") for side in sides]
    if any(states):
        yield Finding(
            "array-resync",
            "warning",
            RESYNC(),
            tuple(
                Evidence(when, state, None, "samples")
                for when, state in zip(("before", "after"), states, strict=True)
            ),
            "likely",
        )
    else:
        yield Unknown("samples") if None in states else FINE


def _has_aer(path: Path) -> bool:
    return any(True for _ in named(path.samples.after, "aer"))


def _has_temperatures(path: Path) -> bool:
    return all(whole(member.entry, "temperature_warning_c") is not None for member in path.members) and any(
        series.metric == "temperature_c" for series in path.samples.series
    )


def _has_thermal_counters(path: Path) -> bool:
    return any(
        _compute_rise(path, "disks", member.disk, key) is not None
        for member in path.members
        for key in THERMAL
    )


DECLARED = (
    Rule(
        "pcie-errors",
        "PCIe errors",
        "cause",
        "A function on the path counted PCIe errors during the run.",
        "Linux AER sysfs ABI",
        may_name_devices=True,
        experiment=Experiment(
            "Run the same job in another slot, or with another riser and cable",
            "The counters do not rise.",
            "If they rise there too, the device is at fault.",
        ),
        judge=_make_drive_rule(_judge_errors, _has_aer, "samples"),
        templates=(PCIE_ERRORS, BAD_SIGNAL),
    ),
    Rule(
        "thermal-throttling",
        "thermal throttling",
        "cause",
        "A counter of the drive that only rises when it slows down because of heat rose. Or it came within 2 °C of its "
        "own warning and within 30 s moved at least 10 % less than before, where it had moved steadily: then likely.",
        "NVM Express Base Specification: SMART log, HCTM, WCTEMP",
        ("from", "temperature", "warning from", "before", "after"),
        may_name_devices=True,
        experiment=Experiment(
            "Run the same job with more airflow",
            "The counters do not rise and the result improves.",
            "If not, heat was not the cause.",
            expects="rate_rises",
        ),
        thresholds={"below warning": 2, "window s": 30, "drop": 0.10},
        wrong_when="A job that does less by itself at that very moment; jobs one after another are left out.",
        hidden_by="temperatures",
        judge=_judge_throttled,
        templates=(THROTTLED, THROTTLED_FROM, ONSET),
    ),
    Rule(
        "hot-drive",
        "drive temperature",
        "cause",
        "A drive reached the temperature from which it warns; info where 30 readings and more of at least 80 °C were "
        "all equal: a stuck sensor.",
        "NVM Express Base Specification: WCTEMP; openzfs/zfs#16658: a drive that reported 84 °C for ever",
        ("highest", "warning from", "equal readings"),
        thresholds={"stuck from": 80.0, "readings": 30},
        hidden_by="temperatures",
        judge=_make_drive_rule(_judge_hot, _has_temperatures, "temperature limit"),
        templates=(HOT_DRIVE, STUCK),
    ),
    Rule(
        "array-resync",
        "array rebuild",
        "trust",
        "An array was rebuilding or being checked before or after the run.",
        "/proc/mdstat",
        ("before", "after"),
        is_disturbance=True,
        judge=_judge_resync,
        templates=(RESYNC,),
    ),
    Rule(
        "temperature-abort",
        "stop because of heat",
        "trust",
        "The agent ended the job because of a drive's temperature.",
        "samples",
        ("at",),
        hidden_by="temperatures",
        judge=_make_event_rule("temperature-abort"),
        templates=(EVENT,),
    ),
    Rule(
        "device-gone",
        "vanished drives",
        "trust",
        "A drive vanished during the run.",
        "samples",
        ("at",),
        judge=_make_event_rule("device-gone"),
        templates=(EVENT,),
    ),
)

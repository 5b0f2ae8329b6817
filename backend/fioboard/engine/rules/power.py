"""What saves power and costs speed: clocks and sleep of the CPUs, power states of the drives."""

from collections.abc import Iterator, Mapping

from fioboard.core.figures import format_latency
from fioboard.engine.formats.fio.model.options import parse_duration_us
from fioboard.engine.hardware.inventory import surroundings
from fioboard.engine.hardware.inventory.path import Member
from fioboard.engine.hardware.inventory.tolerant import flag, mapping, objects, text, whole
from fioboard.engine.rules.check import Check
from fioboard.engine.rules.cpu import compute_cpu_share, is_polling
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown
from fioboard.engine.rules.load import Stage, find_highest_iops, list_nvme_drives, list_stages
from fioboard.engine.rules.sentences.machine import (
    AUTONOMOUS_SLEEP,
    DEEP_IDLE,
    POWER_STATE,
    POWER_STATE_WATTS,
    SAVING_CLOCK,
    SLOW_CLOCK,
)
from fioboard.engine.words.findings import RULES

# The drivers with which powersave is a dynamic governor (Linux admin-guide/pm/intel_pstate.rst, amd-pstate.rst).
_DYNAMIC_DRIVERS = frozenset({"intel_pstate", "amd-pstate-epp", "amd_pstate_epp"})
_SAVING_PREFERENCES = frozenset({"balance_power", "power"})
_SLOWEST = "powersave"
CLOCKS_OF_CPUS = _DYNAMIC_DRIVERS | _SAVING_PREFERENCES | {_SLOWEST, "acpi-cpufreq", "cppc_cpufreq"}
"""What evidence says the clocks are set to."""


def _get_only(counts: Mapping[str, object]) -> str | None:
    """Return the one value that all CPUs have; None when they differ or nobody reported one."""
    return next(iter(counts)) if len(counts) == 1 else None


def judge_governor(facts: RunFacts) -> Iterator[Judgement]:
    """Judge the frequency governor where a core's speed shows: one I/O at a time, or busy jobs. Silent where a
    hypervisor sets the clocks.
    """
    thresholds = RULES["governor"].thresholds
    is_alone = any(stage.depth == 1 for stage in list_stages(facts))
    is_busy = any(
        (compute_cpu_share(result) or 0.0) >= thresholds["busy"] and not is_polling(result)
        for result in facts.results
    )
    if not facts.is_fio or not (is_alone or is_busy):
        return
    if not facts.document:
        yield Unknown("inventory")
        return
    frequency = mapping(facts.document, "cpu.frequency")
    governors, preferences = mapping(frequency, "governors"), mapping(frequency, "epp")
    driver = text(frequency, "driver")
    if not governors or driver is None:
        if not text(facts.document, "virtualized"):
            yield Unknown("CPU clocks")
        return
    cpus = sum(count for count in governors.values() if isinstance(count, int))
    is_static = _get_only(governors) == _SLOWEST and driver not in _DYNAMIC_DRIVERS
    preference = _get_only(preferences) if driver in _DYNAMIC_DRIVERS else None
    if not is_static and preference not in _SAVING_PREFERENCES:
        yield FINE
        return
    yield Finding(
        "governor",
        "warning" if is_static and is_alone else "info",
        SLOW_CLOCK(cpus=cpus) if is_static else SAVING_CLOCK(cpus=cpus),
        (
            Evidence("governor", _get_only(governors)),
            Evidence("energy preference", preference),
            Evidence("clock driver", driver),
            Evidence("CPUs", cpus),
        ),
        "likely" if is_static else "possible",
    )


def judge_deep_idle(facts: RunFacts) -> Iterator[Judgement]:
    """Judge a sleep state whose exit takes a good part of the median latency, and is shorter than it: one that the
    CPU can have been in each time. A CPU that is busy does not sleep.
    """
    thresholds = RULES["deep-idle"].thresholds
    waiting = [
        (stage, median)
        for stage in list_stages(facts)
        if stage.depth <= thresholds["depth"]
        and (median := stage.median_ns)
        and not any(
            is_polling(r) or (compute_cpu_share(r) or 0.0) >= thresholds["busy"] for r in stage.results
        )
        and all(result.direct for result in stage.results)
    ]
    if not waiting or (facts.path is not None and not list_nvme_drives(facts)):
        return
    if facts.lacking_path:
        yield Unknown(facts.lacking_path)
        return
    states = objects(facts.document, "cpu.idle.states")
    if not states:
        if not text(facts.document, "virtualized"):
            yield Unknown("sleep states")
        return
    exits = [
        latency
        for state in states
        if flag(state, "is_disabled") is False and (latency := whole(state, "latency_us"))
    ]
    for stage, median in waiting:
        slow = [
            us
            for us in exits
            if max(thresholds["µs"], thresholds["share"] * median / 1e3) <= us < median / 1e3
        ]
        if slow:
            yield _build_deep_idle(stage, median, max(slow))
            return
    yield FINE


def _build_deep_idle(stage: Stage, median_ns: float, exit_us: int) -> Finding:
    """Build the finding of a deep sleep state."""
    return Finding(
        "deep-idle",
        "info",
        DEEP_IDLE(depth=stage.depth, exit=format_latency(1e3 * exit_us), median=format_latency(median_ns)),
        (
            Evidence("leaving the state", exit_us * 1000, "ns"),
            Evidence("median latency", round(median_ns), "ns", "result"),
            Evidence("I/Os in flight", stage.depth, None, "result"),
        ),
        "possible",
    )


def judge_power_state(facts: RunFacts) -> Iterator[Judgement]:
    """Judge the power state that Get Features answers before the run; a drive that slept then did not say what it is
    set to.
    """
    drives = list_nvme_drives(facts)
    if not drives:
        if facts.lacking_path:
            yield Unknown(facts.lacking_path)
        return
    is_unknown = is_low = False
    for member in drives:
        features = surroundings.read_nvme_features(member.entry)
        if features is None or features.power_state is None:
            is_unknown = True
        elif features.power_state > 0:
            is_low = True
            yield _build_power_state(
                member, features.power_state, features.max_power_w, features.full_power_w
            )
    if not is_low:
        yield Unknown("power state") if is_unknown else FINE


def _build_power_state(member: Member, state: int, watts: float | None, full: float | None) -> Finding:
    """Build the finding of a power state, with its watts where they are known."""
    sentence = POWER_STATE(drive=member.disk, state=state)
    if watts is not None and full is not None:
        sentence = POWER_STATE_WATTS(drive=member.disk, state=state, watts=f"{watts:g}", full=f"{full:g}")
    evidence = (
        Evidence("power state", state),
        Evidence("power at most", watts, "W"),
        Evidence("power at state 0", full, "W"),
    )
    return Finding("power-state", "warning", sentence, evidence)


def judge_apst(facts: RunFacts) -> Iterator[Judgement]:
    """Judge the drives' own sleep, only where pauses between I/Os are as long as the kernel lets a drive wait before
    it sleeps.
    """
    drives, pause_ms = list_nvme_drives(facts), _pause_ms(facts)
    if not drives or pause_ms is None or pause_ms < RULES["apst"].thresholds["pause ms"]:
        return
    enabled = {
        member.disk: features.apst_enabled
        if (features := surroundings.read_nvme_features(member.entry))
        else None
        for member in drives
    }
    sleepy = [disk for disk, is_on in enabled.items() if is_on]
    for disk in sleepy:
        yield Finding(
            "apst",
            "info",
            AUTONOMOUS_SLEEP(drive=disk, pause=f"{pause_ms:.0f}"),
            (Evidence("autonomous sleep", True), Evidence("pause", round(pause_ms), "ms", "result")),
            "likely",
        )
    if not sleepy:
        yield Unknown("power state") if None in enabled.values() else FINE


def _pause_ms(facts: RunFacts) -> float | None:
    """Between two I/Os: the job's own thinktime, or what a run that never had two in flight leaves beside their
    latency."""
    pauses = [
        us / 1e3
        for result in facts.results
        if (us := parse_duration_us(result.job_options.get("thinktime", ""), "us"))
    ]
    rate, groups = find_highest_iops(facts), list_stages(facts)
    if rate and len(groups) == 1 and groups[0].depth == 1 and groups[0].median_ns is not None:
        pauses.append(1e3 / rate - groups[0].median_ns / 1e6)
    return max(pauses, default=None)


CHECKS = (
    Check("governor", judge_governor, (SLOW_CLOCK, SAVING_CLOCK)),
    Check("power-state", judge_power_state, (POWER_STATE, POWER_STATE_WATTS)),
    Check("deep-idle", judge_deep_idle, (DEEP_IDLE,)),
    Check("apst", judge_apst, (AUTONOMOUS_SLEEP,)),
)

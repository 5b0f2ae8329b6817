"""What saves power and costs speed: clocks and sleep of the CPUs, power states of the drives."""

from collections.abc import Iterator, Mapping

from fioboard.core.figures import format_latency
from fioboard.engine.formats.fio.model.options import parse_duration_us
from fioboard.engine.hardware.inventory import surroundings
from fioboard.engine.hardware.inventory.path import Member
from fioboard.engine.hardware.inventory.tolerant import flag, mapping, objects, text, whole
from fioboard.engine.rules.cpu import compute_cpu_share, is_polling
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown
from fioboard.engine.rules.load import Stage, find_highest_iops, list_nvme_drives, list_stages
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.machine import (
    AUTONOMOUS_SLEEP,
    DEEP_IDLE,
    POWER_STATE,
    POWER_STATE_WATTS,
    SAVING_CLOCK,
    SLOW_CLOCK,
)

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


DECLARED = (
    Rule(
        "governor",
        "CPU governor",
        "cause",
        "One I/O in flight, or jobs at least half busy, and all CPUs are held at their lowest clock (governor "
        "powersave without a dynamic driver; a warning with one I/O in flight), or prefer power over speed.",
        "Linux admin-guide/pm/cpufreq: powersave is the lowest frequency; intel_pstate: there it is dynamic",
        ("governor", "energy preference", "clock driver", "CPUs"),
        Experiment(
            "Run the same job under the governor performance",
            "The median latency falls.",
            "If it does not change, the CPU frequency was not the limit.",
            expects="latency_falls",
        ),
        {"busy": 0.5},
        "intel_pstate and amd-pstate-epp in active mode: powersave is dynamic there, and only the preference counts.",
        judge=judge_governor,
        templates=(SLOW_CLOCK, SAVING_CLOCK),
    ),
    Rule(
        "power-state",
        "drive power states",
        "cause",
        "A drive is set to another power state than 0.",
        "NVM Express: Get Features 02h; data sheets rate a drive at state 0",
        ("power state", "power at most", "power at state 0"),
        Experiment(
            "Run the same job with the drive in power state 0 (nvme set-feature -f 2 -V 0)",
            "The result should rise.",
            "If it does not change, the drive did not need the power.",
            expects="rate_rises",
        ),
        judge=judge_power_state,
        templates=(POWER_STATE, POWER_STATE_WATTS),
    ),
    Rule(
        "deep-idle",
        "CPU C-states",
        "cause",
        "At most two I/Os in flight, CPUs less than half busy, and leaving a sleep state that is on takes at least "
        "50 µs and a fifth of the median, and less than the median.",
        "Linux admin-guide/pm/cpuidle: exit latency of each state; /dev/cpu_dma_latency bounds it",
        ("leaving the state", "median latency", "I/Os in flight"),
        Experiment(
            "Run the same job while /dev/cpu_dma_latency is held at 0 (tuned profile latency-performance)",
            "The median latency falls by about the exit latency of the idle state.",
            "If it does not change, the CPU did not sleep that deeply.",
            expects="latency_falls",
        ),
        {"depth": 2, "busy": 0.5, "µs": 50, "share": 0.2},
        "Another load kept the CPU awake.",
        judge=judge_deep_idle,
        templates=(DEEP_IDLE,),
    ),
    Rule(
        "apst",
        "NVMe autonomous power states (APST)",
        "cause",
        "A drive may sleep by itself, and pauses between I/Os are at least 100 ms.",
        "Linux drivers/nvme/host/core.c: the first idle time-out is 100 ms",
        ("autonomous sleep", "pause"),
        Experiment(
            "Run the same job after booting with nvme_core.default_ps_max_latency_us=0",
            "The highest latencies fall.",
            "If they stay, the drive was awake.",
        ),
        {"pause ms": 100},
        "Older kernels wait longer before the drive may sleep.",
        hidden_by="job_options",
        judge=judge_apst,
        templates=(AUTONOMOUS_SLEEP,),
    ),
)

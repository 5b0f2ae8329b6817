"""Checks of the whole host: clock control, other work, swapping."""

from __future__ import annotations

from fioboard_agent.preflight.check import OK, UNKNOWN, WARNING, Check, Situation

MAX_OTHER_CPU_PCT = 10.0
# With these drivers `powersave` leaves the clock to the processor; there the preference (EPP) decides.
_SELF_CONTROLLED = frozenset({"intel_pstate", "amd-pstate-epp"})
_SLOW_GOVERNORS = frozenset({"powersave", "conservative", "userspace"})
_SLOW_PREFERENCES = frozenset({"power", "balance_power"})


def check_governor(situation: Situation) -> Check:
    """Whether the processors' clock is held low, or slow to rise."""
    frequency = (situation.inventory.get("cpu") or {}).get("frequency") or {}
    governors = set(frequency.get("governors") or {})
    preferences = set(frequency.get("epp") or {})
    if not governors:
        why = "not available on this machine, as in most VMs"
        return Check("governor", UNKNOWN, "CPU governor", why)
    names = ", ".join(sorted(governors))
    if frequency.get("driver") in _SELF_CONTROLLED:
        slow = sorted(preferences & _SLOW_PREFERENCES)
        if slow and "performance" not in governors:
            return Check("governor", WARNING, f"CPUs favour power saving ({names}, {', '.join(slow)}).")
    elif governors & _SLOW_GOVERNORS:
        return Check("governor", WARNING, f"CPU clock is kept low or rises slowly (governor {names}).")
    return Check("governor", OK, f"CPU governor: {names}.")


def check_other_load(situation: Situation) -> Check:
    """Whether anything else uses the processors."""
    share = situation.activity.cpu_busy_pct
    if share is None:
        return Check("other_load", UNKNOWN, "Background CPU load", "not in /proc/stat")
    status = WARNING if share >= MAX_OTHER_CPU_PCT else OK
    return Check("other_load", status, f"CPU is {share:.0f} % busy with other processes.")


def check_swap(situation: Situation) -> Check:
    """Whether memory is being swapped, not whether some is."""
    pages = situation.activity.swapped_pages
    if pages is None:
        return Check("swap", UNKNOWN, "Swapping", "not in /proc/vmstat")
    if pages:
        return Check("swap", WARNING, f"The host is swapping: {pages} pages within a moment.")
    return Check("swap", OK, "The host is not swapping.")

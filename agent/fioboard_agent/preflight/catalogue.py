"""Every check before a run, in the order in which it is told."""

from __future__ import annotations

from typing import Any, Callable, Optional

from fioboard_agent.host.paths import Roots
from fioboard_agent.inventory_types import Document
from fioboard_agent.preflight import host, target
from fioboard_agent.preflight.activity import watch
from fioboard_agent.preflight.check import UNKNOWN, Check, Situation

CHECKS: dict[str, Callable[[Situation], Optional[Check]]] = {
    "governor": host.check_governor,
    "other_load": host.check_other_load,
    "other_io": target.check_other_io,
    "swap": host.check_swap,
    "resync": target.check_resync,
    "degraded_array": target.check_degraded_array,
    "hot_drive": target.check_hot_drive,
    "degraded_link": target.check_degraded_link,
    "power_state": target.check_power_state,
    "free_space": target.check_free_space,
    "compression": target.check_compression,
}


def run_checks(roots: Roots, inventory: Document, targets: tuple[dict[str, Any], ...]) -> list[Check]:
    """Those that apply to the targets. Takes a third of a second. A mistake in one costs that one, not the run."""
    drives = [name for target in targets for name in target.get("members") or []]
    situation = Situation(roots, inventory, targets, watch(roots, drives))
    answers = [_run_check(name, check, situation) for name, check in CHECKS.items()]
    return [answer for answer in answers if answer is not None]


def _run_check(name: str, check: Callable[[Situation], Optional[Check]], situation: Situation) -> Optional[Check]:
    try:
        return check(situation)
    except Exception as error:
        return Check(name, UNKNOWN, f"The check {name}", f"{type(error).__name__}: {error}"[:200])

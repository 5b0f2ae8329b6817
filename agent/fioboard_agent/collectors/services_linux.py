"""Services that move interrupts, clocks and sleep states while a benchmark runs."""

from __future__ import annotations

from typing import Optional

from fioboard_agent.host.reader import Reader

SERVICES = ("irqbalance", "tuned", "power-profiles-daemon", "thermald", "numad", "cpupower", "ksmtuned")
_TIMEOUT_S = 1.0


def collect_services(reader: Reader) -> Optional[dict[str, str]]:
    """{service: `active`, `inactive`, `failed`, …}; one that is not installed is inactive. Null without systemd."""
    answer = reader.ask(["systemctl", "is-active", *SERVICES], _TIMEOUT_S)
    states = answer.text.split() if answer else []
    # Without a running systemd it prints one word or nothing. The exit code only says whether all are active.
    return dict(zip(SERVICES, states)) if len(states) == len(SERVICES) else None

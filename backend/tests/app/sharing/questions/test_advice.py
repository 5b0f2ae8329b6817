"""Advice that fits the host: its own system's commands, and none where the system is not known."""

from typing import Any

import pytest

from fioboard.app.sharing.questions.advice import ADVICE, Platform, platform
from fioboard.app.sharing.questions.answers import QUESTIONS
from fioboard.app.sharing.redaction import Wish, freeze
from tests.factories.machine import machine
from tests.factories.run_detail import run_detail, sources

# Programs that only one system has.
OWN: dict[Platform, tuple[str, ...]] = {
    "linux": (
        "/sys/",
        "/proc/",
        "lspci",
        "lsblk",
        "modinfo",
        "numactl",
        "smartctl",
        "os-release",
        "--privileged",
    ),
    "freebsd": ("pciconf", "nvmecontrol", "camcontrol", "kenv", "geom", "kldstat"),
    "macos": ("system_profiler", "diskutil", "kextstat"),
    "windows": ("Get-",),
}


def commands(os_name: str | None) -> dict[str, str]:
    """What a share of a bare inventory advises: nothing of it is known but the system's name."""
    document = machine("vm")["inventory"]
    bare: dict[str, Any] = {
        "schema": 1,
        "host": document["host"],
        "os": {"name": os_name},
        "disks": {},
        "pci": {},
    }
    run = run_detail("vm", inventory=bare, job_options=[{}])
    run |= {"machine": None, "path": None, "factor_values": []}
    shared = freeze(sources(run), Wish()).document
    for question in shared["questions"]:
        if question["answer"] == "unknown" and question["command"] is None:
            assert f"Look for {ADVICE[question['key']].look_for}." in question["text"]
    return {q["key"]: q["command"] for q in shared["questions"] if q["command"] is not None}


@pytest.mark.parametrize(
    ("os_name", "kind", "at_least"),
    [
        ("Debian GNU/Linux", "linux", 8), ("Ubuntu", "linux", 8), ("FreeBSD", "freebsd", 8),
        ("macOS", "macos", 5), ("Windows Server 2022", "windows", 4),
    ],
)  # fmt: skip
def test_a_host_is_advised_in_its_own_system_s_commands(os_name: str, kind: Platform, at_least: int) -> None:
    advised = commands(os_name)
    assert platform(os_name) == kind
    assert len(advised) >= at_least
    foreign = [program for other, programs in OWN.items() if other != kind for program in programs]
    assert [(key, program) for key, line in advised.items() for program in foreign if program in line] == []
    assert any(program in line for line in advised.values() for program in OWN[kind])


@pytest.mark.parametrize("os_name", [None, "Plan 9", "SunOS"])
def test_a_host_of_an_unknown_system_gets_no_command(os_name: str | None) -> None:
    assert commands(os_name) == {}


def test_every_question_has_its_advice() -> None:
    assert list(ADVICE) == [key for key, *_ in QUESTIONS]

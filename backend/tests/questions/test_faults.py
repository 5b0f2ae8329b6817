"""Errors and resets: seen, counted as none, or not recorded, and never one taken for another."""

from typing import Any

import pytest

from fioboard.findings.during import PCIE_ERRORS
from fioboard.findings.health import MEDIA_ERRORS
from fioboard.redaction import Wish, freeze
from tests.factories.machine import machine
from tests.factories.run_detail import run_detail, sources, with_finding

DRIVES = ("nvme0n1", "nvme1n1", "nvme2n1", "nvme3n1")
LINK = "0000:23:00.0"


def asked(run: dict[str, Any], **wish: Any) -> dict[str, Any]:
    document = freeze(sources(run), Wish(**wish)).document
    return next(dict(question) for question in document["questions"] if question["key"] == "errors")


def counted(aer: dict[str, Any] | None = None, media: dict[str, int] | None = None) -> dict[str, Any]:
    """A server with four drives, and what its counters told beside the run."""
    inventory = machine("epyc-nps4")["inventory"]
    inventory["moment"] = {
        "aer": aer or {},
        "disks": {disk: {"media_errors": count} for disk, count in (media or {}).items()},
    }
    return run_detail("epyc-nps4", inventory=inventory)


def checked(run: dict[str, Any], *fine: str) -> dict[str, Any]:
    checks = run["answer"]["checks"] | {"fine": [*run["answer"]["checks"]["fine"], *fine]}
    return run | {"answer": run["answer"] | {"checks": checks}}


def told(run: dict[str, Any], rule: str, text: str, evidence: str) -> dict[str, Any]:
    answer = with_finding(run["answer"], rule, text, "warning")
    answer["findings"][-1]["evidence"] = [{"name": evidence, "value": 12, "unit": None, "source": "samples"}]
    return run | {"answer": answer}


NONE_IN_LIFE = dict.fromkeys(DRIVES, 0)
QUIET = {LINK: {"correctable": {"RxErr": 0, "TOTAL_ERR_COR": 0}}}


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (counted(), ("unknown", None)),
        (counted(media={"nvme0n1": 0}), ("unknown", None)),
        (counted(media=NONE_IN_LIFE), ("value", "no media errors in the drives' lives")),
        (counted(media=NONE_IN_LIFE | {"nvme1n1": 1}), ("yes", "1 media error in the drives' lives")),
        (counted(media={"nvme1n1": 2}), ("yes", "2 media errors in the drives' lives")),
        (counted(QUIET), ("value", "no PCIe errors since the system's start")),
        (
            counted({LINK: {"correctable": {"RxErr": 7, "BadTLP": 1, "TOTAL_ERR_COR": 8}}}),
            ("yes", "8 PCIe errors since the system's start"),
        ),
        (
            checked(counted({LINK: {"nonfatal": {"Timeout": 3}}}), "pcie-errors"),
            ("yes", "3 PCIe errors since the system's start, none of them during the run"),
        ),
        # Another function's errors are none of these drives'.
        (counted({"0000:ff:00.0": {"fatal": {"DLP": 9}}}), ("unknown", None)),
        (checked(counted(), "pcie-errors"), ("value", "no PCIe errors during the run")),
        (
            checked(counted(media=NONE_IN_LIFE), "pcie-errors"),
            ("value", "no PCIe errors during the run, no media errors in the drives' lives"),
        ),
        (
            told(counted(), "pcie-errors", PCIE_ERRORS(function=LINK, count=12), "RxErr"),
            ("yes", "PCIe errors during the run"),
        ),
        (
            told(counted(), "drive-warning", MEDIA_ERRORS(drive="nvme2n1", count=12), "media errors"),
            ("yes", "media errors during the run"),
        ),
        (
            told(counted(media=NONE_IN_LIFE), "device-gone", "During the run: device gone (sdb).", "at"),
            ("yes", "a drive vanished during the run, no media errors in the drives' lives"),
        ),
    ],
)
def test_what_was_counted_is_said_and_the_rest_is_named(
    run: dict[str, Any], expected: tuple[str, str | None]
) -> None:
    found = asked(run)
    assert (found["answer"], found["value"]) == expected
    assert ("Not recorded: " in found["text"]) is (expected[0] != "unknown")


def test_resets_that_nothing_records_are_named_with_the_command_that_finds_them() -> None:
    run = counted(QUIET, NONE_IN_LIFE)
    run["inventory"]["os"] = {"name": "Debian GNU/Linux"}
    found = asked(run)
    assert found["text"] == "Not recorded: resets of a controller."
    assert "dmesg" in found["command"] and "reset" in found["command"]


def test_the_drives_are_called_by_their_labels() -> None:
    found = asked(counted(media=NONE_IN_LIFE | {"nvme1n1": 5}))
    assert "drive B: 5 media errors in its life" in found["evidence"]
    assert "nvme1n1" not in str(found)


def test_errors_of_a_hidden_path_are_not_told() -> None:
    run = told(counted(), "pcie-errors", PCIE_ERRORS(function=LINK, count=12), "RxErr")
    assert asked(run, hide=("path",))["answer"] == "unknown"


def test_a_server_s_drives_are_not_asked_of_the_client() -> None:
    assert asked(run_detail("nas-client"))["command"] is None

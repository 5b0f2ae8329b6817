"""Errors and resets: seen, counted as none, or not recorded, and never one taken for another."""

from typing import Any

import pytest

from fioboard.app.sharing.redaction import Wish, freeze
from fioboard.engine.hardware.inventory import kernel_lines
from fioboard.engine.rules.sentences.drives import MEDIA_ERRORS
from fioboard.engine.rules.sentences.machine import PCIE_ERRORS
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


@pytest.mark.quick(4)
@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (counted(), ("unknown", None)),
        (counted(media={"nvme0n1": 0}), ("unknown", None)),
        (counted(media=NONE_IN_LIFE), ("value", "no media errors over the drives' lifetime")),
        (counted(media=NONE_IN_LIFE | {"nvme1n1": 1}), ("yes", "1 media error over the drives' lifetime")),
        (counted(media={"nvme1n1": 2}), ("yes", "2 media errors over the drives' lifetime")),
        (counted(QUIET), ("value", "no PCIe errors since boot")),
        (
            counted({LINK: {"correctable": {"RxErr": 7, "BadTLP": 1, "TOTAL_ERR_COR": 8}}}),
            ("yes", "8 PCIe errors since boot"),
        ),
        (
            checked(counted({LINK: {"nonfatal": {"Timeout": 3}}}), "pcie-errors"),
            ("yes", "3 PCIe errors since boot, none of them during the run"),
        ),
        # Another function's errors are none of these drives'.
        (counted({"0000:ff:00.0": {"fatal": {"DLP": 9}}}), ("unknown", None)),
        (checked(counted(), "pcie-errors"), ("value", "no PCIe errors during the run")),
        (
            checked(counted(media=NONE_IN_LIFE), "pcie-errors"),
            ("value", "no PCIe errors during the run, no media errors over the drives' lifetime"),
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
            ("yes", "a drive vanished during the run, no media errors over the drives' lifetime"),
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
    assert found["text"] == "Not recorded: controller resets."
    assert found["command"].startswith("fioboard-agent run --support ")


AER = "nvme 0000:23:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer, (Receiver ID)"
RESET = "nvme nvme1: I/O 12 QID 3 timeout, reset controller"


def logged(
    run: dict[str, Any], *texts: str, covers_run: bool | None = True, during: bool | None = True
) -> Any:
    """The run with a log of these lines, all of its time."""
    topics = [kernel_lines.find_topic(text) for text in texts]
    lines = [
        {"at": None, "text": text, "topic": topic, "is_during": during}
        for text, topic in zip(texts, topics, strict=True)
    ]
    counts = [
        {"topic": topic, "title": "x", "lines": n, "during": n if during else 0 if during is False else None}
        for topic, n in kernel_lines.count_by_topic(topics).items()
    ]
    log = {
        "collected_at": "2026-11-20T14:30:00Z", "status": "ok", "detail": None, "command": None, "source": "dmesg",
        "covers_from": None, "covers_run": covers_run, "lines": lines, "counts": counts, "line_count": len(lines),
        "lines_left_out": 0, "lines_hidden": 0,
    }  # fmt: skip
    return run | {"support": {"kernel_log": log, "smart_pages": []}}


WITH_LOG = ("kernel.log",)
NO_FAULT = (
    "no PCIe errors in the kernel log during the run, "
    "no I/O errors in the kernel log during the run, "
    "no resets or timeouts in the kernel log during the run"
)


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (logged(counted()), ("no", NO_FAULT)),
        (logged(counted(), covers_run=False), ("unknown", None)),
        (logged(counted(), covers_run=None), ("unknown", None)),
        # Of another time than the run's, or of one that nobody knows.
        (logged(counted(), AER, during=False), ("no", NO_FAULT)),
        (logged(counted(), AER, during=None), ("unknown", None)),
        (logged(counted(), AER, covers_run=False), ("unknown", None)),
    ],
)
def test_log_answers_only_for_the_time_that_it_covers(run: dict[str, Any], expected: tuple[str, str]) -> None:
    found = asked(run, reveal=WITH_LOG)
    assert (found["answer"], found["value"]) == expected


def test_errors_and_resets_of_the_log_are_seen_with_their_lines() -> None:
    found = asked(logged(counted(media=NONE_IN_LIFE), AER, RESET, RESET), reveal=WITH_LOG)
    assert (found["answer"], found["command"]) == ("yes", None)
    assert found["value"] == (
        "1 PCIe error in the kernel log during the run, 2 resets or timeouts in the kernel log during the run, "
        "no media errors over the drives' lifetime"
    )
    assert "nvme drive B: I/O 12 QID 3 timeout, reset controller" in found["evidence"]


def test_lines_that_nobody_can_judge_stand_beside_the_answer() -> None:
    found = asked(logged(counted(), "nvme nvme1: a sentence of a newer kernel"), reveal=WITH_LOG)
    assert (found["answer"], found["value"]) == ("no", NO_FAULT)
    assert "1 other line during the run, not classified" in found["evidence"]


def test_line_that_a_share_leaves_out_counts_all_the_same() -> None:
    found = asked(logged(counted(), f"{AER} of Acme"), reveal=WITH_LOG)
    assert found["answer"] == "yes"
    assert found["evidence"] == ["a line not included in this share"]


def test_log_that_is_not_shown_answers_nothing() -> None:
    assert asked(logged(counted(), AER))["answer"] == "unknown"


def test_page_of_health_tells_media_errors() -> None:
    page = {
        "drive": "nvme1n1", "collected_at": "2026-11-20T14:30:00Z", "status": "ok", "detail": None, "command": None,
        "source": "smartctl",
        "figures": [{"key": "media_errors", "title": "Media errors", "value": 3, "unit": None}],
    }  # fmt: skip
    run = counted() | {"support": {"kernel_log": None, "smart_pages": [page]}}
    assert asked(run, reveal=("drive.health",))["value"] == "3 media errors over the drives' lifetime"


def test_the_drives_are_called_by_their_labels() -> None:
    found = asked(counted(media=NONE_IN_LIFE | {"nvme1n1": 5}))
    assert "drive B: 5 media errors over its lifetime" in found["evidence"]
    assert "nvme1n1" not in str(found)


def test_errors_of_a_hidden_path_are_not_told() -> None:
    run = told(counted(), "pcie-errors", PCIE_ERRORS(function=LINK, count=12), "RxErr")
    assert asked(run, hide=("path",))["answer"] == "unknown"


def test_a_server_s_drives_are_not_asked_of_the_client() -> None:
    assert asked(run_detail("nas-client"))["command"] is None

"""Errors of links and media, and resets: what was counted during the runs, else what the counters told beside them."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from fioboard.app.sharing.questions import sentences
from fioboard.app.sharing.questions.links import place
from fioboard.app.sharing.questions.question import (
    Finding,
    Setting,
    elsewhere,
    explain_outside_vm,
    listed,
    unknown,
)
from fioboard.core.figures import format_count, format_things
from fioboard.engine.answers.finding import FindingOut
from fioboard.engine.answers.shared import SharedRun
from fioboard.engine.answers.support import SupportOut
from fioboard.engine.hardware.inventory import kernel_lines
from fioboard.engine.hardware.inventory.moments import ERRORS, sum_errors
from fioboard.engine.hardware.inventory.pci import Tree
from fioboard.engine.hardware.inventory.tolerant import mapping, whole

MEDIA = "media errors"
"""What the rule of the drives' warnings calls its evidence of them."""
COUNTERS = "inventory: error counters"
LOG = "kernel log"
# Of the log beside an answer; all of them stand with the run.
MAX_LINES = 5


@dataclass(frozen=True, slots=True)
class Counted:
    """What is known of one kind of fault. `state`: open where nothing tells it."""

    state: Literal["seen", "none", "open"]
    words: str
    evidence: tuple[str, ...] = ()
    source: str | None = None


def faults(setting: Setting) -> Finding:
    """Any PCIe or media errors, resets?"""
    if setting.is_remote:
        return elsewhere()
    kinds = [_pcie(setting), _media(setting), _resets(setting)]
    seen, none, still_open = (
        [kind for kind in kinds if kind.state == state] for state in ("seen", "none", "open")
    )
    outside: str = (
        explain_outside_vm("PCIe and media errors of the physical drives are")
        if setting.is_on_virtual_drives
        else ""
    )
    if not seen and not none:
        return unknown(
            sentences.NO_LOG_IN_VM(outside=outside)
            if outside
            else "Neither error counters nor a kernel log were recorded."
        )
    not_recorded = f"Not recorded: {listed(kind.words for kind in still_open)}." if still_open else ""
    is_open = bool(still_open or outside)
    return Finding(
        "yes" if seen else "value" if is_open else "no",
        ", ".join(kind.words for kind in (*seen, *none)),
        outside or not_recorded or "PCIe errors, media errors and resets were all recorded.",
        listed(kind.source for kind in kinds if kind.source),
        tuple(dict.fromkeys(fact for kind in kinds for fact in kind.evidence)),
        can_be_read=not outside,
        is_open=is_open,
    )


def _pcie(setting: Setting) -> Counted:
    during = list(_list_findings(setting, "pcie-errors"))
    if during:
        return Counted("seen", "PCIe errors during the run", _texts(during), "samples during the run")
    logged = _logged(setting, kernel_lines.PCIE, "PCIe error", "PCIe errors")
    if logged is not None and logged.state == "seen":
        return logged
    totals = _collect_errors(setting)
    count = sum(totals.values())
    clean = ", none of them during the run" if _is_fine(setting, "pcie-errors") else ""
    evidence = tuple(
        sentences.ERRORS_SINCE_START(where=where, errors=format_count(number))
        for where, number in totals.items()
    )
    if count:
        words = sentences.PCIE_ERRORS(errors=format_things(round(count), "PCIe error"), clean=clean)
        return Counted("seen", words, evidence, COUNTERS)
    if clean:
        return Counted("none", "no PCIe errors during the run", evidence, "samples during the run")
    if totals:
        return Counted("none", "no PCIe errors since boot", evidence, COUNTERS)
    return logged or Counted("open", "PCIe errors")


def _collect_errors(setting: Setting) -> dict[str, float]:
    """Collect errors by function and kind, of every function on the way to the drives that counts them."""
    counters = mapping(setting.document, "moment.aer")
    tree = Tree(setting.document)
    way = (hop for disk in setting.members for hop in tree.hops(place(setting, disk)))
    functions = dict.fromkeys(address for hop in way for address in (hop.function, hop.device.address))
    return {
        f"{function}, {title}": number
        for function in functions
        for kind, title in ERRORS.items()
        if (number := sum_errors(counters.get(function), kind)) is not None
    }


def _media(setting: Setting) -> Counted:
    during = [
        one
        for one in _list_findings(setting, "drive-warning")
        if any(fact["name"] == MEDIA for fact in one["evidence"])
    ]
    if during:
        return Counted("seen", "media errors during the run", _texts(during), "samples during the run")
    logged = _logged(setting, kernel_lines.MEDIA, "I/O error", "I/O errors")
    if logged is not None and logged.state == "seen":
        return logged
    health = mapping(setting.document, "moment.disks")
    paged = _paged(setting)
    counts = {disk: paged.get(disk, whole(mapping(health, disk), "media_errors")) for disk in setting.members}
    known = {disk: count for disk, count in counts.items() if count is not None}
    evidence = tuple(
        sentences.MEDIA_ERRORS_OF(drive=disk, errors=format_things(count, "media error"))
        for disk, count in known.items()
    )
    if any(known.values()):
        total = sum(known.values())
        words = sentences.MEDIA_ERRORS(errors=format_things(total, "media error"))
        return Counted("seen", words, evidence, "inventory: health")
    if known and len(known) == len(counts):
        return Counted("none", "no media errors over the drives' lifetime", evidence, "inventory: health")
    if _is_fine(setting, "drive-warning"):
        return Counted("none", "no media errors during the run", (), "samples during the run")
    return logged or Counted("open", MEDIA)


def _resets(setting: Setting) -> Counted:
    """Only a drive that vanished is seen by the sampler; a controller that comes back stands in the kernel's log."""
    gone = list(_list_findings(setting, "device-gone"))
    if gone:
        return Counted("seen", "a drive vanished during the run", _texts(gone), "samples during the run")
    return _logged(setting, kernel_lines.RESETS, "reset or timeout", "resets or timeouts") or Counted(
        "open", "controller resets"
    )


def _logged(setting: Setting, topics: Collection[str], one: str, many: str) -> Counted | None:
    """What the kernel's log has of some topics during the runs; None where it does not cover all of them and has
    nothing: what it does not cover, it does not tell."""
    logged: list[str] = []
    is_whole = bool(setting.runs)
    for run in setting.runs:
        log = _support(run)["kernel_log"]
        if log is None or not log["covers_run"] or any(count["during"] is None for count in log["counts"]):
            is_whole = False
            continue
        number = sum(count["during"] or 0 for count in log["counts"] if count["topic"] in topics)
        lines = [line["text"] for line in log["lines"] if line["is_during"] and line["topic"] in topics]
        logged += [*lines, *["a line not included in this share"] * (number - len(lines))]
    if logged:
        words = sentences.LOGGED(errors=format_things(len(logged), one, many))
        return Counted("seen", words, tuple(dict.fromkeys(logged))[:MAX_LINES], LOG)
    if not is_whole:
        return None
    # Only lines of known forms are faults; what the others say, nobody has judged.
    others = sum(
        count["during"] or 0
        for run in setting.runs
        if (log := _support(run)["kernel_log"]) is not None
        for count in log["counts"]
        if count["topic"] == kernel_lines.OTHER
    )
    evidence = (sentences.OTHER_LINES(lines=format_things(others, "other line")),) if others else ()
    return Counted("none", sentences.NO_LINES(errors=many), evidence, LOG)


def _support(run: SharedRun) -> SupportOut:
    return run.get("support") or {"kernel_log": None, "smart_pages": []}


def _paged(setting: Setting) -> dict[str, int]:
    """Media errors by drive, as their pages of health tell them; the newest run's page counts."""
    return {
        page["drive"]: int(one["value"])
        for run in setting.runs
        for page in _support(run)["smart_pages"]
        for one in page["figures"]
        if one["key"] == "media_errors"
    }


def _list_findings(setting: Setting, rule: str) -> Iterator[FindingOut]:
    for run in setting.runs:
        yield from (one for one in (run["answer"]["findings"] if run["answer"] else ()) if one["id"] == rule)


def _texts(findings: Iterable[FindingOut]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one["text"] for one in findings))


def _is_fine(setting: Setting, rule: str) -> bool:
    """Whether every run was held against the rule and nothing was found."""
    return bool(setting.runs) and all(
        run["answer"] and rule in run["answer"]["checks"]["fine"] for run in setting.runs
    )

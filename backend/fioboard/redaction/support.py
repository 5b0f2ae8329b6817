"""What goes with a run for support, as the share shows it: only what its sender chose to show, in listed forms.

A line of the kernel's log is said again by one of the forms of inventory/kernel_lines.py, its names by their labels;
a line of no form is left out and counted. Of a drive's page the counters of a closed list are shown, no text of it.
"""

import re
from typing import cast, get_args

from fioboard.inventory import health_page, kernel_lines
from fioboard.redaction.measured import choose_word, keep_number
from fioboard.redaction.path import PathRedactor
from fioboard.redaction.provenance import mark_own
from fioboard.redaction.redactor import Redactor
from fioboard.redaction.sources import round_to_minute
from fioboard.redaction.templates import restate
from fioboard.schemas.support import (
    HealthFigureOut,
    KernelLogOut,
    LogLineOut,
    PageSource,
    ReadStatus,
    SmartPageOut,
    SupportOut,
)

LOG, PAGE = "kernel.log", "drive.health"
"""Names that `reveal` knows them by."""
STATUSES: frozenset[str] = frozenset(get_args(ReadStatus))
LOG_SOURCES = frozenset({"dmesg", "journalctl"})
PAGE_SOURCES: frozenset[str] = frozenset(get_args(PageSource))
HEAT = frozenset(
    {
        "temperature_c", "warning_temp_minutes", "critical_temp_minutes", "t1_transitions", "t2_transitions",
        "t1_seconds", "t2_seconds",
    }
)  # fmt: skip
_DRIVE = re.compile(r"((nvme\d+)(n\d+)?(p\d+)?|((sd|vd)[a-z]{1,3})\d*)")
_ARRAY = re.compile(r"md\d{1,4}")


def share_support(support: SupportOut | None, paths: PathRedactor, redactor: Redactor) -> SupportOut | None:
    """Return the documents for support; None where nothing was collected, or nothing of it is shown."""
    if support is None:
        return None
    log, pages = support["kernel_log"], support["smart_pages"]
    if log is not None and LOG not in redactor.revealed:
        redactor.left[LOG] |= {line["text"] for line in log["lines"]} or {""}
        log = None
    if PAGE not in redactor.revealed:
        redactor.left[PAGE] |= {page["drive"] for page in pages}
        pages = []
    # Lines and pages are of the drives and links on the path.
    if "path" in redactor.hidden:
        log, pages = None, []
    if log is None and not pages:
        return None
    shown = _Shown(paths, redactor)
    return {
        "kernel_log": None if log is None else shown.log(log),
        "smart_pages": [shown.page(page) for page in pages],
    }


class _Shown:
    def __init__(self, paths: PathRedactor, redactor: Redactor) -> None:
        self.paths = paths
        self.redactor = redactor

    def log(self, log: KernelLogOut) -> KernelLogOut:
        """The log with the lines that have a form."""
        lines = [kept for line in log["lines"] if (kept := self._share_line(line)) is not None]
        shown = {
            "collected_at": self._share_moment(log["collected_at"]),
            "status": choose_word(log["status"], STATUSES, "error"),
            "detail": None,
            "command": None,
            "source": choose_word(log["source"], LOG_SOURCES, None),
            "covers_from": self._share_moment(log["covers_from"]),
            "covers_run": log["covers_run"] if isinstance(log["covers_run"], bool) else None,
            "lines": lines,
            "counts": [
                {
                    "topic": mark_own(one["topic"]),
                    "title": mark_own(kernel_lines.TITLES[one["topic"]]),
                    "lines": int(one["lines"]),
                    "during": None if one["during"] is None else int(one["during"]),
                }
                for one in log["counts"]
                if one["topic"] in kernel_lines.TITLES and not self._is_hidden(one["topic"])
            ],
            "line_count": int(log["line_count"]),
            "lines_left_out": int(log["lines_left_out"]),
            "lines_hidden": len(log["lines"]) - len(lines),
        }
        return cast(KernelLogOut, shown)

    def page(self, page: SmartPageOut) -> SmartPageOut:
        """A drive by its label, with the listed counters."""
        shown = {
            "drive": self._label_name(page["drive"])
            or self.redactor.label("drive", (self.paths.host, page["drive"])),
            "collected_at": self._share_moment(page["collected_at"]),
            "status": choose_word(page["status"], STATUSES, "error"),
            "detail": None,
            "command": None,
            "source": choose_word(page["source"], PAGE_SOURCES, None),
            "figures": [kept for one in page["figures"] if (kept := self._share_figure(one)) is not None],
        }
        return cast(SmartPageOut, shown)

    def _share_line(self, line: LogLineOut) -> LogLineOut | None:
        if self._is_hidden(line["topic"]):
            return None
        text = restate(kernel_lines.normalize_blanks(line["text"]), kernel_lines.FORMS, self._label_name)
        if text is None:
            return None
        shown = {
            "at": self._share_moment(line["at"]),
            "text": text,
            "topic": mark_own(line["topic"] if line["topic"] in kernel_lines.TITLES else kernel_lines.OTHER),
            "is_during": line["is_during"] if isinstance(line["is_during"], bool) else None,
        }
        return cast(LogLineOut, shown)

    def _is_hidden(self, topic: str) -> bool:
        return topic == "heat" and "temperatures" in self.redactor.hidden

    def _share_figure(self, one: HealthFigureOut) -> HealthFigureOut | None:
        key, value = one["key"], keep_number(one["value"])
        if key not in health_page.FIGURES or value is None:
            return None
        if key in HEAT and "temperatures" in self.redactor.hidden:
            return None
        title, unit = health_page.FIGURES[key]
        return {"key": mark_own(key), "title": mark_own(title), "value": value, "unit": mark_own(unit)}

    def _share_moment(self, moment: object) -> object:
        return None if "times" in self.redactor.hidden else round_to_minute(moment)

    def _label_name(self, name: str) -> str | None:
        """Return the label of a drive, a controller, an array or a port; None for what is none of them."""
        known = self.paths.place(name)
        if known is not None:
            return known
        drives = self.paths.machine.names.drives
        namespace = next((one for one in drives if re.fullmatch(rf"{re.escape(name)}n\d+", one)), None)
        if namespace is not None and name.startswith("nvme"):
            return drives[namespace]
        drive = _DRIVE.fullmatch(name)
        if drive is not None:
            # A drive that the inventory does not have: its controller, or its whole without a partition.
            return self.redactor.label("drive", (self.paths.host, drive[2] or drive[5]))
        if _ARRAY.fullmatch(name):
            return self.redactor.label("array", (self.paths.host, name))
        return None

"""What goes with a run for support, as the share shows it: only what its sender chose to show, in listed forms.

A line of the kernel's log is said again by one of the forms of engine/hardware/inventory/kernel_lines.py, its names by
their labels; a line of no form is left out and counted. Of a drive's page the counters of a closed list are shown, no
text of it.
"""

import re

from fioboard.app.sharing.redaction.measured import keep_number
from fioboard.app.sharing.redaction.path import PathRedactor
from fioboard.app.sharing.redaction.projector import Projector
from fioboard.app.sharing.redaction.provenance import mark_own
from fioboard.app.sharing.redaction.redactor import Redactor
from fioboard.app.sharing.redaction.templates import restate
from fioboard.engine.answers.support import (
    HealthFigureOut,
    KernelLogOut,
    LogCountOut,
    LogLineOut,
    SmartPageOut,
    SupportOut,
)
from fioboard.engine.hardware.inventory import health_page, kernel_lines

LOG, PAGE = "kernel.log", "drive.health"
"""Names that `reveal` knows them by."""
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
    return _Support(paths, redactor).projector.share(SupportOut, {"kernel_log": log, "smart_pages": pages})


class _Support:
    def __init__(self, paths: PathRedactor, redactor: Redactor) -> None:
        self.paths = paths
        self.redactor = redactor
        self.projector = Projector(
            redactor,
            {
                KernelLogOut: self._compose_log,
                LogLineOut: self._compose_line,
                LogCountOut: self._compose_count,
                SmartPageOut: self._compose_page,
                HealthFigureOut: self._compose_figure,
            },
        )

    def _compose_log(self, log: KernelLogOut) -> dict[str, object]:
        """The log with the lines that have a form."""
        lines = self.projector.list_shown(LogLineOut, log["lines"])
        return {"lines": lines, "lines_hidden": len(log["lines"]) - len(lines)}

    def _compose_count(self, one: LogCountOut) -> dict[str, object] | None:
        topic = one["topic"]
        if topic not in kernel_lines.TITLES or self._is_hidden(topic):
            return None
        return {"topic": mark_own(topic), "title": mark_own(kernel_lines.TITLES[topic])}

    def _compose_page(self, page: SmartPageOut) -> dict[str, object]:
        """A drive by its label."""
        name = page["drive"]
        return {"drive": self._label_name(name) or self.redactor.label("drive", (self.paths.host, name))}

    def _compose_line(self, line: LogLineOut) -> dict[str, object] | None:
        topic = line["topic"]
        if self._is_hidden(topic):
            return None
        text = restate(kernel_lines.normalize_blanks(line["text"]), kernel_lines.FORMS, self._label_name)
        known = mark_own(topic if topic in kernel_lines.TITLES else kernel_lines.OTHER)
        return None if text is None else {"text": text, "topic": known}

    def _is_hidden(self, topic: str) -> bool:
        return topic == "heat" and "temperatures" in self.redactor.hidden

    def _compose_figure(self, one: HealthFigureOut) -> dict[str, object] | None:
        key = one["key"]
        if key not in health_page.FIGURES or keep_number(one["value"]) is None:
            return None
        if key in HEAT and "temperatures" in self.redactor.hidden:
            return None
        title, unit = health_page.FIGURES[key]
        return {"key": mark_own(key), "title": mark_own(title), "unit": mark_own(unit)}

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

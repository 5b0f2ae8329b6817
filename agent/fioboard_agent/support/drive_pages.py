"""Each drive's own page of health: all of smartctl's, else nvme-cli's, else the little that the kernel shows to all.

A sleeping drive is left asleep, and no drive is waited for longer than the others leave time.
"""

from __future__ import annotations

import json
import time
from typing import Any, Callable, Optional

from fioboard_agent.collectors.disk_temperature_linux import collect_temperatures
from fioboard_agent.host.reader import DENIED, ERROR, OK, TIMEOUT, UNPARSED, Reader
from fioboard_agent.inventory_types import Disk

# Of one drive, and of all of a run.
_TIMEOUT_S = 20.0
MAX_S = 60.0
MAX_DRIVES = 64
# Of a page; the service takes 256 KiB of a document.
MAX_PAGE_BYTES = 200_000
# Bits of smartctl's exit code that say that nothing was read; the others are about the drive.
_NOTHING_READ = 0b11
_ERROR_LOG_ENTRIES = "16"

Page = dict[str, Any]


def collect_drive_pages(
    reader: Reader, disks: dict[str, Disk], clock: Callable[[], float] = time.monotonic
) -> list[dict[str, Any]]:
    """One entry per drive (`disks` as in the inventory), with status, source and page."""
    ends_at = clock() + MAX_S
    pages = []
    for name, disk in list(disks.items())[:MAX_DRIVES]:
        if clock() >= ends_at:
            detail = f"the drives before it used up the {MAX_S:g} s for all drives"
            pages.append(_build_entry(reader, name, disk, TIMEOUT, detail))
            continue
        pages.append(_read_drive(reader, name, disk))
    return pages


def _read_drive(reader: Reader, name: str, disk: Disk) -> dict[str, Any]:
    problems: list[tuple[str, str]] = []
    ways: list[tuple[str, Callable[[], Optional[Page]]]] = [
        ("smartctl", lambda: _read_smartctl(reader, name, problems))
    ]
    if name.startswith("nvme"):
        ways.append(("nvme", lambda: _read_nvme_cli(reader, name, problems)))
    for source, read in ways:
        page = read()
        if page is not None:
            page, left_out = _shorten_page(page)
            detail = f"left out for its size: {', '.join(left_out)}" if left_out else None
            return {"drive": name, "status": OK, "detail": detail, "command": None, "source": source, "page": page}
    # What a program was refused tells more than that another one is not there.
    status, detail = next((one for one in problems if one[0] == DENIED), problems[0])
    return _build_entry(reader, name, disk, status, detail)


def _build_entry(reader: Reader, name: str, disk: Disk, status: str, detail: str) -> dict[str, Any]:
    """Build an entry without a page of its own: what the kernel shows of the drive, why there is no more, and what
    would show it.
    """
    shown = _read_kernel(reader, name, disk)
    return {
        "drive": name,
        "status": status,
        "detail": detail[:200],
        "command": f"sudo smartctl -x /dev/{name}",
        "source": "sysfs" if shown else None,
        "page": shown,
    }


def _read_smartctl(reader: Reader, name: str, problems: list[tuple[str, str]]) -> Optional[Page]:
    page = _run_program(reader, ["smartctl", "-j", "-x", "-n", "standby", f"/dev/{name}"], problems)
    if page is None:
        return None
    answer = page.get("smartctl")
    status = answer.get("exit_status") if isinstance(answer, dict) else None
    if isinstance(status, int) and not status & _NOTHING_READ:
        return page
    messages = answer.get("messages") if isinstance(answer, dict) else None
    words = [str(one.get("string")) for one in messages or [] if isinstance(one, dict)]
    complaint = "; ".join(words) or "it read nothing"
    problems.append((DENIED if "ermission denied" in complaint else ERROR, f"smartctl: {complaint}"))
    return None


def _read_nvme_cli(reader: Reader, name: str, problems: list[tuple[str, str]]) -> Optional[Page]:
    log = _run_program(reader, ["nvme", "smart-log", f"/dev/{name}", "-o", "json"], problems)
    if not log:
        return None
    errors = _run_program(
        reader, ["nvme", "error-log", f"/dev/{name}", "-e", _ERROR_LOG_ENTRIES, "-o", "json"], problems
    )
    return {"smart_log": log, "error_log": errors}


def _run_program(reader: Reader, argv: list[str], problems: list[tuple[str, str]]) -> Optional[Page]:
    """Return a program's JSON object; None with the reason among `problems`."""
    asking = Reader(reader.roots, reader.programs)
    answer = asking.ask(argv, _TIMEOUT_S, optional=False)
    if answer is None:
        problems.append((asking.source.status, asking.source.detail or argv[0]))
        return None
    try:
        page = json.loads(answer.text)
    except ValueError:
        page = None
    if isinstance(page, dict):
        return page
    if asking.source.status != OK:
        problems.append((asking.source.status, asking.source.detail or argv[0]))
    else:
        complaint = answer.stderr.strip() or answer.text.strip() or f"exit code {answer.exit_code}"
        problems.append((UNPARSED, f"{argv[0]}: {complaint[:120]}"))
    return None


def _read_kernel(reader: Reader, name: str, disk: Disk) -> Optional[Page]:
    base = f"/sys/block/{name}/device"
    shown: Page = {
        key: value
        for key, file in (("model", "model"), ("firmware", "firmware_rev"), ("state", "state"))
        if (value := reader.text(f"{base}/{file}")) is not None
    }
    try:
        heat = collect_temperatures(reader, {name: disk}).get(name)
    except (KeyError, TypeError):
        heat = None
    if heat:
        shown["temperature_c"] = heat["temperature_c"]
    return shown or None


def _shorten_page(page: Page) -> tuple[Page, list[str]]:
    """Return the page without its largest parts, as few of them as make it fit; and their names."""
    kept, left_out = dict(page), []
    while kept and len(json.dumps(kept)) > MAX_PAGE_BYTES:
        largest = max(kept, key=lambda key: len(json.dumps(kept[key])))
        left_out.append(largest)
        del kept[largest]
    return kept, left_out

"""Error counters of PCIe links (kernel 4.19 and newer). They only ever rise: the service compares before and after."""

from __future__ import annotations

import re
from typing import Iterable

from fioboard_agent.collectors.pcie.linux import DEVICES
from fioboard_agent.host.reader import UNPARSED, Reader
from fioboard_agent.inventory_types import ErrorCounts

# Of root ports: how often each kind was reported to it from below.
_ROOT_TOTALS = {
    "correctable": "aer_rootport_total_err_cor",
    "nonfatal": "aer_rootport_total_err_nonfatal",
    "fatal": "aer_rootport_total_err_fatal",
}


def collect_aer(reader: Reader, addresses: Iterable[str]) -> dict[str, ErrorCounts]:
    """`moment.aer`: per function `{correctable: {name: count}, nonfatal: {}, fatal: {}}`; functions without AER are
    left out. Counters of zero are kept: zero is an answer."""
    counters = {address: _read_function(reader, f"{DEVICES}/{address}") for address in addresses}
    return {address: kinds for address, kinds in counters.items() if any(kinds.values())}


def _read_function(reader: Reader, folder: str) -> ErrorCounts:
    def read(kind: str) -> dict[str, int]:
        counters = _read_counters(reader, f"{folder}/aer_dev_{kind}")
        total = reader.number(f"{folder}/{_ROOT_TOTALS[kind]}")
        if total is not None:
            counters["rootport_total"] = total
        return counters

    return {"correctable": read("correctable"), "nonfatal": read("nonfatal"), "fatal": read("fatal")}


def _read_counters(reader: Reader, path: str) -> dict[str, int]:
    """Read `RxErr 0`, one a line; the documentation's long names have blanks, so the number is behind the last
    one.
    """
    counters: dict[str, int] = {}
    for line in (reader.text(path) or "").splitlines():
        match = re.fullmatch(r"(\S.{0,60}?)\s+([0-9]{1,19})", line.strip())
        if match is None:
            reader.source.note(UNPARSED, f"{path}: {line[:40]}")
            continue
        counters[match.group(1)] = int(match.group(2))
    return counters

"""iperf3, as text and as JSON, and iperf 2: what a network was measured to carry, as the receiver saw it."""

import re
from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Line, Reader, Record

KEY = "network.measured_bw"
_TOTAL = compile_later(
    r"^\[\s*(?P<stream>SUM|\d{1,4})\]\s+[\d.]+\s*-\s*[\d.]+\s+sec\s+[\d.]+\s+[KMGT]?Bytes\s+"
    r"(?P<rate>\d{1,6}(?:\.\d{1,3})?)\s(?P<unit>[KMGT]?)bits/sec\b.*\breceiver\s*$"
)
# iperf 2 prints one side alone, and the total last.
_SECOND = compile_later(
    r"^\[\s*(?P<stream>SUM|\d{1,4})\]\s+0\.0+\s*-\s*(?P<end>[\d.]+)\s+sec\s+[\d.]+\s+[KMGT]?Bytes\s+"
    r"(?P<rate>\d{1,6}(?:\.\d{1,3})?)\s(?P<unit>[KMGT]?)bits/sec\s*$"
)
_LATER = compile_later(r"^\[\s*(?:SUM|\d{1,4})\]\s+(?!0\.0+\s*-)[\d.]+\s*-\s*[\d.]+\s+sec\s.*bits/sec\s*$")
_INTERVALS = compile_later(r"\s(?:-\w*i|--interval)")
_CONNECTED = compile_later(r"^\[\s*\d{1,4}\] local \S+ port \d+ connected with ")
_POWERS = {"": 0, "K": 3, "M": 6, "G": 9, "T": 12}
_JSON = compile_later(r'^\s*"sum_received":\s*\{')
_RATE = compile_later(r'^\s*"bits_per_second":\s*(?P<rate>\d{3,15}(?:\.\d{1,20})?)')
MAX_MEMBERS = 12
USUAL_SECONDS = 9.9
"""iperf 2 measures 10 s where nobody says otherwise."""


def read_iperf(lines: Sequence[Line]) -> Iterator[Record]:
    """Give the total of each run: of several streams their sum, else the only one."""
    streams: list[tuple[Line, re.Match[str]]] = []
    before = 0
    # Interval lines of a sum: then no single stream is the whole, however the output is cut.
    has_sum = False
    for index, line in enumerate(lines):
        if _JSON.match(line.text):
            yield from _read_json(lines[index + 1 : index + MAX_MEMBERS])
        text = line.text.strip()
        match = _TOTAL.match(text)
        has_sum = has_sum or text.startswith("[SUM]")
        if streams and (line.number > before + 4 or text.startswith("iperf Done")):
            yield from _close(streams, has_sum=has_sum)
            streams, has_sum = [], False
        if match:
            streams.append((line, match))
            before = line.number
    yield from _close(streams, has_sum=has_sum)
    yield from _read_second(lines)


def _read_second(lines: Sequence[Line]) -> Iterator[Record]:
    """Give the total of each run of iperf 2: the sum, or the last line of the only stream.

    Of a run that prints intervals the first one looks like a total: that one stands behind a later interval.
    """
    opened: set[str] = set()
    total: tuple[Line, re.Match[str]] | None = None
    has_intervals = was_later = False
    for line in lines:
        text = line.text.strip()
        if _CONNECTED.match(text):
            if total is not None:
                yield from _close([total], has_sum=total[1]["stream"] == "SUM")
                opened, total, was_later = set(), None, False
            opened.add(text.partition("]")[0])
        elif "iperf" in text and _INTERVALS.search(text):
            has_intervals = True
        elif opened and _LATER.match(text):
            was_later, total = True, None
        elif (
            opened
            and (match := _SECOND.match(text))
            and (len(opened) == 1 or match["stream"] == "SUM")
            and (was_later or (not has_intervals and float(match["end"]) >= USUAL_SECONDS))
        ):
            total = (line, match)
    if total is not None:
        yield from _close([total], has_sum=total[1]["stream"] == "SUM")


def _close(streams: Sequence[tuple[Line, re.Match[str]]], *, has_sum: bool) -> Iterator[Record]:
    totals = [one for one in streams if one[1]["stream"] == "SUM"]
    if not has_sum and len(streams) == 1:
        totals = list(streams)
    for line, match in totals[:1]:
        bits = float(match["rate"]) * 10 ** _POWERS[match["unit"]]
        yield _make_fact(bits, line.number)


def _read_json(lines: Sequence[Line]) -> Iterator[Record]:
    for line in lines:
        if match := _RATE.match(line.text):
            yield _make_fact(float(match["rate"]), line.number)
            return
        if "}" in line.text:
            return


def _make_fact(bits: float, line: int) -> Fact:
    return Fact(KEY, str(round(bits / 8)), line, unit="bytes/s")


READER = Reader("iperf3, also -J; iperf 2", ("bits/sec", "bits_per_second"), read_iperf, KEY)

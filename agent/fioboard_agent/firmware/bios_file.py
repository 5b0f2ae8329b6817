"""`--bios-file FILE`: a dump of the BIOS settings that a vendor's tool wrote. The form is seen from the content.

Supermicro SUM and SAA (XML behind a banner), Dell configuration profiles (XML, JSON), Redfish and ilorest (JSON), and
`name=value` lines or CSV of the rest (racadm, Lenovo OneCLI, Intel syscfg).
"""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

from fioboard_agent.errors import UsageError
from fioboard_agent.firmware.attributes import Collector, FirmwareSettings
from fioboard_agent.firmware.bios_file_json import read_json
from fioboard_agent.firmware.bios_file_xml import read_xml
from fioboard_agent.host.plain_file import read_plain_file

LARGEST = 16 << 20
_NAME_COLUMNS = ("attribute name", "attribute", "setting name", "setting", "name", "key")
_VALUE_COLUMNS = ("current value", "current_value", "value", "current", "setting value")


def read_bios_file(path: Path) -> FirmwareSettings:
    """Raises UsageError with a sentence when the file cannot be read or holds no setting."""
    try:
        content = read_plain_file(path, "--bios-file", LARGEST)
    except OSError as error:
        raise UsageError(f"--bios-file {path}: {error.strerror}") from None
    collector = Collector()
    try:
        parse_dump(content, collector)
    except ValueError as error:
        raise UsageError(f"--bios-file {path}: {error}") from None
    if not collector.raw:
        raise UsageError(f"--bios-file {path}: no BIOS setting was found in it.")
    return FirmwareSettings("bios_file", collector.raw)


def parse_dump(content: bytes, collector: Collector) -> None:
    """Settings of a dump of any known form into the collector. Raises ValueError when it looks like one and is not."""
    text = _decode(content)
    start = re.search(r"<\?xml|<BiosCfg|<SystemConfiguration", text)
    if start:
        read_xml(text[start.start() :], collector)
    elif re.match(r"\s*(\{|\[\s*[\[{\]\"])", text):  # a line of racadm's begins with [Key=
        read_json(text, collector)
    elif ("=" not in text and ":" not in text) or _is_csv(text):
        _read_csv(text, collector)
    else:
        _read_lines(text, collector)


def _decode(content: bytes) -> str:
    if content[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _is_csv(text: str) -> bool:
    head = next((line for line in text.splitlines() if line.strip()), "").lower()
    return "," in head and any(column in head for column in _NAME_COLUMNS) and "=" not in head


def _read_csv(text: str, collector: Collector) -> None:
    """Columns by their heading: the first that names attributes, the first that holds values."""
    rows = csv.reader(io.StringIO(text))
    heading = [cell.strip().lower() for cell in next((row for row in rows if any(row)), [])]
    name = next((heading.index(column) for column in _NAME_COLUMNS if column in heading), None)
    value = next((heading.index(column) for column in _VALUE_COLUMNS if column in heading), None)
    if name is None or value is None:
        raise ValueError("neither XML, JSON, name=value lines nor CSV with columns for name and value")
    for row in rows:
        if len(row) > max(name, value):
            collector.add(row[name], row[value])


def _read_lines(text: str, collector: Collector) -> None:
    """`Name=Value` or `Name: Value`. racadm marks read-only ones with #, syscfg puts the choices behind a semicolon."""
    for line in text.splitlines():
        match = re.match(r"\s*#?([^=:;\[\]<>#][^=:\[\]]{0,150}?)\s*[=:]\s*(.*)$", line)
        if match:
            collector.add(match.group(1), re.split(r"\s*;\s*(?:Options|Optional)\b", match.group(2))[0].strip(' "'))

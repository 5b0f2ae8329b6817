"""systeminfo and wmic of Windows: system, version, model of the machine and of its drives."""

import re
from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Line, Reader, Record
from fioboard.engine.formats.pasted.parsing import follow_block

_FIELD = compile_later(
    r"^(?P<key>Host Name|OS Name|System Manufacturer|System Model):\s{2,}(?P<value>\S.*?)\s*$"
)
_KEYS = {"Host Name": "host", "System Manufacturer": "system.vendor", "System Model": "system.product"}
_OS = compile_later(r"(?:Microsoft )?(?P<name>Windows .+)")
_WMIC = compile_later(r"^(?:Model {2,}Size|Caption {2,}(?:\w+ +)*Model\b)")
_WMIC_ROW = compile_later(r"^(?P<model>\S.*?)\s{2,}(?P<bytes>\d{9,15})\s*$")
_FILLERS = compile_later(
    r"To Be Filled|System manufacturer|System Product Name|Default string", re.IGNORECASE
)


def read_systems(lines: Sequence[Line]) -> Iterator[Record]:
    """Read fields of systeminfo, and wmic's table of models and sizes."""
    for index, line in enumerate(lines):
        if (field := _FIELD.match(line.text)) and not _FILLERS.search(field["value"]):
            if field["key"] != "OS Name":
                yield Fact(_KEYS[field["key"]], field["value"], line.number)
            elif name := _OS.fullmatch(field["value"]):
                yield Fact("os.name", name["name"], line.number)
        elif _WMIC.match(line.text):
            for row in follow_block(lines, index):
                if match := _WMIC_ROW.match(row.text):
                    device = f"disk {match['model']}"
                    yield Fact("drive.model", match["model"], row.number, device=device, is_listed=True)
                    yield Fact(
                        "drive.capacity",
                        match["bytes"],
                        row.number,
                        unit="bytes",
                        device=device,
                        is_listed=True,
                    )


READER = Reader(
    "systeminfo, wmic diskdrive",
    ("os name:", "system model:", "host name:", "system manufacturer:", "model  "),
    read_systems,
    "host, os.name, system.vendor, system.product, drive.model, drive.capacity",
)

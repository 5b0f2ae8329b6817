"""Readers of what people paste beside a result. Each module here that has a READER is asked; nothing lists them."""

import pkgutil
from collections.abc import Container, Sequence
from functools import cache
from importlib import import_module

from fioboard.engine.formats.pasted.facts import (
    Array,
    Fact,
    Layer,
    Line,
    NumaNode,
    PciFunction,
    Reader,
    Records,
)

MAX_LINES = 20_000
"""Of a longer text the first lines are read: what people write about a run is no log."""
MAX_CHARACTERS = 1_000
"""Longer lines are no output that a person pasted."""
MAX_RECORDS = 5_000


@cache
def list_readers() -> tuple[Reader, ...]:
    """Return the readers of this folder, in order of their names."""
    modules = [import_module(f"{__name__}.{one.name}") for one in pkgutil.iter_modules(__path__)]
    return tuple(module.READER for module in modules if hasattr(module, "READER"))


def read_records(lines: Sequence[Line], used: Container[int] = ()) -> Records:
    """Ask every reader whose marks occur in the text. `used`: numbers of the lines that belong to results."""
    records = Records()
    lines = [line for line in lines[:MAX_LINES] if len(line.text) <= MAX_CHARACTERS]
    outside = [line for line in lines if line.number not in used]
    whole, rest = ("\n".join([line.text for line in some]).lower() for some in (lines, outside))
    count = 0
    for reader in list_readers():
        if not any(map((whole if reader.reads_results else rest).__contains__, reader.marks)):
            continue
        for record in reader.read(lines if reader.reads_results else outside):
            count += 1
            if count > MAX_RECORDS:
                return records
            match record:
                case Fact():
                    records.facts.append(record)
                case Layer():
                    records.layers.append(record)
                case PciFunction():
                    records.functions.setdefault(record.address, record)
                case NumaNode():
                    records.nodes.setdefault(record.number, record)
                case Array():
                    known = records.arrays.get(record.name)
                    # lsblk knows less of an array than mdadm.
                    if known is None or known.is_degraded is None:
                        records.arrays[record.name] = record
    return records

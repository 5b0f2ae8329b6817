"""Tables that people write of what a machine holds: a row for each pool or drive, columns for its parts.

Which run each row describes, nothing tells: its facts are offered.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import NO_RUN, Fact, Line

_PARTS = compile_later(
    r"(?:test(?:ed)? )?(?:drives?|disks?|ssds?|hdds?|nvme|models?|(?:drive|disk|ssd) model|devices?|cpus?|processors?"
    r"|os|kernel|distro|layout|raid(?: level)?|storage|file ?system|fs|network|nic|media|hardware|backing|server|system"
    r"|motherboard)",
    re.IGNORECASE,
)
_RULE = compile_later(r"\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?\s*)?")
MIN_COLUMNS = 3
MAX_CELL = 120


def read_part_tables(
    lines: Sequence[Line], read_cell: Callable[[str, int], Iterator[Fact]]
) -> Iterator[Fact]:
    """Read the cells below headings that name parts."""
    columns: list[int] = []
    before = -1
    for place, line in enumerate(lines):
        if "|" not in line.text:
            columns = []
            continue
        cells = _split(line.text)
        if _RULE.fullmatch(line.text.strip()):
            heading = _split(lines[place - 1].text) if place and before == line.number - 1 else []
            columns = [n for n, cell in enumerate(heading) if _PARTS.fullmatch(cell)]
            columns = columns if len(heading) >= MIN_COLUMNS else []
        elif columns and before == line.number - 1:
            for cell in [cells[n] for n in columns if n < len(cells) and len(cells[n]) <= MAX_CELL]:
                for fact in read_cell(cell, line.number):
                    yield replace(fact, device=NO_RUN, is_listed=True)
        before = line.number


def _split(text: str) -> list[str]:
    return [cell.strip(" *`") for cell in text.strip().removeprefix("|").removesuffix("|").split("|")]

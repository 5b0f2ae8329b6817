"""Forms beside what people write: lists of parts, rows of two cells, headings with a value below them."""

import re
from collections.abc import Callable, Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Fact, Line
from fioboard.engine.formats.pasted.system_prose import read_form

MAX_VALUE = 80
_DRIVE_FORM = compile_later(
    r"^\W{0,6}(?:ssds?|hdds?|drives?|disks?|nvme|storage|test (?:drive|disk))\W{0,3}\s*:\s*(?P<value>\S.{2,160})$",
    re.IGNORECASE,
)
_PLAIN_COUNT = compile_later(
    r"(?P<count>\d{1,2})\s?[x×]?\s(?:(?:NVMe|SATA|SAS|U\.2|M\.2)\s)?(?:SSD|HDD|drive|disk|NVMe)s?",
    re.IGNORECASE,
)
_SIZE = compile_later(r"(?<![\w.])(\d{1,4}(?:\.\d{1,2})?)\s?([GT])B\b", re.IGNORECASE)
# A row of a table that names one thing and says one of it.
ROW = compile_later(r"\|\s*(?P<key>[^|]{2,40}?)\s*\|\s*(?P<value>[^|]{1,160}?)\s*\|?")


def join_headings(lines: Sequence[Line]) -> Iterator[Line]:
    """Read a heading of a form, and the short line below it, as one line of the form: bug trackers ask so."""
    heading: Line | None = None
    for line in lines:
        text = line.text.strip()
        form = heading.text.strip("# ") if heading is not None else ""
        if (
            text
            and heading is not None
            and len(text) <= MAX_VALUE
            and read_form(f"{form}: {text}", line.number)
        ):
            yield Line(line.number, f"{form}: {text}")
        else:
            yield line
        heading = line if text.startswith("#") else heading if not text else None


def read_drive_form(text: str, line: int, read: Callable[[str, int], Iterator[Fact]]) -> list[Fact]:
    """Read a line `SSD: …` of a list of parts: a size stands there for the drive's."""
    form = _DRIVE_FORM.match(text) if ":" in text else None
    if form is None:
        return []
    facts = list(read(form["value"], line))
    count = _PLAIN_COUNT.fullmatch(form["value"])
    if count is not None and not facts:
        facts.append(Fact("drive.count", count["count"], line, "prose"))
    sizes = _SIZE.findall(form["value"])
    if not any(fact.key == "drive.capacity" for fact in facts) and len(sizes) == 1:
        size = float(sizes[0][0]) * (1e12 if sizes[0][1] in "tT" else 1e9)
        facts.append(Fact("drive.capacity", str(round(size)), line, "prose", "bytes"))
    return facts

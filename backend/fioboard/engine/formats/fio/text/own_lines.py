"""Which lines fio itself printed, whatever stands around them, and where several of them share one."""

import re
from collections.abc import Sequence
from itertools import pairwise

from fioboard.engine.formats.fio.text.direction import find_headlines
from fioboard.engine.formats.fio.text.lines import Line

_VERSION_LINE = re.compile(r"^[\"'`*]{0,3}(fio[- ]\d{1,4}\.\d{1,4}[\w.-]{0,60})[\"'`*,;]{0,3}$")
# Up to 2.0.8 the number stood alone, below the banners.
_BARE_VERSION = re.compile(r"^[12]\.\d{1,2}(?:\.\d{1,2})?$")

_PROMPT = re.compile(r"[\s>|]*[\w.@:~/\[\] -]{0,100}[$#%] \S")

# Lines of a result whose head is lost; the last ones stand alone where a paste begins in the midst of it.
_OF_ENTRY = re.compile(
    r"(?:latency|submit|complete|cpu|IO depths|issued(?: rwts?)?|errors|iops)\s*:"
    r"|(?:[sc]?lat|bw|sync)\b[^:]{0,30}\(|\|? *\d[\d.]*th=\["
)


def is_of_entry(text: str) -> bool:
    """Whether a line has the form of fio's lines below a result's head."""
    return _OF_ENTRY.match(text) is not None


def is_like_fios(text: str) -> bool:
    """Heads, banners, headlines, sums, disks, servers."""
    return (
        ": (g" in text
        or "(noop)" in text
        or "IOPS=" in text
        or "io=" in text
        or "bw=" in text
        or "ios=" in text
        or "hostname=" in text
        or text.startswith(("Run status", "Disk stats"))
    )


def is_own_line(text: str) -> bool:
    """Whether fio itself printed it, so that no command goes on there."""
    return (
        is_like_fios(text)
        or text.startswith(("Starting ", "fio: ", "note: "))
        or bool(_VERSION_LINE.match(text))
    )


def is_prompt(text: str) -> bool:
    """Whether a line begins with a shell's prompt."""
    return _PROMPT.match(text) is not None


def are_close(one: str | None, other: str | None) -> bool:
    """Whether two printed dates may belong to one report: clones are printed within the same minute."""
    return one == other or one is None or other is None or one[:16] == other[:16]


def find_version(text: str, has_banners: bool) -> str | None:
    """Return the version that a line states: "fio-3.28", "fio 2.0.8", and alone behind a banner "2.0.8"."""
    if "fio" in text:
        match = _VERSION_LINE.match(text) if len(text) < 80 else None
        return match[1] if match is not None else None
    return text if has_banners and _BARE_VERSION.match(text) else None


def split_line(line: Line) -> Sequence[Line]:
    """A line, parted where a direction or group line begins in the midst of it."""
    starts = find_headlines(line.text)
    if not starts or starts == [0]:
        return (line,)
    before = line.text[: starts[0]].rstrip()
    texts = [before] if any(letter.isalnum() for letter in before) else []
    texts += [line.text[start:end].strip() for start, end in pairwise((*starts, len(line.text)))]
    return [Line(line.number, text, text, line.server) for text in texts]

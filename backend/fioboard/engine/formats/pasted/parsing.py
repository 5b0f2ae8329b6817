"""What several readers of pasted text need: names of devices, sizes, prompts, tables with a heading."""

import re
from collections.abc import Iterator, Sequence

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import Line

DEVICE = (
    r"(?:nvme\d+(?:n\d+)?(?:p\d+)?|[svx]d[a-z]{1,3}\d*|xvd[a-z]\d*|md\d+|dm-\d+|mmcblk\d+"
    r"|nvd\d+|nda\d+|ada\d+|da\d+)"
)
_PARTITION = compile_later(
    r"(?:(nvme\d+n\d+|mmcblk\d+|md\d+)p\d+|((?:s|v|xv)d[a-z]{1,3})\d+|(nvd\d+|ada\d+|da\d+)p\d+)"
)
_PATH = compile_later(rf"/dev/({DEVICE})\b")
_CONTROLLER = compile_later(r"nvme\d+")
COUNT_WORDS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12,
    "sixteen": 16, "twenty-four": 24,
}  # fmt: skip
"""Numbers that people write as words, of drives and gigabytes."""
COUNT = r"(?:\d{1,2}(?!\d)|" + "|".join(COUNT_WORDS) + ")"
_POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4, "p": 5}
_SIZE = compile_later(r"(\d{1,6}(?:[.,]\d{1,4})?)\s*([kmgtp]?)(i?)b?", re.IGNORECASE)
_PROMPT = compile_later(
    r"^(?:\[?[\w.-]+@[\w.-]+[^$#%\n]{0,60}?\]?\s?[$#%]|[\w-]{2,62}:(?:~|/[\w./-]{0,80}) ?[#$]"
    r"|[$#])\s+(?:sudo\s+)?(?P<command>\S.*)$"
)
_INDENTED = compile_later(r" {4,20}(?:\[?[\w.-]+@|[\w-]+:[~/]|[$#] )")
MIN_DIGITS = 3
"""Fewer printed digits than these make no size that can be compared with what a drive reports."""
LINES_TO_COMMAND = 6


def read_command(text: str) -> str | None:
    """Return the command behind a shell prompt, without sudo; None for any other line."""
    match = _PROMPT.match(text.strip())
    return match["command"] if match else None


def read_count(text: str) -> str:
    """Return a number that is written in digits or as a word."""
    return str(COUNT_WORDS.get(text.lower(), text))


def find_device(text: str) -> str | None:
    """Return the kernel name of the one device that a line names as /dev/…; None for none or several."""
    names = set(_PATH.findall(text))
    return names.pop() if len(names) == 1 else None


def find_command_device(lines: Sequence[Line], index: int) -> str | None:
    """Return the device that the command above an output names."""
    for line in reversed(lines[max(0, index - LINES_TO_COMMAND) : index + 1]):
        device = find_device(line.text)
        if device is not None:
            return device
    return None


def strip_partition(device: str) -> str:
    """Return the disk that a partition lies on; any other name as it is."""
    match = _PARTITION.fullmatch(device)
    return next(group for group in match.groups() if group) if match else device


def list_names(device: str) -> tuple[str, ...]:
    """Return the names that one device goes by: nvme0 is the controller of nvme0n1."""
    if _CONTROLLER.fullmatch(device):
        return (device, f"{device}n1")
    return (device,)


def read_size(text: str, *, is_decimal: bool = False) -> str | None:
    """Return the bytes of a size, as precisely as it was printed: `931.5G`, `1.00 TB`. None below three digits.

    Units with an i, and those of lsblk and df, are powers of 1024; `is_decimal` says that others are powers of 1000.
    """
    match = _SIZE.fullmatch(text.strip())
    if match is None:
        return None
    digits = match[1].replace(",", ".").replace(".", "").lstrip("0")
    base = 1000 if is_decimal and not match[3] else 1024
    size = float(match[1].replace(",", ".")) * base ** _POWERS[match[2].lower()]
    if len(digits) < MIN_DIGITS:
        return None
    # No more digits than were printed: 931.5 GiB are 1,000,200,000,000 bytes, not 1,000,190,509,056.
    return str(int(float(f"{size:.{len(digits) - 1}e}"))) if match[2] else str(int(size))


def split_columns(heading: str) -> list[tuple[str, int]]:
    """Return the names of a table's columns and where each begins."""
    return [(match[0], match.start()) for match in re.finditer(r"\S+", heading)]


def follow_block(lines: Sequence[Line], index: int) -> Iterator[Line]:
    """Give the lines behind one until the next prompt, end of a code block, or gap in the text."""
    before = lines[index].number
    for line in lines[index + 1 :]:
        if line.number != before + 1 or read_command(line.text) is not None or line.text.startswith("```"):
            return
        before = line.number
        yield line


def strip_indents(lines: list[str]) -> list[str]:
    """Strip the indent of code blocks that Markdown marks by nothing else; a block shows a prompt.

    Only such blocks are changed: other lines keep their blanks.
    """
    if not any(line.startswith("    ") and _INDENTED.match(line) for line in lines):
        return lines
    start: int | None = None
    dedented = lines
    for index, line in enumerate([*lines, "."]):
        if line.startswith("    "):
            start = index if start is None else start
        elif line.strip() and start is not None:
            block = lines[start:index]
            indent = min(len(one) - len(one.lstrip(" ")) for one in block if one.strip())
            if any(read_command(one) is not None for one in block):
                dedented = lines.copy() if dedented is lines else dedented
                dedented[start:index] = [one[indent:] for one in block]
            start = None
    return dedented

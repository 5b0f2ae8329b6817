"""A table from a datasheet or a shop page, pasted as text → drafts of ratings, and what was not understood. Pure.

Row by row, and never a guess: a row without a unit, or that does not say what was read or written, is not understood.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from fioboard.core.figures import format_things
from fioboard.engine.hardware.datasheets.card import Pattern, Rating
from fioboard.engine.hardware.datasheets.numbers import (
    MULTIPLE,
    NUMBER,
    STRAY_MULTIPLE,
    UNIT,
    Ambiguous,
    Unit,
    read_unit,
    read_value,
)

Mode = Literal["", "rand"]


@dataclass(frozen=True, slots=True)
class Draft:
    """A figure that a row prints."""

    row: int
    """From 1, blank lines counted."""
    column: str | None
    """What the head of its column says, e.g. a capacity; None where a row has one figure."""
    rating: Rating


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """A row that says something, and why no figure could be read from it."""

    row: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Pasted:
    """What was read."""

    drafts: tuple[Draft, ...]
    not_understood: tuple[NotUnderstood, ...]
    columns: tuple[str, ...]
    """Heads of columns with figures, in their order; empty where rows have one figure."""


class _No(ValueError):
    """Why a row is not understood."""


def read_pasted(text: str) -> Pasted:
    """Every figure that the rows print, in base units. A head of a section says whether what follows is random."""
    drafts: list[Draft] = []
    missed: list[NotUnderstood] = []
    columns: tuple[str, ...] = ()
    section = ""
    is_german = re.search(_GERMAN, text, re.IGNORECASE) is not None
    for number, raw in enumerate(text.splitlines(), start=1):
        row = " ".join(re.sub(r"\s*[|;\t]\s*", "  ", raw.replace("\u00a0", " ")).split(" ")).strip(" ,")
        row = re.sub(r" {2,}", "  ", row)
        if not row or not re.search(r"\w", row):
            continue
        if (heads := _heads(row)) is not None:
            columns = heads
            continue
        if not re.search(r"\d", row) and not re.search(UNIT, row):
            section = row if _mode(row) is not None else ""
            continue
        try:
            drafts += _drafts(number, row, section, columns, is_german=is_german)
        except _No as reason:
            missed.append(NotUnderstood(number, row, str(reason)))
    used = {draft.column for draft in drafts}
    return Pasted(tuple(drafts), tuple(missed), tuple(head for head in columns if head in used))


_CAPACITY = re.compile(r"\b\d+(?:[.,]\d+)?\s?[GT]B\b(?!/|p)", re.IGNORECASE)


def _heads(row: str) -> tuple[str, ...] | None:
    """Capacities that stand above columns; None for any other row."""
    heads = tuple(re.sub(r"\s", "", one).upper() for one in _CAPACITY.findall(row))
    rest = _CAPACITY.sub("", row)
    is_head = len(heads) >= 2 and len(set(heads)) == len(heads) and not re.search(r"\d", rest)
    return heads if is_head else None


_LATENCY = re.compile(r"\d\s?(?:ns|[uµμ]s|ms)|\((?:ns|[uµμ]s|ms)\)|latency|latenz", re.IGNORECASE)
# Conditions: what each says, and taken out of the row so that its digits are no figure.
# Without its B only the usual sizes: 900K is a figure.
_BLOCK = re.compile(
    r"(?<![\w.,])(?:(?P<k>\d+(?:\.\d+)?)\s?Ki?B|(?P<bare>4|8|16|32|64|128)\s?K|(?P<m>\d+)\s?Mi?B|(?P<b>512)\s?B(?:ytes?)?)"
    r"(?![\w/])(?!\s*IOPS)",
    re.IGNORECASE,
)
MAX_BLOCK_OF_IOPS = 64 << 10
_DEPTH = re.compile(
    r"\b(?:QD|queue[ -]?depth|iodepth)\s*(?:of|=|:)?\s*(\d+)|\bQ(\d+)T(\d+)\b|\b(\d+)\s*QD\b"
    r"|\bWarteschlange\w*\s*(\d+)",
    re.IGNORECASE,
)
_WORKERS = re.compile(
    r"\b(\d+)\s*(?:threads?|workers?|jobs|Threads)\b|\b(?:threads?|workers?|numjobs|T)\s*[=:]?\s*(\d+)\b",
    re.IGNORECASE,
)
_MIX = re.compile(
    r"\b(\d{1,2})\s?/\s?(\d{1,2})\b(?!\s*[kKMG]?i?B)|\b(\d{1,2})\s?%\s?(?:read|R\b)|\b(\d{1,2})\s?R\s?/?\s?\d{1,2}\s?W\b",
    re.IGNORECASE,
)
_PERCENTILE = re.compile(
    r"\bp(\d{2}(?:\.\d+)?)\b|\b(\d{2}(?:\.\d+)?)\s?(?:th|st|nd|rd)?\s?(?:%|percentile|%ile)(?!\s?read)|\b(\d{2}\.\d+)\s?%",
    re.IGNORECASE,
)
_CLAIMS = (
    ("up to", r"\bup to\b|\bbis zu\b|≤"),
    ("at least", r"\bat least\b|\bmind(?:estens|\.)|≥|\bmin(?:imum|\.)"),
    ("sustained", r"\bsustained\b|\bdauerhaft\b"),
    ("typical", r"\btyp(?:ical|isch|\.)?\b"),
    ("maximum", r"\bmax(?:imum|imal|\.)?\b"),
)
_GERMAN = r"\blesen|\blesege|\bschreib|zufäll|sequen[tz]iell|\bbis zu\b"
_READ = r"(?:read|reads|lesen|lese\w*|rand(?:om)?read)"
_WRITE = r"(?:write|writes|schreib\w*|randwrite)"


def _mode(text: str) -> Mode | None:
    """Random, in sequence, or None where it does not say or says both."""
    random = re.search(r"\brand|\brnd|zufäll|wahlfrei|\b4k\b(?=.*\biops)", text, re.IGNORECASE)
    sequential = re.search(r"\bseq|sequen", text, re.IGNORECASE)
    if bool(random) == bool(sequential):
        return None
    return "rand" if random else ""


def _take(pattern: re.Pattern[str], text: str) -> tuple[list[str], str]:
    """What a condition says, each as its first group that is there, and the text without it."""
    values = [next(group for group in match.groups() if group) for match in pattern.finditer(text)]
    return values, pattern.sub(" ", text)


def _drafts(
    number: int, row: str, section: str, columns: Sequence[str], *, is_german: bool
) -> Iterator[Draft]:
    text = row
    q_and_t = re.search(r"\bQ(\d+)T(\d+)\b", text, re.IGNORECASE)
    depths, text = _take(_DEPTH, text)
    workers, text = _take(_WORKERS, text)
    if q_and_t:
        workers = [q_and_t[2]]
    blocks = [_block_bytes(match) for match in _BLOCK.finditer(text)]
    text = _BLOCK.sub(" ", text)
    mixes, text = _mixes(text)
    percentiles, text = _take(_PERCENTILE, text) if _LATENCY.search(text) else ([], text)
    values, unit, text = _values(text, is_german=is_german)
    is_of_iops = unit.metric == "iops"
    if is_of_iops and (blocks or [0])[0] > MAX_BLOCK_OF_IOPS:
        raise _No("a block size beside IOPS that may be a figure")
    if is_of_iops and not blocks and len(values) == 1 and values[0] in {4_000, 8_000}:
        raise _No("4K or 8K may be a figure or a block size")
    for name, numbers in (
        ("block sizes", blocks),
        ("queue depths", depths),
        ("numbers of workers", workers),
        ("percentiles", percentiles),
    ):
        if len(set(numbers)) > 1:
            raise _No(f"several {name}")
    patterns = _patterns(text, section, unit, mixes, blocks)
    conditions = {
        "bs_bytes": blocks[0] if blocks else None,
        "queue_depth": int(depths[0]) if depths else None,
        "workers": int(workers[0]) if workers else None,
        "percentile": float(percentiles[0]) if percentiles else None,
        "read_pct": int(mixes[0]) if patterns == ["randrw"] else None,
        "span": "full" if re.search(r"full (?:span|LBA|range)|LBA=full", row, re.IGNORECASE) else None,
        "state": _state(row),
        "cache": "after"
        if re.search(
            r"after (?:the )?(?:SLC |turbo ?write )?(?:cache|turbo ?write)|post[- ]cache", row, re.IGNORECASE
        )
        else None,
    }
    claim = next((claim for claim, words in _CLAIMS if re.search(words, row, re.IGNORECASE)), "rated")
    pairs: list[tuple[str | None, Pattern, float]]
    if len(patterns) == 2 and len(values) == 2:
        pairs = [(None, pattern, value) for pattern, value in zip(patterns, values, strict=True)]
    elif len(patterns) == 1 and len(values) == 1:
        pairs = [(None, patterns[0], values[0])]
    elif len(patterns) == 1 and len(values) == len(columns):
        pairs = [(column, patterns[0], value) for column, value in zip(columns, values, strict=True)]
    else:
        raise _No(f"{format_things(len(values), 'figure')} for {format_things(len(patterns), 'pattern')}")
    try:
        ratings = [
            Rating(metric=unit.metric, value=value, claim=claim, line=row[:500], rw=pattern, **conditions)  # type: ignore[arg-type]  # Rating checks them
            for _, pattern, value in pairs
        ]
    except ValueError:
        raise _No("a condition that no drive has") from None
    yield from (Draft(number, column, rating) for (column, _, _), rating in zip(pairs, ratings, strict=True))


def _state(row: str) -> Literal["fresh", "steady"] | None:
    """None where the row names none, or both."""
    steady = re.search(r"\bsteady", row, re.IGNORECASE)
    fresh = re.search(r"\bfresh|\bFOB\b", row, re.IGNORECASE)
    if bool(steady) == bool(fresh):
        return None
    return "steady" if steady else "fresh"


def _block_bytes(match: re.Match[str]) -> int:
    """A block of 4 KB has 4,096 bytes, whatever the datasheet calls it."""
    kib = match["k"] or match["bare"]
    return int(float(kib) * 1024) if kib else int(match["m"]) << 20 if match["m"] else int(match["b"])


def _mixes(text: str) -> tuple[list[str], str]:
    """Shares of reads, percent: `70/30` where both make a hundred, `70% read`, `70R/30W`; and the text without them."""
    mixes = []
    for match in _MIX.finditer(text):
        reads, writes, of_reads, of_short = match.groups()
        if reads is None or int(reads) + int(writes) == 100:
            mixes.append(reads or of_reads or of_short)
            text = text.replace(match[0], " ", 1)
    return mixes, text


def _values(text: str, *, is_german: bool) -> tuple[list[float], Unit, str]:
    """Figures in base units, their unit, and the text without them. Raises _No."""
    units = list(re.finditer(rf"(?<![a-zA-Z]){UNIT}", text))
    kinds = {read_unit(match) for match in units}
    if not kinds:
        raise _No("no unit")
    if len(kinds) > 1:
        raise _No("several units")
    [unit] = kinds
    bare = re.sub(rf"(?<![a-zA-Z]){UNIT}", " ", text)
    numbers = re.compile(rf"(?<![\w.,])({NUMBER})\s?({MULTIPLE})?(?![\w.,%]|\s?/\s?\d\d\b)", re.IGNORECASE)
    # Where numbers have the unit right behind them, others in the row are something else.
    with_unit = re.compile(
        rf"(?<![\w.,])({NUMBER})(?:\s?({MULTIPLE}))?(?:\s?/\s?({NUMBER})(?:\s?({MULTIPLE}))?)?\s*{UNIT}"
    )
    adjacent = list(with_unit.finditer(text))
    stated = [(m[i], m[i + 1]) for m in adjacent for i in (1, 3) if m[i]] if adjacent else []
    if len(units) == 1 and adjacent:
        # One unit behind the last of several columns.
        before = numbers.findall(re.sub(rf"(?<![a-zA-Z]){UNIT}", " ", text[: adjacent[0].end()]))
        stated = before if len(before) > len(stated) else stated
    if adjacent and numbers.search(text[adjacent[-1].end() :]):
        # The head of a table, "1000 IOPS", before the figure.
        raise _No("another number behind the unit")
    if not adjacent:
        stated = numbers.findall(bare)
    if not stated:
        raise _No("no figure")
    try:
        values = [
            read_value(number, multiple or None, unit, is_german=is_german) for number, multiple in stated
        ]
    except Ambiguous as reason:
        raise _No(str(reason)) from None
    rest = with_unit.sub(" ", text) if adjacent else numbers.sub(" ", bare)
    if unit.metric == "iops":
        if STRAY_MULTIPLE.search(numbers.sub(" ", rest)):
            raise _No("a multiple that stands at no figure")
        if any(value % 1 for value in values):
            # 1.4 of a word that is not known, never 1.4 I/Os a second.
            raise _No("IOPS with a fraction")
    return values, unit, rest


def _patterns(
    text: str, section: str, unit: Unit, mixes: Sequence[str], blocks: Sequence[int]
) -> list[Pattern]:
    """What was done, in the order of the words. Raises _No."""
    if re.search(r"mix|gemischt|randrw", text, re.IGNORECASE) or (mixes and unit.metric == "iops"):
        if len(mixes) != 1 or _mode(text) == "":
            raise _No("a mix without one share of reads, or not of random I/O")
        return ["randrw"]
    kinds = [
        "read" if re.fullmatch(_READ, word, re.IGNORECASE) else "write"
        for word in re.findall(rf"{_READ}|{_WRITE}", text, re.IGNORECASE)
    ]
    directions = list(dict.fromkeys(kinds))
    if not directions:
        raise _No("neither read nor written")
    mode = _mode(text)
    if mode is None and re.search(r"rand|rnd|zufäll|wahlfrei", text, re.IGNORECASE):
        raise _No("random and sequential in one row")
    if mode is None:
        mode = _mode(section)
        if mode == "rand" and unit.metric == "bw_bytes_per_s":
            raise _No("bytes per second in a section of random I/O")
    if mode == "rand" and unit.metric == "bw_bytes_per_s" and not blocks:
        raise _No("random I/O in bytes per second, without a block size")
    if mode is None and unit.metric == "iops" and blocks and blocks[0] <= 16 << 10:
        mode = "rand"
    if mode is None and unit.metric == "bw_bytes_per_s":
        # What a drive moves in a second, without another word, is told of I/O in sequence.
        mode = ""
    if mode is None:
        raise _No("neither random nor sequential")
    named: dict[tuple[str, str], Pattern] = {
        ("", "read"): "read", ("", "write"): "write", ("rand", "read"): "randread", ("rand", "write"): "randwrite",
    }  # fmt: skip
    return [named[mode, direction] for direction in directions]

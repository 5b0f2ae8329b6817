"""Every remark a reader can make, with its class: does it mean that a figure may be wrong, or that one is missing?

Only these two colour a run. Everything else is a note for whoever looks closer; the table in docs/formats.md is
made from this one.
"""

from typing import Final, Literal, NamedTuple

RemarkClass = Literal["wrong_figure", "missing", "note"]
WRONG_FIGURE: Final = "wrong_figure"
MISSING: Final = "missing"
NOTE: Final = "note"
CLASSES: Final = {
    WRONG_FIGURE: "wrong figure possible",
    MISSING: "something missing",
    NOTE: "note",
}


class Remark(NamedTuple):
    """A name of the contract (`Problem.error`), its class, and what it means."""

    name: str
    remark_class: RemarkClass
    meaning: str


_MEANINGS: Final[dict[RemarkClass, dict[str, str]]] = {
    WRONG_FIGURE: {
        "Contradiction": "numbers of one result exclude each other",
        "MistypedDevice": "the job named a device that fio, listing its disks, measured nothing of",
        "JobError": "a job failed: its numbers end at the failure",
        "MissingClones": "fewer entries than the job has clones: the sum lacks some",
        "InterruptedInRamp": "interrupted in ramp_time: the numbers are the ramp's",
        "NoDataMoved": "the engine moves no data (`null`, …): bytes are operations times the block size",
        "CacheOnly": "a tool measured memory or the page cache, not the drive",
        "SinceBoot": "averages since the machine started, and not of a measurement",
        "AmbiguousUnit": "a tool does not say whether its units are powers of 1000 or 1024: the bounds hold both",
        "SeveralJobs": "a log of several jobs or loops, whose rates are to be added up",
        "NoHead": "JSON entries without the root before them: shared options unknown, clones may be missing",
    },
    MISSING: {
        "LostResult": "the output tells of a result that could not be read; its lines are named",
        "LostJobs": "more jobs or servers were started or announced than reported",
        "LostLines": "lines in fio's own form that could not be read",
        "Truncated": "a document or terse line is truncated; the complete parts are used",
        "GivenUp": "behind this line no document was looked for: too much looked like one and was none",
        "UnknownDirection": "nothing tells whether a tool read or wrote; shown as mixed",
        "NoIo": "a job without numbers",
        "Interrupted": "a signal ended the run",
        "CutShort": "a time_based job ended long before its runtime",
        "NotFinite": "a number that is none (`nan`, `inf`); taken as unknown",
        "OutOfRange": "a number beyond any measurement; taken as unknown",
        "BadValue": "a value of the wrong kind, or a field that does not exist; not used",
        "DuplicateKey": "a key came twice; the last one counts",
        "BrokenLine": "the line that announces a job is broken inside its depth, now unknown",
    },
    NOTE: {
        "NoLatency": "data was moved, and no latency measured",
        "PartialLatency": "a completion latency without its submission leaves out the I/O itself: lat is its latency",
        "PrintedAsZero": "a figure that was cut or rounded to 0: computed from others, or unknown",
        "DuplicateOption": "an option was given twice; the last one counts",
        "UnknownUnit": "a log whose unit nothing tells: its values are shown without one",
        "PerIoLog": "a log of single I/Os, whose lines are no rates",
        "MergedSections": "fio merged several job sections into one entry; their options are not filled in",
        "MisleadingName": "the name says random or sequential, `rw` the other",
        "ForeignCommandLine": "the command line before a text result is of another run; not used",
        "SubSecond": "it ran for less than a second: no basis for ranking",
        "FirstReportLeftOut": "the first of several reports tells of the time since the machine started",
        "TestNotRun": "a tool prints a test with zeros alone: it was left out",
        "Temperature": "a temperature in the prose beside the results, with its line",
        "PoorerCopy": "the same result again, told with less or the same; not used",
        "FiguresInProse": "lines outside of the results that hold figures, too",
        "UnreadCells": "cells of a hand-made table hold figures and nothing tells what they count: no claims",
        "TablesCut": "hand-made tables hold more than is looked at; the rest is not among the claims",
        "DeviceSamples": "iostat or zpool iostat beside a run: the rate of each device and its share, at no known time",
        "TableNotRead": "a hand-made table with merged cells or headings over several rows: its figures are no claims",
        "SeveralDocuments": "several reports of one run: the last is the result, others are snapshots",
        "TextAroundDocument": "text around JSON; what is no result is kept as messages",
        "Unwrapped": "what stood around every line (quote marks, markup, prefixes) was taken off",
        "ControlCharacters": "control characters in a name",
        "NotUtf8": "bytes that are not UTF-8 were replaced",
        "Utf16": "the body is UTF-16",
    },
}

REMARKS: Final = tuple(
    Remark(name, remark_class, meaning)
    for remark_class, meanings in _MEANINGS.items()
    for name, meaning in meanings.items()
)

CLASS_OF: Final[dict[str, RemarkClass]] = {remark.name: remark.remark_class for remark in REMARKS}

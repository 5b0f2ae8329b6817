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


REMARKS: Final = (
    Remark("Contradiction", WRONG_FIGURE, "numbers of one result exclude each other"),
    Remark(
        "MistypedDevice",
        WRONG_FIGURE,
        "the job named a device that fio, listing its disks, measured nothing of",
    ),
    Remark("JobError", WRONG_FIGURE, "a job failed: its numbers end at the failure"),
    Remark("MissingClones", WRONG_FIGURE, "fewer entries than the job has clones: the sum lacks some"),
    Remark("InterruptedInRamp", WRONG_FIGURE, "interrupted in ramp_time: the numbers are the ramp's"),
    Remark(
        "NoDataMoved",
        WRONG_FIGURE,
        "the engine moves no data (`null`, …): bytes are operations times the block size",
    ),
    Remark("CacheOnly", WRONG_FIGURE, "a tool measured memory or the page cache, not the drive"),
    Remark("SeveralJobs", WRONG_FIGURE, "a log of several jobs or loops, whose rates are to be added up"),
    Remark("LostResult", MISSING, "the output tells of a result that could not be read; its lines are named"),
    Remark("LostJobs", MISSING, "more jobs or servers were started or announced than reported"),
    Remark("LostLines", MISSING, "lines in fio's own form that could not be read"),
    Remark("Truncated", MISSING, "a document or terse line is cut short; what was whole is used"),
    Remark(
        "GivenUp",
        MISSING,
        "behind this line no document was looked for: too much looked like one and was none",
    ),
    Remark(
        "NoHead",
        WRONG_FIGURE,
        "JSON entries without the root before them: shared options unknown, clones may be missing",
    ),
    Remark("UnknownDirection", MISSING, "nothing tells whether a tool read or wrote; shown as mixed"),
    Remark("NoIo", MISSING, "a job without numbers"),
    Remark("NoLatency", NOTE, "data was moved, and no latency measured"),
    Remark("Interrupted", MISSING, "a signal ended the run"),
    Remark("CutShort", MISSING, "a time_based job ended long before its runtime"),
    Remark("NotFinite", MISSING, "a number that is none (`nan`, `inf`); taken as unknown"),
    Remark("OutOfRange", MISSING, "a number beyond any measurement; taken as unknown"),
    Remark("BadValue", MISSING, "a value of the wrong kind, or a field that does not exist; not used"),
    Remark("DuplicateKey", MISSING, "a key came twice; the last one counts"),
    Remark("DuplicateOption", NOTE, "an option was given twice; the last one counts"),
    Remark("BrokenLine", MISSING, "the line that announces a job is broken inside its depth, now unknown"),
    Remark("UnknownUnit", NOTE, "a log whose unit nothing tells: its values are shown without one"),
    Remark("PerIoLog", NOTE, "a log of single I/Os, whose lines are no rates"),
    Remark(
        "MergedSections",
        NOTE,
        "fio merged several job sections into one entry; their options are not filled in",
    ),
    Remark("MisleadingName", NOTE, "the name says random or sequential, `rw` the other"),
    Remark("ForeignCommandLine", NOTE, "the command line before a text result is of another run; not used"),
    Remark("SubSecond", NOTE, "it ran for less than a second: no basis for ranking"),
    Remark("Temperature", NOTE, "a temperature in the prose beside the results, with its line"),
    Remark("PoorerCopy", NOTE, "the same result again, told with less; not used"),
    Remark("FiguresInProse", NOTE, "lines outside of the results that hold figures, too"),
    Remark(
        "SeveralDocuments", NOTE, "several reports of one run: the last is the result, others are snapshots"
    ),
    Remark("TextAroundDocument", NOTE, "text around JSON; what is no result is kept as messages"),
    Remark("Unwrapped", NOTE, "what stood around every line (quote marks, markup, prefixes) was taken off"),
    Remark("ControlCharacters", NOTE, "control characters in a name"),
    Remark("NotUtf8", NOTE, "bytes that are not UTF-8 were replaced"),
    Remark("Utf16", NOTE, "the body is UTF-16"),
)

CLASS_OF: Final[dict[str, RemarkClass]] = {remark.name: remark.remark_class for remark in REMARKS}

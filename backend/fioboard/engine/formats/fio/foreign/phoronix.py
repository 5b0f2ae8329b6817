"""The result XML of the Phoronix Test Suite, of its fio tests (`pts/fio-…`): one figure per result and system.

The scale of a result is its unit; IOPS is a plain number. MB/s is the label of whatever the test profile cut out of
fio's BW=, MiB/s or MB/s by the release of fio and of the profile: read as powers of 1000, with bounds that hold both.
A value is the mean of several trials, of which `RawString` holds each. IOPS and bandwidth of one description are two
figures of one measurement. The test profile prints no latency. Results of other tests are left out and counted.
Source: phoronix-test-suite pts-core/objects/pts_test_result_parser, pts_result_file_output; test-profiles pts/fio
results-definition.
"""

import re
from xml.etree.ElementTree import Element

from fioboard.core.figures import format_things
from fioboard.engine.formats.fio.foreign import sentences
from fioboard.engine.formats.fio.foreign.adapter import Adapter
from fioboard.engine.formats.fio.foreign.amounts import read_amount
from fioboard.engine.formats.fio.foreign.runs import RunDraft, Settings, build_reading
from fioboard.engine.formats.fio.foreign.xml_document import get_text, list_lines, read_xml
from fioboard.engine.formats.fio.model.cleaning import clean_text
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.options import parse_size
from fioboard.engine.formats.fio.model.reading import Reading, Result

_FIO = re.compile(r"(?:[\w.-]{1,40}/)?fio(?:-\d[\w.-]{0,40})?")
_FACT = re.compile(
    r"(?P<name>Type|Engine|IO Engine|Direct|Block Size|Job Count|Buffered|Disk Target): ?(?P<value>.{1,200})"
)
_TYPES = {
    "random read": "randread",
    "random write": "randwrite",
    "sequential read": "read",
    "sequential write": "write",
}
_SCALES = {"KB/s": 10**3, "MB/s": 10**6, "GB/s": 10**9, "KiB/s": 2**10, "MiB/s": 2**20, "GiB/s": 2**30}
_POWERS = {"KB/s": 1, "MB/s": 2, "GB/s": 3}
_ENGINES = {"linux aio": "libaio", "posix aio": "posixaio", "io_uring": "io_uring", "sync": "sync"}


def read_phoronix(content: bytes, limits: Limits) -> Reading | None:
    """One run per system that was measured. Raises NotUnderstood, TooDeep, TooMany."""
    root = read_xml(content, limits)
    if root.tag != "PhoronixTestSuite":
        return None
    drafts: dict[str, RunDraft] = {}
    others = 0
    for i, result in enumerate(root.findall("Result")):
        if _FIO.fullmatch(get_text(result, "Identifier") or "") is None:
            others += 1
            continue
        for entry in result.iterfind("Data/Entry"):
            _take(result, entry, i, drafts)
    runs = list(drafts.values())
    if runs:
        for draft in runs:
            draft.used += list_lines(content)
        if others:
            detail = sentences.OTHER_TESTS(results=format_things(others, "result"))
            runs[0].remark(1, "TextAroundDocument", detail)
    return build_reading("phoronix", runs, limits)


def _take(result: Element, entry: Element, place: int, drafts: dict[str, RunDraft]) -> None:
    system = clean_text(get_text(entry, "Identifier") or "", 200)
    draft = drafts.get(system)
    if draft is None:
        draft = drafts[system] = RunDraft(
            tool="phoronix fio", version=get_text(result, "AppVersion"), title=system or None
        )
    scale, text = get_text(result, "Scale") or "", get_text(entry, "Value") or ""
    amount = read_amount(text, _SCALES.get(scale, 1))
    description = clean_text(get_text(result, "Description") or "", 200)
    facts = _split_facts(description)
    rw = _TYPES.get(facts.get("Type", "").lower())
    if amount is None or amount.value <= 0 or rw is None or (scale != "IOPS" and scale not in _SCALES):
        draft.is_partial = True
        draft.remark(
            1,
            "LostResult",
            sentences.NO_FIGURE(place=place + 1, description=description or "no description", scale=scale),
        )
        return
    is_count = scale == "IOPS"
    larger = 1.024 ** _POWERS.get(scale, 0)
    if larger > 1 and not any(problem.error == "AmbiguousUnit" for problem in draft.problems):
        detail = sentences.POWERS_UNKNOWN(scale=scale)
        draft.remark(1, "AmbiguousUnit", detail)
    jobs = facts.get("Job Count", "")
    draft.results.append(
        Result(
            where=f"/Result/{place}",
            job_name=facts["Type"],
            group=place,
            direction=rw.removeprefix("rand"),
            iops=amount.value if is_count else None,
            iops_bounds=amount.bounds if is_count else None,
            bw_bytes_per_s=None if is_count else round(amount.value),
            bw_bounds_bytes_per_s=None if is_count else (amount.low, amount.high * larger),
            **Settings(
                rw=rw,
                bs_bytes=parse_size(facts["Block Size"]) if "Block Size" in facts else None,
                numjobs=int(jobs) if jobs.isascii() and jobs.isdigit() and len(jobs) < 9 else None,
                ioengine=_find_engine(facts),
                direct={"yes": True, "no": False}.get(facts.get("Direct", "").lower()),
            ),
        )
    )


def _split_facts(description: str) -> dict[str, str]:
    """Split "Type: Random Read - Engine: IO_uring - Block Size: 4KB" into its parts."""
    matches = (_FACT.fullmatch(part.strip()) for part in description.split(" - "))
    return {match["name"]: match["value"].strip() for match in matches if match is not None}


def _find_engine(facts: dict[str, str]) -> str | None:
    """Return fio's name of the engine that a description names; None when it names none."""
    name = facts.get("Engine", facts.get("IO Engine"))
    return None if name is None else _ENGINES.get(name.lower(), clean_text(name, 64))


def _may_be_phoronix(content: bytes) -> bool:
    return b"<PhoronixTestSuite" in content and b"fio" in content


ADAPTER = Adapter(
    kind="phoronix",
    tool="Phoronix Test Suite (XML of fio tests)",
    names=("phoronix fio",),
    is_whole_body=True,
    sniff=_may_be_phoronix,
    parse=read_phoronix,
    reads="per system and result IOPS or bandwidth (its MB/s may be MiB/s), pattern, size, engine, jobs",
    leaves_out="single trials, results of other tests; the profile keeps no latency",
    source="pts/fio results-definition and pts_result_file_output of the suite",
)

"""Which runs of a text each fact describes: those of its own section, or those that measured the device it names.

Anything else is offered and never assumed. Facts that exclude each other are named, and neither counts.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import unescape

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.fio.model.reading import Invocation
from fioboard.engine.formats.fio.text.headings import Sections
from fioboard.engine.formats.pasted.facts import MAX_VALUE_CHARACTERS, Fact, Line, Records
from fioboard.engine.formats.pasted.hosts import Hosts
from fioboard.engine.formats.pasted.merging import Applied, AppliedFact, merge_facts, release_doubtful
from fioboard.engine.formats.pasted.parsing import list_names, read_command, strip_indents, strip_partition
from fioboard.engine.formats.pasted.prose import read_prose
from fioboard.engine.formats.pasted.readers import read_records
from fioboard.engine.formats.pasted.readers.shell_prompts import match_prompt
from fioboard.engine.formats.pasted.system_prose import read_form
from fioboard.engine.formats.pasted.voices import Voices

HOST = "host"
NO_LABELS = frozenset([HOST, "drive.numa_node"])
"""Facts that are no label of a run: the host is named when it is stored, the node goes into the inventory."""
MAX_FACTS = 300
MAX_RUNS = 500
"""Each fact is compared with every other and given to runs: of a text with more of either nobody reads the facts."""
OWN_LINE = 1_000
"""Depth of a fact in the line of a run itself: no heading is nearer."""
MAX_FORM = 20
"""Lines of a code block that may be a list of a machine's parts."""
_OF_FORMS = frozenset(["os.name", "kernel", "cpu.model", "system.product", "board.product"])
_OF_STORAGE = ("drive.", "raid.")
_STORAGE = compile_later(r"\b(?:NVMe|SSD|HDD|RAID|pool|mirror|raidz\d?|SATA|SAS)s?\b", re.IGNORECASE)
_NETWORK_KEYS = frozenset(["network.speed", "network.measured_bw"])
_WINDOWS_DRIVE = compile_later(r"\\\\\.\\PhysicalDrive(\d{1,3})$", re.IGNORECASE)
# A line of an output in a list of strings, as `smartctl --json` repeats its text.
_STRING = compile_later(r'\s*"([^"]*)",?')
_COMMAND = compile_later(r"\(?(?:sudo )?(?:mdadm|zpool|zfs|mount) -?[a-zC]")
# A page of HTML: its text is in lines of their own.
_TAG = compile_later(r"</?(?:p|h[1-6]|br|li|td|div|strong|pre|blockquote)\b[^>]{0,300}>")
_TAGS = compile_later(r"<[^<>]{1,300}>")
_BREAK = compile_later(r"<br\s?/?>")
_QUOTE = compile_later(r"^(?:\s{0,3}>)+ ?")


@dataclass(frozen=True, slots=True)
class PastedText:
    """A text whose lines outside of results were read."""

    records: Records
    facts: tuple[AppliedFact, ...]
    devices: tuple[frozenset[str], ...]
    """Per run: kernel names of what it measured and of everything below; empty where its output names nothing."""
    left_out: int = 0
    """Facts beyond MAX_FACTS, which were not looked at."""


def find_facts(
    text: str,
    invocations: Sequence[Invocation],
    used: Sequence[tuple[int, int]],
    of_runs: Sequence[tuple[Fact, int]] = (),
) -> PastedText:
    """Read the facts of a text and give each to the runs it describes.

    `used`: lines that belong to results. `of_runs`: facts that the line of one run states itself.
    """
    lines = list(_list_lines(text))
    taken = {line for first, last in used for line in range(first, last + 1)}
    records = read_records(lines, taken)
    outputs = {fact.line for fact in records.facts} | {layer.line for layer in records.layers}
    outputs |= {one.line for one in records.functions.values()}
    outputs |= {one.line for one in records.nodes.values()} | {one.line for one in records.arrays.values()}
    outside = [line for line in lines if line.number not in taken]
    prose = list(read_prose(_exclude_outputs(outside, outputs)))
    below = records.below
    devices = tuple(_find_devices(invocation, below) for invocation in invocations)
    facts = [*_merge_links(records), *_describe_arrays(records), *prose]
    facts = [fact for fact in facts if 0 < len(fact.value) <= MAX_VALUE_CHARACTERS]
    if not facts and not of_runs:
        return PastedText(records, (), devices)
    sections = Sections(text, invocations)
    has_prompts = any(fact.key == HOST for fact in records.facts)
    hosts = Hosts(lines if has_prompts else (), invocations)
    voices = Voices(text, sections, invocations)
    applied = []
    loose: list[Fact] = []
    for fact in facts[:MAX_FACTS]:
        within, depth = find_section_runs(sections, fact.line)
        runs = _find_runs(fact, within, invocations, devices, records)
        if fact.line in taken and fact.line not in hosts.prompts:
            # What a benchmark prints of the machine among its figures, it says of this result.
            runs = tuple(p for p in runs if _is_of_run(fact.line, invocations[p]))
        if fact.confidence == "prose":
            runs = tuple(p for p in runs if voices.are_same(fact.line, p))
            if fact.key.startswith(_OF_STORAGE) and _are_named_apart(runs, invocations):
                runs = ()
        if fact.key == HOST:
            runs = tuple(p for p in runs if hosts.runs[p] == fact.value or fact.line not in hosts.prompts)
        if hosts.are_several and fact.confidence == "output":
            runs = tuple(p for p in runs if hosts.before_runs[p] in {None, hosts.find(fact.line)})
        elif fact.confidence == "prose" and _is_between_runs(fact.line, runs, invocations):
            loose.append(fact)
            runs = ()
        if fact.confidence == "output" and not runs:
            loose.append(fact)
        applied.append(Applied(fact, runs, depth))
    applied = [release_doubtful(one, loose) for one in applied]
    applied += [Applied(fact, (run,), OWN_LINE) for fact, run in of_runs]
    return PastedText(records, tuple(merge_facts(applied)), devices, max(0, len(facts) - MAX_FACTS))


def choose_labels(
    facts: Sequence[AppliedFact], accept: str, rejected: Iterable[int], runs: int
) -> tuple[dict[int, dict[str, str]], list[int]]:
    """Return the labels of each run that follow from the accepted facts, and the numbers of those that contradict.

    `accept`: `output` takes what programs printed of the runs, `all` everything, also what names no run (it then goes
    to every run without such a fact), `none` nothing. `rejected`: numbers of facts, from 1.
    """
    if accept == "none":
        return {}, []
    without = set(rejected)
    chosen = {
        number: one
        for number, one in enumerate(facts, 1)
        if number not in without
        and one.fact.key not in NO_LABELS
        and (accept == "all" or (one.fact.confidence == "output" and one.runs and not one.is_contradicted))
    }
    labels: dict[int, dict[str, str]] = {}
    refused: set[int] = set()
    for position in range(runs):
        for key, numbers_of_key in _group(chosen, position).items():
            values = {chosen[number].fact.value for number in numbers_of_key}
            if len(values) == 1:
                labels.setdefault(position, {})[key] = values.pop()
            else:
                refused.update(numbers_of_key)
    return labels, sorted(refused)


def _group(chosen: Mapping[int, AppliedFact], position: int) -> dict[str, list[int]]:
    """The facts of one run by key: those that describe it, else those that name no run."""
    own: dict[str, list[int]] = {}
    offered: dict[str, list[int]] = {}
    for number, one in chosen.items():
        if position in one.runs:
            own.setdefault(one.fact.key, []).append(number)
        elif not one.runs:
            offered.setdefault(one.fact.key, []).append(number)
    return offered | own


def _list_lines(text: str) -> Iterator[Line]:
    """The lines of a text, without quote marks."""
    for number, raw in enumerate(strip_indents(text.split("\n")), 1):
        bare = raw.rstrip("\r ")
        start = bare.lstrip()[:1]
        if start == ">":
            bare = _QUOTE.sub("", bare)
        elif start == '"' and (string := _STRING.fullmatch(bare)):
            bare = string[1]
        elif "<" in bare and _TAG.search(bare):
            bare = unescape(
                _TAGS.sub(" ", _BREAK.split(bare)[0] if match_prompt(_TAGS.sub("", bare)) else bare)
            ).strip()
        elif start == "`" and bare.count("`") == 2 and bare.endswith("`"):
            bare = bare.strip()[1:-1]
        yield Line(number, bare)


def _are_named_apart(runs: Sequence[int], invocations: Sequence[Invocation]) -> bool:
    """Whether results go by the names of what they lie on: a sentence says of none of them which one it is."""
    titles = {invocations[p].title for p in runs}
    return len(titles) > 1 and any(title and _STORAGE.search(title) for title in titles)


def _is_between_runs(line: int, runs: Sequence[int], invocations: Sequence[Invocation]) -> bool:
    """Whether a sentence stands behind one of these runs and before another: what it says may have changed there."""
    starts = [lines[0] for p in runs if (lines := invocations[p].source_lines)]
    return len(starts) > 1 and min(starts) < line < max(starts)


def _exclude_outputs(lines: Sequence[Line], outputs: set[int]) -> list[Line]:
    """Sentences stand in no code block and in no paragraph from which a program's output was read."""
    kept: list[Line] = []
    paragraph: list[Line] = []
    block: list[Line] = []
    is_code = False
    for line in [*lines, Line(0, "")]:
        is_fence = line.text.lstrip()[:3] in {"```", "~~~"} or line.text.strip() == "`"
        is_gap = not line.text.strip() or is_fence or (paragraph and line.number != paragraph[-1].number + 1)
        if is_gap:
            kept += _take_sentences(paragraph, outputs)
            paragraph = []
        if is_fence:
            kept += _take_forms(block, outputs) if is_code else ()
            block = []
            is_code = not is_code
        elif is_code:
            block.append(line)
        elif line.text.strip() and not is_code:
            paragraph.append(line)
    return kept


def _take_forms(block: Sequence[Line], outputs: set[int]) -> Sequence[Line]:
    """Return the lines of a code block in which somebody lists what the machine is; nothing of another."""
    if not 1 < len(block) <= MAX_FORM or any(line.number in outputs for line in block):
        return ()
    forms = [(line, facts) for line in block if (facts := read_form(line.text.strip(), line.number))]
    keys = {fact.key for _, facts in forms for fact in facts}
    return [line for line, _ in forms] if len(keys & _OF_FORMS) > 1 else ()


def _take_sentences(paragraph: Sequence[Line], outputs: set[int]) -> Sequence[Line]:
    """Return a paragraph without outputs: all of it, or what stands before the first prompt."""
    first = next((n for n, one in enumerate(paragraph) if one.number in outputs), None)
    if first is None:
        return paragraph
    prompt = next(
        (
            n
            for n, one in enumerate(paragraph)
            if read_command(one.text) is not None or _COMMAND.match(one.text)
        ),
        0,
    )
    before = paragraph[:prompt]
    if before and first >= prompt:
        return before
    # Lines of a form say what they are of, also directly before an output; a tool names its processor within.
    return [
        one
        for place, one in enumerate(paragraph)
        if one.number not in outputs
        and (facts := read_form(one.text, one.number))
        and (place < first or {fact.key for fact in facts} <= {"cpu.model", "cpu.sockets"})
    ]


def _find_devices(invocation: Invocation, below: Mapping[str, tuple[str, ...]]) -> frozenset[str]:
    """What a run measured by its targets and fio's disk statistics, and everything that lies below it."""
    waiting: list[str] = []
    for target in invocation.targets:
        if drive := _WINDOWS_DRIVE.match(target):
            waiting.append(f"PhysicalDrive{drive[1]}")
        elif target.startswith("/dev/"):
            waiting.append(target.removeprefix("/dev/").removeprefix("mapper/"))
        elif target.startswith("/"):
            points = [
                p
                for p in below
                if p.startswith("/") and (target == p or target.startswith(p.rstrip("/") + "/"))
            ]
            # The root of the file system holds every path; whether it holds this one only a longer list would tell.
            waiting += [max(points, key=len)] if points and max(points, key=len) != "/" else []
    waiting += [disk.name for disk in invocation.disk_util or ()]
    names: set[str] = set()
    while waiting and len(names) < 1_000:
        name = waiting.pop()
        if name not in names:
            names.add(name)
            waiting += [
                *below.get(name, ()),
                *([strip_partition(name)] if strip_partition(name) != name else []),
            ]
    return frozenset(names)


def _merge_links(records: Records) -> Iterator[Fact]:
    """Facts of the readers; the links of NVMe controllers only where all are the same, as one."""
    links = [
        fact for fact in records.facts if fact.key == "pcie.link" and (fact.device or "").startswith("pci ")
    ]
    is_same = len({one.value for one in links}) == 1
    # One controller with several links was looked at several times: elsewhere, or after a change.
    is_again = len({one.device for one in links}) == 1
    for fact in records.facts:
        if fact not in links:
            yield fact
        elif (is_same and fact is links[0]) or (is_again and not is_same):
            yield replace(fact, device="nvme *")


def _describe_arrays(records: Records) -> Iterator[Fact]:
    """Facts of each array: they describe the runs that measured it."""
    is_alone = len(records.arrays) == 1
    for array in records.arrays.values():
        drives = {strip_partition(member) for member in array.members}
        values = {
            "raid.level": array.level,
            "raid.width": array.width,
            "raid.chunk": array.chunk_bytes,
            "raid.degraded": None if array.is_degraded is None else "yes" if array.is_degraded else "no",
            "drive.count": len(drives) if drives and len(drives) == array.width else None,
        }
        for key, value in values.items():
            if value is not None:
                unit = "bytes" if key == "raid.chunk" else None
                yield Fact(key, str(value), array.line, unit=unit, device=array.name, is_listed=not is_alone)


def _find_runs(
    fact: Fact,
    within: Sequence[int],
    invocations: Sequence[Invocation],
    devices: Sequence[frozenset[str]],
    records: Records,
) -> tuple[int, ...]:
    """Return the positions of the runs that a fact describes, of those within its section."""
    if fact.direction is not None:
        within = [p for p in within if {r.direction for r in invocations[p].results} == {fact.direction}]
    if fact.key in _NETWORK_KEYS:
        has_server = any(one.key == "nfs.server" for one in records.facts)
        return tuple(within) if has_server and len(_list_values(records, fact.key)) == 1 else ()
    if fact.device is None:
        is_of_files = fact.confidence == "prose" and fact.key.startswith(("fs.", "zfs."))
        return tuple(p for p in within if not (is_of_files and _is_on_device(invocations[p])))
    if fact.device == "nvme *":
        return tuple(p for p in within or range(len(devices)) if devices[p] and _are_nvme(devices[p]))
    names = set(list_names(fact.device))
    by_name = tuple(
        p for p, measured in enumerate(devices) if measured & names and (p in within or not within)
    )
    if by_name or fact.is_listed:
        return by_name
    # The report of one device beside runs that name none: the same section tells it.
    return tuple(p for p in within if not devices[p]) if _is_only_device(fact, records) else ()


def _is_of_run(line: int, invocation: Invocation) -> bool:
    ranges = invocation.lines_used or ((invocation.source_lines,) if invocation.source_lines else ())
    return any(first <= line <= last for first, last in ranges)


def _is_on_device(invocation: Invocation) -> bool:
    """Whether a run measured a device and no file."""
    return any(
        target.startswith("/dev/") and not target.startswith("/dev/zvol/") for target in invocation.targets
    )


def _is_only_device(fact: Fact, records: Records) -> bool:
    reported = {one.device for one in records.facts if one.key == fact.key and not one.is_listed}
    return len(reported | {a.name for a in records.arrays.values() if fact.key.startswith("raid.")}) == 1


def _list_values(records: Records, key: str) -> set[str]:
    return {fact.value for fact in records.facts if fact.key == key}


def _are_nvme(measured: frozenset[str]) -> bool:
    disks = {strip_partition(name) for name in measured}
    drives = {name for name in disks if re.fullmatch(r"nvme\d+n\d+|[sv]d[a-z]+", name)}
    return bool(drives) and all(name.startswith("nvme") for name in drives)


def find_section_runs(sections: Sections, line: int) -> tuple[list[int], int]:
    """Return the runs of the narrowest section around a line that holds any, and how deep this section is.

    A section without a run describes those next to it only where these stand in one section: under several headings
    they differ in something, and nothing tells which of them a section of its own describes.
    """
    path = sections.find(line)
    for length in range(len(path), -1, -1):
        runs = [p for p, own in enumerate(sections.runs) if own[:length] == path[:length]]
        if runs:
            is_apart = length < len(path) and len({sections.runs[p] for p in runs}) > 1
            return ([] if is_apart else runs), length
    return [], 0

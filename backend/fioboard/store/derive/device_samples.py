"""Tables of iostat beside results: found in a text, and given as a remark to the run next to them."""

from collections.abc import Sequence

from msgspec.structs import replace

from fioboard.engine.formats.fio.model.lines import build_ranges
from fioboard.engine.formats.fio.model.reading import Problem, Reading
from fioboard.engine.formats.fio.text.headings import Sections
from fioboard.engine.formats.pasted.assign import find_section_runs
from fioboard.engine.formats.pasted.device_samples import DeviceSamples, read_device_samples
from fioboard.engine.formats.pasted.facts import Line
from fioboard.store.derive import sentences

_MARKS = ("_read/s", "alloc")


def read_samples(text: str) -> tuple[DeviceSamples, ...]:
    """Read the tables of a text; none where no heading of one occurs."""
    if not any(mark in text for mark in _MARKS):
        return ()
    lines = [Line(number, line.rstrip()) for number, line in enumerate(text.split("\n"), 1)]
    return tuple(read_device_samples(lines))


def list_sampled_lines(samples: Sequence[DeviceSamples]) -> tuple[tuple[int, int], ...]:
    """Return rising ranges of the lines of all tables."""
    return build_ranges({line for one in samples for line in one.lines})


def attach_samples(reading: Reading, samples: Sequence[DeviceSamples], text: str) -> Reading:
    """Return the reading with a remark for each table: on the only run of its section, else on all of them."""
    invocations, problems = list(reading.invocations), list(reading.problems)
    sections = Sections(text, invocations) if samples else None
    for one in samples:
        detail = one.describe()
        if detail is None or sections is None:
            continue
        runs, _ = find_section_runs(sections, one.lines[0])
        where = f"line {one.lines[0]}"
        if len(runs) == 1:
            run = invocations[runs[0]]
            problem = Problem(where, "DeviceSamples", detail)
            invocations[runs[0]] = replace(run, problems=(*run.problems, problem))
        else:
            detail = sentences.RUN_OF_SAMPLES_UNKNOWN(detail=detail, runs=len(invocations))
            problems.append(Problem(where, "DeviceSamples", detail))
    return replace(reading, invocations=tuple(invocations), problems=tuple(problems))

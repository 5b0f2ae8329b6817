"""What is alike: results of different tools are not, nor different measurements of one."""

from collections import Counter, defaultdict
from pathlib import Path

import orjson
import pytest

from fioboard.engine.factors.workload import brief_workload, comparable, workload_in_words
from fioboard.engine.formats.fio import TEST_NAMES, TOOL_NAMES, FioFormatError, read_output
from fioboard.store.derive.figures import find_headlines, get_identity

DATA = Path(__file__).parents[2] / "data"
JOB = {"rw": "read", "bs": 4096, "iodepth": 1, "numjobs": 1, "ioengine": "sync", "direct": True}


def invocations():
    """Of every captured output of another tool, and of fio."""
    for path in sorted([*(DATA / "foreign").iterdir(), *(DATA / "fio").rglob("*.*")]):
        try:
            reading = read_output(path.read_bytes())
        except (FioFormatError, IsADirectoryError):
            continue
        yield from ((path.name, invocation) for invocation in reading.invocations)


def identity(invocation, result) -> tuple[bytes, str]:
    """What a result must have in common with another one to be its repeat."""
    workload = comparable(get_identity(result), result.job_options, tool=invocation.tool_name)
    return orjson.dumps(workload, option=orjson.OPT_SORT_KEYS), result.direction


@pytest.mark.parametrize(("tool", "source", "added"), [
    ("fio", None, {}),
    ("hdparm", None, {"tool": "hdparm"}),
    ("fio", "typed", {"source": "typed"}),
    ("dd", "typed", {"tool": "dd", "source": "typed"}),
])  # fmt: skip
def test_a_workload_names_its_tool_unless_it_is_fio(tool, source, added) -> None:
    assert comparable(JOB, {}, tool=tool, source=source) == JOB | added


def test_no_two_tools_have_a_workload_in_common() -> None:
    tools = defaultdict(set)
    for _, invocation in invocations():
        for result in invocation.results:
            tools[identity(invocation, result)].add(invocation.tool_name)
    assert len({tool for one in tools.values() for tool in one}) > 15
    assert [one for one in tools.values() if len(one) > 1] == []


def test_measurements_of_one_run_of_another_tool_are_told_apart() -> None:
    alike = [
        (name, invocation.tool_name, identity_, n)
        for name, invocation in invocations()
        if invocation.tool_name != "fio"
        for identity_, n in Counter(identity(invocation, result) for result in invocation.results).items()
        if n > 1
    ]
    assert alike == []


def test_tools_and_their_measurements_are_declared_by_their_readers() -> None:
    found = [invocation for name, invocation in invocations() if not name.startswith("measurement")]
    tools = {invocation.tool_name for invocation in found}
    assert tools - {"fio"} == TOOL_NAMES - {"nvmecontrol"}  # of which there is no capture
    declared = {
        result.job_options["test"]
        for invocation in found
        if invocation.tool_name in {"hdparm", "kbench"}
        for result in invocation.results
    }
    assert declared <= TEST_NAMES


def test_what_measured_memory_is_no_headline_of_its_run() -> None:
    text = (
        b"/dev/sda:\n Timing cached reads:   40000 MB in  2.00 seconds = 20000.00 MB/sec\n"
        b" Timing buffered disk reads: 600 MB in  3.00 seconds = 200.00 MB/sec\n"
    )
    [invocation] = read_output(text).invocations
    assert len(invocation.results) == 2
    assert find_headlines(invocation.results, invocation.problems)["bw_bytes_per_s"] == 200 * 2**20


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"rw": "randread", "bs": 4096, "iodepth": 32, "numjobs": 4}, "random read 4 KiB, QD 32, 4 jobs"),
        (
            {"rw": "rw", "bs": 4096, "iodepth": 32, "numjobs": 1, "ioengine": "libaio", "time_based": "1"},
            "sequential read and write 4 KiB, QD 32, 1 job",
        ),
        ({"rw": "randread", "bs": "4k-64k", "iodepth": None}, "random read 4k-64k"),
        ({"rw": None, "tool": "hdparm", "test": "cached"}, "test=cached tool=hdparm"),
        ({}, "nothing known"),
    ],
)
def test_a_workload_in_words_has_no_option_of_fio(options: dict[str, object], words: str) -> None:
    """The same cases stand in frontend/src/lib/workload.spec.ts."""
    assert workload_in_words(options) == words


@pytest.mark.parametrize(
    ("options", "with_depth", "expected"),
    [
        ({"rw": "randread", "bs": 4096, "iodepth": 32, "numjobs": 4}, False, "rand read 4k"),
        ({"rw": "randread", "bs": 4096, "iodepth": 32, "numjobs": 4}, True, "rand read 4k QD 32, 4 jobs"),
        ({"rw": "write", "bs": "4k-64k", "iodepth": 8, "numjobs": 1}, True, "seq write 4k-64k QD 8"),
        ({}, True, ""),
    ],
)
def test_a_row_names_a_workload_briefly(options: dict[str, object], with_depth: bool, expected: str) -> None:
    assert brief_workload(options, with_depth=with_depth) == expected

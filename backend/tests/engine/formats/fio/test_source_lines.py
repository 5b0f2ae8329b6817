"""Which lines of a body a result is said to stand in: from its first to its last, and never a blank one."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fioboard.engine.formats.fio import FioFormatError, read_output
from tests.loops import check_each

DATA = Path(__file__).parents[3] / "data" / "fio"
captured = sorted(path.name for path in DATA.iterdir() if path.name != "SOURCES.md")

PERFTEST = b"Threads: 16 Size:   4096  READ Time:  30 IO/s:  128345 MB/s:  501"
YABS = b'{"version": "v1", "fio": [\n{"bs": "4k", "speed_r": 4000, "iops_r": 1000, "speed_w": 0, "iops_w": 0}\n]}'
TABLE = b"name,direction,iops\na,read,5\n\nb,write,7"
NAMED = b'{"measurements": [\n  {"name": "a", "direction": "read", "iops": 5}\n]}'
NEIGHBOURS = {"nvmecontrol": PERFTEST, "yabs": YABS, "csv": TABLE, "measurement": NAMED}
ONE_OF_EACH = [
    *NEIGHBOURS, "3.42_base.json", "3.42_base.txt", "3.42_terse-v3.txt", "3.42_client-terse.txt",
    "3.42_client-2host.txt", "3.42_status-interval.json", "3.42_mixed-formats.txt", "3.7_avg_bw.1.log",
    "3.42_hist_clat_hist.1.log",
]  # fmt: skip

line_ends = st.sampled_from([b"\n", b"\r\n", b" \n", b"\t\r\n"])
blanks = st.lists(line_ends, max_size=6).map(b"".join)


def lines_of(reading):
    return [invocation.source_lines for invocation in reading.invocations]


def told(reading, lines=0):
    """All that is said of the runs, as if the body began that many lines further up."""
    runs = tuple(
        replace(
            one,
            source_lines=(one.source_lines[0] - lines, one.source_lines[1] - lines),
            lines_used=tuple((first - lines, last - lines) for first, last in one.lines_used),
        )
        for one in reading.invocations
    )
    return re.sub(r"line (\d+)", lambda match: f"line {int(match[1]) - lines}", repr(runs))


@settings(max_examples=30)
@given(blanks.map(lambda end: end + b"\n"), st.sampled_from([b"", b"\t", b"   ", b"\v\f"]))
def test_a_document_alone_ends_at_its_brace_as_one_that_is_found_does(ends, rest):
    document = (DATA / "3.42_base.json").read_bytes().rstrip()
    last = document.count(b"\n") + 1
    alone, found = read_output(document + ends + rest), read_output(b"\n" + document + ends + rest)
    assert lines_of(alone) == [(1, last)]
    assert told(alone) == told(found, 1)
    assert (alone.problems, alone.messages, alone.kind) == (found.problems, found.messages, found.kind)


@pytest.mark.quick(4)
@pytest.mark.parametrize("name", ONE_OF_EACH)
@settings(max_examples=8)
@given(before=blanks, behind=blanks)
def test_blanks_around_a_result_are_no_part_of_it(name, before, behind):
    data = NEIGHBOURS.get(name) or (DATA / name).read_bytes().strip()
    around = read_output(before + data + b"\n" + behind, name=name)
    assert told(around, before.count(b"\n")) == told(read_output(data, name=name))


@check_each("name", captured)
def test_every_result_begins_and_ends_in_a_line_that_holds_something(name):
    body = b"\n\n" + (DATA / name).read_bytes() + b"\n\n\n"
    try:
        reading = read_output(body, name=name)
    except FioFormatError:
        assert name in ("unknown_only-verify-errors.txt", "3.42_cpuio.txt")
        return
    lines = body.split(b"\n")
    for first, last in lines_of(reading):
        assert lines[first - 1].strip()
        assert lines[last - 1].strip()


@pytest.mark.parametrize("cut", [0.4, 0.6, 0.8])
def test_a_document_that_is_cut_short_ends_where_the_body_does(cut):
    document = (DATA / "3.42_options.json").read_bytes()
    part = document[: int(len(document) * cut)].rstrip()
    (lines,) = lines_of(read_output(b"\n" + part + b"\n\n \n"))
    assert lines == (2, part.count(b"\n") + 2)


@pytest.mark.quick(3)
@pytest.mark.parametrize("cut", [0.4, 0.6, 0.8])
@pytest.mark.parametrize(
    "name", ["3.42_base.json", "3.42_base.txt", "3.42_terse-v3.txt", "3.33_note-before-json.json"]
)
def test_results_behind_a_document_that_is_cut_short_are_read(cut, name):
    document, whole = (DATA / "3.42_options.json").read_bytes(), (DATA / name).read_bytes()
    part = document[: int(len(document) * cut)].rstrip()
    found = read_output(part + b"\nroot@host:~# fio again.fio\n" + whole).invocations
    assert [one.outcome for one in found] == ["partial", "complete"]
    assert found[0].results == read_output(part).invocations[0].results
    assert len(found[1].results) == len(read_output(whole).invocations[0].results) > 0
    assert found[0].source_lines[1] == part.count(b"\n") + 1 < found[1].source_lines[0]


def test_rows_of_a_table_are_pointed_at_where_they_stand():
    reading = read_output(b"\n\n" + TABLE.replace(b"write,7", b"write,much") + b"\nc,read,8\n")
    (invocation,) = reading.invocations
    assert [result.where for result in invocation.results] == ["line 4", "line 7"]
    assert {problem.where for problem in invocation.problems} == {"line 6/iops", "line 6"}


def test_what_stands_behind_the_sum_of_all_clients_is_kept():
    plain = (DATA / "3.42_client-2host.txt").read_bytes()
    fragment = b"  read: IOPS=35.5k, BW=139MiB/s (146MB/s)(8192MiB/58936msec)\n"
    reading = read_output(plain + b"and on the other host:\n" + fragment + b"which is slow\n")
    before = read_output(plain)
    assert [one.results for one in reading.invocations[:-1]] == [one.results for one in before.invocations]
    assert [result.iops for result in reading.invocations[-1].results] == [35_500]
    assert {"and on the other host:", "which is slow"} <= {message.text for message in reading.messages}
    assert before.invocations[-1].source_lines[1] == plain.rstrip().count(b"\n") + 1

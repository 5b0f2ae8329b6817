"""Bodies made to waste time: work is counted, not seconds, so that a busy machine changes nothing."""

import re
import sys
from collections.abc import Callable

import pytest

from fioboard.engine.formats.fio import FioFormatError, NotUnderstood, TooMany, read_output
from fioboard.engine.formats.fio.json import body as json_body
from fioboard.engine.formats.fio.json.body import compute_max_vain, find_reports
from fioboard.engine.formats.fio.json.scan import find_extent
from fioboard.engine.formats.fio.model.limits import DEFAULT_LIMITS, Limits
from fioboard.engine.formats.fio.wrapping.layers import unwrap_layers
from tests.loops import check_each

_ATTEMPTS_BY_SIZE = (32 * 1024, 128 * 1024)

JSON_FAMILIES = {
    "braces and quotes": b'{"',
    "documents never closed": b'{"jobs": [{"jobname": ',
    "flat and never closed": b'{"jobs": [{}, {}, {}, {}, {"a": [',
    "broken documents": b'{"jobs": [{"jobname": "x", "read": }]}\n}\n',
    "objects that are no documents": b'{"a": 1}\n',
    "documents within documents": b'{"fio version": "fio-3.33", "x": ',
    "roots in other objects": b'{"x": {"y": {"jobs": nan}}}\n',
}
TEXT_FAMILIES = {
    "heads of many jobs": lambda i: f"j{i}: (groupid=0, jobs=1): err= 0: pid={i}: Fri Mar  4 10:00:00 2022\n",
    "banners of many jobs": lambda i: (
        f"j{i}: (g=0): rw=read, bs=(R) 4096B-4096B, (W) 4096B-4096B, ioengine=psync, iodepth={i}\n"
    ),
    "announced and reported": lambda i: (
        f"j{i}: (g=0): rw=read, bs=4K-4K/4K-4K/4K-4K, ioengine=sync, iodepth={i}\n"
        if i % 2
        else f"j{i}: (groupid=0, jobs=1): err= 0: pid={i}: Fri Mar  4 10:00:00 2022\n"
    ),
    "disks behind a result": lambda i: (
        "  read: IOPS=1, BW=4096B/s (4096B/s)(4096B/1000msec)\n"
        if not i
        else f"  sd{i}: ios=1/2, merge=3/4, ticks=5/6, in_queue=7, util=1.00%\n"
    ),
    "command lines": lambda i: f"$ fio --name=j{i} --bs=4k\n",
    "documents behind commands": lambda i: f'$ fio --name=j{i}\n{{"jobs": [{{"jobname": "{i}"}}]}}\n',
    "documents cut short": lambda i: (
        f'{{ "fio version" : "fio-3.33",\n"jobs" : [\n{{ "jobname" : "{i}", "read" : {{}} }},\n'
    ),
    "progress": lambda i: "Jobs: 1 (f=1): [r(1)][1.0%][eta 1",
    "sizes without an end": lambda i: "bs=" if i else "j: (g=0): rw=read, bs=",
    "head beginnings": lambda i: ": (groupid=0, jobs=1): err= 0 (",
    "blanks within a line": lambda i: " " if i % 40_000 else "x",
    "banner beginnings": lambda i: ": (g=0): rw=a, " if i % 4_000 else "iodepth=1 ",
    "terse lines": lambda i: f"3;fio-3.33;j{i};0;0;" + "1;" * 12 + "1%=1;" * 20 + "1;" * 40 + "\n",
}


def body_of(line: Callable[[int], str], size: int) -> bytes:
    """About `size` bytes of lines that may differ."""
    made: list[str] = []
    length = 0
    while length < size:
        made.append(line(len(made)))
        length += len(made[-1])
    return "".join(made).encode()


def count_steps(body: bytes) -> int:
    """Lines and calls of Python executed in the room while the body is read or refused."""
    steps = 0

    def trace(frame, event, argument):
        nonlocal steps
        if "fioboard" not in frame.f_code.co_filename:
            return None
        steps += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        read_output(body)
    except FioFormatError:
        pass
    finally:
        sys.settrace(before)
    return steps


@pytest.mark.nightly
@check_each("family", JSON_FAMILIES)
@check_each("size", [4_096, 300_000, 1_000_000])
def test_work_without_a_document_is_within_the_budget(family, size):
    piece = JSON_FAMILIES[family]
    body = piece * (size // len(piece))
    found = find_reports(body, DEFAULT_LIMITS)
    # The last attempt may go beyond it, by what one attempt can cost at most.
    assert found.vain <= compute_max_vain(len(body)) + 4 * len(body) + 1_024


FAMILIES = [*JSON_FAMILIES, *TEXT_FAMILIES]


@pytest.mark.quick(1)
@pytest.mark.parametrize("families", [FAMILIES[::5], FAMILIES])
@pytest.mark.nightly
def test_steps_grow_with_the_body_and_not_faster(families):
    grown = {}
    for family in families:
        if family in JSON_FAMILIES:
            unit = JSON_FAMILIES[family]
            bodies = [unit * (size // len(unit)) for size in _ATTEMPTS_BY_SIZE]
        else:
            bodies = [body_of(TEXT_FAMILIES[family], size) for size in _ATTEMPTS_BY_SIZE]
        grown[family] = [count_steps(body) for body in bodies]
    assert {family: steps for family, steps in grown.items() if steps[1] > 4.5 * steps[0] + 5_000} == {}


def test_a_document_is_found_behind_many_objects_that_are_none(captured):
    body = b'{"level": "info", "message": "hello"}\n' * 5_000 + captured("3.42_base.json")
    assert len(read_output(body).invocations) == 1


@pytest.mark.nightly
def test_giving_up_is_said(captured):
    junk = b'{"jobs": nan, "x": [1, 2}\n' * 40_000
    reading = read_output(captured("3.42_base.json") + junk)
    assert "GivenUp" in {problem.error for problem in reading.problems}
    with pytest.raises(NotUnderstood, match="looks like JSON"):
        read_output(junk)


def test_layers_hold_a_bounded_number_of_bytes():
    line = b'> | "{\\"jobs\\": [ &gt; fio version <br>[code] {"a" : {"jobs":1,\n'
    for size in (10_000, 100_000, 500_000):
        body = line * (size // len(line))
        assert sum(len(layer) for _, layer in unwrap_layers(body)) <= 4 * 1024 * 1024


def test_table_with_too_many_columns_is_refused():
    body = b"name,direction,iops" + b",x" * 10_000 + b"\n" + b"a,read,1\n" * 1_000
    with pytest.raises(TooMany, match="columns"):
        read_output(body)


def test_too_many_command_lines_are_refused():
    limits = Limits(max_command_chars=10_000)
    with pytest.raises(TooMany, match="Command lines"):
        read_output(b"$ fio --name='x'\n" * 1_000, limits)


@pytest.mark.parametrize("digits", ["3", "25"])
def test_depth_that_a_terminal_broke_is_unknown_and_said(digits, captured):
    text = captured("3.42_base.txt").decode()
    whole = re.search(r"iodepth=(\d+)\n", text)
    assert whole is not None
    broken = text.replace(whole.group(), f"iodepth={digits}\n2\n")
    (invocation,) = read_output(broken.encode()).invocations
    # fio prints the depth a second time.
    assert {result.iodepth for result in invocation.results} == {int(whole.group(1))}
    (invocation,) = read_output(re.sub(r"\n *latency *: target.*", "", broken).encode()).invocations
    assert {result.iodepth for result in invocation.results} == {None}
    assert "BrokenLine" in {problem.error for problem in invocation.problems}


def test_engine_that_a_terminal_broke_is_unknown(captured):
    text = re.sub(r"ioengine=(\w+), iodepth=\d+\n", "ioengine=lib\n", captured("3.42_base.txt").decode())
    (invocation,) = read_output(text.encode()).invocations
    assert {result.ioengine for result in invocation.results} == {None}


def test_a_document_that_is_cut_short_is_looked_at_by_itself(monkeypatch):
    """Not on through those behind it, until they are too deep."""
    looked = []

    def find_and_count(source, start, max_depth, until=None):
        extent = find_extent(source, start, max_depth, until)
        looked.append(extent.looked_until - start)
        return extent

    monkeypatch.setattr(json_body, "find_extent", find_and_count)
    body = body_of(TEXT_FAMILIES["documents cut short"], 50_000)
    assert len(find_reports(body, DEFAULT_LIMITS).reports) == body.count(b"fio version")
    assert sum(looked) <= 2 * len(body)

"""Output that a terminal broke hard at its width."""

import json

import pytest

from fioboard.engine.formats.fio import Reading, read_output


def values(reading: Reading) -> list[object]:
    return [
        (one.job_name, one.direction, one.iops, one.bw_bytes_per_s, one.io_bytes, one.clat, one.lat)
        for run in reading.invocations
        for one in run.results
    ]


@pytest.mark.parametrize("width", [60, 80, 100, 132])
def test_document_in_one_line_that_a_terminal_broke_at_its_width(captured, width):
    body = captured("3.42_base.json")
    line = json.dumps(json.loads(body))
    broken = "\n".join(line[at : at + width] for at in range(0, len(line), width))
    assert values(read_output(broken.encode())) == values(read_output(body))


def test_a_name_that_a_terminal_broke_has_no_line_feed(captured):
    document = json.loads(captured("3.42_base.json"))
    document["jobs"][0]["jobname"] = (
        "a-name-of-a-job-that-is-longer-than-most-names-of-jobs-are-in-any-job-file"
    )
    lines = json.dumps(document, indent=2).split("\n")
    broken = "\n".join(line[at : at + 61] for line in lines for at in range(0, max(1, len(line)), 61))
    names = {one.job_name for run in read_output(broken.encode()).invocations for one in run.results}
    assert names == {document["jobs"][0]["jobname"]}


def test_the_head_of_a_text_that_a_terminal_broke_within_the_name(captured):
    name = "-".join(["a-name-of-a-job-that-is-longer-than-most-names-of-jobs-are"] * 2)
    text = (
        captured("3.42_base.txt")
        .decode()
        .replace("\ng: (g", f"\n{name}: (g")
        .replace("g: (g=0)", f"{name}: (g=0)")
    )
    broken = "\n".join(
        line[at : at + 110] for line in text.split("\n") for at in range(0, max(1, len(line)), 110)
    )
    assert {one.job_name for run in read_output(broken.encode()).invocations for one in run.results} == {name}

"""fio's output within YAML, as ansible and kubectl leave it; and YAML that is none of theirs."""

import json
import time

import pytest
import yaml

from fioboard.engine.formats.fio import NotUnderstood, Reading, read_output
from tests.loops import check_each

STYLES = ("|", ">", '"', "'", None)


def in_yaml(body: str, style: str | None) -> bytes:
    """The body as a string in a list of tasks, as a registered variable is printed."""
    node = yaml.ScalarNode("tag:yaml.org,2002:str", body, style=style)
    key = yaml.ScalarNode("tag:yaml.org,2002:str", "stdout")
    task = yaml.MappingNode("tag:yaml.org,2002:map", [(key, node)])
    return yaml.serialize(yaml.SequenceNode("tag:yaml.org,2002:seq", [task]), Dumper=yaml.SafeDumper).encode()


def values(reading: Reading) -> list[object]:
    return [
        (one.job_name, one.direction, one.iops, one.bw_bytes_per_s, one.io_bytes, one.clat, one.lat)
        for run in reading.invocations
        for one in run.results
    ]


@pytest.mark.nightly
@check_each("style", STYLES)
@check_each("name", ["3.42_base.txt", "3.42_base.json", "3.42_terse-v3.txt"])
def test_output_as_a_string_of_any_style(captured, name, style):
    body = captured(name)
    assert values(read_output(in_yaml(body.decode(), style))) == values(read_output(body))


@pytest.mark.parametrize("style", STYLES)
def test_document_in_one_line_as_a_string_of_any_style(captured, style):
    body = captured("3.42_base.json")
    compact = json.dumps(json.loads(body))
    assert values(read_output(in_yaml(compact, style))) == values(read_output(body))


def test_document_that_was_turned_into_yaml(captured):
    body = captured("3.42_base.json")
    document = {"results": [{"host": "a", "fio": json.loads(body)}]}
    reading = read_output(yaml.safe_dump(document).encode())
    assert values(reading) == values(read_output(body))
    assert [problem.error for problem in reading.problems] == ["Unwrapped"]


def test_lines_are_those_of_the_yaml(captured):
    body = in_yaml(captured("3.42_base.txt").decode(), '"')
    (run,) = read_output(b"# a note\n\n" + body).invocations
    assert run.source_lines is not None
    assert run.source_lines[0] > 2
    assert run.source_lines[1] <= body.count(b"\n") + 3


@pytest.mark.quick(2)
@pytest.mark.parametrize(
    "hostile",
    [
        "a: &a [jobname, x]\nb: &b [*a, *a]\nc: [*b, *b]\n",
        "jobname: !!python/object/apply:os.system [true]\n",
        "jobname: !include /etc/passwd\n",
        "jobname: " + "[" * 100_000,
        "jobname:\n" + "- " * 100_000,
        "jobname:\n" + "a:\n" * 150_000,
        "jobname: {a: b, a: c\n",
    ],
    ids=["aliases", "tag", "include", "deep flow", "deep list", "deep map", "unclosed"],
)
def test_aliases_tags_and_depths_are_refused_in_little_time(hostile):
    before = time.process_time()
    with pytest.raises(NotUnderstood):
        read_output(hostile.encode())
    assert time.process_time() - before < 10


def test_anchors_and_tags_leave_the_document_to_the_other_readers(captured):
    text = captured("3.42_base.txt").decode()
    body = "jobname: &name !secret x\nstdout: |\n" + "\n".join(f"  {line}" for line in text.split("\n"))
    assert values(read_output(body.encode())) == values(read_output(text.encode()))

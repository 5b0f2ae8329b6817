"""Contradictions are said beside the number, never repaired."""

import json

import pytest

from fioboard.engine.formats.fio import read_output


@pytest.fixture
def document(captured):
    return json.loads(captured("3.42_base.json"))


def problems_of(document, error="Contradiction"):
    result = read_output(json.dumps(document).encode()).invocations[0].results[0]
    return result, [problem for problem in result.problems if problem.error == error]


def test_clean_document_has_no_contradiction(document):
    assert problems_of(document)[1] == []


@pytest.mark.parametrize(
    ("key", "value"), [("iops", 17000.5), ("bw_bytes", 77131844), ("bw", 65559), ("io_kbytes", 65625)]
)
def test_broken_identity_is_a_contradiction_and_the_number_stays(document, key, value):
    document["jobs"][0]["read"][key] = value
    result, found = problems_of(document)
    assert f"/jobs/0/read/{key}" in [problem.where for problem in found]
    if key == "iops":
        assert result.iops == value


def test_falling_percentiles_are_a_contradiction(document):
    percentile = document["jobs"][0]["read"]["clat_ns"]["percentile"]
    percentile["50.000000"], percentile["99.000000"] = percentile["99.000000"], percentile["50.000000"]
    assert [problem.where for problem in problems_of(document)[1]] == ["/jobs/0/read/clat"]


def test_mean_above_the_maximum_is_a_contradiction(document):
    document["jobs"][0]["read"]["lat_ns"]["mean"] = 5e9
    assert "/jobs/0/read/lat" in [problem.where for problem in problems_of(document)[1]]


def test_little_law_catches_mixed_up_units(document):
    document["jobs"][0]["read"]["lat_ns"]["mean"] *= 1000
    document["jobs"][0]["read"]["lat_ns"]["max"] *= 1000
    assert "requests in flight" in problems_of(document)[1][0].detail


def test_block_size_that_no_io_had_is_a_contradiction(document):
    document["jobs"][0]["job options"]["bs"] = "8k"
    _, found = problems_of(document)
    assert any("bs is 8192 bytes" in problem.detail for problem in found)


def test_direction_that_rw_does_not_have_is_a_contradiction(document):
    job = document["jobs"][0]
    job["job options"]["rw"] = "randwrite"
    job["write"]["io_bytes"] = 0
    result, found = problems_of(document)
    assert result.direction == "read"
    assert any("does no read" in problem.detail for problem in found)


def test_name_that_says_random_over_sequential_io_is_said(document):
    job = document["jobs"][0]
    job["jobname"] = "random-read-4k"
    job["job options"]["rw"] = "rw"
    assert len(problems_of(document, "MisleadingName")[1]) == 1
    job["job options"]["rw"] = "randrw"
    assert problems_of(document, "MisleadingName")[1] == []


def test_sub_second_run_is_said(document):
    document["jobs"][0]["read"]["runtime"] = 7
    assert len(problems_of(document, "SubSecond")[1]) == 1


def test_edited_file_of_the_corpus_is_caught(read):
    result = read("3.26_edited-by-hand.json").invocations[0].results[0]
    assert [p.where for p in result.problems if p.error == "Contradiction"] == [
        "/jobs/0/read/iops",
        "/jobs/0/read/bw_bytes",
        "/jobs/0/read/bw",
        "/jobs/0/read/io_kbytes",
    ]


def test_bins_that_do_not_add_up_to_n_are_a_contradiction(captured):
    body = json.loads(captured("3.42_jsonplus.json"))
    clat = next(body["jobs"][0][d]["clat_ns"] for d in ("read", "write") if body["jobs"][0][d]["io_bytes"])
    clat["bins"][next(iter(clat["bins"]))] += 1
    _, found = problems_of(body)
    assert any("the bins hold" in problem.detail for problem in found)

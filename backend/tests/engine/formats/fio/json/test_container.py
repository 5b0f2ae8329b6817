"""What stands around the document, and what strict parsers refuse inside it."""

import json
import time

import pytest

from fioboard.engine.formats.fio import NotUnderstood, TooDeep, TooMany, read_output
from fioboard.engine.formats.fio.model.limits import Limits


def errors(problems):
    return [problem.error for problem in problems]


def all_problems(reading):
    found = list(reading.problems)
    for invocation in reading.invocations:
        found += invocation.problems
        for result in invocation.results:
            found += result.problems
    return found


def test_text_before_the_document_is_kept_as_messages_with_lines(read):
    reading = read("3.33_note-before-json.json")
    assert reading.messages[0].line == 1
    assert reading.messages[0].text.startswith("note: both iodepth >= 1")
    assert "TextAroundDocument" in errors(reading.problems)
    assert reading.invocations[0].source_lines[0] == 2
    assert reading.invocations[0].outcome == "complete"


def test_signal_before_the_document_means_interrupted(read):
    reading = read("3.33_sigint.json")
    assert reading.invocations[0].outcome == "interrupted"
    assert "Interrupted" in errors(reading.invocations[0].problems)


@pytest.mark.parametrize("name", ["3.42_status-interval.json", "3.7_status-interval.json"])
def test_four_cumulative_documents_are_one_run_with_its_snapshots(name, read, captured):
    (invocation,) = read(name).invocations
    assert len(invocation.snapshots) == 4
    runtimes = [snapshot.rows[0].runtime_ms for snapshot in invocation.snapshots]
    assert runtimes == sorted(runtimes)
    assert invocation.results[0].runtime_ms == runtimes[-1]
    moved = [snapshot.rows[0].io_bytes for snapshot in invocation.snapshots]
    assert moved == sorted(moved)
    assert invocation.results[0].io_bytes == moved[-1]
    last = captured(name).decode().rindex('"io_bytes" : ')
    assert last > 0


def test_two_runs_in_one_file_are_two_and_the_same_twice_is_one(captured):
    first, second = captured("3.42_base.json"), captured("3.30_base.json")
    assert len(read_output(first + second).invocations) == 2
    assert len(read_output(first + b"$ fio again\n" + first).invocations) == 1


def test_shell_prompts_and_progress_lines_are_messages(captured):
    body = b"> root@host:~# fio --output-format=json x.fio\r\nJobs: 1 (f=1): [r(1)][50.0%]\r" + captured(
        "3.42_base.json"
    )
    reading = read_output(body + b"root@host:~# exit\n")
    assert len(reading.invocations[0].results) == 2
    assert len(reading.messages) >= 2


def test_bom_crlf_and_utf16_are_read_the_same(captured):
    plain = read_output(captured("3.42_base.json"))
    text = captured("3.42_base.json").decode()
    variants = [
        b"\xef\xbb\xbf" + text.encode(),
        text.replace("\n", "\r\n").encode(),
        b"\xff\xfe" + text.encode("utf-16-le"),
        b"\xfe\xff" + text.encode("utf-16-be"),
        text.encode("utf-16-le"),
    ]
    for variant in variants:
        reading = read_output(variant)
        assert reading.invocations[0].results == plain.invocations[0].results
    assert "Utf16" in errors(read_output(variants[2]).problems)


def test_control_characters_in_strings_are_read_with_a_warning(read):
    reading = read("3.42_control-char.json")
    (result,) = reading.invocations[0].results
    assert "\t" in result.description
    assert "ControlCharacters" in errors(all_problems(reading))
    assert result.iops > 0


def test_foreign_bytes_and_nul_are_replaced(captured):
    body = captured("3.42_base.json").replace(b'"jobname" : "g"', b'"jobname" : "g\xff\x00"')
    reading = read_output(body)
    assert reading.invocations[0].results[0].job_name == "g\ufffd\ufffd"
    assert "NotUtf8" in errors(reading.problems)


def test_lone_surrogate_and_escaped_nul_are_replaced(captured):
    body = captured("3.42_base.json").replace(b'"jobname" : "g"', rb'"jobname" : "a\ud800b\u0000"')
    assert read_output(body).invocations[0].results[0].job_name == "a\ufffdb\ufffd"


@pytest.mark.parametrize(
    "word", [b"nan", b"-nan", b"inf", b"-inf", b"NaN", b"Infinity", b"1.#QNAN", b"-1.#IND", b"1e400"]
)
def test_what_is_no_finite_number_is_unknown_with_a_reason(word, captured):
    body = captured("3.42_base.json").replace(b'"mean" : 172973.653846', b'"mean" : ' + word)
    result = read_output(body).invocations[0].results[0]
    assert result.lat.mean_ns is None
    assert [p.error for p in result.problems if p.where == "/jobs/0/read/lat_ns/mean"] == ["NotFinite"]
    assert result.clat.mean_ns is not None


@pytest.mark.parametrize("value", ["-1", "true", '"16389"', "[1]", "{}"])
def test_what_is_no_measurement_is_unknown_and_the_run_is_kept(value, captured):
    body = captured("3.42_base.json").replace(b'"iops" : 16389.610390', f'"iops" : {value}'.encode())
    result = read_output(body).invocations[0].results[0]
    assert result.iops is None
    assert [p.error for p in result.problems if p.where == "/jobs/0/read/iops"] == ["BadValue"]
    assert result.bw_bytes_per_s == 67131844


@pytest.mark.parametrize("value", [2**63, 10**39, 10**60])
def test_what_no_64_bit_number_holds_is_out_of_range(value, captured):
    body = captured("3.42_base.json").replace(b'"io_bytes" : 67198976', f'"io_bytes" : {value}'.encode())
    result = read_output(body).invocations[0].results[0]
    assert result.io_bytes is None
    assert [p.error for p in result.problems if p.where == "/jobs/0/read/io_bytes"] == ["OutOfRange"]


def test_largest_unsigned_minimum_without_samples_is_no_problem(captured):
    body = json.loads(captured("3.42_gtod_reduce.json"))
    body["jobs"][0]["read"]["clat_ns"]["min"] = 2**64 - 1
    reading = read_output(json.dumps(body).encode())
    assert reading.invocations[0].results[0].clat is None
    assert "OutOfRange" not in errors(all_problems(reading))


def test_duplicate_key_takes_the_last_and_warns(captured):
    body = captured("3.42_base.json").replace(
        b'"iops" : 16389.610390', b'"iops" : 1.0, "iops" : 16389.610390'
    )
    result = read_output(body).invocations[0].results[0]
    assert result.iops == 16389.61039
    assert "DuplicateKey" in errors(result.problems)


def test_padding_of_percentiles_is_no_duplicate_worth_a_word(read):
    assert "DuplicateKey" not in errors(all_problems(read("2.16_base.json")))


def test_unknown_keys_are_ignored_without_a_warning(captured):
    body = captured("3.42_base.json").replace(
        b'"groupid" : 0,', b'"groupid" : 0, "__proto__" : {"x" : [1, {"y" : 2}]},'
    )
    reading = read_output(body)
    assert reading.problems == ()
    assert reading.invocations[0].results == read_output(captured("3.42_base.json")).invocations[0].results


def test_document_cut_short_gives_what_is_whole(captured):
    body = captured("3.42_options.json")
    whole = read_output(body).invocations[0].results
    reading = read_output(body[: len(body) * 2 // 3])
    assert reading.invocations[0].outcome == "partial"
    assert "Truncated" in errors(reading.invocations[0].problems)
    kept = reading.invocations[0].results
    assert 0 < len(kept) < len(whole)
    assert kept[0] == whole[0]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"  \n",
        b"{}",
        b"[]",
        b'{"fio version" : "fio-3.42"}',
        b'{"fio version" : "fio-3.42", "jobs" : null}',
        b'{"fio version" : "fio-3.42", "jobs" : []}',
        b'{"fio version" : "fio-3.42", "jobs" : {"a" : 1}}',
        b'{"fio version" : "fio-3.42", "jobs" : [1, "two"]}',
        b'{"jobs" : 7}',
        b"thirty-five bytes of junk, no more..",
        b"fio: unrecognized option '--blocksiz'",
    ],
)
def test_what_holds_no_result_is_refused_with_a_sentence(body):
    with pytest.raises(NotUnderstood) as refusal:
        read_output(body)
    assert len(refusal.value.detail) > 10


def test_jobs_that_are_no_list_are_pointed_at():
    with pytest.raises(NotUnderstood) as refusal:
        read_output(b'{"fio version" : "fio-3.42", "jobs" : {"a" : 1}}')
    assert refusal.value.where == "/jobs"


@pytest.mark.quick(2)
@pytest.mark.parametrize(
    "body",
    [
        b"{" * 200_000,
        b'{"a":' * 200_000,
        b'{"jobs":[{"read":' + b'{"a":' * 100_000,
        b"[" * 200_000,
        b'{"a' * 100_000,
        b'"\\' * 100_000 + b'{"jobs"',
        b'{"jobs":"' + b'\\"' * 200_000,
        b'{"fio version":' * 50_000 + b"1" + b"}" * 50_000,
    ],
)
def test_hostile_nesting_is_refused_at_once(body):
    start = time.process_time()
    with pytest.raises((NotUnderstood, TooDeep)):
        read_output(body)
    assert time.process_time() - start < 10  # 0.1 s; with the square of its size it would take minutes


def test_too_deep_in_an_otherwise_good_document(captured):
    deep = b'{"a":' * 70 + b"1" + b"}" * 70
    body = captured("3.42_base.json").replace(b'"groupid" : 0,', b'"groupid" : 0, "x" : ' + deep + b",")
    with pytest.raises(TooDeep):
        read_output(body)


def test_more_jobs_than_the_limit_are_refused():
    jobs = [{"jobname": "j", "read": {"io_bytes": 1, "runtime": 1}}] * 30
    body = json.dumps({"fio version": "fio-3.42", "jobs": jobs}).encode()
    with pytest.raises(TooMany):
        read_output(body, Limits(max_jobs=20))
    with pytest.raises(TooMany):
        read_output(body, Limits(max_bytes=100))


def test_quoted_coloured_and_web_page_documents_are_read_the_same(captured):
    plain = read_output(captured("3.42_base.json")).invocations[0].results
    lines = captured("3.42_base.json").decode().splitlines()
    for body in (
        "\n".join("> " + line for line in lines),
        "Somebody wrote:\n" + "\n".join("> > " + line for line in lines) + "\nthanks",
        "\n".join("\x1b[33m" + line + "\x1b[0m" for line in lines),
        "<pre>" + "\n".join(lines).replace('"', "&quot;") + "</pre>",
    ):
        assert read_output(body.encode()).invocations[0].results == plain


def test_many_documents_in_a_row_are_limited_one_by_one(captured):
    document = captured("3.42_base.json")
    limits = Limits(max_values=20_000)
    bodies = [document.replace(b"1795181261609", b"%d" % (1795181261609 + i * 100_000)) for i in range(120)]
    assert len(read_output(b"".join(bodies), limits).invocations) == 120
    with pytest.raises(TooMany):
        read_output(document.replace(b'"groupid"', b'"x" : [' + b"1," * 25_000 + b'1], "groupid"'), limits)

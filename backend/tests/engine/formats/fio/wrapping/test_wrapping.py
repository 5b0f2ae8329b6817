"""Outputs as people hand them on: quoted, pasted, logged, stored as strings. What is read must be the same."""

import bz2
import gzip
import html
import json
import lzma
import quopri
import re
import textwrap

import pytest
from msgspec.structs import replace

from fioboard.engine.formats.fio import NotUnderstood, Reading, Result, read_output
from fioboard.engine.formats.fio.wrapping.layers import unwrap_layers
from tests.loops import check_each

OUTPUTS = ("3.42_base.json", "3.42_base.txt", "2.1.9_base.txt", "3.42_terse-v3.txt")


def prefixed(prefix):
    return lambda text: "".join(f"{prefix}{line}\n" for line in text.splitlines())


def suffixed(prefix, suffix, width=0):
    return lambda text: "".join(f"{prefix}{line:{width}}{suffix}\n" for line in text.splitlines())


def as_records(key):
    return lambda text: "".join(
        json.dumps({"level": "info", "ts": i, key: line, "pid": "1"}) + "\n"
        for i, line in enumerate(text.splitlines())
    )


def as_table(text):
    rows = (
        f"<tr><td class='n'>{i}</td><td><span>{html.escape(line)}</span></td></tr>\n"
        for i, line in enumerate(text.splitlines())
    )
    return f"<table>{''.join(rows)}</table>"


def as_task(text):
    lines = ",\n".join(f"        {json.dumps(line)}" for line in text.splitlines())
    return f'ok: [jupiter] => {{\n    "msg": [\n{lines}\n    ]\n}}\n'


def numbered(text):
    return "".join(f"{i:4}  {line}\n" for i, line in enumerate(text.splitlines(), start=1))


def as_container_log(text):
    lines = (
        {"log": line + "\n", "stream": "stdout", "time": "2026-11-21T10:00:00Z"} for line in text.splitlines()
    )
    return "".join(json.dumps(line) + "\n" for line in lines)


WRAPPINGS = {
    "mail": prefixed("> "),
    "mail in a mail": prefixed(">> "),
    "table of pipes": prefixed("| "),
    "comment": prefixed("# "),
    "tabs": lambda text: text.replace("    ", "\t"),
    "line numbers": numbered,
    "grep": prefixed("results/out.txt:"),
    "syslog": prefixed("Nov 21 10:11:12 jupiter fio[1234]: "),
    "time stamps": prefixed("2026-11-21T10:11:12.123Z "),
    "container runtime": prefixed("2026-11-21T10:11:12.123456789Z stdout F "),
    "pod": prefixed("[pod/fio-x/fio] "),
    "compose": prefixed("fio-1  | "),
    "container log": as_container_log,
    "ansible": lambda text: json.dumps({"changed": True, "stdout": text, "stdout_lines": text.splitlines()}, indent=1),
    "ansible without stdout": lambda text: json.dumps({"rc": 0, "stdout_lines": text.splitlines()}, indent=1),
    "ansible on a terminal": lambda text: f'ok: [jupiter] => {{"changed": false, "stdout": {json.dumps(text)}}}',
    "ansible's debug": as_task,
    "journal": as_records("MESSAGE"),
    "logger": as_records("msg"),
    "Python's logging": prefixed("2026-11-21 10:11:12,123 - INFO - "),
    "klog": prefixed("I1121 10:11:12.123456       1 main.go:10] "),
    "short-iso": prefixed("2026-11-21T10:11:12+0000 jupiter fio[77]: "),
    "ts": prefixed("Nov 21 10:11:12 "),
    "ts with seconds": prefixed("1795317279.123456 "),
    "mpirun": prefixed("[1,0]<stdout>:"),
    "chat": prefixed("10:11 <joe> "),
    "tree": prefixed("    \u2502   "),
    "org": prefixed(": "),
    "patch": lambda text: f"diff --git a/x b/x\n--- /dev/null\n+++ b/x\n@@ -0,0 +1,40 @@\n{prefixed('+')(text)}",
    "frame": suffixed("\u2502 ", " \u2502", 120),
    "cat -A": suffixed("", "$"),
    "source code": lambda text: "".join(f"{json.dumps(line + chr(10))} +\n" for line in text.splitlines()),
    "web table": as_table,
    "CDATA": lambda text: f"<case><system-out><![CDATA[{text}]]></system-out></case>",
    "table of values": lambda text: 'name,output\njob,"' + text.replace('"', '""') + '"\n',
    "key and value": lambda text: f"stdout={json.dumps(text)} rc=0",
    "Python string": lambda text: f"output = {text!r}",
    "Python bytes": lambda text: repr(text.encode()),
    "chat fence": lambda text: f"joe  10:11 AM\n```{text}```\n",
    "string": json.dumps,
    "string in a string": lambda text: json.dumps(json.dumps({"output": text})),
    "escaped": lambda text: text.replace("\n", "\\n"),
    "entities": html.escape,
    "entities in a quoted mail": lambda text: html.escape(prefixed("> ")(text)),
    "hard blanks": lambda text: text.replace("  ", "\u00a0 "),
    "hard blanks as entities": lambda text: text.replace("  ", "&nbsp; "),
    "zero-width blanks": lambda text: text.replace(", ", ",\u200b "),
    "breaks": lambda text: text.replace("\n", "<br>\n"),
    "breaks in one line": lambda text: text.replace("\n", "<br />"),
    "page": lambda text: f"<div class='post'><pre><code>{html.escape(text)}</code></pre></div>",
    "forum": lambda text: f"[QUOTE=somebody;123][CODE]{text}[/CODE][/QUOTE]",
    "fence": lambda text: f"My disk:\n```json\n{text}```\nthanks\n",
    "indented fence": lambda text: prefixed("    ")(f"```\n{text}```"),
    "colours": lambda text: "".join(f"\x1b[33m{line}\x1b[0m\n" for line in text.splitlines()),
    "mixed line ends": lambda text: text.replace("\n", "\r\n", text.count("\n") // 2),
    "old line ends": lambda text: text.replace("\n", "\r"),
    "double-spaced": lambda text: text.replace("\n", "\n\n"),
    "no indent": lambda text: "".join(line.strip() + "\n" for line in text.splitlines()),
    "PowerShell": lambda text: f"PS C:\\Users\\me> .\\fio.exe job.fio\r\n{text}\r\nPS C:\\Users\\me> ",
    "root": lambda text: f"root@host:~# fio job.fio\n{text}\nroot@host:~# exit\n",
    "zsh": lambda text: f"host% fio job.fio\n{text}\nhost% ",
}  # fmt: skip


def numbers(reading: Reading) -> list[Result]:
    """Results without where they stand and what was said about that."""
    return [
        replace(result, where="", problems=(), members=())
        for invocation in reading.invocations
        for result in invocation.results
    ]


@check_each("name", OUTPUTS)
@check_each("wrapping", WRAPPINGS)
@pytest.mark.nightly
def test_wrapped_output_is_read_as_the_plain_one(wrapping, name, captured):
    plain = captured(name).decode()
    wrapped = WRAPPINGS[wrapping](plain)
    assert numbers(read_output(wrapped.encode())) == numbers(read_output(plain.encode()))


@pytest.mark.parametrize("name", [name for name in OUTPUTS if not name.endswith(".json")])
def test_text_in_a_mail_as_it_was_sent_is_read(name, captured):
    plain = captured(name).decode()
    for text in (plain, prefixed("> ")(plain)):
        sent = quopri.encodestring(text.encode())
        reading = read_output(sent)
        assert numbers(reading) == numbers(read_output(plain.encode()))
        # Lines are those of the body, also behind those that the mail broke.
        assert reading.invocations[0].source_lines[1] <= sent.count(b"\n") + 1


@pytest.mark.parametrize(
    "change",
    [
        lambda text: repr(json.loads(text)),
        lambda text: re.sub(r'(\d|")\n(\s*[}\]])', r"\1,\n\2", text),
        lambda text: text.replace('"', "\u201d"),
        lambda text: json.dumps(json.loads(text)["jobs"]),
        lambda text: json.dumps(json.loads(text)["jobs"][0], indent=2),
        lambda text: json.dumps({"host": "x", "results": [{"fio": json.loads(text)}]}),
    ],
    ids=["Python", "commas", "typographic quotes", "list of jobs", "one job", "inside another document"],
)
def test_documents_that_other_tools_rewrote_are_read(change, captured):
    plain = captured("3.42_base.json").decode()
    # Without the root nobody knows whether there were global options; this file has none.
    read, whole = (
        [replace(result, has_all_options=True) for result in numbers(read_output(text.encode()))]
        for text in (change(plain), plain)
    )
    assert read == whole


def test_text_whose_lines_were_run_together_is_read(captured):
    plain = captured("3.42_base.txt").decode()
    read = numbers(read_output(plain.replace("\n", " ").encode()))
    assert read == numbers(read_output(plain.encode()))


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", ["3.42_base.txt", "3.42_fsync.txt", "2.1.9_base.txt"])
def test_a_terminal_of_any_width_makes_no_wrong_number(name, captured):
    """What it broke may be lost, but no part of a number stands for the whole."""
    plain = captured(name).decode()
    known = {one.direction: one for one in numbers(read_output(plain.encode()))}
    most_percentiles = 0
    for width in range(45, 80):
        broken = "\n".join(
            line[at : at + width] for line in plain.split("\n") for at in range(0, max(1, len(line)), width)
        )
        for one in numbers(read_output(broken.encode())):
            whole = known[one.direction]
            assert one.iops is None or one.iops == pytest.approx(whole.iops, rel=0.01)
            assert one.ctx_switches in (None, whole.ctx_switches)
            for read, printed in (
                (one.slat, whole.slat),
                (one.clat, whole.clat),
                (one.sync_lat, whole.sync_lat),
            ):
                if read is None:
                    continue
                assert dict(read.percentiles).items() <= dict(printed.percentiles).items()
                for field in ("min_ns", "mean_ns", "max_ns", "stddev_ns"):
                    assert getattr(read, field) in (None, getattr(printed, field))
                most_percentiles = max(most_percentiles, len(read.percentiles))
    assert most_percentiles == 17


def test_percentiles_that_a_mail_broke_between_words_are_all_read(captured):
    plain = captured("3.42_base.txt").decode()
    broken = "\n".join(textwrap.fill(line, 72, drop_whitespace=False) for line in plain.split("\n"))
    assert broken.count("\n") > plain.count("\n")
    for read, whole in zip(
        numbers(read_output(broken.encode())), numbers(read_output(plain.encode())), strict=True
    ):
        assert len(read.iodepth_level_pct) == len(whole.iodepth_level_pct) - 1
        assert replace(read, iodepth_level_pct=whole.iodepth_level_pct) == whole


@pytest.mark.parametrize("width", [80, 100, 120])
def test_banner_and_terse_lines_that_a_terminal_broke_are_read(width, captured):
    for name in ("3.42_base.txt", "3.42_terse-v3.txt"):
        plain = captured(name).decode()
        broken = "\n".join(
            line[at : at + width] for line in plain.split("\n") for at in range(0, max(1, len(line)), width)
        )
        read = numbers(read_output(broken.encode()))
        assert [replace(one, settings_source={}) for one in read] == [
            replace(one, settings_source={}) for one in numbers(read_output(plain.encode()))
        ]


def test_taking_something_off_is_said_and_lines_keep_their_numbers(captured):
    plain = read_output(captured("3.42_base.txt"))
    wrapped = read_output(prefixed("[pod/fio-x/fio] ")(captured("3.42_base.txt").decode()).encode())
    assert [problem.error for problem in wrapped.problems] == ["Unwrapped"]
    assert wrapped.invocations[0].source_lines == plain.invocations[0].source_lines


def test_plain_output_is_never_called_unwrapped(captured):
    for name in OUTPUTS:
        assert "Unwrapped" not in {problem.error for problem in read_output(captured(name)).problems}


def test_text_that_only_names_a_job_is_no_result_and_its_line_is_named():
    head = "\nj: (groupid=0, jobs=1): err= 0: pid=1: Fri Mar  4 10:00:00 2022\n"
    with pytest.raises(NotUnderstood, match="line 2 held figures") as refusal:
        read_output(head.encode())
    assert refusal.value.lines == (2,)


def test_a_failed_job_without_numbers_is_a_failed_run():
    head = "j: (groupid=0, jobs=1): err=13 (file:filesetup.c:1, func=open, error=Denied): pid=1: Fri Mar  4 10:00:00 2022\n"
    (run,) = read_output(head.encode()).invocations
    assert (run.outcome, run.results) == ("failed", ())
    assert {problem.error for problem in run.problems} == {"JobError", "NoIo"}


def test_compressed_log_is_refused_with_the_way_to_unpack_it():
    with pytest.raises(NotUnderstood, match="--inflate-log"):
        read_output(b"\x78\x9c" + bytes(range(256)), name="x_bw.1.log.fz")


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress])
def test_archive_is_refused_in_words(compress, captured):
    with pytest.raises(NotUnderstood, match="Compressed with .*: unpack it first"):
        read_output(compress(captured("3.42_base.json")))


def test_hostile_body_is_not_read_many_times_over():
    """Every layer is read once more: only bodies of a size that people paste are unwrapped."""
    line = b'> | "{\\"jobs\\": [ &gt; fio version <br>[code] {"a" : {"jobs":1,\n'
    assert list(unwrap_layers(line * 20_000)) == []
    assert 1 <= len(list(unwrap_layers(line * 100))) <= 20


def test_document_whose_head_is_lost_gives_its_whole_entries_and_no_defaults(captured):
    plain = captured("3.42_options.json").decode()
    entries = json.loads(plain)["jobs"]
    assert len(entries) > 1
    second = plain.index('"jobname"', plain.index('"jobname"') + 1)
    cut = plain[plain.index('"jobname"') + 40 :]
    assert plain.index('"jobname"') + 40 < second
    (invocation,) = read_output(cut.encode()).invocations
    whole = read_output(plain.encode()).invocations[0]
    # The first entry is one of two clones: what is left of that job is half of it.
    lost = entries[0]["jobname"]
    expected = [one for one in whole.results if one.job_name != lost]
    assert expected
    read = [
        (one.job_name, one.direction, one.iops, one.clat)
        for one in invocation.results
        if one.job_name != lost
    ]
    assert read == [(one.job_name, one.direction, one.iops, one.clat) for one in expected]
    assert "default" not in {source for one in invocation.results for source in one.settings_source.values()}
    assert invocation.disk_util == whole.disk_util
    assert "NoHead" in {problem.error for problem in invocation.problems}
    assert all("NoHead" in {problem.error for problem in one.problems} for one in invocation.results)

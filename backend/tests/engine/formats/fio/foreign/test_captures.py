"""Every captured output of another tool against what a person read from it: all values, nothing beside them.

The table (data/foreign/EXPECTED.txt) holds figures as printed; what turns them into base units here shares nothing with the readers.
"""

import re
import shlex
from fractions import Fraction
from pathlib import Path

import pytest

from fioboard.engine.formats.fio import DEFAULT_LIMITS as LIMITS
from fioboard.engine.formats.fio import FioFormatError, NotUnderstood, read_output
from fioboard.engine.formats.fio.foreign import ADAPTERS
from tests.loops import check_each

DATA = Path(__file__).parents[4] / "data" / "foreign"
CORPUS = Path(__file__).parents[6].parent / "shared" / "corpus"
TABLES = ("EXPECTED.txt", "SOURCES.md")
CAPTURES = sorted(path.name for path in DATA.iterdir() if path.name not in TABLES)
_UNITS = {"": 1, "k": 10**3, "K": 10**3, "M": 10**6, "G": 10**9, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30}
_UNITS |= {"ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9}

_FIELDS = {
    "bw": "bw_bytes_per_s", "iops": "iops", "ios": "total_ios", "bytes": "io_bytes", "runtime": "runtime_ms", "rw": "rw",
    "bs": "bs_bytes", "depth": "iodepth", "jobs": "numjobs", "engine": "ioengine", "direct": "direct", "host": "hostname",
}  # fmt: skip
_STATISTICS = {"min": "min_ns", "mean": "mean_ns", "max": "max_ns", "stddev": "stddev_ns", "n": "n"}


def figure(text, field=""):
    """A printed figure, or a sum of products and quotients of such, in base units."""
    total = Fraction(0)
    for term in text.split("+"):
        value = Fraction(1)
        for operation, number, unit in re.findall(r"([*/]?)([\d.]+)([A-Za-z]*)", term):
            one = Fraction(number) * _UNITS[unit]
            value = value / one if operation == "/" else value * one
        total += value
    return float(total / 10**6 if field == "runtime" else total)


def expected():
    """Capture → its runs, each with its own facts and its results."""
    tables, runs = {}, []
    for line in (DATA / "EXPECTED.txt").read_text().splitlines():
        words = shlex.split(line, comments=True)
        if words[:1] == ["=="]:
            runs = tables.setdefault(words[1], [])
        elif words[:1] == ["run"]:
            runs.append((dict(word.split("=", 1) for word in words[1:]), []))
        elif words:
            runs[-1][1].append((words[0], words[1], dict(word.split("=", 1) for word in words[2:])))
    return tables


EXPECTED = expected()


def run_facts(run):
    problems = (*run.problems, *(problem for result in run.results for problem in result.problems))
    facts = {
        "tool": run.tool_name, "version": run.tool_version, "title": run.title, "outcome": run.outcome,
        "targets": ":".join(run.targets), "remarks": ",".join(sorted({problem.error for problem in problems})),
        "lines": str(sum(last - first + 1 for first, last in run.lines_used)), "command": run.command_line,
    }  # fmt: skip
    return {name: value for name, value in facts.items() if value and name != "command"}


def result_facts(result):
    facts = {name: getattr(result, field) for name, field in _FIELDS.items()}
    for kind in ("slat", "clat", "lat"):
        latency = getattr(result, kind)
        if latency is not None:
            facts |= {f"{kind}.{name}": getattr(latency, field) for name, field in _STATISTICS.items()}
            facts |= {f"{kind}.p{rank}": value for rank, value in latency.percentiles.items()}
    return {name: value for name, value in facts.items() if value is not None}


def told(name, facts):
    return {
        key: text
        if key in ("rw", "engine", "host")
        else bool(int(text))
        if key == "direct"
        else figure(text, key)
        for key, text in facts.items()
    }


def test_every_capture_is_in_the_table_and_in_the_list_of_sources():
    assert set(EXPECTED) == set(CAPTURES)
    sources = (DATA / "SOURCES.md").read_text()
    assert [name for name in CAPTURES if f"| {name} |" not in sources] == []


@check_each("name", sorted(EXPECTED))
def test_all_values_are_those_that_a_person_reads(name):
    reading = read_output((DATA / name).read_bytes())
    assert [run_facts(run) for run in reading.invocations] == [facts for facts, _ in EXPECTED[name]]
    for run, (_, results) in zip(reading.invocations, EXPECTED[name], strict=True):
        assert [(one.direction, one.job_name) for one in run.results] == [row[:2] for row in results]
        for result, (_, _, facts) in zip(run.results, results, strict=True):
            wanted = told(name, facts)
            found = result_facts(result)
            assert set(found) == set(wanted)
            for key, value in wanted.items():
                # Base units are whole bytes, whole ns (of minima, maxima and percentiles) and whole ms.
                slack = (
                    1
                    if key == "bw" or key.startswith(("lat", "clat"))
                    else 0.5
                    if key in ("bytes", "runtime")
                    else 0
                )
                close = value if isinstance(value, str) else pytest.approx(value, rel=1e-9, abs=slack)
                assert found[key] == close, key


@check_each("name", sorted(EXPECTED))
def test_bounds_hold_the_figure_and_a_rounded_one_has_some(name):
    for run in read_output((DATA / name).read_bytes()).invocations:
        for one in run.results:
            for value, bounds in (
                (one.iops, one.iops_bounds),
                (one.bw_bytes_per_s, one.bw_bounds_bytes_per_s),
                (one.io_bytes, one.io_bounds_bytes),
            ):
                assert bounds is None or bounds[0] - 1 <= value <= bounds[1] + 1


@check_each("name", sorted(EXPECTED))
def test_one_reader_alone_takes_a_capture(name):
    content = (DATA / name).read_bytes()
    takers = [one.kind for one in ADAPTERS if one.sniff(content) and one.parse(content, LIMITS) is not None]
    assert takers == [read_output(content).kind]


def list_surroundings():
    """Return every capture with what may stand around it: a document or a table stands alone."""
    whole_bodies = {one.kind for one in ADAPTERS if one.is_whole_body}
    alone = {name for name in EXPECTED if read_output((DATA / name).read_bytes()).kind in whole_bodies}
    return [(name, "crlf") for name in sorted(EXPECTED)] + [
        (name, change)
        for name in sorted(EXPECTED.keys() - alone)
        for change in ("quoted", "indented", "around")
    ]


@check_each("name, change", list_surroundings)
def test_what_stands_around_an_output_changes_no_value(name, change):
    content = (DATA / name).read_bytes()
    whole = read_output(content)
    changed = {
        "crlf": content.replace(b"\n", b"\r\n"),
        "quoted": b"".join(b"> " + line for line in content.splitlines(keepends=True)),
        "indented": b"".join(b"    " + line for line in content.splitlines(keepends=True)),
        "around": b"Hello,\nthis is what I see:\n\n" + content + b"\n\nBest wishes\n",
    }[change]
    assert [[result_facts(r) for r in one.results] for one in read_output(changed).invocations] == [
        [result_facts(r) for r in one.results] for one in whole.invocations
    ]


def test_the_refusal_of_an_unknown_body_names_every_tool_and_shows_the_own_format():
    with pytest.raises(NotUnderstood) as refused:
        read_output(b"hello, this is no benchmark\n")
    assert [one.tool for one in ADAPTERS if one.tool not in refused.value.detail] == []
    header, row = re.findall(r"`([^`]+)`", refused.value.detail)
    (invocation,) = read_output(f"{header}\n{row}\n".encode()).invocations
    assert (invocation.tool_name, invocation.problems) == ("mytool", ())


FIO = sorted(path for path in (DATA.parent / "fio").iterdir() if path.name != "SOURCES.md")
FIO += (
    sorted(path for path in CORPUS.rglob("*") if path.is_file() and path.parent.name != "pasted")
    if CORPUS.exists()
    else []
)
# Pastes of the tools themselves, whose licence forbids copying.
PASTES = {"kubestr.txt": "kubestr", "dbench.txt": "dbench", "yabs_only.txt": "yabs"}


@check_each("path", FIO)
def test_no_reader_of_another_tool_takes_an_output_of_fio(path):
    content = path.read_bytes()
    takers = [one.kind for one in ADAPTERS if one.sniff(content) and one.parse(content, LIMITS) is not None]
    assert takers == ([PASTES[path.name]] if path.name in PASTES else [])


@pytest.mark.skipif(
    not CORPUS.exists(), reason="../shared/corpus is not there: files whose licence forbids copying"
)
def test_pastes_that_were_lost_are_read():
    runs = {name: read_output((CORPUS / "lost" / name).read_bytes()).invocations for name in PASTES}
    ((kubestr,),) = [run.results for run in runs["kubestr.txt"]]
    assert (kubestr.direction, kubestr.iops, kubestr.bw_bytes_per_s) == ("read", 757.366821, 3_044 * 1_024)
    dbench = {(one.job_name, one.direction): one for one in runs["dbench.txt"][0].results}
    assert dbench["read_iops", "read"].iops == 75_700
    assert dbench["write_bw", "write"].bw_bytes_per_s == 500 << 20
    assert dbench["write_latency", "write"].lat.mean_ns == 76_910
    yabs = {(one.job_name, one.direction): one for one in runs["yabs_only.txt"][0].results}
    assert len(yabs) == 8
    assert (yabs["rand_rw_512k", "write"].iops, yabs["rand_rw_512k", "write"].bw_bytes_per_s) == (
        782,
        400_410 * 1_024,
    )


@pytest.mark.parametrize(
    "hostile",
    [
        b'<!DOCTYPE a [<!ENTITY a "a"><!ENTITY b "&a;&a;&a;">]><PhoronixTestSuite>fio&b;</PhoronixTestSuite>',
        b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Results><TimeSpan><TestTimeSeconds>&x;</TestTimeSeconds>',
        b"<PhoronixTestSuite>fio" + b"<a>" * 100 + b"</a>" * 100 + b"</PhoronixTestSuite>",
        b"<Results><TimeSpan><TestTimeSeconds>1",
    ],
)
def test_hostile_xml_is_refused(hostile):
    with pytest.raises(FioFormatError):
        read_output(hostile)


def test_options_of_gdsio_name_transfer_type_and_gpus():
    content = (DATA / "gdsio_made.txt").read_bytes()
    options = [run.results[0].job_options for run in read_output(content).invocations]
    assert options == [{"xfer_type": "GPUD", "gpu_dev_ids": "0"}, {"xfer_type": "CPUONLY"}]
    two = content.replace(b"-f /mnt/nv/t10g -d 0", b"-D /mnt/a -d 1 -D /mnt/b -d 3")
    assert read_output(two).invocations[0].results[0].job_options["gpu_dev_ids"] == "1:3"

"""What a reader of fio output must survive, where no other test says it already."""

import gc
import json
import re
import tracemalloc
from pathlib import Path

import pytest

from fioboard.engine.formats.fio import NotUnderstood, read_output

ROOM = Path(__file__).parents[4] / "fioboard" / "engine" / "formats" / "fio"
PAGE = Path(__file__).parents[5] / "docs" / "formats.md"


def test_percentiles_in_the_last_bucket_are_lower_bounds(captured):
    body = json.loads(captured("3.42_base.json"))
    clat = body["jobs"][0]["read"]["clat_ns"]
    clat["percentile"]["99.990000"] = 17_112_760_320
    clat["max"] = 38_600_000_000
    (result, _) = read_output(json.dumps(body).encode()).invocations[0].results
    assert result.clat.saturated == ("99.99",)
    assert not [problem for problem in result.problems if problem.error == "Contradiction"]


def test_saturation_of_the_microsecond_era_and_of_real_slow_disks(results):
    (result,) = results("3.1_md-raid5-of-8-very-slow.json").values()
    assert result.clat.max_ns > result.clat.percentiles["50"]
    assert all(result.clat.percentiles[key] == 17_112_760_320 for key in result.clat.saturated)


def test_4kib_is_4000_bytes_and_the_data_agree(captured):
    body = json.loads(captured("3.42_kb_base-1000.json"))
    options = body["jobs"][0]["job options"]
    del body["global options"]
    options["bs"] = "4KiB"
    (result,) = read_output(json.dumps(body).encode()).invocations[0].results
    assert result.bs_bytes == 4000
    assert "Contradiction" not in [problem.error for problem in result.problems]


def test_runtime_zero_divides_nothing(captured):
    body = json.loads(captured("3.42_base.json"))
    body["jobs"][0]["read"]["runtime"] = 0
    result = read_output(json.dumps(body).encode()).invocations[0].results[0]
    assert result.runtime_ms == 0
    assert result.iops == 16389.61039


@pytest.mark.parametrize(
    "text",
    [
        "Sequential Read (Q= 32,T= 1) :  3412.333 MB/s\nRandom Read 4KiB (Q= 8,T= 8) :  1592.5 MB/s [ 388793.0 IOPS]\n",
        "| Test | Read | Write |\n|---|---|---|\n| 8k | 12.9 | 6004 |\n",
        "BW=100MiB/s and IOPS=5k they said\n",
        '{"read": {"iops": 5}, "write": {"iops": 6}}',
        '{"items": [{"a": 1}]}',
        "3;fio-3.42;short\n",
        "[]",
        "null",
        "\x00\x00\x00\x00",
    ],
)
def test_summaries_of_other_tools_are_no_result(text):
    with pytest.raises(NotUnderstood) as refusal:
        read_output(text.encode())
    assert len(refusal.value.detail) > 10


def test_every_warning_is_explained_in_the_documentation():
    page = PAGE.read_text()
    names = set()
    for source in ROOM.rglob("*.py"):
        text = source.read_text()
        names |= set(
            re.findall(
                r'Problem\(\s*[^"\n]*(?:"[^"\n]*"[^"\n]*)?,\s*"([A-Z][A-Za-z]+[a-z]|Utf16|NotUtf8)"', text
            )
        )
        names |= set(re.findall(r'_note\(where, "([A-Za-z]+)"', text))
        names |= set(re.findall(r'error = "([A-Z][A-Za-z]+)"', text))
    assert len(names) > 15
    assert {name for name in names if f"`{name}`" not in page} == set()


def test_the_room_stays_pure():
    """Standard library, numpy, orjson, msgspec and PyYAML (as events); no file, clock or network."""
    allowed = {"fioboard", "numpy", "orjson", "msgspec", "simdjson", "yaml"} | {
        *(
            "abc",
            "bisect",
            "codecs",
            "collections",
            "csv",
            "dataclasses",
            "datetime",
            "enum",
            "fractions",
            "functools",
            "itertools",
            "html",
            "statistics",
        ),
        *("io", "json", "math", "re", "shlex", "string", "typing", "xml"),
    }
    found = set()
    for source in ROOM.rglob("*.py"):
        text = source.read_text()
        found |= {
            match.split(".")[0] for match in re.findall(r"^(?:from|import) ([\w.]+)", text, re.MULTILINE)
        }
        assert "open(" not in text
    assert found <= allowed


@pytest.mark.nightly
def test_nothing_of_an_upload_stays_in_memory_afterwards(captured):
    """Caches hold short words of fio's only, never long keys from outside."""
    keys = {f"{i}" + "9" * 50_000: 1 for i in range(200)}
    body = json.loads(captured("3.42_base.json"))
    body["jobs"][0]["read"]["clat_ns"]["percentile"] |= keys
    body["jobs"][0]["job options"]["bs"] = "4" * 900
    data = json.dumps(body).encode()
    read_output(captured("3.42_base.json"))
    tracemalloc.start()
    try:
        read_output(data)
        gc.collect()
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 1_000_000

"""Table and raw download of a share: the document's figures, safe to open."""

import csv
import io
from copy import deepcopy

import orjson
import pytest

from fioboard.app.sharing.redaction import Wish, freeze, rebuild_raw, write_csv
from tests.factories.run_detail import latency, result, run_detail, sources


def lines(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def test_the_table_holds_every_figure_in_base_units() -> None:
    run = run_detail(
        "epyc-nps4",
        results=[
            result(iops=111.5, bw_bytes_per_s=222, direction="read"),
            result(iops=None, direction="write", sync_lat_ns=latency() | {"max": 9_000_000}),
        ],
    )
    table = lines(write_csv(freeze(sources(run), Wish()).document))
    here = ["result", "run 1", "randread 4k QD32 x4"]
    assert [*here, "read", "iops", "111.5", "IOPS", ""] in table
    assert [*here, "read", "bw_bytes_per_s", "222", "bytes/s", ""] in table
    assert [*here, "read", "clat_p99_9_ns", "400000", "ns", ""] in table
    assert [*here, "write", "iops", "", "IOPS", ""] in table
    assert [*here, "write", "sync_lat_max_ns", "9000000", "ns", ""] in table
    assert len({len(line) for line in table}) == 1


@pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", " ="])
def test_a_revealed_formula_is_no_formula_in_the_table(begin: str) -> None:
    run = run_detail("laptop", results=[result(f"{begin}cmd|' /c calc'!A1")])
    text = write_csv(freeze(sources(run), Wish(reveal=("job.name",))).document)
    cells = [cell for line in lines(text) for cell in line if "calc" in cell]
    assert cells
    assert all(cell.startswith("'") for cell in cells)


def test_the_raw_download_reads_like_fio_and_names_nobody() -> None:
    run = run_detail("epyc-nps4", host={"id": "x", "name": "jupiter7"}, results=[result("secret-name")])
    raw = orjson.loads(rebuild_raw(freeze(sources(run), Wish()).document))
    found = raw["runs"][0]
    assert found["host"] == "host 1"
    job = found["jobs"][0]
    assert job["jobname"] == "randread 4k QD32 x4"
    assert job["read"]["bw_bytes"] == 2_048_000_000
    assert job["read"]["clat_ns"]["percentile"]["99.900000"] == 400_000
    assert job["job options"] == {
        "rw": "randread", "bs": "4k", "iodepth": "32", "numjobs": "4", "ioengine": "libaio", "direct": "1",
    }  # fmt: skip
    assert "write" not in job


def test_both_directions_of_a_job_stand_in_one() -> None:
    both = [
        result(direction="read"),
        result(direction="write", position=1, iops=7.0, sync_lat_ns=latency() | {"mean": 3e6}),
    ]
    options = run_detail("laptop")["job_options"] * 2
    raw = orjson.loads(
        rebuild_raw(freeze(sources(run_detail("laptop", results=both, job_options=options)), Wish()).document)
    )
    assert [sorted(job.keys() & {"read", "write"}) for job in raw["runs"][0]["jobs"]] == [["read", "write"]]
    assert raw["runs"][0]["jobs"][0]["sync"]["lat_ns"]["mean"] == 3e6


def test_freezing_twice_gives_the_same_and_changes_nothing() -> None:
    found = sources(run_detail("epyc-nps4"))
    before = deepcopy(found)
    assert freeze(found, Wish()) == freeze(found, Wish())
    assert found == before

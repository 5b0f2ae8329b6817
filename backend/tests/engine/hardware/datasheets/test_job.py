"""fio jobs matching the datasheet: of every figure of every card, and read by fio itself."""

import subprocess
from pathlib import Path

import pytest

from fioboard.engine.hardware.datasheets.built_in import built_in_cards
from fioboard.engine.hardware.datasheets.card import Card
from fioboard.engine.hardware.datasheets.conditions import RunConditions
from fioboard.engine.hardware.datasheets.job import NoJob, SpecJob, job_file, list_jobs
from fioboard.engine.hardware.datasheets.read import check_card
from fioboard.engine.hardware.datasheets.verdict import compare

BATCH = 60


def jobs() -> list[SpecJob]:
    return [job for card in built_in_cards().values() for job in list_jobs(card) if isinstance(job, SpecJob)]


def card(**rating: object) -> Card:
    """A card of one figure."""
    return check_card(
        {
            "schema": 1,
            "id": "example",
            "title": "Example",
            "class": "data-centre",
            "capacity_bytes": 10**12,
            "rating": [{"metric": "iops", "value": 450_000, "claim": "up to", "rw": "randread"} | rating],
        }
    )


def test_every_figure_has_a_job_or_the_reason_why_not() -> None:
    told = [one for one in built_in_cards().values() for one in list_jobs(one)]
    assert len(told) == sum(len(one.rating) for one in built_in_cards().values())
    assert {one.rating.metric for one in told if isinstance(one, NoJob)} == {"slc_cache_bytes"}
    assert len(jobs()) > 700


@pytest.mark.nightly
def test_fio_reads_every_job(tmp_path: Path) -> None:
    target = tmp_path / "drive"
    target.touch()
    texts = sorted({job_file(job, str(target)) for job in jobs()})
    for first in range(0, len(texts), BATCH):
        files = []
        for number, text in enumerate(texts[first : first + BATCH], start=first):
            path = tmp_path / f"{number}.fio"
            path.write_text(text)
            files.append(str(path))
        done = subprocess.run(
            ["fio", "--parse-only", *files], capture_output=True, text=True, check=False, cwd=tmp_path
        )
        assert done.returncode == 0, done.stderr
    assert target.stat().st_size == 0


def test_what_was_printed_is_what_is_run() -> None:
    [job] = list_jobs(card(bs_bytes=8192, queue_depth=32, workers=4, span="full"))
    assert isinstance(job, SpecJob)
    assert (job.bs_bytes, job.iodepth, job.numjobs, job.rw) == (8192, 32, 4, "randread")
    assert job.assumed == ()
    assert not job.is_destructive


def test_what_was_not_printed_is_said_to_be_assumed() -> None:
    [job] = list_jobs(card())
    assert isinstance(job, SpecJob)
    assert set(job.assumed) == {"bs", "iodepth", "numjobs", "size"}
    assert "not printed, and assumed here" in job_file(job)
    assert job.iodepth * job.numjobs == 256


@pytest.mark.parametrize("rw", ["randread", "randwrite"])
def test_a_run_of_the_job_is_comparable_where_everything_was_printed(rw: str) -> None:
    printed = card(rw=rw, bs_bytes=4096, queue_depth=32, workers=4, span="full", state="steady")
    [job] = list_jobs(printed)
    assert isinstance(job, SpecJob)
    run = RunConditions(
        rw=job.rw,
        bs_bytes=job.bs_bytes,
        outstanding=job.iodepth * job.numjobs,
        workers=job.numjobs,
        span_share=1.0,
        state="steady",
        is_incompressible=True,
        direct=True,
        is_raw=True,
    )
    held = compare(printed, printed.rating[0], run, 400_000)
    assert held is not None
    assert held.verdict == "comparable"
    assert [step.kind for step in job.before] == ([] if rw == "randread" else ["fill", "overwrite"])
    assert job.is_destructive is (rw == "randwrite")


def test_fresh_drive_and_block_format_are_for_a_person() -> None:
    [job] = list_jobs(card(rw="randwrite", state="fresh", lba_bytes=4096))
    assert isinstance(job, SpecJob)
    assert len(job.by_hand) == 2
    assert job_file(job).count("; by hand first:") == 2


def test_a_rate_beyond_the_cache_writes_past_it_first() -> None:
    document = card(metric="bw_bytes_per_s", value=1e9, rw="write", cache="after")
    cache = {"metric": "slc_cache_bytes", "value": 1e11, "claim": "up to"}
    both = document.model_dump(mode="json", by_alias=True, exclude_none=True)
    both["rating"].append(cache)
    first, second = list_jobs(check_card(both))
    assert isinstance(first, SpecJob)
    assert isinstance(second, NoJob)
    assert [step.kind for step in first.before] == ["past_cache"]
    assert "io_size=200000000000" in job_file(first)


def test_mixed_and_percentile_reach_fio() -> None:
    [mixed] = list_jobs(card(rw="randrw", read_pct=70))
    [tail] = list_jobs(card(metric="lat_ns", value=1e5, percentile=99.9, queue_depth=1, workers=1))
    assert isinstance(mixed, SpecJob)
    assert isinstance(tail, SpecJob)
    assert "rwmixread=70" in job_file(mixed)
    assert "percentile_list=50:99:99.9" in job_file(tail)
    assert (tail.iodepth, tail.numjobs) == (1, 1)


def test_a_latency_without_a_printed_size_is_measured_at_4_kib_and_depth_1() -> None:
    [sequential] = list_jobs(card(metric="lat_ns", rw="read", value=2e4, bs_bytes=None, queue_depth=None))
    assert isinstance(sequential, SpecJob)
    assert (sequential.bs_bytes, sequential.iodepth, sequential.numjobs) == (4096, 1, 1)
    assert {"bs", "iodepth"} <= set(sequential.assumed)


def test_target_with_a_colon_is_one_file() -> None:
    [job] = list_jobs(card())
    assert isinstance(job, SpecJob)
    assert r"filename=/dev/disk/by-path/pci-0000\:01\:00.0" in job_file(
        job, "/dev/disk/by-path/pci-0000:01:00.0"
    )

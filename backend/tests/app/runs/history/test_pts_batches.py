"""A test of SNIA SSS PTS: what its page and the terminal say, recomputed by the oracle from the outputs that were sent."""

import importlib.util
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any
from uuid import uuid4

import pytest
from httpx2 import AsyncClient

from fioboard.core.sanitize import Document
from fioboard.engine.answers.batch import BatchOut, BatchResultOut
from fioboard.engine.answers.pts import BatchPtsOut, PtsOut, read_pts
from fioboard.engine.rules.pts import Point, format_cell, judge_pts
from fioboard.engine.words.pts import DEVIATIONS, METRICS
from tests.app.hosts.machines.test_inventories import ask
from tests.app.ingest.test_uploads import send
from tests.factories.fio_output import direction, job, output
from tests.factories.upload import body, manifest

AGENT_TESTS = Path(__file__).resolve().parents[5] / "agent" / "tests"
CAPACITY = 64 << 20
Cell = tuple[int, int]
SPELLED = {512: "512", 4096: "4k", 8192: "8k", 65_536: "64k", 1_048_576: "1024k"}


def load_oracle() -> ModuleType:
    """Load the agent's independent reading of the standard; it imports nothing of ours."""
    spec = importlib.util.spec_from_file_location("pts_oracle", AGENT_TESTS / "pts_oracle.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def state(test: str, number: int | None = None, cell: Cell | None = None, **changed: object) -> Document:
    """What an agent says of one run."""
    return {
        "test": test, "class": "enterprise", "block_bytes": None, "round": number,
        "cell": None if cell is None else {"reads_pct": cell[0], "bs_bytes": cell[1]}, "cells": 2, "period": 1,
        "max_rounds": 25, "runtime_s": 1, "deviations": [], "capacity_bytes": CAPACITY, "range_bytes": CAPACITY,
        "prefill_bytes": 2 * CAPACITY, "end_bytes": 4 * CAPACITY, "write_cache": "write through",
        "write_limit_bytes": 10**12, "written_bytes": 3 * CAPACITY,
        "purge": {"method": "nvme-format", "state": "done", "at": "2026-11-20T09:00:00Z"}, **changed,
    }  # fmt: skip


async def send_rounds(
    client: AsyncClient, folder: Path, test: str, series: Mapping[Cell, Sequence[float]], **changed: Any
) -> tuple[str, list[Path]]:
    """Send one run for each cell and round; return the batch and the files that were sent."""
    batch, paths, step = str(uuid4()), [], 0
    rounds = max(map(len, series.values()))
    for number in range(1, rounds + 1):
        for cell, values in series.items():
            step += 1
            reads, size = cell
            rate = values[number - 1]
            iops, mean = (1000, round(rate)) if test == "latency" else (round(rate), 100_000)
            parts: dict[str, Any] = {}
            for word, share in (("read", reads / 100), ("write", 1 - reads / 100)):
                count = round(iops * share)
                parts[word] = direction(count, size, 1000 if count else 0, mean)
            rw = {100: "randread", 0: "randwrite"}.get(reads, "randrw")
            options = {"name": f"r{reads}-{SPELLED[size]}", "rw": rw, "bs": SPELLED[size], "iodepth": "1",
                       **({"rwmixread": str(reads)} if 0 < reads < 100 else {})}  # fmt: skip
            files = {"fio.json": output(job(options["name"], **parts, **{"job options": options}))}
            path = folder / f"{step:04d}.json"
            path.write_bytes(files["fio.json"])
            paths.append(path)
            place = {"id": batch, "name": "pts", "title": "SNIA PTS", "step": step, "steps": rounds * len(series),
                     "workload": options["name"], "repeat": number, "role": "measure",
                     "pts": state(test, number, cell, cells=len(series), **changed)}  # fmt: skip
            argv = ["fio", *(f"--{key}={value}" for key, value in options.items()), "--filename=/dev/sda"]
            about = manifest(files, argv=argv, target="/dev/sda", batch=place,
                             started_at=f"2026-11-20T{10 + step // 60:02d}:{step % 60:02d}:00Z")  # fmt: skip
            answer = await send(client, body(files, about))
            assert answer.status_code == 201, answer.text
    return batch, paths


def require_oracle(shown: PtsOut, oracle: dict[str, Any]) -> None:
    """Rounds, window, verdict, range, slope and table are those of the independent reading."""
    assert shown["round_count"] == oracle["rounds"]
    window = shown["window"]
    assert (window and (window["first"], window["last"])) == oracle["window"]
    assert bool(window and window["is_steady"]) == oracle["is_steady"]
    for one in shown["series"]:
        cell = (one["reads_pct"], one["bs_bytes"])
        assert [point["value"] for point in one["points"]] == pytest.approx(oracle["cells"][cell])
        if oracle["window"] is None:
            assert one["fit"] is one["mean"] is None
            continue
        assert one["mean"] == pytest.approx(oracle["table"][cell])
        fit = one["fit"]
        assert (cell in oracle["fits"]) == (fit is not None)
        if fit is not None:
            figures = (fit["average"], fit["range_share"], fit["slope_share"])
            assert figures == pytest.approx(oracle["fits"][cell], rel=1e-6, abs=1e-9)


@pytest.mark.anyio
async def test_the_report_is_that_of_an_independent_reading(client: AsyncClient, tmp_path: Path) -> None:
    oracle = load_oracle()
    settling = [30_000.0, 22_000, 15_000, 12_000, 10_300, 10_000, 10_100, 9_900, 10_050]
    for test, series, changed, expected in [
        ("latency", {(100, 4096): [90_000.0] * 9, (0, 4096): settling}, {},
         "PTS-E latency: 10.1 µs in steady state (R/W 0/100, 4 KiB, rounds 5 to 9)."),
        ("latency", {(65, 4096): [9_000.0] * 5, (0, 4096): [1000.0 * 2**number for number in range(5)]},
         {"deviations": ["quick", "not-purged"], "purge": None},
         "PTS-E latency: steady state was not reached in 5 rounds. The last five average 6.20 µs (R/W 0/100, 4 KiB)."),
        ("wsat", {(0, 4096): [5_000.0, 5_000, 5_100]}, {}, "PTS-E write saturation: 3 rounds are whole; steady state "
         "needs at least 5."),
    ]:  # fmt: skip
        folder = tmp_path / uuid4().hex
        folder.mkdir()
        batch, paths = await send_rounds(client, folder, test, series, **changed)
        [shown] = (await ask(client, f"/batches/{batch}/pts", BatchPtsOut))["items"]
        require_oracle(shown, oracle.recompute(test, paths))
        assert shown["sentence"] == expected
        printed: BatchResultOut = await ask(client, f"/batches/{batch}/result?host=host-0001", BatchResultOut)
        assert printed["sentence"] == shown["sentence"]
        assert printed["text"][: len(shown["text"])] == shown["text"]
        assert printed["lines"] == []
        page: BatchOut = await ask(client, f"/batches/{batch}", BatchOut)
        quick = " --quick" if "quick" in changed.get("deviations", []) else ""
        assert page["command"] == (
            f"fioboard-agent suite pts {test} --class enterprise --target /dev/sda{quick}"
        )
        assert shown["is_standard"] == ("deviations" not in changed)
        assert shown["is_standard"] != any(
            text.startswith("Not the standard: the quick") for text in shown["text"]
        )
        purge = "Not purged" if changed else "Purged by nvme-format"
        assert any(text.startswith(purge) for text in shown["text"])


@pytest.mark.anyio
async def test_a_cell_that_its_cap_cut_short_is_no_figure(client: AsyncClient, tmp_path: Path) -> None:
    batch, _ = await send_rounds(client, tmp_path, "latency", {(0, 4096): [9_000.0] * 5}, runtime_s=2)
    [shown] = (await ask(client, f"/batches/{batch}/pts", BatchPtsOut))["items"]
    assert (shown["round_count"], shown["series"], shown["window"]) == (0, [], None)


@pytest.mark.anyio
async def test_other_batches_have_no_report_and_an_odd_one_strands_no_result(client: AsyncClient) -> None:
    assert (await client.get(f"/api/v1/batches/{uuid4()}/pts")).status_code == 404
    assert (await client.get("/api/v1/batches/x/pts")).status_code == 404
    for stated in (
        "pts",
        1,
        {"test": "iopz"},
        {**state("iops"), "period": 0},
        {**state("iops"), "capacity_bytes": -1},
    ):
        batch = str(uuid4())
        files = {"fio.json": output(job("x"))}
        about = manifest(
            files, batch={"id": batch, "name": "pts", "step": 1, "steps": 1, "role": "measure", "pts": stated}
        )
        assert (await send(client, body(files, about))).status_code == 201
        assert (await ask(client, f"/batches/{batch}/pts", BatchPtsOut))["items"] == []
        page: BatchOut = await ask(client, f"/batches/{batch}", BatchOut)
        assert page["agent_name"] == "pts"


def test_what_an_agent_says_is_read_with_care() -> None:
    read = read_pts(state("iops", 3, (65, 65_536)))
    assert read is not None
    assert (read.get("round"), read.get("reads_pct"), read.get("bs_bytes")) == (3, 65, 65_536)
    assert "round" not in (read_pts(state("iops")) or {})
    odd = read_pts(state("iops", 3, (165, 65_536), deviations="none", purge={"method": "dd"}, write_cache=1))
    assert odd is not None
    assert "round" not in odd
    assert (odd["deviations"], odd["purge"], odd["write_cache"]) == (["unknown"], None, None)
    for broken in (None, [], {}, state("x"), state("iops", cells=0), state("iops", runtime_s=True)):
        assert read_pts(broken) is None


def points(values: Sequence[float]) -> dict[int, Point]:
    return {number: Point(value, "run") for number, value in enumerate(values, 1)}


def test_every_tracked_cell_of_iops_decides_and_write_saturation_is_compared_every_period() -> None:
    flat, falling = [100.0] * 5, [100.0, 80, 70, 60, 50]
    three: dict[Cell, list[float]] = {
        (0, 4096): flat,
        (65, 65_536): flat,
        (100, 1_048_576): flat,
        (50, 512): falling,
    }
    stated = read_pts(state("iops", cells=4))
    assert stated is not None
    whole = judge_pts(stated, {cell: points(values) for cell, values in three.items()})
    assert (whole.is_steady, whole.first, whole.last, whole.round_count) == (True, 1, 5, 5)
    for cell in list(three)[:3]:
        one = judge_pts(
            stated, {other: points(falling if other == cell else v) for other, v in three.items()}
        )
        assert not one.is_steady
        assert format_cell(cell) in " ".join(one.text)
        # Without a tracked cell nothing is said about steady state.
        assert judge_pts(stated, {o: points(v) for o, v in three.items() if o != cell}).first is None
    minutes = read_pts(state("wsat", cells=1, period=31, max_rounds=360))
    assert minutes is not None
    swinging = [100.0 if number % 31 == 0 else 900.0 for number in range(1, 156)]
    saturated = judge_pts(minutes, {(0, 4096): points(swinging)})
    assert (saturated.is_steady, saturated.first, saturated.last) == (True, 1, 155)
    assert set(METRICS) == {"iops", "throughput", "latency", "wsat"}
    assert "quick" in DEVIATIONS

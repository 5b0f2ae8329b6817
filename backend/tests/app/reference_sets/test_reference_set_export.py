"""`reference-set export`: what leaves, what never does, and whose figures the quantiles are."""

from base64 import b64encode
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import numpy as np
import pytest
from fastapi import FastAPI
from httpx2 import AsyncClient

from fioboard.app.ingest.demo import load
from fioboard.app.reference_sets.export import Exported, export_set, is_path_shareable, is_shareable
from fioboard.core.database import Database
from fioboard.engine.reference_sets.document import LEVELS, Cell, Maker, ReferenceSetRefused, read_body
from fioboard.engine.reference_sets.signature import verify
from tests.factories.reference_sets import MODEL, send_drive_run, throttled_samples

pytestmark = pytest.mark.anyio

KEY = bytes(range(32))
EVER = datetime(2000, 1, 1, tzinfo=UTC)
# One drive each: what makes a run of it one that never enters.
BAD: dict[str, dict[str, Any]] = {
    "cached: through the page cache": {"typed": {"direct": "0"}},
    "cached: faster than its link": {"iops": 9_000_000},
    "throttled by heat": {"sampled": throttled_samples()},
    "throttled by its link": {"lanes": 1},
    "throttled by the job": {"typed": {"rate_iops": "300000"}},
    "mislabelled model": {"disk": {"model": "OTHER 2T"}, "labels": {"drive.model": MODEL}},
    "mislabelled link": {"labels": {"pcie.link": "Gen5 x4"}},
    "too short": {"runtime_ms": 1_000, "typed": {"runtime": "1"}},
    "stopped early": {"runtime_ms": 1_000},
    "virtual machine": {"parts": {"virtualized": "kvm"}},
}
OF_EACH = 5


async def _export(app: FastAPI, *models: str, since: datetime = EVER) -> tuple[Exported, list[Cell]]:
    database: Database = app.state.database
    async with database.driver() as driver:
        made = await export_set(driver, models or (MODEL,), since, Maker(), KEY)
    return made, read_body(verify(made.file).body).cells


@pytest.mark.nightly
async def test_bad_runs_never_enter_and_quantiles_are_of_drives(client: AsyncClient, app: FastAPI) -> None:
    drives = {f"GOOD{n}": 300_000 + 4_321 * n for n in range(7)}
    for serial, iops in drives.items():
        await send_drive_run(client, iops, serial=serial, host=f"host-{serial.lower()}")
    # Two more runs of one drive, in another host: still one drive, with the median of its runs.
    for more in (100, 200):
        await send_drive_run(client, drives["GOOD0"] + more, serial="GOOD0", host="moved-host")
    drives["GOOD0"] += 100
    made, [cell] = await _export(app)
    before = made.file
    for kind, (name, about) in enumerate(BAD.items()):
        for n in range(OF_EACH):
            one = dict(about)
            await send_drive_run(
                client, one.pop("iops", 310_000 + n), serial=f"BAD{kind}X{n}", host=f"bad-{kind}-{n}", **one
            )
        made, cells = await _export(app, "*")
        assert cells == [cell], name
    assert made.file == before
    assert len(BAD) * OF_EACH >= 40
    assert (cell.drives, cell.runs, cell.labs, cell.state, cell.layout) == (7, 9, 1, "unknown", "single")
    assert (cell.model, cell.capacity_bytes, cell.firmware, cell.link) == (MODEL, 10**12, "5B2Q", "Gen4 x4")
    assert (cell.file_system, cell.direction, cell.first, cell.last) == (None, "read", "2026-Q4", "2026-Q4")
    expected = np.percentile(list(drives.values()), LEVELS)
    assert cell.figures["iops"].quantiles == pytest.approx(list(expected), rel=1e-3)
    # Nothing that identifies a host, a person or a drive, in any spelling.
    text = repr(cell).casefold().encode() + made.file
    for secret in ("good3", "host-good3", "moved-host", "nvme0n1", "epyc", "mz72", "gigabyte", "10:00"):
        for spelling in (secret.encode(), secret.encode().hex().encode(), b64encode(secret.encode())):
            assert spelling not in text, secret


@pytest.mark.nightly
async def test_the_demo_is_not_handed_on_as_measured_here(client: AsyncClient, app: FastAPI) -> None:
    await send_drive_run(client, 300_000, serial="A", host="host-a")
    _, cells = await _export(app, "*")
    await load(app.state.database)
    assert (await _export(app, "*"))[1] == cells


async def test_two_drives_show_their_range_and_nothing_else(client: AsyncClient, app: FastAPI) -> None:
    for serial, iops in (("A", 300_000), ("B", 330_000)):
        await send_drive_run(client, iops, serial=serial, host=f"host-{serial}")
    # A firmware that few have makes a drive recognisable: without it this cell and the other are one, never pooled.
    await send_drive_run(client, 900, serial="C", disk={"firmware": "OWN1"})
    made, [cell] = await _export(app)
    assert (made.cells, made.narrow_cells) == (1, 1)
    assert (cell.drives, cell.firmware, cell.first, cell.last, cell.cpu) == (2, None, None, None, [])
    assert all(figure.quantiles is None for figure in cell.figures.values())
    assert cell.figures["iops"].range == (300_000, 330_000)


async def test_unlike_runs_are_in_cells_of_their_own(client: AsyncClient, app: FastAPI) -> None:
    batch = {"id": str(uuid4()), "name": "nightly", "steps": 2}
    await send_drive_run(client, 200_000, serial="A", batch=batch | {"step": 1, "role": "precondition"})
    for serial, about in (
        ("A", {"batch": batch | {"step": 2}}),
        # Of the same batch and the same name in /dev, but nothing prepared this drive.
        ("B", {"batch": batch | {"step": 2}}),
        ("B", {"runtime_ms": 30_000, "typed": {"runtime": "30"}}),
        ("B", {"runtime_ms": 600_000, "typed": {"runtime": "600"}}),
        ("B", {"typed": {"sync": "dsync"}}),
        ("B", {"typed": {"size": "400g"}}),
        ("B", {"disk": {"logical_block_bytes": 4096}}),
    ):
        await send_drive_run(client, 300_000, serial=serial, **about)
    _, cells = await _export(app)
    assert {
        (
            *(cell.state, cell.runtime_class, str(cell.workload.get("sync"))),
            *(cell.setting[name] for name in ("drive.lba_bytes", "job.size")),
        )
        for cell in cells
    } == {
        ("preconditioned", "medium", "None", 512, "100%"),
        ("unknown", "long", "None", 512, "100%"),
        ("unknown", "medium", "None", 512, "100%"),
        ("unknown", "medium", "None", 512, 400 * 2**30),
        ("unknown", "medium", "None", 4096, "100%"),
        ("unknown", "medium", "dsync", 512, "100%"),
        ("unknown", "short", "None", 512, "100%"),
    }
    assert len(cells) == 7


async def test_what_is_not_there_is_said(client: AsyncClient, app: FastAPI) -> None:
    await send_drive_run(client, 300_000)
    for models, since in ((["NO SUCH"], EVER), (["%"], EVER), ([MODEL], datetime(2026, 11, 21, tzinfo=UTC))):
        with pytest.raises(ReferenceSetRefused, match="no reliable run"):
            await _export(app, *models, since=since)


def test_a_workload_with_text_of_somebody_stays() -> None:
    for options, is_fit in (
        ({"rw": "randread", "bs": 4096, "time_based": "1"}, True),
        ({"rw": "randread", "read_iolog": "/home/anna/trace"}, False),
        ({"rw": "randread", "own_option": "customer"}, False),
        ({"rw": "randread", "customer": 7}, False),
        ({"rw": "randread", "iodepth": None}, True),
        ({"rw": "randread", "tool": "yabs"}, False),
        ({"rw": "randread", "source": "typed"}, False),
    ):
        assert is_shareable(options) is is_fit, options


def test_a_path_with_text_of_somebody_stays() -> None:
    for path, is_fit in (
        (("single", "Gen4 x4", None), True),
        (("raid10 x4", "sata", "xfs"), True),
        (("single", None, "btrfs"), True),
        (("of-anna x4", "Gen4 x4", None), False),
        (("single", "rack 7", None), False),
        (("single", "Gen4 x4", "fuse.anna-backup"), False),
    ):
        assert is_path_shareable(*path, {"job.size": "100%", "drive.lba_bytes": 512}) is is_fit, path
    assert not is_path_shareable("single", "Gen4 x4", None, {"target.layers": "annas-volume"})

"""Three installations, each with a database of its own, exchange reference sets."""

import hashlib
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from fastapi import FastAPI
from httpx2 import ASGITransport, AsyncClient

from fioboard.app.reference_sets.export import export_set
from fioboard.app.reference_sets.imports import import_set
from fioboard.core import config
from fioboard.core.compression import inflater
from fioboard.core.database import Database, make_engine
from fioboard.core.migrate import upgrade_async
from fioboard.engine.reference_sets.document import (
    LEVELS,
    MAX_TEXT_BYTES,
    Cell,
    Maker,
    ReferenceSetRefused,
    read_body,
)
from fioboard.engine.reference_sets.signature import verify
from fioboard.store.queries import snapshots
from tests.app.reference_sets.test_reference_set_export import BAD, EVER, OF_EACH
from tests.conftest import BASE_URL, token_for
from tests.factories.fresh_database import fresh_database
from tests.factories.reference_sets import MODEL, send_drive_run

pytestmark = [pytest.mark.anyio, pytest.mark.nightly]

RARE = "RARE 2T"
DRIVES = 12
STARTED = ("2026-11-20T10:00:00Z", "2026-11-20", "10:00:00", "1795168800")


@dataclass
class Lab:
    """An installation: its database, what its drives measured, and what nobody else may learn."""

    name: str
    database: Database
    key: bytes
    iops: dict[str, int]
    runs: list[str] = field(default_factory=list)
    secrets: list[str] = field(default_factory=list)

    async def send(self, client: AsyncClient, iops: int, serial: str, host: str, **about: Any) -> None:
        """Upload one run of one drive."""
        self.runs.append(await send_drive_run(client, iops, serial=serial, host=host, **about))
        self.secrets += [serial, host]

    async def export(self) -> bytes:
        """Write the set of everything here."""
        async with self.database.driver() as driver:
            return (await export_set(driver, ["*"], EVER, Maker(name=self.name), self.key)).file

    async def take(self, file: bytes) -> None:
        """Import a set, and trust its key."""
        async with self.database.driver() as driver, driver.transaction():
            await import_set(driver, file, "anna", verify(file).fingerprint)


@pytest.fixture
async def labs(configured: config.Settings, app: FastAPI) -> AsyncIterator[list[Lab]]:
    assert configured.database_url is not None
    server = configured.database_url.get_secret_value()
    async with AsyncExitStack() as opened:
        made = []
        for number, (name, first) in enumerate((("Lab A", 300_000), ("Lab B", 310_000), ("Lab C", 500_000))):
            url = await opened.enter_async_context(fresh_database(server, f"lab{number}"))
            await upgrade_async(url)
            iops = {f"SER{number}NO{n:02}": first + 4_321 * n + 97 * n * n for n in range(DRIVES)}
            database = Database(make_engine(url))
            opened.push_async_callback(database.engine.dispose)
            made.append(Lab(name, database, bytes([number + 1]) * 32, iops))
        yield made


async def test_three_labs_exchange_sets(app: FastAPI, labs: list[Lab]) -> None:
    for number, lab in enumerate(labs):
        async with _open(app, lab) as client:
            for n, (serial, iops) in enumerate(lab.iops.items()):
                await lab.send(client, iops, serial, f"rack{number}-node{n}")
            for n in range(2):
                await lab.send(
                    client,
                    200_000 + n,
                    f"TWIN{number}X{n}",
                    f"twin{number}-{n}",
                    disk={"model": RARE, "firmware": f"OWN{number}"},
                )
    before = {lab.name: await lab.export() for lab in labs}
    planted = 0
    for number, lab in enumerate(labs):
        async with _open(app, lab) as client:
            for kind, (_, about) in enumerate(BAD.items()):
                for n in range(OF_EACH):
                    one = dict(about)
                    await lab.send(
                        client,
                        one.pop("iops", 310_000 + n),
                        f"BAD{number}K{kind}X{n}",
                        f"bad{number}-{kind}-{n}",
                        **one,
                    )
                    planted += 1
    files = {lab.name: await lab.export() for lab in labs}
    # Not one of them changed a byte.
    assert planted >= 40 and files == before

    for lab in labs:
        file = files[lab.name]
        many, rare = sorted(_read(file), key=lambda cell: -cell.drives)
        assert (many.model, many.drives, many.runs, rare.model, rare.drives) == (
            MODEL,
            DRIVES,
            DRIVES,
            RARE,
            2,
        )
        assert many.figures["iops"].quantiles == pytest.approx(
            list(np.percentile(list(lab.iops.values()), LEVELS)), rel=1e-3
        )
        assert (rare.firmware, rare.first, rare.last, rare.cpu) == (None, None, None, [])
        assert all(figure.quantiles is None for figure in rare.figures.values())
        text = file + _inflate(file)
        for secret in {*lab.secrets, *lab.runs, *STARTED, f"OWN{labs.index(lab)}", "nvme0n1", "MZ72-HB0"}:
            found = [spelling for spelling in _spell(secret) if spelling in text.lower()]
            assert not found, (secret, found)
        for other in labs:
            if other is not lab:
                await other.take(file)
        changed = bytearray(file)
        changed[len(file) // 2] ^= 4
        with pytest.raises(ReferenceSetRefused):
            await other.take(bytes(changed))

    ours, near, far = labs
    async with _open(app, ours) as client:
        for run, iops in zip(ours.runs[:DRIVES], ours.iops.values(), strict=True):
            answer = await client.get(f"/api/v1/reference-sets/placements?run={run}")
            [placed] = answer.json()["items"]
            by_lab = {one["lab"]: one for one in placed["sets"]}
            # Side by side, never pooled; the third differs from the first beyond their spread.
            assert {name: (one["drives"], one["labs"]) for name, one in by_lab.items()} == {
                near.name: (DRIVES, 1), far.name: (DRIVES, 1),
            }  # fmt: skip
            assert sorted(one["is_beyond_spread"] for one in by_lab.values()) == [False, True]
            assert by_lab[far.name]["percentile"] is None
            _check_percentile(by_lab[near.name]["percentile"], iops, list(near.iops.values()))
        for run in ours.runs[DRIVES : DRIVES + 2]:
            [placed] = (await client.get(f"/api/v1/reference-sets/placements?run={run}")).json()["items"]
            assert [(one["percentile"], one["quantiles"], one["firmware"]) for one in placed["sets"]] == [
                (None, None, None)
            ] * 2


def _check_percentile(percentile: float | None, value: float, drives: list[int]) -> None:
    """Compare a place with numpy's, from the drives themselves; 21 quantiles of them may say 2 % more or less."""
    if not min(drives) <= value <= max(drives):
        assert percentile is None
        return
    expected = np.interp(value, sorted(drives), np.linspace(0, 100, len(drives)))
    assert percentile == pytest.approx(float(expected), abs=2)


@asynccontextmanager
async def _open(app: FastAPI, lab: Lab) -> AsyncIterator[AsyncClient]:
    """Open the service on the database of one lab."""
    snapshots.clear_copies()
    app.state.database = lab.database
    headers = {"authorization": f"Bearer {await token_for(lab.database, 'admin')}"}
    async with AsyncClient(transport=ASGITransport(app), base_url=BASE_URL, headers=headers) as client:
        yield client


def _read(file: bytes) -> list[Cell]:
    return read_body(verify(file).body).cells


def _inflate(file: bytes) -> bytes:
    return b"".join(inflater("zstd", MAX_TEXT_BYTES).feed(verify(file).body)).lower()


def _spell(secret: str) -> list[bytes]:
    """A text as somebody would look for it: itself, turned round, encoded, and by the usual digests."""
    plain = [secret.encode(), secret.lower().encode(), secret.upper().encode()]
    digests = [
        spelling
        for one in plain
        for name in ("md5", "sha1", "sha256", "sha512")
        for spelling in (
            hashlib.new(name, one).hexdigest().encode(),
            b64encode(hashlib.new(name, one).digest()),
        )
    ]
    encoded = [spelling for one in plain for spelling in (one.hex().encode(), b64encode(one).rstrip(b"="))]
    return [one.lower() for one in (*plain, secret[::-1].encode(), *encoded, *digests)]

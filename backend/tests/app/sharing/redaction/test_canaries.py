"""R10: secrets in every place that a share must not show; none of them leaves, and what must stay stays."""

import json
from collections.abc import Awaitable, Callable
from typing import Any, cast
from urllib.parse import quote

import orjson
import pytest
from httpx2 import AsyncClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fioboard.app.sharing.redaction import FIELDS, GROUPS, Sources, Wish, freeze, rebuild_raw, write_csv
from fioboard.engine.words.sentences import FAILED, OTHER_WEEK
from tests.app.sharing.redaction import canaries
from tests.app.sharing.redaction.canaries import MARKS, Canaries, leaks
from tests.app.sharing.redaction.gather import SHAPE, of_batch, of_comparison, of_run, of_series
from tests.app.sharing.redaction.unaccounted import unaccounted
from tests.factories.upload import body
from tests.factories.upload import manifest as listing

pytestmark = pytest.mark.anyio

Gather = Callable[[AsyncClient, list[str]], Awaitable[Sources]]


async def send(client: AsyncClient, c: Canaries, **about: Any) -> str:
    """One upload with all canaries, and a note on its run."""
    files = {
        f"{c('file name')}.json": canaries.fio_output(c, **about),
        "samples.json": orjson.dumps(canaries.samples(c)),
    }
    fields = listing(files) | canaries.manifest(c)
    for entry in fields["files"]:
        entry["kind"] = "samples" if entry["name"] == "samples.json" else "fio_output"
    content, headers = body(files, fields, canaries.inventory(c))
    answer = await client.post("/api/v1/uploads", content=content, headers=headers)
    assert answer.status_code == 201, answer.text
    run_id = str(answer.json()["id"])
    note = {"note": f"Ask {c('note')} <{c('mail user')}@{c('mail host')}.example>"}
    assert (await client.patch(f"/api/v1/runs/{run_id}", json=note)).status_code == 200
    words = {"title": f"Tender {c('batch.title')}", "note": f"For {c('batch.note')}"}
    batch_id = c.placed["batch.id"]
    assert (await client.patch(f"/api/v1/batches/{batch_id}", json=words)).status_code == 200
    return run_id


async def one_run(client: AsyncClient, ids: list[str]) -> Sources:
    return await of_run(client, ids[0])


async def compared(client: AsyncClient, ids: list[str]) -> Sources:
    return await of_comparison(client, f"base={quote('run=' + ids[0])}&new={quote('run=' + ids[1])}")


async def charted(client: AsyncClient, ids: list[str]) -> Sources:
    return await of_series(client, "x=label.customer&metric=iops&by=host")


async def swept(client: AsyncClient, ids: list[str]) -> Sources:
    run = (await client.get(f"/api/v1/runs/{ids[0]}")).json()
    return await of_batch(client, run["batch"]["id"])


KINDS: dict[str, Gather] = {"run": one_run, "compare": compared, "series": charted, "batch": swept}


async def sources(client: AsyncClient, kind: str) -> tuple[Sources, Canaries]:
    c = Canaries()
    ids = [await send(client, c), await send(client, c, iops=600_000)]
    found = await KINDS[kind](client, ids)
    for run in found.runs:
        cast(dict[str, Any], run)["rating"] = canaries.rating(c)
    return found, c


def everything(document: dict[str, Any]) -> str:
    """Document, raw download and table as one text."""
    return "\n".join(
        [json.dumps(document, ensure_ascii=False), rebuild_raw(document).decode(), write_csv(document)]
    )


# The API gives these to nobody; they are in the upload all the same.
NOT_IN_ANSWERS = """agent.name batch.name batch.note desc filesystem.label filesystem.name host.id mount_option mount_point mount_source
nfs.clientaddr text_after text_before unknown_key_of_a_job unknown_value_of_a_job"""


async def test_there_are_many_canaries_and_redaction_is_given_nearly_all(client: AsyncClient) -> None:
    found, c = await sources(client, "run")
    assert len(c.placed) > 120
    assert len(set(c.placed.values())) == len(c.placed)
    given = json.dumps([*found.runs, *found.inventories.values()])
    missing = c.placed.keys() - leaks(given, c.placed).keys()
    assert {place.replace(" ", "_") for place in missing} == set(NOT_IN_ANSWERS.split())


@pytest.mark.quick(2)
@pytest.mark.parametrize("kind", KINDS)
async def test_no_canary_leaves(client: AsyncClient, kind: str) -> None:
    found, c = await sources(client, kind)
    frozen = freeze(found, Wish())
    SHAPE.validate_python(frozen.document)
    assert leaks(everything(frozen.document), c.placed) == {}
    # What the sender reads about it names kinds and counts, and labels by their keys.
    told = json.dumps([frozen.left_out, frozen.can_hide])
    assert leaks(told, {k: v for k, v in c.placed.items() if k != "label key"}) == {}


@pytest.mark.quick(2)
@pytest.mark.parametrize("kind", KINDS)
async def test_every_text_is_accounted_for(client: AsyncClient, kind: str) -> None:
    found, _ = await sources(client, kind)
    assert unaccounted(found) == set()
    assert unaccounted(found, reveal=tuple(REVEALED)) == set()


async def test_what_must_stay_stays(client: AsyncClient) -> None:
    found, _ = await sources(client, "run")
    text = json.dumps(freeze(found, Wish()).document, ensure_ascii=False)
    assert [mark for mark in MARKS if mark not in text] == []
    assert "500000" in rebuild_raw(freeze(found, Wish()).document).decode()


# What a sender may show, and the canaries that then stand in the share of a run.
REVEALED: dict[str, set[str]] = {
    "host.name": {"host", "domain"},
    "drive.serial": {f"{d}.{what}" for d in canaries.DRIVES for what in ("serial", "controller.serial")},
    "drive.wwn": {f"{d}.wwid" for d in canaries.DRIVES},
    "system.serial": {"system.serial"},
    "board.serial": {"board.serial"},
    "chassis.serial": {"chassis.serial"},
    "memory.serial": {"dimm.serial"},
    "target.path": {"directory", "customer directory", "file", "nfs directory"},
    "file_server": {"nfs.server"},
    "job.name": {"job.name", "second job.name"},
    "run.title": {"title"},
    "run.note": {"note", "mail user", "mail host"},
    "run.tags": {"tag"},
    "card.words": {f"card.{what}" for what in ("id", "title", "claim", "source", "address")},
    "batch.title": {"batch.title"},
    "batch.note": {"batch.note"},
    # These runs have none beside them: tests/app/sharing/links/test_support.py shows what is restated of both.
    "kernel.log": set(),
    "drive.health": set(),
    "label.customer": {"label value"},
    "label.ticket": {"ticket"},
    "label.slot": {"stated slot"},
    "label.drive.model": {"stated model"},
}

# A run's page has no words of its batch.
OF_BATCH = {"batch.title", "batch.note"}


def test_every_field_that_can_be_revealed_is_tried() -> None:
    assert {name for name, field in FIELDS.items() if field.can_reveal} == {
        name for name in REVEALED if not name.startswith("label.")
    }


@pytest.mark.quick(1)
@pytest.mark.parametrize("examples", [3, pytest.param(50, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("kind", KINDS)
async def test_only_what_was_chosen_is_shown(client: AsyncClient, kind: str, examples: int) -> None:
    found, c = await sources(client, kind)
    chosen_labels = {f"label.{c('label key')}": {"label key"}}
    every = REVEALED | chosen_labels

    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.sets(st.sampled_from(sorted(every))), st.sets(st.sampled_from(sorted(GROUPS))))
    def check(reveal: set[str], hide: set[str]) -> None:
        document = freeze(found, Wish(tuple(sorted(hide)), tuple(sorted(reveal)))).document
        shown = leaks(everything(document), c.placed).keys()
        allowed = set().union(*(every[name] for name in reveal))
        assert shown <= allowed, shown - allowed
        if kind == "run" and not hide:
            assert shown == allowed - OF_BATCH

    check()
    alone = freeze(found, Wish(reveal=tuple(every))).document
    if kind == "run":
        assert leaks(everything(alone), c.placed).keys() == set().union(*every.values()) - OF_BATCH
    if kind == "batch":
        assert leaks(everything(alone), c.placed).keys() >= OF_BATCH


HIDDEN = {
    "cpu.model": "7443P", "system": "MZ72-HB0-00", "memory": "DDR4", "bios.version": "05/30/2022", "slots": "PCIE_1_A",
    "bios.settings": "bios.nps\", \"value\": 2", "drive.model": "SAMSUNG", "drive.firmware": "GDC5602Q", "os": "Debian",
    "kernel": "poll_queues", "temperatures": "temperature_c", "time_series": "\"subject\": \"disk:drive A\"", "path": "shared_hops",
    "job_options": "group_reporting", "rated": "1000000", "times": "2026-11-20T13:0",
}  # fmt: skip


async def test_what_is_hidden_is_gone(client: AsyncClient) -> None:
    found, _ = await sources(client, "run")
    before = everything(freeze(found, Wish()).document)
    for group in GROUPS:
        after = everything(freeze(found, Wish(hide=(group,))).document)
        assert HIDDEN[group] in before, group
        assert HIDDEN[group] not in after, group


@pytest.mark.nightly
async def test_notes_with_dates_go_with_the_times(client: AsyncClient) -> None:
    found, _ = await sources(client, "compare")
    assert found.compare is not None
    dated = OTHER_WEEK(base="2026-11-02 to 2026-11-03", new="2026-11-17")
    found.compare["notes"] = [
        {"side": "both", "text": str(dated), "run_ids": found.compare["base"]["run_ids"]},
        {"side": "base", "text": str(FAILED(runs="One run")), "run_ids": []},
    ]
    shown = freeze(found, Wish()).document["compare"]
    hidden = freeze(found, Wish(hide=("times",))).document["compare"]
    assert shown is not None
    assert hidden is not None
    assert [note["text"] for note in shown["notes"]] == [dated, "One run ended with an error."]
    assert [note["text"] for note in hidden["notes"]] == ["One run ended with an error."]


@pytest.mark.nightly
async def test_circumstances_go_with_what_they_rest_on(client: AsyncClient) -> None:
    found, _ = await sources(client, "compare")

    def keys(*hide: str) -> set[str]:
        compare = freeze(found, Wish(hide=hide)).document["compare"]
        assert compare is not None
        return {one["key"] for one in compare["circumstances"]}

    every = keys()
    assert {"ceiling_read", "drive_temperature", "fio_cpu"} <= every
    assert every - keys("path") == {"ceiling_read", "ceiling_write"}
    assert every - keys("temperatures") == {"drive_temperature"}
    assert keys("time_series") == every - {"drive_temperature", "host_cpu"}

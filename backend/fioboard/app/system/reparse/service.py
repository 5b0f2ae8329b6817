"""One upload at a time: read its original bytes again, say what changes, change it in one transaction."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

import orjson

from fioboard.app.system.reparse import sentences
from fioboard.core.driver import Driver
from fioboard.core.figures import format_things
from fioboard.core.objects import DocumentDamaged, DocumentMissing, Objects
from fioboard.core.sanitize import encoded
from fioboard.engine.answers.typed import TypedRun
from fioboard.engine.answers.upload import Manifest
from fioboard.engine.formats import fio
from fioboard.engine.formats.claims.typed import read_typed
from fioboard.engine.hardware.datasheets.in_force import RatingContext
from fioboard.engine.hardware.inventory import FACTS_VERSION
from fioboard.engine.hardware.inventory.tolerant import mapping
from fioboard.engine.words.columns import Column
from fioboard.engine.words.results import FACTS
from fioboard.engine.words.runs import READ
from fioboard.store.blobs.get import originals
from fioboard.store.derive import outputs
from fioboard.store.derive.claims import read_body
from fioboard.store.derive.context import Context
from fioboard.store.derive.facets import compute_fingerprints
from fioboard.store.derive.host_clock import HostClock, compare_clocks
from fioboard.store.derive.pasted import read_targets
from fioboard.store.derive.rows import Known
from fioboard.store.queries import reparse as reparse_queries
from fioboard.store.queries import specs
from fioboard.store.queries.derived import FACETS
from fioboard.store.queries.reparse import StoredRunRow, StoredUploadRow
from fioboard.store.queries.runs import run as run_queries

Columns = Mapping[str, object]
"""A derived row by the vocabulary's names: as it is stored, documents as text, or as it was read now."""
PAGE = 200
VERSIONS = (fio.READER_VERSION, FACTS_VERSION)
# What tells two readings of one output apart; ids and JSON text that only differs in form do not.
RUN_FACTS = tuple(column for column in READ if column.is_fact)


@dataclass(slots=True)
class Change:
    """What a new reading of one upload would change, by run: fact → number of places."""

    upload_id: UUID
    run_ids: list[UUID] = field(default_factory=list)
    facts: dict[str, int] = field(default_factory=dict)
    refused: str | None = None
    """Why the bytes cannot be read now although they could once; nothing is changed then."""

    def count(self, fact: str) -> None:
        """Notes one more place where `fact` differs."""
        self.facts[fact] = self.facts.get(fact, 0) + 1


async def renew_fingerprints(driver: Driver, *, everything: bool, dry_run: bool) -> int:
    """Makes the fingerprints of inventories anew; gives how many changed (or would)."""
    changed = 0
    last: UUID | None = None
    version = None if everything else FACTS_VERSION
    while page := await reparse_queries.list_inventories(driver, last, version, PAGE):
        for row in page:
            last = row["id"]
            renewed = compute_fingerprints(orjson.loads(row["body"]))
            columns: Columns = renewed
            changed += row["fingerprints"] != [columns[facet] for facet in FACETS]
            if not dry_run:
                await reparse_queries.set_facets(driver, last, encoded(renewed))
    return changed


async def read_again(driver: Driver, objects: Objects | None, upload_id: UUID, *, dry_run: bool) -> Change:
    """Reads one upload again and puts the new rows in place, unless `dry_run`. Call inside a transaction.

    Raises DocumentsAway: then it is for another time.
    """
    change = Change(upload_id)
    upload = await reparse_queries.get_upload(driver, upload_id)
    runs = await reparse_queries.lock_runs(driver, upload_id)
    old_results = await run_queries.list_all_results(driver, [run["id"] for run in runs])
    stored = await reparse_queries.list_files(driver, upload_id)
    try:
        contents = await originals(objects, [(file["sha256"], file["body_zstd"]) for file in stored])
    except (DocumentMissing, DocumentDamaged) as error:
        change.refused = error.detail
        return change
    files = [
        outputs.OriginalFile(file["name"], file["kind"], content)
        for file, content in zip(stored, contents, strict=True)
    ]
    rating_context = await specs.get_rating_context(driver, runs[0]["id"])
    known = Known([run["id"] for run in runs], {(r["run_id"], r["position"]): r["id"] for r in old_results})
    try:
        # Off the event loop: a large output would hold up everybody's answers.
        rows = (await asyncio.to_thread(_read, upload, runs, files, known, rating_context)).rows
    except fio.FioFormatError as error:
        change.refused = error.detail
        return change
    derived = rows.finish()
    change.run_ids = rows.run_ids[: len(runs)]
    if len(rows.run_ids) != len(runs):
        change.refused = sentences.OTHER_RUNS(read=format_things(len(rows.run_ids), "run"), before=len(runs))
        return change
    _compare(change, runs, old_results, orjson.loads(derived.runs), orjson.loads(derived.results))
    if not dry_run:
        await reparse_queries.replace(driver, derived, change.run_ids)
    return change


def _read(
    upload: StoredUploadRow,
    runs: Sequence[StoredRunRow],
    files: list[outputs.OriginalFile],
    known: Known,
    rating_context: RatingContext,
) -> outputs.Outcome:
    """Reads as ingest does; what a person stated or edited since is taken from the run, not from the upload."""
    first = runs[0]
    stated = orjson.loads(upload["manifest"])
    imported = stated.get("import") or stated.get("typed")
    manifest = None if imported else Manifest.model_validate(stated)
    context = Context(
        host_name=upload["host_name"],
        title=first["title"],
        labels={},
        run_labels={position: orjson.loads(run["labels"]) for position, run in enumerate(runs)},
        tags=first["tags"],
        inventory=orjson.loads(first["inventory"]) if first["inventory"] else None,
        received_at=upload["received_at"],
        started_at=manifest.started_at if manifest else imported["started_at"],
        ended_at=manifest.ended_at if manifest else None,
        host_clock=compare_clocks(manifest.sent_at, upload["received_at"], manifest.size_bytes)
        if manifest
        else HostClock(),
        argv=manifest.argv if manifest else None,
        target=manifest.target if manifest else None,
        targets=manifest.targets if manifest else None,
        fio_cpus=manifest.fio_cpus if manifest else None,
        outcome=manifest.fio_outcome() if manifest else None,
        typed_by=imported.get("typed_by") if imported else None,
        moment=mapping(orjson.loads(upload["collected"] or "{}"), "moment"),
        rating_context=rating_context,
    )
    if manifest is not None:
        return outputs.convert_upload(files, context, known)
    if "typed" in stated:
        return outputs.convert_import(
            read_typed(TypedRun.model_validate_json(files[0].content)), context, known
        )
    body = read_body(files[0].content, files[0].name)
    if context.inventory is not None:
        # What was pasted beside the results names their targets, too.
        context = replace(context, run_targets=read_targets(body))
    return outputs.convert_import(body.reading, context, known, files[1:])


def _compare(
    change: Change,
    old_runs: Sequence[Columns],
    old_results: Sequence[Columns],
    new_runs: Sequence[Columns],
    new_results: Sequence[Columns],
) -> None:
    for old, new in zip(old_runs, new_runs, strict=True):
        _differences(change, RUN_FACTS, old, new)
    old_by_place = {(str(r["run_id"]), r["position"]): r for r in old_results}
    new_by_place = {(r["run_id"], r["position"]): r for r in new_results}
    for place in old_by_place.keys() | new_by_place.keys():
        if place not in old_by_place:
            change.count("results found")
        elif place not in new_by_place:
            change.count("results lost")
        else:
            _differences(change, FACTS, old_by_place[place], new_by_place[place])


def _differences(change: Change, facts: Sequence[Column], old: Columns, new: Columns) -> None:
    for fact in facts:
        before = old[fact.name]
        if fact.sql == "jsonb" and isinstance(before, str):
            before = orjson.loads(before)
        if before != new[fact.name]:
            change.count(fact.name)

"""The decisions of ingest: what is accepted, what is a repeat, what is refused and how."""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import TypeVar, Unpack
from uuid import UUID, uuid5

from fioboard.app.access.principal import Principal
from fioboard.app.ingest import host_cache, sentences
from fioboard.app.ingest.about import About, require_runs
from fioboard.app.ingest.hardware import attach_inventory
from fioboard.app.ingest.host_cache import Arrival, DocumentArrival
from fioboard.app.ingest.multipart import Part
from fioboard.app.ingest.own_host import require_own_host, require_own_name
from fioboard.app.ingest.parts import compute_digest
from fioboard.app.ingest.reading import read_for_import, read_for_preview, refusals_of_readers
from fioboard.app.ingest.stored import Stored
from fioboard.app.ingest.storing import TOO_MANY_AT_ONCE, OutOfDate, add_document, finish
from fioboard.core import errors
from fioboard.core.database import Database
from fioboard.core.ids import uuid7
from fioboard.core.sanitize import Document, clean_text, encoded
from fioboard.core.times import now, plausible
from fioboard.engine.answers.preview import ImportPreview
from fioboard.engine.answers.typed import TypedRun
from fioboard.engine.answers.upload import Manifest
from fioboard.engine.formats import fio
from fioboard.engine.formats.claims.auditor import Measured
from fioboard.engine.formats.claims.typed import TypedRefused, read_typed
from fioboard.engine.hardware.inventory import NOT_CONTENT
from fioboard.engine.hardware.inventory.machine import Identifier, read_identifiers
from fioboard.engine.hardware.inventory.tolerant import mapping
from fioboard.store.derive import outputs
from fioboard.store.derive.claims import build_claim, classify_lines, convert_stored_result, judged
from fioboard.store.derive.context import Context
from fioboard.store.derive.facets import encoded_facets
from fioboard.store.derive.host_clock import compare_clocks
from fioboard.store.derive.outputs import OriginalFile
from fioboard.store.derive.pasted import accept_facts, read_facts
from fioboard.store.queries import ingest as ingest_queries
from fioboard.store.queries import reparse_queue
from fioboard.store.queries.host_results import list_newest_measured
from fioboard.store.queries.hosts import RACES
from fioboard.store.queries.ingest import NewUpload

IMPORT_NAMESPACE = UUID("6f4f7f0e-54c5-5c06-9a56-0d7d5bf0a0e4")
TYPED_NAMESPACE = UUID("1c1f2a34-0a6f-5d0e-8a3a-5f3a1f0f3c52")
# What an imported body is called when its sender gives it no name, and a typed document.
IMPORTED, TYPED = "import", "typed.json"
# Earlier results of a host that its tables are held against; each claim is compared with each.
MAX_HOST_RESULTS = 500
# Of the person who typed, as it stands with the run.
MAX_NAME = 128
SMALL_BYTES = 64 * 1024
# Reading happens beside the event loop, two at a time: a large upload must not delay anybody's page.
READERS = ThreadPoolExecutor(max_workers=2, thread_name_prefix="reader")
T = TypeVar("T")


async def run_off_loop(size_bytes: int, work: Callable[[], T]) -> T:
    """Run work beside the event loop when the input is large, at once when it is small."""
    if size_bytes <= SMALL_BYTES:
        return work()
    return await asyncio.get_running_loop().run_in_executor(READERS, work)


@dataclass(frozen=True, slots=True)
class AgentUpload:
    """The parts of one request of an agent, and when its headers arrived."""

    manifest: Manifest
    inventory: Document | None
    files: Sequence[Part]
    received_at: datetime

    def identifiers(self) -> frozenset[Identifier]:
        """Identifiers of the machine that sends; none without an inventory."""
        document = self.inventory or {}
        return read_identifiers(document, mapping(document, "moment"))


async def accept_upload(database: Database, principal: Principal, sent: AgentUpload) -> Stored:
    """Stores an agent's upload exactly once. Raises WrongHost, UploadKeyReused, TooMany, Unavailable."""
    manifest = sent.manifest
    if principal.host_id is not None:
        await require_own_host(database, principal, principal.host_id, manifest.host)
    arrival = host_cache.remembered(database, manifest) or await host_cache.asked(
        database, manifest, sent.identifiers()
    )
    for _ in range(RACES):
        try:
            return await _parse_and_store(arrival, database, principal, sent)
        except OutOfDate:
            arrival = await host_cache.asked(database, manifest, sent.identifiers())
    raise errors.Unavailable(TOO_MANY_AT_ONCE, retry_after_s=1)


async def _parse_and_store(
    arrival: Arrival, database: Database, principal: Principal, sent: AgentUpload
) -> Stored:
    """Parse and store an agent's upload under its host's name. Raises as `accept_upload` does, and OutOfDate."""
    new, outcome = await parse_upload(arrival, sent, principal.id if principal.kind == "token" else None)
    stored = await finish(database, new, outcome)
    batch = sent.manifest.batch
    if batch and batch.shown()["role"] == "precondition":
        # Steps that arrived before it were compared with datasheets as of an unknown state.
        async with database.driver() as driver:
            await reparse_queue.add_of_batch(driver, batch.id, batch.step)
    return stored


async def parse_upload(
    arrival: Arrival, sent: AgentUpload, token_id: UUID | None = None
) -> tuple[NewUpload, outputs.Outcome]:
    """Parse an agent's upload, without storing anything. Raises TooDeep, TooMany, NotUnderstood."""
    manifest, inventory, files, received_at = sent.manifest, sent.inventory, sent.files, sent.received_at
    digest = compute_digest([(f.filename or "", f.sha256) for f in files])
    # One row per content: what only tells when and how fast it was collected is kept with the upload instead.
    collected = {key: value for key, value in (inventory or {}).items() if key in NOT_CONTENT}
    if inventory is not None:
        inventory = {key: value for key, value in inventory.items() if key not in NOT_CONTENT}
    context = Context(
        host_name=arrival.host_name,
        title=None if manifest.get_batch_title() else manifest.title,
        labels=manifest.labels,
        tags=manifest.tags,
        inventory=inventory,
        received_at=received_at,
        started_at=manifest.started_at,
        ended_at=manifest.ended_at,
        host_clock=compare_clocks(manifest.sent_at, received_at, manifest.size_bytes),
        argv=manifest.argv,
        target=manifest.target,
        targets=manifest.targets,
        fio_cpus=manifest.fio_cpus,
        batch=manifest.batch.shown() if manifest.batch else None,
        outcome=manifest.fio_outcome(),
        moment=mapping(collected, "moment"),
        rating_context=arrival.rating_context,
    )
    new = NewUpload(
        id=uuid7(),
        upload_key=manifest.upload_key,
        digest=digest,
        agent_host_id=arrival.agent_host_id,
        host_id=None,
        new_host_id=uuid7(),
        host_name=arrival.host_name,
        remembered_cards=arrival.remembered_cards,
        token_id=token_id,
        manifest=encoded(manifest.model_dump(mode="json", by_alias=True)),
        collected=encoded(collected) if collected else None,
        received_at=received_at,
        batch_id=manifest.batch.id if manifest.batch else None,
        batch_title=manifest.get_batch_title(),
    )
    if inventory is not None:
        sha256, _ = new.inventory.add(inventory)
        new.inventory_facets.append(encoded_facets(inventory, sha256))
    originals = [
        OriginalFile(listed.name, listed.kind, part.content)
        for listed, part in zip(manifest.files, files, strict=True)
    ]

    def fill() -> outputs.Outcome:
        outcome = outputs.convert_upload(originals, context)
        for listed, part in zip(manifest.files, files, strict=True):
            add_document(new, part, listed.kind, outcome.media_kinds[listed.name])
        new.derived = outcome.rows.finish()
        return outcome

    with refusals_of_readers():
        outcome = await run_off_loop(sum(len(f.content) for f in files), fill)
    return new, outcome


async def accept_import(
    database: Database,
    principal: Principal,
    body: bytes,
    logs: Sequence[Part] = (),
    **about: Unpack[About],
) -> Stored:
    """Stores an import once per host and content, with fio's logs of its one run.

    Raises NotUnderstood, TooDeep, TooMany, WrongHost; Invalid for logs where the output holds several runs.
    """
    name = about["file_name"]
    read = await run_off_loop(len(body), lambda: read_for_import(body, name))
    invocations = read.reading.invocations
    require_runs(about["run_labels"], len(invocations))
    if logs and len(invocations) > 1:
        raise errors.Invalid(sentences.LOGS_OF_ONE_RUN(runs=len(invocations)))
    accepted = await run_off_loop(
        len(body),
        lambda: accept_facts(
            read_facts(read), invocations, about.get("accept", "output"), about.get("reject", [])
        ),
    )
    stated = {int(number) - 1: labels for number, labels in about["run_labels"].items()}
    typed_by = clean_text(principal.name, MAX_NAME) if read.is_table else None
    context = Context(
        host_name=about["host_name"],
        title=about["title"],
        labels=about["labels"],
        # What the sender says of all runs stands above what the text says of one.
        run_labels={
            position: {**accepted.labels.get(position, {}), **about["labels"], **stated.get(position, {})}
            for position in range(len(invocations))
        },
        tags=about["tags"],
        inventory=accepted.inventory,
        is_inventory_stated=True,
        typed_by=typed_by,
        run_targets=accepted.targets,
        received_at=now(),
        started_at=about["started_at"],
        batch=about.get("batch"),
    )
    part = Part(IMPORTED, name, body, hashlib.sha256(body).digest())
    stored = await _accept_document(
        database,
        principal,
        part,
        read.reading,
        context,
        logs=logs,
        namespace=IMPORT_NAMESPACE,
        manifest={"import": {**about, "typed_by": typed_by}},
    )
    # An older reader may have made other runs of the same bytes: then an index names none of them.
    is_same = len(stored.run_ids) == len(invocations)
    if accepted.inventory is not None and is_same:
        await attach_inventory(database, stored.run_ids, accepted.inventory, principal.name)
    run_ids = [str(run_id) for run_id in stored.run_ids] if is_same else None
    claims = [build_claim(verdict, run_ids) for verdict in judged(read)]
    return replace(
        stored,
        claims=claims,
        lines=classify_lines(read),
        pasted_facts=accepted.facts,
        warnings=[*stored.warnings, *accepted.warnings],
    )


async def accept_yabs(database: Database, principal: Principal, body: bytes) -> Stored:
    """Stores what yabs.sh -s sends, once per host and content: for the token's own host, or one of the token's name.

    Raises NotUnderstood for anything but the JSON of YABS, TooDeep, TooMany, WrongHost.
    """
    with refusals_of_readers():
        reading = await run_off_loop(len(body), lambda: fio.read_output(body))
    if reading.kind != "yabs":
        raise errors.NotUnderstood("This address takes the JSON of YABS, as `yabs.sh -s ADDRESS` sends it.")
    host_name = principal.name.removeprefix("token ")
    if principal.host_id is not None:
        async with database.driver() as driver:
            host_name = (await ingest_queries.get_identity(driver, principal.host_id))["name"]
    return await accept_import(
        database,
        principal,
        body,
        file_name=None,
        host_name=host_name,
        title=None,
        started_at=None,
        labels={},
        run_labels={},
        tags=[],
    )


async def accept_typed(
    database: Database, principal: Principal, body: bytes, typed: TypedRun, typed_by: str
) -> Stored:
    """Stores a typed run once per host and document. Raises Invalid naming each place, WrongHost."""
    received_at = now()
    try:
        reading = read_typed(typed)
    except TypedRefused as refusal:
        raise errors.Invalid(
            f"{refusal.problems[0].where}: {refusal.problems[0].detail}", problems=refusal.problems
        ) from None
    [invocation] = reading.invocations
    started_at = typed.date if isinstance(typed.date, datetime) else None
    start = started_at or invocation.estimated_start_ms
    if start is not None and (reason := plausible(start, received_at)[1]):
        raise errors.Invalid(
            f"date: {typed.date} is {reason}", problems=[errors.Problem("/date", "Invalid", reason)]
        )
    typed_by = clean_text(typed_by, MAX_NAME)
    context = Context(
        host_name=typed.host,
        title=typed.title,
        labels=typed.labels,
        tags=typed.tags,
        inventory=None,
        received_at=received_at,
        started_at=started_at,
        note=typed.note,
        typed_by=typed_by,
    )
    stated = {"typed_by": typed_by, "started_at": None if started_at is None else started_at.isoformat()}
    part = Part(TYPED, None, body, hashlib.sha256(body).digest())
    return await _accept_document(
        database, principal, part, reading, context, namespace=TYPED_NAMESPACE, manifest={"typed": stated}
    )


async def _accept_document(
    database: Database,
    principal: Principal,
    part: Part,
    reading: fio.Reading,
    context: Context,
    *,
    logs: Sequence[Part] = (),
    namespace: UUID,
    manifest: dict[str, object],
) -> Stored:
    """Stores one document of a person, once per host and content. Raises WrongHost, Unavailable."""
    stated_name = context.host_name
    digest = compute_digest([(part.name, part.sha256)])
    # Of several hosts that call themselves so, a host's own token means its own.
    arrival = None if principal.host_id is not None else host_cache.remembered_of_name(database, stated_name)
    for _ in range(RACES):
        if arrival is None:
            arrival = await host_cache.asked_of_name(database, stated_name, part.sha256, digest)
        if principal.host_id is not None and principal.host_id != arrival.host_id:
            arrival = await _resolve_own_host(database, principal.host_id, arrival, part.sha256, digest)
        if principal.host_id is not None:
            await require_own_name(database, principal, arrival.host_name, stated_name)
        own_key = uuid5(namespace, f"{arrival.host_name}\n{part.sha256.hex()}")
        new = NewUpload(
            id=uuid7(),
            upload_key=arrival.upload_key or own_key,
            digest=digest,
            agent_host_id=None,
            host_id=arrival.host_id,
            new_host_id=uuid7(),
            host_name=arrival.host_name,
            remembered_cards=arrival.remembered_cards,
            token_id=principal.id if principal.kind == "token" else None,
            manifest=encoded(manifest),
            collected=None,
            received_at=context.received_at,
            batch_id=context.batch["id"] if context.batch else None,
        )
        of_host = replace(context, host_name=arrival.host_name, rating_context=arrival.rating_context)
        fill = partial(_fill_document, new, part, logs, reading, of_host)
        try:
            return await finish(database, new, await run_off_loop(len(part.content), fill))
        except OutOfDate:
            arrival = None
    raise errors.Unavailable(TOO_MANY_AT_ONCE, retry_after_s=1)


async def _resolve_own_host(
    database: Database, host_id: UUID, arrival: DocumentArrival, sha256: bytes, digest: bytes
) -> DocumentArrival:
    """Return the arrival under the host that the caller's token is of."""
    async with database.driver() as driver:
        host_name = (await ingest_queries.get_identity(driver, host_id))["name"]
        upload_key = await ingest_queries.find_document_upload(driver, host_id, sha256, digest)
    return replace(arrival, host_name=host_name, host_id=host_id, upload_key=upload_key)


def _fill_document(
    new: NewUpload, part: Part, logs: Sequence[Part], reading: fio.Reading, context: Context
) -> outputs.Outcome:
    log_files = [OriginalFile(log.filename or log.name, "fio_log", log.content) for log in logs]
    outcome = outputs.convert_import(reading, context, logs=log_files)
    add_document(new, part, "fio_output", reading.kind)
    for file, log in zip(log_files, logs, strict=True):
        add_document(new, log, "fio_log", outcome.media_kinds.get(file.name, "unknown"))
    new.derived = outcome.rows.finish()
    return outcome


async def preview(
    database: Database, principal: Principal, body: bytes, name: str | None, host_name: str | None
) -> ImportPreview:
    """What an import would store. Raises NotUnderstood, TooDeep, TooMany.

    Claims are held against earlier runs of the host, too, where the caller may read them.
    """
    received_at = now()
    read = await run_off_loop(len(body), lambda: read_for_preview(body, name))
    known: list[Measured] = []
    if read.claims.items and host_name and "read" in principal.rights:
        async with database.driver() as driver:
            rows = await list_newest_measured(driver, host_name, MAX_HOST_RESULTS)
        known = [convert_stored_result(row) for row in rows]
    return await run_off_loop(len(body), lambda: outputs.preview(read, received_at, known))

"""What the stored documents mean, put together for the pages that show them."""

from collections.abc import Mapping, Sequence
from uuid import UUID

import orjson

from fioboard.core.driver import Driver
from fioboard.core.errors import RunNotFound
from fioboard.core.objects import Objects
from fioboard.engine import rules
from fioboard.engine.answers.difference import DifferenceOut
from fioboard.engine.answers.inventory import InventoryOut
from fioboard.engine.answers.machine import MachineOut
from fioboard.engine.hardware.inventory import firmware
from fioboard.engine.hardware.inventory.difference import compare_documents, compare_facets, limit_rows
from fioboard.engine.hardware.inventory.gpu_answer import describe_gpus, describe_gpus_of_run
from fioboard.engine.hardware.inventory.gpu_use import read_gpu_use
from fioboard.engine.hardware.inventory.path import Measured, Path, resolve
from fioboard.engine.hardware.inventory.picture import draw_picture
from fioboard.engine.hardware.inventory.samples import BadSamples, Samples, read_samples
from fioboard.engine.hardware.inventory.tolerant import mapping
from fioboard.engine.hardware.inventory.units import compare_units
from fioboard.engine.words.limits import MAX_ANSWER_BYTES, MAX_NAME_CHARACTERS, MAX_RUN_RESULTS
from fioboard.store.blobs.get import original
from fioboard.store.queries import inventories as inventory_queries
from fioboard.store.queries.inventories import InventoryRow, InventoryWithRunsRow, PicturedRunRow
from fioboard.store.queries.rows import ResultRow
from fioboard.store.queries.runs.first_results import count_results, list_first_results


def build_document(row: InventoryWithRunsRow) -> dict[str, object]:
    """Build an inventory whole: what is stored once per content, and what its newest upload said of the moment."""
    document: dict[str, object] = orjson.loads(row["body"])
    return document | (orjson.loads(row["collected"]) if row["collected"] else {})


def build_inventory(row: InventoryWithRunsRow, *, is_whole: bool) -> InventoryOut:
    """Build an inventory with what follows from it; unless `is_whole`, without sections that are too long."""
    document = build_document(row)
    left_out = {} if is_whole else _choose_omitted(document)
    return {
        "id": row["id"],
        "created_at": row["created_at"],
        "hw_fingerprint": row["hw_fingerprint"],
        "fw_fingerprint": row["fw_fingerprint"],
        "os_fingerprint": row["os_fingerprint"],
        "run_count": row["run_count"],
        "document": {name: section for name, section in document.items() if name not in left_out},
        "left_out": [
            {"section": name[:MAX_NAME_CHARACTERS], "bytes": size} for name, size in left_out.items()
        ],
        "firmware": [setting.serialize() for setting in firmware.list_settings(document)],
        "findings": [f.serialize() for f in rules.judge_machine(document, mapping(document, "moment"))],
    }


def _choose_omitted(document: Mapping[str, object]) -> dict[str, int]:
    """Choose the sections without which the document fits into an answer, the longest first, each with its bytes."""
    sizes = {name: len(orjson.dumps(section)) + len(name) for name, section in document.items()}
    total = sum(sizes.values())
    left_out: dict[str, int] = {}
    for name, size in sorted(sizes.items(), key=lambda one: -one[1]):
        if total <= MAX_ANSWER_BYTES:
            break
        total -= size
        left_out[name] = size
    return left_out


def build_difference(base: InventoryRow, new: InventoryRow) -> DifferenceOut:
    """Build what differs between two inventories."""
    one, other = orjson.loads(base["body"]), orjson.loads(new["body"])
    state, sentence = compare_units(one, other)
    rows = compare_documents(one, other)
    shown = limit_rows(row.serialize() for row in rows)
    return {
        "base": {"id": str(base["id"]), "created_at": base["created_at"]},
        "new": {"id": str(new["id"]), "created_at": new["created_at"]},
        "facets": [
            {"facet": f.facet, "state": f.state, "text": f.text} for f in compare_facets(one, other, rows)
        ],
        "units": {"state": state, "text": sentence},
        "rows": shown,
        "rows_left_out": len(rows) - len(shown),
    }


async def machine(
    driver: Driver, objects: Objects | None, inventory: InventoryWithRunsRow, run_id: UUID | None
) -> MachineOut:
    """An inventory as a tree, with what a run moved. Raises RunNotFound when the run has
    another inventory."""
    document = build_document(inventory)
    if run_id is None:
        return build_machine(document, None, [], None)
    run = await inventory_queries.run_for_picture(driver, run_id)
    if run is None or run["inventory_id"] != inventory["id"]:
        raise RunNotFound("No such run has this inventory.")
    # The path follows from what moved most, which is the headline result.
    results = await list_first_results(driver, await count_results(driver, [run_id]), MAX_RUN_RESULTS)
    samples = None
    if run["samples_sha256"] is not None:
        samples = await original(objects, run["samples_sha256"], run["samples"])
    return build_machine(document, run, results, samples)


def build_machine(
    document: Mapping[str, object],
    run: PicturedRunRow | None,
    results: Sequence[ResultRow],
    samples: bytes | None,
) -> MachineOut:
    """Build the tree; with a run, its own inventory's path is marked and what it moved is shown."""
    if run is None:
        return {**draw_picture(document), "run": None, "gpus": describe_gpus(document)}
    path = _path(document, run, results, samples)
    use = read_gpu_use(orjson.loads(result["job_options"]) for result in results)
    measured = max(results, key=lambda r: r["bw_bytes_per_s"] or 0, default=None)
    return {
        **draw_picture(document, path),
        "run": {
            "id": str(run["id"]),
            "bw_bytes_per_s": measured["bw_bytes_per_s"] if measured else None,
            "direction": measured["direction"] if measured else None,
        },
        "gpus": describe_gpus_of_run(document, path, use),
    }


def _path(
    document: Mapping[str, object],
    run: PicturedRunRow,
    results: Sequence[ResultRow],
    samples: bytes | None,
) -> Path | None:
    manifest = orjson.loads(run["manifest"])
    return resolve(
        document,
        manifest.get("targets"),
        fallback=run["target"],
        samples=_samples(samples),
        results=[Measured(r["direction"], r["bw_bytes_per_s"]) for r in results],
    )


def _samples(content: bytes | None) -> Samples | None:
    """The run's samples; what could not be read at ingest is not read here either."""
    try:
        return read_samples(orjson.loads(content)) if content else None
    except (BadSamples, orjson.JSONDecodeError):
        return None

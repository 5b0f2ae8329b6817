"""Everything a share could show, as the pages' own services answer it; what is left out, redaction decides."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar
from uuid import UUID

import orjson

from fioboard import __version__
from fioboard.app.compare import service as compare_service
from fioboard.app.compare.portions import take_portion
from fioboard.app.compare.resampling import OF_SHARE
from fioboard.app.hosts.machines import inventories as inventory_service
from fioboard.app.reference_sets.placement import find_places
from fioboard.app.reference_sets.stated import find_stated_places
from fioboard.app.runs.explore.series import service as series_service
from fioboard.app.runs.history import batch_page, support, timeline
from fioboard.app.runs.history import detail as runs
from fioboard.app.runs.history.fitting import choose_result_count
from fioboard.app.runs.history.history import load_measured
from fioboard.app.runs.history.rating import load_ratings
from fioboard.app.sharing.links import address, sentences
from fioboard.app.sharing.redaction import Sources
from fioboard.app.sharing.redaction.sources import Drawn, SourceRun
from fioboard.core.driver import Driver
from fioboard.core.errors import Invalid
from fioboard.core.objects import Objects
from fioboard.core.times import now
from fioboard.engine.answers.batch import BatchOut
from fioboard.engine.answers.compare import CompareOut
from fioboard.engine.answers.compare_curves import DistributionOut
from fioboard.engine.answers.rating import RatingOut
from fioboard.engine.answers.reference_set import PlacedResult, PlacementList
from fioboard.engine.answers.run import RunDetail
from fioboard.engine.answers.share import ShareSpec
from fioboard.engine.answers.shared import SharedSeries, ShareKind
from fioboard.engine.hardware.datasheets.card import Card
from fioboard.engine.rules.history import Measured
from fioboard.engine.words.limits import MAX_SHARE_RESULTS
from fioboard.store.queries import inventories as inventory_queries
from fioboard.store.queries import reference_sets as set_queries
from fioboard.store.queries import specs as card_queries
from fioboard.store.queries.inventories import InventoryWithRunsRow
from fioboard.store.queries.runs.first_results import count_results

MAX_RUNS = 200
MAX_DISTRIBUTIONS = 24
MAX_PICTURES = 6


Answer = TypeVar("Answer")


def _plain(answer: Answer) -> Answer:
    """An answer as its reader gets it: JSON's own types only, so ids and times are text."""
    plain: Answer = orjson.loads(orjson.dumps(answer, default=str))
    return plain


async def gather(
    driver: Driver, objects: Objects | None, kind: ShareKind, spec: ShareSpec, set_ids: Sequence[UUID] = ()
) -> tuple[Sources, list[UUID]]:
    """The sources of a share, and the ids of the runs they are of. `driver`: an asyncpg connection. `set_ids`: the
    reference sets that its sender chose.

    Raises RunNotFound, BatchNotFound, FilterError, Invalid for an address that says too little or means too many runs.
    """
    comparison: CompareOut | None = None
    distributions: list[DistributionOut] = []
    series: SharedSeries | None = None
    batch: BatchOut | None = None
    measured: list[Measured] = []
    if kind == "run":
        run_ids = [UUID(str(spec.run_id))]
    elif kind == "compare":
        wanted = address.comparison(spec.address or "")
        comparison = _whole(await compare_service.compare(driver, wanted, resampled=OF_SHARE))
        run_ids = _bounded(_list_compared_runs(comparison))
        distributions = await compare_service.load_distributions(driver, wanted, MAX_DISTRIBUTIONS)
    elif kind == "batch":
        batch_id = UUID(str(spec.batch_id))
        batch = _plain(await batch_page.load_batch(driver, batch_id))
        measured = await load_measured(driver, batch_id)
        run_ids = _bounded(str(run["id"]) for run in batch["runs"])
    else:
        chart = address.chart(spec.address or "")
        drawn = _plain(await series_service.series(driver, chart.filter, chart.axes))
        series = {**drawn, "is_log_x": chart.is_log_x, "is_log_y": chart.is_log_y}
        run_ids = _bounded(_list_series_runs(series))
    totals = await count_results(driver, run_ids)
    most = choose_result_count(totals.values(), MAX_SHARE_RESULTS, MAX_SHARE_RESULTS)
    details = [_plain(await runs.load_detail(driver, run_id, most)) for run_id in run_ids]
    rated = await load_ratings(driver, run_ids)
    # The pages of a chart and of a batch draw no scorecard, and what is not drawn is not sent.
    is_rated = kind in {"run", "compare"}
    inventories = await _inventories(driver, details)
    pictured = run_ids if kind == "run" else _one_of_each(details)
    whole: list[SourceRun] = [
        {
            **detail,
            **await _drawn(
                driver, objects, detail, inventories, has_picture=run_id in pictured, alone=kind == "run"
            ),
            "rating": _plain(rated.get(run_id)) if is_rated else None,
            "reference_sets": await _load_chosen_sets(driver, run_id, set_ids) if set_ids else None,
        }
        for run_id, detail in zip(run_ids, details, strict=True)
    ]
    sources = Sources(
        kind=kind,
        runs=whole,
        inventories={
            key: _plain(inventory_service.build_inventory(row, is_whole=True))
            for key, row in inventories.items()
        },
        cards=await _own_cards(driver, rated.values()),
        compare=comparison,
        distributions=_plain(distributions),
        series=series,
        batch=batch,
        measured=measured,
        created_at=now(),
        fioboard_version=__version__,
    )
    return sources, run_ids


async def _load_chosen_sets(driver: Driver, run_id: UUID, set_ids: Sequence[UUID]) -> PlacementList:
    """A run beside these sets alone. Raises Invalid for one that is not in use, or names no maker."""
    rows = {row["id"]: row for row in await set_queries.list_sets(driver)}
    for set_id in set_ids:
        row = rows.get(set_id)
        if row is None or row["revoked_at"] or row["off_at"] or not row["is_newest"]:
            raise Invalid(sentences.NO_SET(id=set_id))
        if not row["maker_name"]:
            raise Invalid(sentences.UNNAMED_SET(id=set_id))
    chosen = {str(set_id) for set_id in set_ids}
    items: list[PlacedResult] = [
        {**one, "sets": kept}
        for one in await find_places(driver, run_id)
        if (kept := [figure for figure in one["sets"] if figure["set_id"] in chosen])
    ]
    stated = [one for one in await find_stated_places(driver, run_id) if one["set_id"] in chosen]
    placed: PlacementList = {"items": items, "stated": stated}
    return _plain(placed)


async def _own_cards(driver: Driver, ratings: Iterable[RatingOut]) -> list[Card]:
    """People's cards that the runs are held against."""
    figures = (figure for rating in ratings for figure in rating["figures"])
    ids = {card["id"] for figure in figures if (card := figure["card"]) and card["origin"] == "person"}
    cards = await card_queries.get_cards(driver) if ids else []
    return [one.card for one in cards if one.origin == "person" and one.card.id in ids]


def _one_of_each(details: Sequence[RunDetail]) -> list[UUID]:
    """The first run of each inventory: a picture for every machine and state of it, not for every run."""
    first: dict[str, UUID] = {}
    for detail in details:
        if detail["inventory_id"]:
            first.setdefault(str(detail["inventory_id"]), UUID(str(detail["id"])))
    return list(first.values())[:MAX_PICTURES]


async def _drawn(
    driver: Driver,
    objects: Objects | None,
    detail: RunDetail,
    inventories: Mapping[str, InventoryWithRunsRow],
    *,
    has_picture: bool,
    alone: bool,
) -> Drawn:
    """What is drawn of a run: its machine, and of one that is shared alone its curves and all that was recorded."""
    run_id = UUID(str(detail["id"]))
    inventory = inventories.get(str(detail["inventory_id"]))
    machine = None
    if inventory is not None and has_picture:
        machine = _plain(await inventory_service.machine(driver, objects, inventory, run_id))
    if not alone:
        return {"machine": machine, "curves": [], "time_series": None}
    time_series = _plain(await timeline.load_timeline(driver, run_id))
    return {
        "support": _plain(await support.load_support(driver, objects, run_id)),
        "machine": machine,
        "curves": _plain(
            await runs.load_curves(driver, run_id, [UUID(str(one["id"])) for one in detail["results"]])
        ),
        "time_series": time_series if time_series["series"] else None,
    }


async def _inventories(driver: Driver, details: Sequence[RunDetail]) -> dict[str, InventoryWithRunsRow]:
    """Rows of the runs' distinct inventories, by id."""
    ids = dict.fromkeys(str(detail["inventory_id"]) for detail in details if detail["inventory_id"])
    rows = {key: await inventory_queries.get_inventory(driver, UUID(key)) for key in ids}
    return {key: row for key, row in rows.items() if row is not None}


def _whole(comparison: CompareOut) -> CompareOut:
    """The comparison, whose sentences are said again of what a share shows. Raises Invalid where not all fits in."""
    portion = take_portion(comparison)
    for part in (portion, *portion["more"]):
        if len(part["workloads"]) < part["workloads_total"]:
            raise Invalid(sentences.TOO_MANY_WORKLOADS(workloads=part["workloads_total"]))
    return _plain(portion)


def _list_compared_runs(comparison: CompareOut) -> Iterator[str]:
    yield from comparison["base"]["run_ids"]
    for part in (comparison, *comparison["more"]):
        yield from part["new"]["run_ids"]


def _list_series_runs(series: SharedSeries) -> Iterator[str]:
    for one in series["series"]:
        for point in one["points"]:
            yield from (value["run_id"] for value in point["values"])


def _bounded(run_ids: Iterable[str]) -> list[UUID]:
    distinct = list(dict.fromkeys(run_ids))
    if not distinct:
        raise Invalid("There is nothing to share: no run has a value to show.")
    if len(distinct) > MAX_RUNS:
        raise Invalid(sentences.TOO_MANY_RUNS(most=MAX_RUNS, runs=len(distinct)))
    return [UUID(run_id) for run_id in distinct]

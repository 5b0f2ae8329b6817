"""The present view as a file: one row per result, in the list's order.

A file is read page by page, so memory stays constant, and holds at most MAX_EXPORT_RESULTS; more comes in parts.
"""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast
from uuid import UUID

import orjson

from fioboard.app.runs.history import listing, sentences, shape
from fioboard.app.runs.history.tables import Cell, Heading, HumanFormat, csv_lines, format_table
from fioboard.core import errors
from fioboard.core.database import Database
from fioboard.core.driver import Driver
from fioboard.core.figures import format_count
from fioboard.engine.answers.answer import VerdictBrief
from fioboard.engine.answers.result import ListedResult
from fioboard.engine.answers.run import RunItem
from fioboard.engine.factors import FACTORS
from fioboard.engine.factors.implied import LABEL
from fioboard.engine.filters import Filter, metric
from fioboard.engine.rating import wording
from fioboard.engine.words.factors import JOB_OPTIONS
from fioboard.engine.words.limits import (
    MAX_EXPORT_RESULTS,
    MAX_LIST_COLUMNS,
    MAX_RESULTS_PER_PAGE,
    MAX_TABLE_RESULTS,
    MAX_TABLE_RUNS,
)
from fioboard.store.queries.filtering import select
from fioboard.store.queries.ratings import rate_runs
from fioboard.store.queries.runs.first_results import count_results, list_results_after_position
from fioboard.store.queries.runs.lists import run_ids

Format = Literal["csv", "json", "ndjson", "markdown", "bbcode", "text"]
MEDIA: dict[Format, tuple[str, str]] = {
    "csv": ("text/csv; charset=utf-8", "csv"),
    "json": ("application/json", "json"),
    "ndjson": ("application/x-ndjson", "ndjson"),
    "markdown": ("text/markdown; charset=utf-8", "md"),
    "bbcode": ("text/plain; charset=utf-8", "txt"),
    "text": ("text/plain; charset=utf-8", "txt"),
}
USUAL_COLUMNS = (
    *("host", "started_at", "job_name", "rw", "direction", "bs", "iodepth", "numjobs"),
    *("iops", "bw_bytes_per_s", "clat_mean_ns", "clat_p50_ns", "clat_p99_ns"),
)
OF_ANSWERS = {
    "verdict": "Verdict",
    "verdict_id": "Rule of the verdict",
    "verdict_sentence": "What it says",
    "verdict_share": "Share of the limit",
    "finding_ids": "Found",
}
"""Of the run's answer; programs get them unasked."""
OF_RATING = {"rated_verdict": "What may be said of the share"}
"""Of a result beside its datasheet."""
FOR_PROGRAMS = (*OF_ANSWERS, "rated_share", *OF_RATING)
OWN: dict[str, str] = {
    "run": "Run",
    "title": "Title",
    "started_at": "Start",
    "job_name": "Job",
    "direction": "Direction",
    "outcome": "Outcome",
    **OF_ANSWERS,
    **OF_RATING,
}
WAYS_OUT = (
    "Narrow the filter, take it in parts (max_runs=200), or run `fioboard export` where the service runs."
)
PAGE = 200
# A position before the first, which no result has.
NOWHERE = -1
MAX_SCORECARDS = 20
"""A table for people of so few runs has their scorecards below; of more it would be the longer part."""
Reader = Callable[[ListedResult | None], Cell]
FactorCell = str | int | float | bool | list[str | int | float | bool]


def parse_headings(columns: str | None, form: Format) -> list[Heading]:
    """Return the chosen columns, or the usual ones of a form. Raises UnknownKey, Invalid."""
    usual = (*USUAL_COLUMNS, *FOR_PROGRAMS) if form in {"csv", "json"} else USUAL_COLUMNS
    keys = [key for key in (columns or "").split(",") if key] or list(usual)
    if len(keys) > MAX_LIST_COLUMNS:
        raise errors.Invalid(sentences.TOO_MANY_EXPORT_COLUMNS(most=MAX_LIST_COLUMNS))
    chosen = []
    for key in (listing.known_key(key, "columns", tuple(OWN)) for key in keys):
        wanted = metric(key)
        if wanted is not None:
            chosen.append(Heading(key, wanted.title, wanted.unit))
        elif key in OWN:
            chosen.append(Heading(key, OWN[key], "number" if key == "verdict_share" else "text"))
        else:
            factor = FACTORS.get(key)
            kind: Literal["bytes", "number", "text"] = "text"
            if factor is not None and factor.type in {"bytes", "number"}:
                kind = "bytes" if factor.type == "bytes" else "number"
            chosen.append(Heading(key, factor.title if factor else key.removeprefix(LABEL), kind))
    return chosen


@dataclass(frozen=True, slots=True)
class Part:
    """As many runs of the list as are asked for, after a place in it."""

    max_runs: int
    cursor: str | None = None


@dataclass(frozen=True, slots=True)
class File:
    """A file, piece by piece, and where the next part of the list begins; None: nothing follows."""

    pieces: AsyncIterator[bytes]
    next_cursor: str | None = None


async def export_runs(
    database: Database,
    wanted: Filter,
    *,
    form: Format,
    columns: Sequence[Heading],
    sort: str,
    part: Part | None = None,
    is_whole: bool = False,
) -> File:
    """Start the file of a part of the list, or of all of it. Raises FilterError, BadCursor, and Invalid when more
    matches than one file holds. `is_whole`: csv and ndjson hold as many results as there are.
    """
    max_results = None if is_whole else MAX_EXPORT_RESULTS
    listing.parse_sort(sort)
    if part is not None:
        async with database.driver() as driver:
            page = await listing.page(
                driver, wanted, sort=sort, limit=part.max_runs, cursor=part.cursor, columns=()
            )
            runs = [UUID(str(item["id"])) for item in page["items"]]
            await _require_few_results(driver, runs, form, max_results)
        pages = _list_page(page["items"])
        return File(_write_pieces(database, pages, form, columns, len(runs)), page["next_cursor"])
    async with database.driver() as driver:
        selection = await select(driver, wanted)
        most = max_results if form in {"csv", "ndjson"} else MAX_TABLE_RUNS
        runs = [] if most is None else await run_ids(driver, selection, most + 1)
        if most is not None and len(runs) > most:
            raise errors.Invalid(
                sentences.TOO_MANY_TO_EXPORT(most=format_count(most), form=form, instead=WAYS_OUT)
            )
        await _require_few_results(driver, runs, form, max_results)
    return File(_write_pieces(database, _read_pages(database, wanted, sort), form, columns, len(runs)))


async def _require_few_results(
    driver: Driver, runs: Sequence[UUID], form: Format, max_results: int | None
) -> None:
    """Raise Invalid for more results than one file holds, or than the columns of a table could be aligned of."""
    most = MAX_TABLE_RESULTS if form in {"markdown", "bbcode", "text"} else max_results
    results = sum((await count_results(driver, runs)).values())
    if most is not None and results > most:
        raise errors.Invalid(
            sentences.TOO_MANY_RESULTS_TO_EXPORT(
                results=format_count(results), form=form, most=format_count(most), instead=WAYS_OUT
            )
        )


async def _list_page(items: list[RunItem]) -> AsyncIterator[list[RunItem]]:
    yield items


async def _write_pieces(
    database: Database,
    pages: AsyncIterator[list[RunItem]],
    form: Format,
    columns: Sequence[Heading],
    run_count: int,
) -> AsyncIterator[bytes]:
    if form == "ndjson":
        async for line in _write_lines(database, pages):
            yield line
        return
    keys = [heading.key for heading in columns]
    if form == "csv":
        yield csv_lines([keys]).encode()
    kept: list[list[Cell]] = []
    runs: list[UUID] = []
    separator = b"[\n"
    async for items in _read_parts(database, pages):
        rows = [row for item in items for row in build_rows(item, columns)]
        if form == "csv":
            yield csv_lines(rows).encode()
        elif form == "json":
            yield separator + b",\n".join(orjson.dumps(dict(zip(keys, row, strict=True))) for row in rows)
            separator = b",\n"
        else:
            kept += rows
            runs += [UUID(str(item["id"])) for item in items]
    if form == "json":
        yield b"[]" if separator == b"[\n" else b"\n]"
    elif form in ("markdown", "bbcode", "text"):
        yield format_table(columns, kept, form).encode()
        if run_count <= MAX_SCORECARDS:
            yield (await _write_scorecards(database, list(dict.fromkeys(runs)), form)).encode()


async def _write_scorecards(database: Database, runs: Sequence[UUID], form: HumanFormat) -> str:
    """Write the runs beside the datasheets of their drives, as a table of its own; empty where no figure is rated."""
    async with database.driver() as driver:
        rated = await rate_runs(driver, runs)
    lines: list[list[Cell]] = [
        [str(run_id), *wording.cells(figure)]
        for run_id, run in rated.items()
        for figure in run.serialize()["figures"]
    ]
    if not lines:
        return ""
    titles = [Heading(name, name, "text") for name in ("Run", *wording.HEADINGS)]
    return sentences.BESIDE_DATASHEETS(table=format_table(titles, lines, form), marks=wording.MARKS)


async def _read_pages(database: Database, wanted: Filter, sort: str) -> AsyncIterator[list[RunItem]]:
    """Read pages by key, each on a connection of its own: a slow reader holds none, and no transaction stays open."""
    cursor: str | None = None
    while True:
        async with database.driver() as driver:
            page = await listing.page(driver, wanted, sort=sort, limit=PAGE, cursor=cursor, columns=())
        yield page["items"]
        cursor = page["next_cursor"]
        if cursor is None:
            return


async def _read_parts(
    database: Database, pages: AsyncIterator[list[RunItem]]
) -> AsyncIterator[list[RunItem]]:
    """Read runs with all their results: those of which a page shows a part come once for every part, in the file's
    order.
    """
    async for items in pages:
        whole: list[RunItem] = []
        for item in items:
            if _is_whole(item):
                whole.append(item)
                continue
            if whole:
                yield whole
                whole = []
            async for results in _read_results(database, item):
                yield [{**item, "results": results}]
        if whole:
            yield whole


async def _write_lines(database: Database, pages: AsyncIterator[list[RunItem]]) -> AsyncIterator[bytes]:
    """Write a run per line; a long one in pieces."""
    async for items in pages:
        for item in items:
            if _is_whole(item):
                yield orjson.dumps(item, default=str, option=orjson.OPT_APPEND_NEWLINE)
                continue
            head = {key: value for key, value in item.items() if key != "results"}
            separator = orjson.dumps(head, default=str)[:-1] + b',"results":['
            async for results in _read_results(database, item):
                yield separator + b",".join(orjson.dumps(one, default=str) for one in results)
                separator = b","
            yield b"]}\n"


def _is_whole(item: RunItem) -> bool:
    return len(item["results"]) == item["results_total"]


async def _read_results(database: Database, item: RunItem) -> AsyncIterator[list[ListedResult]]:
    """Read all results of a run, in parts; each on a connection of its own."""
    position = NOWHERE
    while True:
        async with database.driver() as driver:
            rows = await list_results_after_position(
                driver, UUID(str(item["id"])), position, NOWHERE, MAX_RESULTS_PER_PAGE
            )
        if not rows:
            return
        yield [cast(ListedResult, shape.result(row)) for row in rows]
        position = rows[-1]["position"]


def _get_verdict(item: RunItem) -> VerdictBrief | None:
    # JSON as it is stored, or the object itself.
    verdict: VerdictBrief | None = orjson.loads(orjson.dumps(item["verdict"]))
    return verdict


def _list_run_cells(item: RunItem) -> dict[str, Cell]:
    """List the cells that are the same for every result of a run."""
    verdict = _get_verdict(item)
    answer: dict[str, Cell] = dict.fromkeys(OF_ANSWERS)
    if verdict is not None:
        answer = {
            "verdict": verdict["kind"],
            "verdict_id": verdict["id"],
            "verdict_sentence": verdict["sentence"],
            "verdict_share": verdict["share"],
            # Where nothing was judged it is unknown, where nothing was found an empty text.
            "finding_ids": " ".join(item["finding_ids"]),
        }
    return {
        "run": str(item["id"]),
        "title": item["title"],
        "started_at": None if item["started_at"] is None else item["started_at"].isoformat(),
        "outcome": item["outcome"],
        **answer,
    }


def build_rows(item: RunItem, columns: Sequence[Heading]) -> list[list[Cell]]:
    """Build one row per result of a run; a run without results has one row of its own."""
    of_run = _list_run_cells(item)
    factors: Mapping[str, FactorCell] = orjson.loads(orjson.dumps(item["factors"]))
    readers = [_choose_reader(heading.key, of_run, factors) for heading in columns]
    results: Sequence[ListedResult | None] = item["results"] or [None]
    return [[read(result) for read in readers] for result in results]


def _choose_reader(key: str, of_run: Mapping[str, Cell], factors: Mapping[str, FactorCell]) -> Reader:
    """Choose how a column's cell of each result is found; None stands for a run without results."""
    if key in of_run:
        cell = of_run[key]
        return lambda _: cell
    wanted = metric(key)
    if wanted is not None:
        return lambda result: None if result is None else wanted.read(result)
    value = factors.get(key)
    of_host: Cell = " + ".join(map(str, value)) if isinstance(value, list) else value
    if key == "bs":
        return lambda result: of_host if result is None else _get_block_size(result)
    if key in {"job_name", "direction", *OF_RATING}:
        return lambda result: None if result is None else _get_column(result, key)
    if key in JOB_OPTIONS:  # of this result: jobs of one run may differ
        return lambda result: of_host if result is None else _get_column(result, key)
    return lambda _: of_host


def _get_block_size(result: ListedResult) -> Cell:
    return result["bs"] if result["bs_bytes"] is None else result["bs_bytes"]


def _get_column(result: ListedResult, key: str) -> Cell:
    columns: Mapping[str, object] = result
    return cast(Cell, columns[key])

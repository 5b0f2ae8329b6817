"""The present view as a file: one row per result, in the list's order. Read page by page, so memory stays constant."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Literal, cast
from uuid import UUID

import orjson

from fioboard.core import errors
from fioboard.core.database import Database
from fioboard.core.driver import Driver
from fioboard.factors import FACTORS
from fioboard.factors.implied import LABEL
from fioboard.features.runs import listing, shape
from fioboard.features.runs.tables import Cell, Heading, HumanFormat, csv_line, for_people
from fioboard.filters import Filter, metric
from fioboard.queries.filtering import Selection, count, select
from fioboard.queries.ratings import rate_runs
from fioboard.queries.runs.first_results import count_results, list_results_after_position
from fioboard.queries.runs.lists import run_ids
from fioboard.rating import wording
from fioboard.schemas.answer import VerdictBrief
from fioboard.schemas.result import ListedResult
from fioboard.schemas.run import RunItem
from fioboard.vocabulary.factors import JOB_OPTIONS
from fioboard.vocabulary.limits import (
    MAX_LIST_COLUMNS,
    MAX_RESULTS_PER_PAGE,
    MAX_TABLE_RESULTS,
    MAX_TABLE_RUNS,
)

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
PAGE = 200
# A position before the first, which no result has.
NOWHERE = -1
MAX_SCORECARDS = 20
"""A table for people of so few runs has their scorecards below; of more it would be the longer part."""
FactorCell = str | int | float | bool | list[str | int | float | bool]


def parse_headings(columns: str | None, form: Format) -> list[Heading]:
    """Return the chosen columns, or the usual ones of a form. Raises UnknownKey, Invalid."""
    usual = (*USUAL_COLUMNS, *FOR_PROGRAMS) if form in {"csv", "json"} else USUAL_COLUMNS
    keys = [key for key in (columns or "").split(",") if key] or list(usual)
    if len(keys) > MAX_LIST_COLUMNS:
        raise errors.Invalid(f"An export has at most {MAX_LIST_COLUMNS} columns.")
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


async def export_runs(
    database: Database, wanted: Filter, *, form: Format, columns: Sequence[Heading], sort: str
) -> AsyncIterator[bytes]:
    """Yield the file, piece by piece. Raises FilterError before the first piece, Invalid when a table would be too
    long.
    """
    listing.parse_sort(sort)
    async with database.driver() as driver:
        selection = await select(driver, wanted)
        total, _ = await count(driver, selection)
        if form in {"markdown", "bbcode", "text", "json"} and total > MAX_TABLE_RUNS:
            raise errors.Invalid(
                f"{total} runs match; as {form} at most {MAX_TABLE_RUNS}. Narrow the filter, or take csv or ndjson."
            )
        if form in {"markdown", "bbcode", "text"}:
            await _require_few_results(driver, selection, form)
    return _write_pieces(database, wanted, form, columns, sort, has_scorecards=total <= MAX_SCORECARDS)


async def _require_few_results(driver: Driver, selection: Selection, form: Format) -> None:
    """Raises Invalid for a table whose columns could not be aligned within the memory of one answer."""
    results = sum((await count_results(driver, await run_ids(driver, selection, MAX_TABLE_RUNS))).values())
    if results > MAX_TABLE_RESULTS:
        raise errors.Invalid(
            f"{results:,} results match; as {form} at most {MAX_TABLE_RESULTS:,}. Narrow the filter, or take csv or "
            "ndjson."
        )


async def _write_pieces(
    database: Database,
    wanted: Filter,
    form: Format,
    columns: Sequence[Heading],
    sort: str,
    *,
    has_scorecards: bool,
) -> AsyncIterator[bytes]:
    if form == "ndjson":
        async for line in _write_lines(database, wanted, sort):
            yield line
        return
    keys = [heading.key for heading in columns]
    if form == "csv":
        yield csv_line(keys).encode()
    kept: list[list[Cell]] = []
    runs: list[UUID] = []
    separator = b"[\n"
    async for items in _read_parts(database, wanted, sort):
        rows = [row for item in items for row in build_rows(item, columns)]
        if form == "csv":
            yield "".join(csv_line(row) for row in rows).encode()
        elif form == "json":
            yield separator + b",\n".join(orjson.dumps(dict(zip(keys, row, strict=True))) for row in rows)
            separator = b",\n"
        else:
            kept += rows
            runs += [UUID(str(item["id"])) for item in items]
    if form == "json":
        yield b"[]" if separator == b"[\n" else b"\n]"
    elif form in {"markdown", "bbcode", "text"}:
        yield for_people(columns, kept, form).encode()
        if has_scorecards:
            yield (await _write_scorecards(database, list(dict.fromkeys(runs)), form)).encode()


async def _write_scorecards(database: Database, runs: Sequence[UUID], form: HumanFormat) -> str:
    """Write the runs beside the datasheets of their drives, as a table of its own; empty where no figure is rated."""
    async with database.driver() as driver:
        rated = await rate_runs(driver, runs)
    lines: list[list[Cell]] = [
        [str(run_id), *wording.cells(figure)]
        for run_id, run in rated.items()
        for figure in run.out()["figures"]
    ]
    if not lines:
        return ""
    titles = [Heading(name, name, "text") for name in ("Run", *wording.HEADINGS)]
    return f"\nBeside the datasheets\n\n{for_people(titles, lines, form)}\n{wording.MARKS}\n"


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


async def _read_parts(database: Database, wanted: Filter, sort: str) -> AsyncIterator[list[RunItem]]:
    """Read runs with all their results: those of which a page shows a part come once for every part, in the file's
    order.
    """
    async for items in _read_pages(database, wanted, sort):
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


async def _write_lines(database: Database, wanted: Filter, sort: str) -> AsyncIterator[bytes]:
    """Write a run per line; a long one in pieces."""
    async for items in _read_pages(database, wanted, sort):
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


def _start(item: RunItem) -> Cell:
    return None if item["started_at"] is None else item["started_at"].isoformat()


def _get_verdict(item: RunItem) -> VerdictBrief | None:
    # JSON as it is stored, or the object itself.
    verdict: VerdictBrief | None = orjson.loads(orjson.dumps(item["verdict"]))
    return verdict


def _make_verdict_reader(field: Literal["kind", "id", "sentence", "share"]) -> Callable[[RunItem], Cell]:
    def read(item: RunItem) -> Cell:
        verdict = _get_verdict(item)
        return None if verdict is None else verdict[field]

    return read


_OF_RUN: dict[str, Callable[[RunItem], Cell]] = {
    "run": lambda item: str(item["id"]),
    "title": lambda item: item["title"],
    "started_at": _start,
    "outcome": lambda item: item["outcome"],
    "verdict": _make_verdict_reader("kind"),
    "verdict_id": _make_verdict_reader("id"),
    "verdict_sentence": _make_verdict_reader("sentence"),
    "verdict_share": _make_verdict_reader("share"),
    # Where nothing was judged it is unknown, where nothing was found an empty text.
    "finding_ids": lambda item: None if _get_verdict(item) is None else " ".join(item["finding_ids"]),
}


def build_rows(item: RunItem, columns: Sequence[Heading]) -> list[list[Cell]]:
    """Build one row per result of a run; a run without results has one row of its own."""
    factors = orjson.loads(orjson.dumps(item["factors"]))
    results: Sequence[ListedResult | None] = item["results"] or [None]
    return [[_build_cell(item, factors, result, h.key) for h in columns] for result in results]


def _build_cell(
    item: RunItem, factors: Mapping[str, FactorCell], result: ListedResult | None, key: str
) -> Cell:
    if key in _OF_RUN:
        return _OF_RUN[key](item)
    wanted = metric(key)
    if result is None and (wanted is not None or key in {"job_name", "direction", *OF_RATING}):
        return None
    if result is not None:
        if wanted is not None:
            return wanted.read(result)
        if key == "bs":
            return result["bs"] if result["bs_bytes"] is None else result["bs_bytes"]
        if key in {
            "job_name",
            "direction",
            *OF_RATING,
            *JOB_OPTIONS,
        }:  # of this result: jobs of one run may differ
            columns: Mapping[str, object] = result
            return cast(Cell, columns[key])
    value = factors.get(key)
    return " + ".join(map(str, value)) if isinstance(value, list) else value

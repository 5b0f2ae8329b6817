"""The feed of a view: its newest changes and events, and runs where they are asked for."""

from collections.abc import Iterator
from datetime import datetime

import orjson

from fioboard.app.runs.explore.views import sentences
from fioboard.app.runs.explore.views.atom import Entry, atom
from fioboard.app.runs.explore.views.canonical import parse_filter
from fioboard.core.config import settings
from fioboard.core.driver import Driver
from fioboard.core.times import now
from fioboard.engine.filters import Filter
from fioboard.engine.watch.descriptions import describe_change, describe_event, describe_levels, event_path
from fioboard.engine.words.events import EVENT_WORDS, EVENTS
from fioboard.engine.words.metrics import METRICS
from fioboard.store.queries import configurations, feeds
from fioboard.store.queries.changes import ChangeRow
from fioboard.store.queries.events import EventRow
from fioboard.store.queries.feeds import FeedRow
from fioboard.store.queries.filtering import resolve
from fioboard.store.queries.rows import ListedRunRow
from fioboard.store.queries.runs.lists import walk

MAX_ENTRIES = 50
PAGES = {"runs": "runs", "series": "explore"}


async def build_feed(driver: Driver, row: FeedRow) -> tuple[bytes, datetime]:
    """Build the document, and return when something of it changed last.

    Raises FilterError where the filter is understood no more.
    """
    entries = await _entries(driver, row, parse_filter(row["page"], row["query"]))
    updated = max((one.updated for one in entries), default=row["created_at"])
    url = f"{settings().public_url}/{PAGES[row['page']]}?{row['query']}"
    return atom(row["id"], f"fioboard: {row['view']}", url, updated, entries), updated


async def _entries(driver: Driver, row: FeedRow, wanted: Filter) -> list[Entry]:
    # Not `select`: a value that no run has any more means nothing, and a feed is then empty.
    selection = resolve(await configurations.load_configurations(driver), wanted, now())
    entries = [
        _build_change_entry(one) for one in await feeds.list_newest_changes(driver, selection, MAX_ENTRIES)
    ]
    entries += map(_build_event_entry, await feeds.list_newest_events(driver, selection, MAX_ENTRIES))
    if row["has_runs"]:
        runs = await walk(driver, selection, ("started_at", "desc"), MAX_ENTRIES, None)
        entries += map(_build_run_entry, runs)
    return sorted(entries, key=lambda one: (one.updated, one.id), reverse=True)[:MAX_ENTRIES]


def _build_change_entry(row: ChangeRow) -> Entry:
    return Entry(
        id=row["id"],
        title=describe_change(row).sentence,
        summary=describe_levels(row["before"], row["after"], METRICS[row["metric"]].unit),
        category="change",
        url=f"{settings().public_url}/changes/{row['id']}",
        published=row["detected_at"],
        updated=row["detected_at"],
    )


def _build_event_entry(row: EventRow) -> Entry:
    return Entry(
        id=row["id"],
        title=describe_event(row),
        summary=sentences.EVENT(event=EVENTS[row["kind"]], since=f"{row['began_at']:%Y-%m-%d %H:%M}"),
        category=EVENT_WORDS[row["kind"]],
        url=f"{settings().public_url}/{event_path(row)}",
        published=row["detected_at"],
        updated=row["gone_at"] or row["detected_at"],
    )


def _build_run_entry(row: ListedRunRow) -> Entry:
    return Entry(
        id=row["id"],
        title=f"Run on {row['host_name']}: {' · '.join(_named(row))}",
        summary=_verdict(row["verdict"]),
        category="run",
        url=f"{settings().public_url}/runs/{row['id']}",
        published=row["uploaded_at"],
        updated=row["uploaded_at"],
    )


def _named(row: ListedRunRow) -> Iterator[str]:
    """What tells a run from others: its title, its target, when it started."""
    yield from (one for one in (row["title"], row["target"]) if one)
    yield "start unknown" if row["started_at"] is None else f"{row['started_at']:%Y-%m-%d %H:%M} UTC"


def _verdict(stored: str | None) -> str:
    if stored is None:
        return "No verdict yet."
    sentence: str = orjson.loads(stored)["sentence"]
    return sentence

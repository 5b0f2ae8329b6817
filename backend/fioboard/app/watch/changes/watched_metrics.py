"""The newest figures of watched series and the open events, for whoever reads /metrics."""

from collections import Counter

from fioboard.app.watch.changes.exposition import events_exposition, exposition
from fioboard.app.watch.changes.series_routes import DAYS_OF_METRICS, MAX_METRICS_SERIES
from fioboard.core.database import Database
from fioboard.engine.words.changes import OPEN_STATES
from fioboard.store.queries import events
from fioboard.store.queries.watched import list_latest


async def watched_metrics(database: Database) -> bytes:
    """As Prometheus reads them."""
    async with database.driver() as driver:
        rows = await list_latest(driver, DAYS_OF_METRICS, MAX_METRICS_SERIES)
        counts = await events.count_events(driver, events.Wanted())
    is_open: Counter[str] = Counter()
    for count in counts:
        if count["state"] in OPEN_STATES:
            is_open[count["kind"]] += count["events"]
    return exposition(rows) + events_exposition(is_open)

"""The two clients, which answer the same; runs are read page by page while somebody goes through them."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from operator import itemgetter
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar, cast

import httpx2

from fioboard_client import table
from fioboard_client.exchange import Pairs, describe_failure, prepare, read_filter, read_pause, require_answer
from fioboard_client.models import FactorList, ListedResult, ResultPage, RunItem, RunPage

if TYPE_CHECKING:
    import pandas
    import polars

Answer = TypeVar("Answer")
PAGE = 200
"""Runs, and results of a long run, for each request."""


class Client:
    """Asks one fioboard; a token of scope `read` is enough."""

    def __init__(self, url: str, token: str, *, timeout_s: float = 60) -> None:
        self._http = httpx2.Client(**prepare(url, token, timeout_s))

    def __repr__(self) -> str:
        return f"Client({str(self._http.base_url)!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def runs(self, filter: str = "", *, sort: str = "-started_at") -> "Runs":
        """Choose runs by a filter of the pages: `host=epyc&bs=4k`, `iodepth=8..32`, or words to search for."""
        return Runs(self, filter, sort)

    def read(self, path: str, answer: type[Answer], pairs: Pairs = ()) -> Answer:
        """Get any answer of the API, such as `read(f"/runs/{id}/answer", models.AnswerOut)`. Raises FioboardError."""
        tries = 1
        while True:
            try:
                response = self._http.get(path, params=tuple(pairs))
            except httpx2.TransportError as error:
                raise describe_failure(error) from error
            pause = read_pause(response, tries)
            if pause is None:
                return cast(Answer, json.loads(require_answer(response)))
            time.sleep(pause)
            tries += 1


class Runs:
    """Runs of a filter. Each pass asks the service anew."""

    def __init__(self, client: Client, filter: str, sort: str) -> None:
        self._client, self._filter, self._sort = client, filter, sort

    def __repr__(self) -> str:
        return f"Runs({self._filter!r})"

    def __iter__(self) -> Iterator[RunItem]:
        """Go through the runs, each with all of its results."""
        cursor: str | None = ""
        while cursor is not None:
            page = self._client.read("/runs", RunPage, ask_page(self._filter, self._sort, cursor))
            for run in page["items"]:
                if len(run["results"]) < run["results_total"]:
                    run["results"] = self._read_results(run["id"])
                yield run
            cursor = page["next_cursor"]

    def _read_results(self, run_id: str) -> list[ListedResult]:
        results: list[ListedResult] = []
        cursor: str | None = ""
        while cursor is not None:
            page = self._client.read(f"/runs/{run_id}/results", ResultPage, ask_results(cursor))
            results += cast(list[ListedResult], page["results"])
            cursor = page["next_cursor"]
        return sorted(results, key=itemgetter("position"))

    def to_pandas(self) -> "pandas.DataFrame":
        """Make a table with a row for each result; unknown is `pandas.NA`."""
        return table.build_pandas(table.build_columns(self, self._client.read("/factors", FactorList)))

    def to_polars(self) -> "polars.DataFrame":
        """Make a table with a row for each result; unknown is null."""
        return table.build_polars(table.build_columns(self, self._client.read("/factors", FactorList)))


class AsyncClient:
    """Asks one fioboard as Client does, in an event loop: `await runs.to_pandas()`, `async for run in runs`."""

    def __init__(self, url: str, token: str, *, timeout_s: float = 60) -> None:
        self._http = httpx2.AsyncClient(**prepare(url, token, timeout_s))

    def __repr__(self) -> str:
        return f"AsyncClient({str(self._http.base_url)!r})"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    def runs(self, filter: str = "", *, sort: str = "-started_at") -> "AsyncRuns":
        """Choose runs by a filter of the pages."""
        return AsyncRuns(self, filter, sort)

    async def read(self, path: str, answer: type[Answer], pairs: Pairs = ()) -> Answer:
        """Get any answer of the API. Raises FioboardError."""
        tries = 1
        while True:
            try:
                response = await self._http.get(path, params=tuple(pairs))
            except httpx2.TransportError as error:
                raise describe_failure(error) from error
            pause = read_pause(response, tries)
            if pause is None:
                return cast(Answer, json.loads(require_answer(response)))
            await asyncio.sleep(pause)
            tries += 1


class AsyncRuns:
    """Runs of a filter. Each pass asks the service anew."""

    def __init__(self, client: AsyncClient, filter: str, sort: str) -> None:
        self._client, self._filter, self._sort = client, filter, sort

    def __repr__(self) -> str:
        return f"AsyncRuns({self._filter!r})"

    async def __aiter__(self) -> AsyncIterator[RunItem]:
        """Go through the runs, each with all of its results."""
        cursor: str | None = ""
        while cursor is not None:
            page = await self._client.read("/runs", RunPage, ask_page(self._filter, self._sort, cursor))
            for run in page["items"]:
                if len(run["results"]) < run["results_total"]:
                    run["results"] = await self._read_results(run["id"])
                yield run
            cursor = page["next_cursor"]

    async def _read_results(self, run_id: str) -> list[ListedResult]:
        results: list[ListedResult] = []
        cursor: str | None = ""
        while cursor is not None:
            page = await self._client.read(f"/runs/{run_id}/results", ResultPage, ask_results(cursor))
            results += cast(list[ListedResult], page["results"])
            cursor = page["next_cursor"]
        return sorted(results, key=itemgetter("position"))

    async def _build_columns(self) -> table.Columns:
        factors = await self._client.read("/factors", FactorList)
        return table.build_columns([run async for run in self], factors)

    async def to_pandas(self) -> "pandas.DataFrame":
        """Make a table with a row for each result; unknown is `pandas.NA`."""
        return table.build_pandas(await self._build_columns())

    async def to_polars(self) -> "polars.DataFrame":
        """Make a table with a row for each result; unknown is null."""
        return table.build_polars(await self._build_columns())


def ask_page(filter: str, sort: str, cursor: str) -> Pairs:
    """Return the parameters of a page of runs."""
    return [*read_filter(filter), ("sort", sort), ("limit", str(PAGE)), *ask_from(cursor)]


def ask_results(cursor: str) -> Pairs:
    """Return the parameters of a page of one run's results."""
    return [("limit", str(PAGE)), *ask_from(cursor)]


def ask_from(cursor: str) -> Pairs:
    """Return the parameter of where a page begins; empty: at the beginning."""
    return [("cursor", cursor)] if cursor else []

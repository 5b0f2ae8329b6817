"""The tools: what they take, which part of the API they ask, and what they answer."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Literal, TypeVar
from urllib.parse import quote, urlencode
from uuid import UUID

import orjson
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from fioboard import __version__
from fioboard.app.mcp import answers, sentences, shape
from fioboard.app.mcp.api import Api
from fioboard.core.figures import format_bytes
from fioboard.engine.answers.answer import AnswerOut
from fioboard.engine.answers.change import ChangeList
from fioboard.engine.answers.compare import CompareOut
from fioboard.engine.answers.host import HostDetail, HostList
from fioboard.engine.answers.rating import RatingOut
from fioboard.engine.answers.reference_set import PlacementList
from fioboard.engine.answers.run import RunPage
from fioboard.engine.answers.series import SeriesOut
from fioboard.engine.answers.shared import SharedDocument, ShareOut
from fioboard.engine.answers.view import ViewsOut

Answer = TypeVar("Answer")
MAX_BYTES = 50_000
MAX_RUNS = 30
MAX_CHANGES = 30
INSTRUCTIONS = """Results of fio storage benchmarks with the hardware they were measured on. Figures are in base units
(bytes/s, ns, IOPS); null means unknown, never zero; n is the number of runs. Quote a figure with its n and its link.
A verdict of kind trust means that the figure does not measure the drive. Filters are query strings: host=epyc&bs=4k,
iodepth=8..32, started_at=last-7d, tag=!demo; a text without = searches titles, hosts and notes."""
READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
Filter = Annotated[str, Field(description="Which runs: host=epyc&bs=4k&rw=randread, or words; empty: all")]
RunId = Annotated[UUID, Field(description="Id of a run, from search_runs")]
Base = Annotated[str, Field(description="Filter of the runs to compare with, such as bios.nps=1 or run=ID")]
New = Annotated[str, Field(description="Filter of the runs that are compared, such as bios.nps=4")]
GetApi = Callable[[Context], Api]
"""Gives the API with the rights of whoever calls a tool."""


def build_server(get_api: GetApi) -> MCPServer:
    """Build the server with its tools and resources."""
    server = MCPServer(
        "fioboard", version=__version__, instructions=INSTRUCTIONS, subscriptions=False, log_level="WARNING"
    )

    @server.tool(annotations=READS)
    async def search_runs(
        context: Context,
        filter: Filter = "",
        sort: Annotated[
            str,
            Field(description="Metric or factor, with - the largest first: -started_at, -iops, clat_p99_ns"),
        ] = "-started_at",
        limit: Annotated[int, Field(ge=1, le=MAX_RUNS)] = 10,
    ) -> answers.FoundRuns:
        """Find runs by a filter, with their figures and what limits each."""
        api = get_api(context)
        page = await api.read("/runs", RunPage, filter=filter, sort=sort, limit=limit)
        runs = [shape.build_run(api, run) for run in page["items"]]
        shown: answers.FoundRuns = {
            "total": page["total"],
            "total_is_exact": page["total_is_exact"],
            "runs": runs,
        }
        return _keep_small(shown)

    @server.tool(annotations=READS)
    async def get_run_answer(context: Context, run_id: RunId) -> answers.RunAnswer:
        """Say what holds a run back, or why its figure is unreliable, with every stage on the data's way."""
        api = get_api(context)
        answer = await api.read(f"/runs/{run_id}/answer", AnswerOut)
        return _keep_small(shape.build_answer(api, str(run_id), answer))

    @server.tool(annotations=READS)
    async def compare(context: Context, base: Base, new: New) -> answers.Compared:
        """Compare two sets of runs: means, ratio with its 95 % interval and verdict for each workload and metric."""
        api = get_api(context)
        comparison = await api.read("/compare", CompareOut, base=base, new=new)
        return _keep_small(shape.build_comparison(api, _write_comparison(base, new), comparison))

    @server.tool(annotations=READS)
    async def explain_difference(context: Context, base: Base, new: New) -> answers.Explained:
        """Say what changed between two sets of runs, and whether the difference may be attributed to it."""
        api = get_api(context)
        comparison = await api.read("/compare", CompareOut, base=base, new=new)
        return _keep_small(shape.build_explanation(api, _write_comparison(base, new), comparison))

    @server.tool(annotations=READS)
    async def get_host(
        context: Context, name: Annotated[str, Field(description="Name of the host", max_length=200)]
    ) -> answers.HostAnswered:
        """Say what is in a host, how its runs do, and what to do next."""
        api = get_api(context)
        hosts = (await api.read("/hosts", HostList))["items"]
        match = next((host for host in hosts if host["name"] == name), None)
        if match is None:
            known = ", ".join(host["name"] for host in hosts[:MAX_RUNS])
            raise ToolError(sentences.NO_HOST(name=name, known=known or "none"))
        return _keep_small(shape.build_host(api, await api.read(f"/hosts/{match['id']}", HostDetail)))

    @server.tool(annotations=READS)
    async def list_changes(
        context: Context,
        host: Annotated[str, Field(description="Only of this host, by name; empty: all")] = "",
        direction: Annotated[
            Literal["worse", "better", "both"], Field(description="Regressions, improvements or both")
        ] = "both",
    ) -> answers.Changes:
        """List regressions and improvements of monitored tests, with what else changed at that time."""
        api = get_api(context)
        worse = {"worse": "true", "better": "false", "both": None}[direction]
        page = await api.read("/changes", ChangeList, host=host, worse=worse, limit=MAX_CHANGES)
        shown: answers.Changes = {
            "changes": [shape.build_change(api, one) for one in page["items"]],
            "has_more": page["next_cursor"] is not None,
        }
        return _keep_small(shown)

    @server.tool(annotations=READS)
    async def rate_against_datasheet(context: Context, run_id: RunId) -> answers.Rating:
        """Compare the figures of a run with the datasheets of its drives, with source and what differs."""
        api = get_api(context)
        rating = await api.read(f"/runs/{run_id}/rating", RatingOut)
        shown: answers.Rating = {
            "url": api.build_link(f"runs/{run_id}"),
            "models": rating["models"],
            "figures": [shape.build_rated(one) for one in rating["figures"][: shape.MAX_ROWS]],
            "sentence": rating["sentence"],
        }
        return _keep_small(shown)

    @server.tool(annotations=READS)
    async def get_series(
        context: Context,
        x: Annotated[str, Field(description="Factor along the axis: raid.width, iodepth, started_at")],
        metric: Annotated[str, Field(description="iops, bw_bytes_per_s, clat_p99_ns, …")],
        by: Annotated[str, Field(description="Factor that makes the lines: drive.model; empty: none")] = "",
        filter: Filter = "",
    ) -> answers.Series:
        """Give a metric over a factor, line by line, with n and intervals: scaling, depth, a trend over time."""
        answer = await get_api(context).read("/series", SeriesOut, filter=filter, x=x, metric=metric, by=by)
        lines, left_out = shape.build_lines(answer["series"])
        shown: answers.Series = {
            "x": answer["x"],
            "by": answer["by"],
            "metric": answer["metric"],
            "unit": answer["unit"],
            "lower_is_better": answer["lower_is_better"],
            "lines": lines,
            "points_left_out": left_out,
        }
        return _keep_small(shown)

    @server.resource("fioboard://runs/{run_id}", mime_type="application/json")
    async def read_run(run_id: str, context: Context) -> str:
        """One run: its answer."""
        return await _read_resource(_find_run, get_api(context), run_id)

    @server.resource("fioboard://shares/{share_id}", mime_type="application/json")
    async def read_share(share_id: str, context: Context) -> str:
        """One share: for whom, until when, and the answers it shows."""
        return await _read_resource(_find_share, get_api(context), share_id)

    _add_tables(server, get_api)
    return server


def _add_tables(server: MCPServer, get_api: GetApi) -> None:
    """Add the tools for tables, saved views and reference sets."""

    @server.tool(annotations=READS)
    async def compare_with_reference_sets(context: Context, run_id: RunId) -> answers.Placements:
        """Say where the figures of a run stand among the drives of other labs, set by set, never pooled, and beside
        what vendors and reviewers state, which nobody measured here.
        """
        api = get_api(context)
        placed = await api.read("/reference-sets/placements", PlacementList, run=run_id)
        shown: answers.Placements = {
            "url": api.build_link(f"runs/{run_id}#datasheet"),
            "results": placed["items"][: shape.MAX_RESULTS],
            "stated": placed["stated"][: shape.MAX_ROWS],
        }
        return _keep_small(shown)

    @server.tool(annotations=READS)
    async def export_table(
        context: Context,
        filter: Filter = "",
        format: Annotated[Literal["markdown", "csv"], Field(description="markdown for a forum")] = "markdown",
        sort: Annotated[str, Field(description="As for search_runs")] = "-started_at",
        limit: Annotated[int, Field(ge=1, le=MAX_RUNS)] = 10,
    ) -> str:
        """Write runs as a table to paste into a forum or a spreadsheet, as the page exports it."""
        api = get_api(context)
        return _keep_small(
            await api.read_text("/runs/export", filter=filter, format=format, sort=sort, max_runs=limit)
        )

    @server.tool(annotations=READS)
    async def list_views(context: Context) -> answers.Views:
        """List the views that people saved: their filters, to be used with the other tools, and links to them."""
        api = get_api(context)
        views = ViewsOut.model_validate(await api.read("/views", dict)).items
        shown: answers.Views = {
            "views": [
                {
                    "name": one.name,
                    "page": one.page,
                    "filter": one.query,
                    "url": api.build_link(f"{one.page}?{one.query}"),
                }
                for one in views
            ]
        }
        return _keep_small(shown)


async def _find_run(api: Api, run_id: UUID) -> answers.RunAnswer:
    return shape.build_answer(api, str(run_id), await api.read(f"/runs/{run_id}/answer", AnswerOut))


async def _find_share(api: Api, share_id: UUID) -> answers.Shared:
    path = f"/shares/{share_id}"
    share = ShareOut.model_validate(await api.read(path, dict))
    return shape.build_share(api, share, await api.read(f"{path}/document", SharedDocument))


async def _read_resource(find: Callable[[Api, UUID], Awaitable[object]], api: Api, stated: str) -> str:
    try:
        resource_id = UUID(stated)
    except ValueError as error:
        raise ResourceNotFoundError(str(error)) from error
    try:
        return orjson.dumps(_keep_small(await find(api, resource_id))).decode()
    except ToolError as error:
        raise ResourceNotFoundError(str(error)) from error


def _write_comparison(base: str, new: str) -> str:
    return f"compare?{urlencode({'base': base, 'new': new}, quote_via=quote)}"


def _keep_small(answer: Answer) -> Answer:
    """Keep an answer that a conversation can hold. Raises ToolError where it is larger than MAX_BYTES."""
    size = len(orjson.dumps(answer, default=str))
    if size > MAX_BYTES:
        raise ToolError(sentences.ANSWER_TOO_LARGE(most=format_bytes(MAX_BYTES)))
    return answer

"""Every GET request that the service's own OpenAPI describes, with the ids of what is stored filled in.

A route whose required parameters have no value here is an error, so that a new route cannot be left out.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any
from urllib.parse import quote, urlencode

API = "/api/v1"
Query = Mapping[str, str]

# What people ask of a route beside its default, as the pages do.
VARIANTS: Mapping[str, Sequence[Query]] = {
    "/runs": (
        {"limit": "200"},
        {"limit": "200", "columns": "iops,bw_bytes_per_s,clat_p99_ns,host,bs"},
        {"brief": "true", "fold": "batch", "distinctions": "true", "limit": "50"},
        {"brief": "true", "limit": "200", "columns": "iops,bw_bytes_per_s,clat_mean_ns,lat_mean_ns"},
        {"sort": "-iops", "limit": "200"},
        {"sort": "-clat_mean_ns", "limit": "200"},
    ),
    "/runs/export": (
        *({"format": one} for one in ("csv", "json", "ndjson", "markdown", "fio")),
        # Ten of the largest documents hold as many results as one file may.
        *(
            {"format": one, "sort": "started_at", "max_runs": "10"}
            for one in ("csv", "json", "ndjson", "markdown")
        ),
    ),
    "/compare": ({"format": "csv"}, {"format": "markdown"}),
    "/series": ({"by": "host"}, {"by": "job_name"}, {"percentile": "99"}),
    "/shared/{token}/export": ({"format": "csv"}, {"format": "json"}),
    "/fleet": ({"problem": "odd"},),
}


class Unasked(Exception):
    """The walk does not know what to ask of a route."""


def routes(openapi: Mapping[str, Any]) -> list[str]:
    """Every path of the document that has a GET operation."""
    return [path for path, operations in openapi["paths"].items() if "get" in operations]


def addresses(
    openapi: Mapping[str, Any], known: Mapping[str, str], required: Mapping[str, Query]
) -> Iterator[tuple[str, str]]:
    """Each route without its prefix, and an address of it, once plain and once for each of its variants.

    `known`: values of path parameters; `required`: per route, values of query parameters that it must have.
    Raises Unasked.
    """
    for path in routes(openapi):
        route = path.removeprefix(API)
        parameters = openapi["paths"][path]["get"].get("parameters", [])
        needed = [one for one in parameters if one.get("required")]
        in_path = {one["name"] for one in needed if one["in"] == "path"}
        in_query = {one["name"] for one in needed if one["in"] == "query"}
        asked = dict(required.get(route, {}))
        missing = sorted((in_path - known.keys()) | (in_query - asked.keys()))
        if missing:
            raise Unasked(f"{route} needs {', '.join(missing)}")
        filled = re.sub(r"\{(\w+)\}", lambda found: quote(known[found[1]], safe=""), path)
        allowed = {one["name"] for one in parameters}
        for variant in chain([{}], VARIANTS.get(route, ())):
            query = asked | {key: value for key, value in variant.items() if key in allowed}
            yield route, f"{filled}?{urlencode(query)}" if query else filled

"""The filter that stands in an address: every key that is not a parameter of the route's own."""

from typing import Annotated

from fastapi import Depends, Query, Request

from fioboard.core.strict_route import declared_keys, reads_address, require_no_nul
from fioboard.filters import Filter, kind_of, parse

# Declared, so that the description of the API shows one key of a filter; the filter itself reads them all.
HostKey = Annotated[
    str | None,
    Query(
        max_length=256,
        description="Only this host, by name. Every other key is a filter, see docs/filters.md",
    ),
]


@reads_address
async def _filter(request: Request) -> Filter:
    """The filter in the address. Raises FilterError, which names a key or value that is none."""
    own = {key for key in declared_keys(request) if kind_of(key) is None}
    require_no_nul(request)
    return parse((k, v) for k, v in request.query_params.multi_items() if k not in own)


AddressFilter = Annotated[Filter, Depends(_filter)]

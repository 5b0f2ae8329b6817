"""The filter that stands in an address: every key that is not a parameter of the route's own."""

import re
from collections.abc import Callable
from typing import Annotated

from fastapi import Depends, Query, Request, params

from fioboard.core.errors import Invalid, Problem, quoted
from fioboard.core.strict_route import declared_keys, reads_address, require_no_nul
from fioboard.engine.answers import sentences
from fioboard.engine.filters import Filter, get_kind, nearest, parse
from fioboard.engine.filters.answer_keys import ANSWER_KEYS

# Declared, so that the description of the API shows one key of a filter; the filter itself reads them all.
HostKey = Annotated[
    str | None,
    Query(
        max_length=256,
        description="Only this host, by name. Every other key is a filter, see docs/filters.md",
    ),
]


# Dependencies that read how many rows are wanted.
_SIZES: set[Callable[..., object]] = set()
_DIGITS = re.compile(r"[0-9]+")


def page_size(usual: int, most: int, rows: str) -> params.Depends:
    """The number of rows of a list, which shares its key with the filter `limit`: digits alone are the number.

    Raises Invalid for a number below 1 or above `most`, and for two numbers.
    """

    async def read(
        limit: Annotated[
            list[str],
            Query(
                description=f"{rows}: a number from 1 to {most}, {usual} unless said. Another value is the filter "
                "`limit`: the rule of a limit, see docs/filters.md. Both may stand in one address"
            ),
        ] = [],  # noqa: B006 -- FastAPI copies it; None would make the key nullable
    ) -> int:
        sizes = [text for text in limit if _DIGITS.fullmatch(text)]
        size = int(sizes[0][:20]) if sizes else usual
        if len(sizes) > 1 or not 1 <= size <= most:
            given = " and ".join(text[:20] for text in sizes)
            raise Invalid(
                sentences.NO_LIMIT_NUMBER(given=given, most=most),
                problems=[Problem("/query/limit", "Invalid", sentences.LIMIT_NUMBER(most=most))],
            )
        return size

    _SIZES.add(read)
    return params.Depends(read)


def _require_size_or_limit(text: str) -> None:
    """Raises Invalid for what is neither a number of rows nor a limit."""
    limits = ANSWER_KEYS["limit"].values
    if text.removeprefix("!") not in {"", *limits}:
        raise Invalid(
            sentences.NEITHER_LIMIT(
                given=quoted(text)[1:-1], limits=", ".join(limits), hint=nearest(text, limits)
            ),
            problems=[Problem("/query/limit", "Invalid", "a number of rows, or a limit")],
        )


@reads_address
async def _filter(request: Request) -> Filter:
    """The filter in the address. Raises FilterError, which names a key or value that is none."""
    own = {key for key in declared_keys(request) if get_kind(key) is None}
    require_no_nul(request)
    pairs = [(k, v) for k, v in request.query_params.multi_items() if k not in own]
    if any(inner.call in _SIZES for inner in request.scope["route"].dependant.dependencies):
        pairs = [(k, v) for k, v in pairs if k != "limit" or not _DIGITS.fullmatch(v)]
        for key, text in pairs:
            if key == "limit":
                _require_size_or_limit(text)
    return parse(pairs)


AddressFilter = Annotated[Filter, Depends(_filter)]

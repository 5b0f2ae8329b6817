"""Answers that are sent as they were made: rows go out as they came, in a tenth of the time of checking them."""

import inspect
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Annotated, ParamSpec, TypeVar, get_args, get_origin

import orjson
from fastapi import Response

Shape = TypeVar("Shape")
Given = ParamSpec("Given")


class _Passed:
    """Marks what is not looked at again."""


AsIs = Annotated[Shape, _Passed()]
"""What a route returns, `-> AsIs[RunPage]`: OpenAPI has the shape, the type checker holds the route to it, and nothing
looks at the answer again when it is sent. Without it FastAPI checks each field."""


def json_response(content: object) -> Response:
    """Any JSON; identifiers and what else orjson does not know, such as asyncpg's own UUID, as their text."""
    return Response(orjson.dumps(content, default=str), media_type="application/json")


def passed_on(endpoint: Callable[Given, Awaitable[object]]) -> Callable[Given, Awaitable[object]]:
    """A route's function; where it returns AsIs, one that returns the bytes."""
    returned = inspect.get_annotations(endpoint, eval_str=True).get("return")
    marks = get_args(returned)[1:] if get_origin(returned) is Annotated else ()
    if not any(isinstance(mark, _Passed) for mark in marks):
        return endpoint

    @wraps(endpoint)
    async def sent(*args: Given.args, **given: Given.kwargs) -> Response:
        return json_response(await endpoint(*args, **given))

    return sent

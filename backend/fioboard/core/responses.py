"""Answers that are sent as they were made: rows go out as they came, in a tenth of the time of checking them."""

import inspect
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Annotated, ParamSpec, TypeVar, get_args, get_origin

import orjson
from fastapi import Response
from prometheus_client import CONTENT_TYPE_LATEST

Shape = TypeVar("Shape")
Given = ParamSpec("Given")


class OriginalBytes(Response):
    """Bytes exactly as they came, never shown by a browser as what they may pretend to be."""

    media_type = "application/octet-stream"


class StoredJson(Response):
    """JSON that is bytes already: kept as it was frozen, or put around what was. Its shape stands in `responses`."""

    media_type = "application/json"


class PrometheusText(Response):
    """Metrics in the text format of Prometheus."""

    media_type = CONTENT_TYPE_LATEST


class _Passed:
    """Marks what is not looked at again."""


AsIs = Annotated[Shape, _Passed()]
"""What a route returns, `-> AsIs[RunPage]`: OpenAPI has the shape, the type checker holds the route to it, and nothing
looks at the answer again when it is sent. Without it FastAPI checks each field. A route that gives the same as a file
when asked to, `-> AsIs[CompareOut | Response]`, names the shape in its decorator, as `response_model`."""


def encode_json(content: object) -> bytes:
    """Encode anything as JSON; what orjson does not know, such as asyncpg's own UUID, as its text."""
    return orjson.dumps(content, default=str)


def json_response(content: object) -> Response:
    """Anything as JSON, as `encode_json` has it."""
    return Response(encode_json(content), media_type="application/json")


def skip_validation(endpoint: Callable[Given, Awaitable[object]]) -> Callable[Given, Awaitable[object]]:
    """Return a route's function; where it returns AsIs, one that returns the bytes."""
    returned = inspect.get_annotations(endpoint, eval_str=True).get("return")
    marks = get_args(returned)[1:] if get_origin(returned) is Annotated else ()
    if not any(isinstance(mark, _Passed) for mark in marks):
        return endpoint

    @wraps(endpoint)
    async def sent(*args: Given.args, **given: Given.kwargs) -> Response:
        answer = await endpoint(*args, **given)
        return answer if isinstance(answer, Response) else json_response(answer)

    return sent

"""A remark about one place of an input, and the one shape of every error answer."""

from typing import Annotated, Any

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.core.run_state import RemarkClass
from fioboard.engine.answers.base import Out, answer


@answer
class ProblemOut(TypedDict):
    """Something odd in one place of the input; shown beside the number it concerns."""

    where: Annotated[str, Field(description="JSON pointer or line of the input the remark is about")]
    error: Annotated[str, Field(description="Stable name, e.g. NotFinite")]
    detail: Annotated[str, Field(description="One sentence for people")]


@answer
class RemarkOut(ProblemOut):
    """A remark of a reader. Only `wrong_figure` and `missing` say something about the worth of the figures."""

    remark_class: Annotated[
        RemarkClass,
        Field(
            description="A wrong figure is possible; something is missing; or a note for whoever looks closer"
        ),
    ]


Answers = dict[int | str, dict[str, Any]]
"""What a route may answer, by status, as FastAPI takes it for OpenAPI."""


class ErrorOut(Out):
    """Every answer with a status of 400 or more. Act on `error` and `retryable`, never on `detail`."""

    error: str = Field(description="Stable class name, e.g. RunNotFound")
    detail: str = Field(description="One sentence for people")
    retryable: bool = Field(description="True when the same request may succeed later")
    request_id: str = Field(description="Quote this when asking for help; it is in the server's log")
    problems: list[ProblemOut] = Field(description="At most 50 places of the input, may be empty")


_PHRASES = {413: "Content Too Large", 422: "Unprocessable Content"}


def refusals(*statuses: int) -> Answers:
    """What a route may refuse, for its description: every one of these answers has the same shape."""
    return {status: {"model": ErrorOut} | _phrase(status) for status in statuses}


def _phrase(status: int) -> dict[str, str]:
    """RFC 9110's words where Python's own changed with 3.13: the document must not depend on who writes it."""
    return {"description": _PHRASES[status]} if status in _PHRASES else {}


# Of the routes about who may come in: sign-in, tokens, people. Their limits and conflicts are everywhere the same.
ACCOUNT_REFUSALS = refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503)

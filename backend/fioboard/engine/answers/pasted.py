"""What the text around a result says of the machine."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer

AcceptFacts = Literal["output", "all", "none"]


@answer
class PastedFactOut(TypedDict):
    """One fact of the text, and the runs it describes."""

    key: Annotated[
        str,
        Field(
            description="Key of the factor where there is one, such as drive.model; `host`: the name in a prompt; "
            "`hardware`: links, drives and NUMA nodes, enough for the path"
        ),
    ]
    value: Annotated[str, Field(description="As a label takes it")]
    unit: Annotated[str | None, Field(description="Unit of the value; null for text and counts")]
    where: Annotated[str, Field(description="Place in the text: line 4")]
    line: Annotated[int, Field(description="The same as a number, from 1")]
    confidence: Annotated[
        Literal["output", "prose"],
        Field(description="output: a program printed it; prose: a sentence or heading says it"),
    ]
    applies_to: Annotated[
        list[int],
        Field(
            description="Numbers of the runs it describes, from 1 in the order of `runs`; empty where the text "
            "does not tell"
        ),
    ]
    is_contradicted: Annotated[
        bool,
        Field(
            description="Whether another fact says otherwise of one of these runs; then neither is accepted"
        ),
    ]
    accepted_for: Annotated[
        list[int],
        Field(description="Numbers of the runs that have it as a stated factor, by `accept` and `reject`"),
    ]

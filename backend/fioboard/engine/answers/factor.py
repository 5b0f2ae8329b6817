"""The registry of factors as pages need it."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer

FactorType = Literal["text", "number", "bytes", "flag"]


@answer
class FactorOut(TypedDict):
    """One factor."""

    key: Annotated[str, Field(description='As in filters: "raid.width"')]
    title: str
    type: FactorType
    unit: Annotated[
        str | None, Field(description='"bytes", "bytes/s", "Mb/s", …; null for text, flags, plain counts')
    ]
    group: Annotated[str, Field(description="Heading it stands under")]
    source: Annotated[str, Field(description="Where its value comes from")]
    description: str


@answer
class FactorList(TypedDict):
    """All declared factors in order; labels (`label.…`) are factors too and not listed."""

    items: list[FactorOut]

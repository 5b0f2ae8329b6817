"""The registry of factors as pages need it."""

from typing import Literal

from pydantic import Field

from fioboard.schemas.base import Out

FactorType = Literal["text", "number", "bytes", "flag"]


class FactorOut(Out):
    """One factor."""

    key: str = Field(description='As in filters: "raid.width"')
    title: str
    type: FactorType
    unit: str | None = Field(description='"bytes", "bytes/s", "Mb/s", …; null for text, flags, plain counts')
    group: str = Field(description="Heading it stands under")
    source: str = Field(description="Where its value comes from")
    description: str


class FactorList(Out):
    """All declared factors in order; labels (`label.…`) are factors too and not listed."""

    items: list[FactorOut]

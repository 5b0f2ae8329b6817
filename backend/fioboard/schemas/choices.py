"""What a run can be compared with."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.schemas.base import answer

ChoiceKind = Literal["previous_configuration", "before_inventory_change", "other_host"]


@answer
class ChoiceOut(TypedDict):
    """Something a run can be compared with."""

    kind: ChoiceKind
    title: str
    base: Annotated[str, Field(description="Filter of the base side")]
    new: Annotated[str, Field(description="Filter of the new side: this run and its repeats")]
    base_runs: Annotated[int, Field(description="Number of runs")]
    new_runs: Annotated[int, Field(description="Number of runs")]


@answer
class ChoicesOut(TypedDict):
    """What a run can be compared with."""

    items: list[ChoiceOut]

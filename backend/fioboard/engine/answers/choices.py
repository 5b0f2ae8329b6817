"""What a run can be compared with."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer

ChoiceKind = Literal[
    "previous_configuration", "before_inventory_change", "other_host", "setting", "previous_batch"
]


@answer
class ChoiceOut(TypedDict):
    """Two sets of runs that are worth comparing."""

    kind: ChoiceKind
    title: str
    base: Annotated[str, Field(description="Filter of the base side")]
    new: Annotated[str, Field(description="Filter of the new side; of a run: it and its repeats")]
    base_runs: Annotated[int, Field(description="Number of runs")]
    new_runs: Annotated[int, Field(description="Number of runs")]


@answer
class ChoicesOut(TypedDict):
    """What a run can be compared with, or what is worth comparing at all."""

    items: list[ChoiceOut]

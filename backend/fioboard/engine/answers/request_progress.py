"""How far a running request is."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer
from fioboard.engine.answers.moments import PreflightCheckOut


@answer
class ProgressOut(TypedDict):
    """How far a running request is, as its agent said last."""

    step: Annotated[int, Field(description="Step of the suite, from 1")]
    steps: Annotated[int, Field(description="Number of steps in all")]
    workload: Annotated[str | None, Field(description="What runs, as `randread 4k QD 32`; null = no fio now")]
    elapsed_s: Annotated[float, Field(description="Number of seconds since it began")]
    left_s: Annotated[float | None, Field(description="Number of seconds that are left; null = unknown")]
    checks: Annotated[
        list[PreflightCheckOut],
        Field(description="What was checked just before fio started; empty = not yet, or nothing was"),
    ]

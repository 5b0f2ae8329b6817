"""Findings: what a rule noticed, with the numbers it noticed it by."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.schemas.base import answer


@answer
class EvidenceOut(TypedDict):
    """One fact a finding rests on."""

    label: str
    value: Annotated[str | int | float | bool | None, Field(description="In `unit`; null means unknown")]
    unit: Annotated[
        str | None, Field(description='"bytes/s", "GT/s", "lanes", …; null for text and plain counts')
    ]
    source: Annotated[
        str, Field(description="Where it was read: inventory, samples, result, targets or computed")
    ]


@answer
class FindingOut(TypedDict):
    """One remark about a machine or a run. Data: the wording is the server's and may improve."""

    id: Annotated[str, Field(description='Stable name of the rule, e.g. "downgraded-width"')]
    severity: Literal["info", "warning"]
    text: Annotated[str, Field(description="One or two sentences for people")]
    evidence: list[EvidenceOut]

"""Findings: what a rule noticed, with the numbers it noticed it by."""

from typing import Literal

from pydantic import Field

from fioboard.schemas.base import Out


class EvidenceOut(Out):
    """One fact a finding rests on."""

    label: str
    value: str | int | float | bool | None = Field(description="In `unit`; null means unknown")
    unit: str | None = Field(description='"bytes/s", "GT/s", "lanes", …; null for text and plain counts')
    source: str = Field(description="Where it was read: inventory, samples, result, targets or computed")


class FindingOut(Out):
    """One remark about a machine or a run. Data: the wording is the server's and may improve."""

    id: str = Field(description='Stable name of the rule, e.g. "downgraded-width"')
    severity: Literal["info", "warning"]
    text: str = Field(description="One or two sentences for people")
    evidence: list[EvidenceOut]

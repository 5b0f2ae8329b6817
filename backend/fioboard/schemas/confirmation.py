"""What was tried to confirm a finding of a run, and what that shows."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.schemas.base import answer
from fioboard.vocabulary.confirmations import Outcome


@answer
class ConfirmationOut(TypedDict):
    """One batch of `fioboard-agent confirm`: runs with the change of a finding's experiment, and runs without it."""

    finding: Annotated[str, Field(description="The rule that is tried; docs/findings.md")]
    title: Annotated[str, Field(description="What the rule checks")]
    batch_id: Annotated[
        str | None, Field(description="The batch of the runs; null when they were made alone")
    ]
    outcome: Annotated[
        Outcome,
        Field(
            description="confirmed or refuted by the 95 % interval; not_shown: neither is ruled out; for_a_person: no "
            "figure decides; not_alike: the runs differ in more than the change; waiting: the change is yet to be made"
        ),
    ]
    sentence: str
    measure: Annotated[
        Literal["bw_bytes_per_s", "clat_p50_ns"], Field(description="What `base` and `changed` hold")
    ]
    base: Annotated[
        list[float],
        Field(description="Bytes per second or ns of the runs without the change, in order of time"),
    ]
    changed: Annotated[list[float], Field(description="Bytes per second or ns of the runs with it")]
    ratio: Annotated[
        float | None,
        Field(
            description="changed over base, a share 0..1 or above: the median of all pairs; null when unknown"
        ),
    ]
    ratio_low: Annotated[
        float | None,
        Field(
            description="Lower end of its 95 % interval, a share 0..1 or above; null below three runs of each"
        ),
    ]
    ratio_high: Annotated[float | None, Field(description="Upper end, a share 0..1 or above")]

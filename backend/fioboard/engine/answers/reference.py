"""References, and how runs stand to them."""

from typing import Annotated
from uuid import UUID

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import In, answer
from fioboard.engine.answers.compare import AttributionOut, CompareOut, FactorChangeOut
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.answers.workload import HeadlineOut
from fioboard.engine.words.limits import MAX_CAUSE_CHARACTERS, MAX_NAME_CHARACTERS
from fioboard.engine.words.references import MAX_REFERENCE_RUNS, ReferenceScope, ReferenceState


class ReferenceIn(In):
    """Runs to pin, and what they are the reference of."""

    filter: str = Field(
        max_length=24_000,
        description="Which runs: `run=ID&run=ID`, `batch=ID` or any other filter. Those that it means now are pinned, "
        f"{MAX_REFERENCE_RUNS} at most; runs that come later are not among them",
    )
    name: str = Field(min_length=1, max_length=MAX_NAME_CHARACTERS, description="What people call it")
    note: str | None = Field(default=None, max_length=MAX_CAUSE_CHARACTERS)
    host_id: Annotated[UUID, Field(strict=False)] | None = Field(
        default=None, description="Only runs of this host are compared with it"
    )
    workload_id: Annotated[UUID, Field(strict=False)] | None = Field(
        default=None, description="Only this workload is compared with it"
    )


@answer
class ReferenceOut(TypedDict):
    """A reference: which runs, and what they are held against."""

    id: str
    name: str
    note: str | None
    scope: Annotated[
        ReferenceScope,
        Field(
            description="What it is for: a workload of a host, a host, a workload, or all. The first counts"
        ),
    ]
    host: Annotated[HostRef | None, Field(description="null = runs of all hosts")]
    workload_id: Annotated[str | None, Field(description="null = all workloads")]
    workload: Annotated[str | None, Field(description="In fio's own words")]
    filter: Annotated[
        str,
        Field(description="What was pinned, canonical; it may mean other runs now, the reference does not"),
    ]
    runs: Annotated[int, Field(description="Number of runs when it was pinned")]
    run_ids: Annotated[list[str], Field(description="Those of them that are not deleted, by start")]
    pinned_at: AwareDatetime
    pinned_by: str
    ended_at: Annotated[AwareDatetime | None, Field(description="null = it is in force")]
    ended_by: str | None
    replaced_by_id: Annotated[
        str | None, Field(description="The one that took its place; null = none did: in force, or taken back")
    ]


@answer
class ReferenceList(TypedDict):
    """Those in force first, then those that ended; the newest first."""

    items: list[ReferenceOut]


@answer
class ReferenceRef(TypedDict):
    """A reference as a run names it."""

    id: str
    name: str
    scope: ReferenceScope


@answer
class HeldPart(TypedDict):
    """Runs held against one reference."""

    reference: ReferenceRef
    state: Annotated[
        ReferenceState,
        Field(
            description="compared; is_reference: these runs are it; deleted: all of its runs with these workloads are; "
            "not_measured: no figure that both have"
        ),
    ]
    headline: Annotated[
        HeadlineOut | None,
        Field(description="The metric that speaks for the workloads, new/reference; null unless compared"),
    ]
    n_reference: Annotated[
        int | None, Field(description="Fewest runs that the reference has of one of these workloads; a count")
    ]
    n: Annotated[int | None, Field(description="Fewest runs on the other side, a count")]
    deleted_runs: Annotated[
        int, Field(description="Runs of the reference with these workloads that are deleted")
    ]
    is_mixed: Annotated[
        bool,
        Field(description="True when one side mixes configurations of a workload: not significant"),
    ]


@answer
class HeldOut(TypedDict):
    """A run or batch, and each reference that counts for something it measured, the most specific first."""

    run_id: Annotated[str | None, Field(description="null = a batch")]
    batch_id: Annotated[str | None, Field(description="null = a run")]
    parts: list[HeldPart]


@answer
class HeldList(TypedDict):
    """In the order asked for; of a host the newest of each reference."""

    items: list[HeldOut]


@answer
class AgainstPart(HeldPart):
    """The same in words, with what differs beside the figures and where the whole comparison is."""

    sentence: Annotated[str, Field(description="The result in plain words")]
    base: Annotated[
        str, Field(description="Filter of the reference's runs, for a comparison; empty = none is left")
    ]
    new: Annotated[str, Field(description="Filter of the other side")]
    runs: Annotated[int, Field(description="Number of runs that are compared with it")]
    factors_changed: list[FactorChangeOut]
    attribution: Annotated[AttributionOut | None, Field(description="null unless compared")]


@answer
class AgainstOut(TypedDict):
    """A run with its repeats of the batch, or a batch, against each reference that counts."""

    parts: list[AgainstPart]


@answer
class ReferenceComparison(TypedDict):
    """One whole comparison with a reference, as `fioboard compare --against-reference --json` prints it."""

    reference: ReferenceRef
    comparison: CompareOut

"""What differs between the sides of a comparison, ordered: settings, what follows from them, what is harmless, what
nobody knows."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer


@answer
class ComparedSetting(TypedDict):
    """A change that follows from no other, with what follows from it: one change."""

    key: Annotated[str, Field(description="Of a factor in factors_changed")]
    word: Annotated[str, Field(description="What a sentence calls it")]
    change: Annotated[str, Field(description="From base to new, in words: `1 → 4`")]
    follow: Annotated[
        list[str],
        Field(
            description="Keys in factors_changed and factors_unknown that follow from it, also by way of others"
        ),
    ]


@answer
class HarmlessOut(TypedDict):
    """A job option that differs and changes nothing that is measured."""

    option: str
    base: Annotated[list[str], Field(description="Distinct values as typed; empty: not set")]
    new: Annotated[list[str], Field(description="Distinct values as typed; empty: not set")]
    reason: Annotated[str, Field(description="Why it is harmless")]


@answer
class UnknownFactorOut(TypedDict):
    """A fact that no run of either side tells."""

    key: str
    title: str


@answer
class DiffersOut(TypedDict):
    """What differs, and whether it is one change."""

    is_one_change: Annotated[
        bool,
        Field(
            description="One setting differs, with what follows from it; no doubt is about runs of one side more "
            "than of the other; nothing that differs is unknown. Only then a difference may be attributed to it"
        ),
    ]
    reason: Annotated[str | None, Field(description="Why it is not one change; null when it is")]
    names: Annotated[
        list[str] | None,
        Field(description="Base and new by the one setting that differs: `NPS 1`; null when that is not one"),
    ]
    settings: list[ComparedSetting]
    harmless_options: list[HarmlessOut]
    unknown: Annotated[
        list[UnknownFactorOut],
        Field(
            description="A difference in these would not be seen; facts that do not apply are not among them"
        ),
    ]

"""An experiment: a question, conditions that differ in one thing, and the answer of their comparison."""

from typing import Annotated, NotRequired, cast

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.core.sanitize import Document, clean_text
from fioboard.engine.answers.base import answer
from fioboard.engine.words.limits import MAX_LABEL_CHARACTERS, MAX_TITLE_CHARACTERS

MAX_CONDITIONS = 8
_MAX_WORD = 64


class StatedExperiment(TypedDict):
    """What an agent says of the experiment that a run is part of."""

    question: str
    thing: str
    conditions: list[str]
    condition: NotRequired[str]


@answer
class BatchConditionOut(TypedDict):
    """One condition."""

    name: str
    runs: Annotated[int, Field(description="Complete runs that were measured under it")]
    filter: Annotated[str, Field(description="Filter of its runs: a side of the comparison")]


@answer
class BatchExperimentOut(TypedDict):
    """What an experiment asks, and what it shows so far."""

    question: str
    thing: Annotated[
        str, Field(description='What the conditions differ in, as the agent names it: "scheduler"')
    ]
    conditions: list[BatchConditionOut]
    sentence: Annotated[str, Field(description="The answer, or which condition is still to be measured")]
    text: Annotated[list[str], Field(description="The other conditions beside the first, one sentence each")]


@answer
class BatchExperimentsOut(TypedDict):
    """The experiment of a batch."""

    items: Annotated[
        list[BatchExperimentOut], Field(description="One; none where the batch is no experiment")
    ]


def read_experiment(stated: object) -> StatedExperiment | None:
    """Read what an agent said; None where that is not an experiment."""
    if not isinstance(stated, dict):
        return None
    document = cast(Document, stated)
    question, thing = document.get("question"), document.get("thing")
    conditions, condition = document.get("conditions"), document.get("condition")
    if not isinstance(question, str) or not isinstance(thing, str) or not isinstance(conditions, list):
        return None
    named = [one for one in cast(list[object], conditions) if isinstance(one, str) and one]
    if not 2 <= len(named) == len(conditions) <= MAX_CONDITIONS:
        return None
    experiment: StatedExperiment = {
        "question": clean_text(question, MAX_TITLE_CHARACTERS),
        "thing": clean_text(thing, _MAX_WORD),
        "conditions": [clean_text(one, MAX_LABEL_CHARACTERS) for one in named],
    }
    if isinstance(condition, str) and condition in named:
        experiment["condition"] = clean_text(condition, MAX_LABEL_CHARACTERS)
    return experiment

"""The demo data as the API loads, counts and removes it."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer


@answer
class DemoOut(TypedDict):
    """How much of the demo data is stored."""

    runs: Annotated[int, Field(description="Demo runs that are stored and not deleted, a count")]
    all_runs: Annotated[int, Field(description="Runs of the whole demo, a count")]
    unchecked_tests: Annotated[
        int, Field(description="Demo tests whose new runs wait for the detection of changes, a count")
    ]

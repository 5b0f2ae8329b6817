"""What an import would store, before it does."""

from typing import Annotated

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.core.run_state import Outcome
from fioboard.engine.answers.base import answer
from fioboard.engine.answers.claim import ClaimOut, LinesOut
from fioboard.engine.answers.pasted import PastedFactOut
from fioboard.engine.answers.problem import RemarkOut
from fioboard.engine.answers.result import ResultFigures
from fioboard.engine.answers.run import ToolRef


@answer
class PreviewRun(TypedDict):
    """One invocation of a tool that was found in the text."""

    tool: ToolRef
    outcome: Outcome
    started_at: Annotated[
        AwareDatetime | None, Field(description="As the output says; null when it does not")
    ]
    command_line: Annotated[
        str | None, Field(description="The command line that belongs to it, when the text holds one")
    ]
    first_line: Annotated[int | None, Field(description="Line of the text where it begins, from 1")]
    last_line: Annotated[int | None, Field(description="Last line of the text that belongs to it, from 1")]
    title: Annotated[str | None, Field(description="The line of prose before a result that was quoted alone")]
    target: Annotated[
        str | None, Field(description="Files, devices and directories that it names, parted by colons")
    ]
    lines_used: Annotated[list[tuple[int, int]], Field(description="Lines that were read, as [first, last]")]
    lines_not_understood: Annotated[
        list[tuple[int, int]],
        Field(description="Lines at or behind it that look like figures and became none, as [first, last]"),
    ]
    results: list[ResultFigures]
    job_options: Annotated[
        list[dict[str, str]], Field(description="Per result, in order: effective options as typed")
    ]
    series: Annotated[int, Field(description="Number of time series found, e.g. in fio logs")]
    problems: list[RemarkOut]


@answer
class MessageOut(TypedDict):
    """A line that is part of no result."""

    line: Annotated[int, Field(description="From 1")]
    text: str


@answer
class ImportPreview(TypedDict):
    """Everything that was understood, and everything that was not."""

    kind: Annotated[str, Field(description="What the text was taken for, e.g. fio_json, fio_text")]
    runs: list[PreviewRun]
    messages: Annotated[list[MessageOut], Field(description="Lines that were not understood")]
    warnings: list[RemarkOut]
    claims: Annotated[
        list[ClaimOut],
        Field(description="Cells of hand-made tables, beside what was measured here or on the host"),
    ]
    lines: Annotated[LinesOut, Field(description="What became of every line")]
    found: Annotated[
        list[PastedFactOut],
        Field(
            description="Facts of the text around the results, as an import with `accept=output` takes them"
        ),
    ]
    labels: Annotated[
        list[str],
        Field(description="Factors that a label can state for these runs and that are unknown, likely first"),
    ]

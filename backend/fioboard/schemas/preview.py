"""What an import would store, before it does."""

from pydantic import AwareDatetime, Field

from fioboard.schemas.base import Out
from fioboard.schemas.problem import RemarkOut
from fioboard.schemas.result import ResultFigures
from fioboard.schemas.run import Outcome, ToolRef


class PreviewRun(Out):
    """One invocation of a tool that was found in the text."""

    tool: ToolRef
    outcome: Outcome
    started_at: AwareDatetime | None = Field(description="As the output says; null when it does not")
    command_line: str | None = Field(
        description="The command line that belongs to it, when the text holds one"
    )
    first_line: int | None = Field(description="Line of the text where it begins, from 1")
    last_line: int | None = Field(description="Last line of the text that belongs to it, from 1")
    title: str | None = Field(description="The line of prose before a result that was quoted alone")
    target: str | None = Field(description="Files, devices and directories that it names, parted by colons")
    lines_used: list[tuple[int, int]] = Field(description="Lines that were read, as [first, last]")
    lines_not_understood: list[tuple[int, int]] = Field(
        description="Lines at or behind it that look like figures and became none, as [first, last]"
    )
    results: list[ResultFigures]
    job_options: list[dict[str, str]] = Field(description="Per result, in order: effective options as typed")
    series: int = Field(description="Number of time series found, e.g. in fio logs")
    problems: list[RemarkOut]


class MessageOut(Out):
    """A line that is part of no result."""

    line: int = Field(description="From 1")
    text: str


class ImportPreview(Out):
    """Everything that was understood, and everything that was not."""

    kind: str = Field(description="What the text was taken for, e.g. fio_json, fio_text")
    runs: list[PreviewRun]
    messages: list[MessageOut] = Field(description="Lines that were not understood")
    warnings: list[RemarkOut]

"""A folder of results: the names of its files, and what an import of it sends."""

from pathlib import PurePosixPath
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import In, answer
from fioboard.engine.words import limits

MAX_FILES = 20_000
MAX_PATH = 1_024


def _require_relative(path: str) -> str:
    plain = PurePosixPath(path)
    if plain.is_absolute() or str(plain) != path or not plain.name or ".." in plain.parts:
        raise ValueError("a path below the folder has no empty part, no `.` and no `..`")
    return path


class FolderFileIn(In):
    """One file of the folder."""

    path: Annotated[
        str,
        Field(min_length=1, max_length=MAX_PATH, description="Below the folder, parted by `/`"),
        AfterValidator(_require_relative),
    ]
    size_bytes: Annotated[int, Field(ge=0, le=2**53, description="Its size")]


class FolderIn(In):
    """What a folder holds, by names and sizes alone."""

    host: Annotated[
        str,
        Field(
            min_length=1,
            max_length=limits.MAX_HOST_CHARACTERS,
            description="Name of the host that was measured",
        ),
    ]
    name: Annotated[
        str, Field(min_length=1, max_length=limits.MAX_FILE_NAME_CHARACTERS, description="Name of the folder")
    ]
    files: Annotated[list[FolderFileIn], Field(max_length=MAX_FILES, description="Its files, at any depth")]


@answer
class PlannedBatch(TypedDict):
    """The batch that a run is a step of."""

    id: Annotated[UUID, Field(description="The same whenever the same files of the same host are planned")]
    name: Annotated[str, Field(description="The tool and the folder, such as `bench-fio nvme0n1`")]
    step: Annotated[int, Field(description="Place of the run in the batch, from 1")]
    steps: Annotated[int, Field(description="How many runs the batch has")]


@answer
class PlannedRunOut(TypedDict):
    """One output to send with its logs."""

    output: Annotated[str, Field(description="Path of the output")]
    logs: Annotated[list[str], Field(description="Paths of fio's logs of it")]
    title: Annotated[
        str, Field(description="The file's name below the folder of its batch, such as `4k/randread-1-1`")
    ]
    batch: Annotated[PlannedBatch | None, Field(description="Null for an output that is alone")]


@answer
class LeftOutOut(TypedDict):
    """A file that is not sent."""

    path: Annotated[str, Field(description="Its path")]
    reason: Annotated[str, Field(description="Why not")]


@answer
class FolderPlanOut(TypedDict):
    """What an import of the folder sends, in this order."""

    runs: Annotated[list[PlannedRunOut], Field(description="Each is one POST /import")]
    left_out: Annotated[list[LeftOutOut], Field(description="Files that are not sent")]

"""The agent's upload document (docs/upload.md) and the answers to uploads and imports."""

import re
from typing import Annotated, Literal, NotRequired
from uuid import UUID

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, field_validator
from typing_extensions import TypedDict

from fioboard.core.run_state import Outcome, RunState
from fioboard.engine.answers import sentences
from fioboard.engine.answers.answer import VerdictBrief
from fioboard.engine.answers.base import Out
from fioboard.engine.answers.claim import ClaimOut, LinesOut
from fioboard.engine.answers.experiment import StatedExperiment, read_experiment
from fioboard.engine.answers.pasted import PastedFactOut
from fioboard.engine.answers.problem import RemarkOut
from fioboard.engine.answers.pts import read_pts
from fioboard.engine.answers.search import SearchGoal, read_goal, read_option_names
from fioboard.engine.words import limits

Role = Literal["measure", "precondition"]
FileKind = Literal["fio_output", "fio_log", "samples", "job_file", "stderr"]
SignalName = Annotated[str, Field(pattern=r"^SIG[A-Z0-9+-]{1,16}$")]
SignalNumber = Annotated[int, Field(ge=0, le=255)]
LABEL_KEY = re.compile(limits.LABEL_KEY_PATTERN)


def _not_nil(key: UUID) -> UUID:
    if key.int == 0:
        raise ValueError("the nil UUID is no upload key")
    return key


class _Tolerant(BaseModel):
    """Parts of the manifest: fields of newer agents are kept with the run, not refused."""

    model_config = ConfigDict(extra="allow")


class ManifestAgent(_Tolerant):
    """The program that sends."""

    name: str = Field(max_length=64)
    version: str = Field(max_length=64)
    command: object = None  # judged by core.agent_program: an odd one must not strand a result


class ManifestHost(_Tolerant):
    """The host as its agent knows it."""

    id: str = Field(pattern=limits.AGENT_HOST_ID_PATTERN)
    name: str = Field(min_length=1, max_length=limits.MAX_HOST_CHARACTERS)


class ShownBatch(TypedDict):
    """What is kept of a batch with each of its runs."""

    id: UUID
    name: str
    step: int
    steps: int
    role: Role | None
    search: NotRequired[SearchGoal]
    vary: NotRequired[list[str]]
    experiment: NotRequired[StatedExperiment]
    pts: NotRequired[object]  # as it was sent: read again with the batch


class ManifestBatch(_Tolerant):
    """The suite or sweep this run belongs to."""

    id: UUID
    name: str = Field(max_length=64)
    step: int = Field(ge=1, le=100_000)
    steps: int = Field(ge=1, le=100_000)
    role: object = None  # an odd one must not strand a result
    title: object = None
    search: object = None  # what `suite saturate` looks for, or the limit of a sweep
    vary: object = None
    experiment: object = None
    pts: object = None

    def shown(self) -> ShownBatch:
        """What is kept with the run; a role that is none of ours is not known."""
        role: Role | None = (
            "measure" if self.role == "measure" else "precondition" if self.role == "precondition" else None
        )
        shown: ShownBatch = {
            "id": self.id,
            "name": self.name,
            "step": self.step,
            "steps": self.steps,
            "role": role,
        }
        goal, varied = read_goal(self.search), read_option_names(self.vary)
        if goal is not None:
            shown["search"] = goal
        if varied:
            shown["vary"] = varied
        experiment = read_experiment(self.experiment)
        if experiment is not None:
            shown["experiment"] = experiment
        if read_pts(self.pts) is not None:
            shown["pts"] = self.pts
        return shown


class ManifestFile(_Tolerant):
    """One file of the upload; `sha256` and `bytes` are of the decoded bytes."""

    name: str = Field(min_length=1, max_length=255)
    kind: FileKind
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    bytes: int = Field(ge=0, le=2**53)


class Manifest(_Tolerant):
    """What the agent says about one run. See docs/upload.md."""

    schema_: Annotated[Literal[1], Field(alias="schema")]
    upload_key: Annotated[UUID, AfterValidator(_not_nil)]
    agent: ManifestAgent | None = None
    host: ManifestHost
    started_at: object = None  # judged by core.times: an impossible clock must not strand a result (B28)
    ended_at: object = None
    sent_at: object = None
    argv: list[Annotated[str, Field(max_length=65_536)]] | None = Field(default=None, max_length=10_000)
    exit_code: int | None = Field(default=None, ge=-(2**31), le=2**31)
    # Our agent sends the name: numbers differ between systems.
    signal: SignalName | SignalNumber | None = None
    interrupted: bool = False
    title: str | None = Field(default=None, max_length=limits.MAX_TITLE_CHARACTERS)
    labels: dict[str, Annotated[str, Field(max_length=limits.MAX_LABEL_CHARACTERS)]] = Field(
        default_factory=dict, max_length=limits.MAX_LABELS
    )
    tags: list[Annotated[str, Field(min_length=1, max_length=limits.MAX_TAG_CHARACTERS)]] = Field(
        default_factory=list, max_length=limits.MAX_TAGS
    )
    target: str | None = Field(default=None, max_length=4096)
    targets: object = None  # judged by inventory.targets: an odd one must not strand a result
    fio_cpus: object = None
    preflight: object = None  # judged by inventory.surroundings
    batch: ManifestBatch | None = None
    files: list[ManifestFile] = Field(min_length=1, max_length=62)

    @field_validator("labels")
    @classmethod
    def _label_keys(cls, labels: dict[str, str]) -> dict[str, str]:
        for key in labels:
            if not LABEL_KEY.match(key):
                raise ValueError(sentences.NO_LABEL_KEY(key=repr(key[:80])))
        return labels

    @field_validator("files")
    @classmethod
    def _unique_names(cls, files: list[ManifestFile]) -> list[ManifestFile]:
        names = [f.name for f in files]
        if len(set(names)) != len(names):
            raise ValueError("two files of the upload have the same name")
        return files

    @property
    def size_bytes(self) -> int:
        """Bytes of all files together, decoded."""
        return sum(file.bytes for file in self.files)

    def get_batch_title(self) -> str | None:
        """Return the title, where it is the whole batch's and no title of this run."""
        stated = self.batch.title if self.batch else None
        return self.title if self.title and self.title == stated else None

    def fio_outcome(self) -> Outcome | None:
        """How the agent saw fio end; None leaves it to what the output says."""
        if self.interrupted:
            return "interrupted"
        if self.signal is not None or self.exit_code not in (None, 0):
            return "failed"
        return None


class UploadStored(Out):
    """The answer to an upload that is committed, now (201) or before (200)."""

    id: str = Field(description="The run's id")
    upload_key: str = Field(description="The key that was sent")
    url: str = Field(description="Address of the run's page")
    status: Literal["created", "duplicate"]
    state: RunState
    digest: str = Field(description="SHA-256 over the digests of all files, see docs/upload.md")
    verdict: VerdictBrief | None = Field(
        description="What holds the run back, or why not to trust it; null where nothing could be judged"
    )
    warnings: list[RemarkOut]


class ImportedRun(Out):
    """One run found in an imported body."""

    id: str
    url: str
    status: Literal["created", "duplicate"]
    outcome: Outcome | None = Field(
        description="Null for a run of an agent's upload, and for a duplicate of which an older reader made other runs"
    )
    verdict: VerdictBrief | None = Field(
        description="What holds the run back, or why not to trust it; null where nothing could be judged"
    )
    problems: list[RemarkOut] = Field(description="Remarks about the run as a whole")
    lines_used: list[tuple[int, int]] = Field(description="Lines that were read, as [first, last]")
    lines_not_understood: list[tuple[int, int]] = Field(
        description="Lines at or behind it that look like figures and became none, as [first, last]"
    )


class ImportStored(Out):
    """The answer to an import."""

    runs: list[ImportedRun]
    warnings: list[RemarkOut]
    claims: list[ClaimOut] = Field(description="Cells of hand-made tables, beside what these runs measured")
    lines: LinesOut | None = Field(description="What became of every line")
    found: list[PastedFactOut] = Field(
        description="Facts of the text around the results, and the runs that have them as stated factors"
    )


class ImportTime(BaseModel):
    """The `started_at` of an import, as a person gives it."""

    started_at: AwareDatetime

"""The job files that tell several changes apart: from base's job to new's, one setting more in each.

Both ends were measured before, but on other days: they are measured again among the others, in turns.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from uuid import UUID

from fioboard.app.compare import sentences
from fioboard.app.compare.job_command import (
    TARGETS,
    explain_no_command,
    is_plain,
    is_writing,
    list_typed_options,
)
from fioboard.app.compare.job_file import PLACEHOLDER, Section, simplify_name, write_job_file
from fioboard.app.compare.matching import DIFFERS, Row, build_workload_title
from fioboard.engine.answers.separation import SeparatingStep, SeparationOut
from fioboard.engine.answers.what_differs import ComparedSetting
from fioboard.engine.factors.implied import OPTION
from fioboard.engine.factors.workload import IDENTITY
from fioboard.engine.words.factors.registry import FACTORS
from fioboard.engine.words.job_options import HARMLESS
from fioboard.engine.words.limits import MIN_REPEATS
from fioboard.store.queries.compare import JobRow

# More settings than these are no plan, but another machine.
MAX_SETTINGS = 12
# Of one run; a file of more jobs runs for hours.
MAX_JOBS = 20


@dataclass(frozen=True, slots=True)
class _Pair:
    """A job as base has it, with what the steps before have changed, and as new has it."""

    section: Section
    base: Mapping[str, str]
    new: Mapping[str, str]

    def apply(self, options: frozenset[str]) -> "_Pair":
        """Return the pair with these options as new has them."""
        kept = {key: value for key, value in self.section.options.items() if key not in options}
        taken = {key: value for key, value in self.new.items() if key in options}
        return replace(self, section=Section(self.section.name, kept | taken))

    def list_differing(self, options: frozenset[str]) -> set[str]:
        """List those of these options that are set in another way, or on one side only."""
        ours = self.section.options
        return {key for key in options if ours.get(key) != self.new.get(key)}


def build_separation(
    rows: Sequence[Row], side: int, jobs: Mapping[UUID, JobRow], settings: Sequence[ComparedSetting]
) -> SeparationOut | None:
    """Of the run that measured the first workload, and what new measured of it; None without anything to tell apart.

    `rows`: matched; `jobs`: queries.compare.jobs_of of their results. What a file can set comes first, so that the
    machine is changed as rarely as can be.
    """
    if not rows or len(settings) < 2:
        return None
    named = settings[:MAX_SETTINGS]
    first = jobs.get(rows[0].results[0][0]["id"])
    reason = "The jobs are not stored any more." if first is None else explain_no_command(first)
    pairs, taken = ([], 0) if reason is not None else _list_pairs(rows, side, jobs)
    files = _Files(pairs)
    files.start()
    by_hand = [setting for setting in named if not files.add(setting)]
    for setting in by_hand:
        files.add_manual_step(setting)
    return {
        "workload": build_workload_title(
            {key: value for key, value in rows[0].options.items() if value != DIFFERS}
        ),
        "workloads_left_out": len(rows) - taken,
        "steps": files.steps,
        "settings_left_out": len(settings) - len(named),
        "rounds": [files.names[:: 1 if number % 2 == 0 else -1] for number in range(MIN_REPEATS)]
        if len(files.names) > 1
        else [],
        "runs": MIN_REPEATS,
        "remarks": _build_remarks(pairs),
        "reason": reason,
    }


class _Files:
    """The steps so far, and the jobs as the last of them has them."""

    def __init__(self, pairs: list[_Pair]) -> None:
        self.pairs = pairs
        self.steps: list[SeparatingStep] = []
        self.names: list[str] = []

    def start(self) -> None:
        """Base's job."""
        if self.pairs:
            self._add_file("start", "base", "Base's job", "Base's job, as it was.")

    def add(self, setting: ComparedSetting) -> bool:
        """A file with this setting as new has it; False where no file can set it."""
        options = _list_options(setting)
        changed = [(pair, pair.list_differing(options)) for pair in self.pairs]
        values = [(key, pair.new.get(key)) for pair, keys in changed for key in keys]
        if not values or any(value is not None and not is_plain(key, value) for key, value in values):
            return False
        self.pairs = [pair.apply(options) for pair in self.pairs]
        with_value = f"{setting['word']} {setting['change']}"
        self._add_file("job", setting["word"], with_value, sentences.AS_BEFORE(change=with_value))
        return True

    def add_manual_step(self, setting: ComparedSetting) -> None:
        """Add a step for a setting that no job file has."""
        again = sentences.THEN_RUN(file=self.names[-1], least=MIN_REPEATS) if self.names else ""
        self.steps.append(
            {
                "kind": "hand",
                "title": f"{setting['word']} {setting['change']}",
                "text": sentences.CHANGE_BY_HAND(again=again),
                "file_name": self.names[-1] if self.names else None,
                "job_file": None,
            }
        )

    def _add_file(self, kind: Literal["start", "job"], word: str, title: str, text: str) -> None:
        name = f"{len(self.names) + 1}-{simplify_name(word).lower()}.fio"
        comments = [f"{name}: {title}.", sentences.IN_TURNS(least=MIN_REPEATS)]
        if any(not pair.section.is_aimed for pair in self.pairs):
            comments.append(sentences.PUT_TARGET(placeholder=PLACEHOLDER))
        self.names.append(name)
        self.steps.append(
            {
                "kind": kind,
                "title": title,
                "text": text,
                "file_name": name,
                "job_file": write_job_file([pair.section for pair in self.pairs], comments),
            }
        )


def _list_pairs(rows: Sequence[Row], side: int, jobs: Mapping[UUID, JobRow]) -> tuple[list[_Pair], int]:
    """List the jobs of one run of base that the other side measured, too, each once; and how many workloads they
    are.
    """
    run_id = rows[0].results[0][0]["run_id"]
    seen: dict[str, _Pair] = {}
    taken = 0
    for row in rows:
        ours = next((one["id"] for one in row.results[0] if one["run_id"] == run_id), None)
        job = jobs.get(ours) if ours is not None else None
        other = jobs.get(row.results[side][0]["id"])
        if job is None or other is None or explain_no_command(job) or explain_no_command(other):
            continue
        key = f"{job['job_name']}\n{job['job_options']}"
        if key not in seen and len(seen) == MAX_JOBS:
            continue
        taken += 1
        # A job that reads and writes is two workloads.
        typed = list_typed_options(job)
        seen.setdefault(key, _Pair(Section(job["job_name"], typed), typed, list_typed_options(other)))
    return list(seen.values()), taken


def _list_options(setting: ComparedSetting) -> frozenset[str]:
    """List the job options that a setting is made of."""
    key = setting["key"]
    own = {key.removeprefix(OPTION)} if key.startswith(OPTION) or key in IDENTITY else set()
    declared = set(FACTORS[key].options) if key in FACTORS else set()
    following = {one.removeprefix(OPTION) for one in setting["follow"] if one.startswith(OPTION)}
    return frozenset(own | declared | following) - {*TARGETS, *HARMLESS}


def _build_remarks(pairs: Sequence[_Pair]) -> str:
    left_out = sorted({key for pair in pairs for key in pair.section.left_out} - set(HARMLESS))
    without = [sentences.FILES_WITHOUT(options=", ".join(left_out))] if left_out else []
    # Whichever job it is, and whether as base has it or as new does: one of the files writes.
    is_written = any(is_writing(job.get("rw")) for pair in pairs for job in (pair.base, pair.new))
    writing = ["They overwrite their target."] if is_written else []
    return " ".join([*writing, *without])

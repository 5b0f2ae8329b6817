"""The command line through the agent that measures a run or a batch again. Pure.

It is made of what the agent said of the run: fio's arguments, the job file, and the run's place in its batch. What came
without the agent has fio's own command line only, and says so.
"""

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from fioboard.app.runs.history import sentences
from fioboard.core.agent_program import AGENT, read_agent_program
from fioboard.core.sanitize import Document
from fioboard.engine.answers.experiment import read_experiment
from fioboard.engine.answers.neighbours import CommandProgram
from fioboard.engine.answers.parameters import GRID
from fioboard.engine.answers.pts import read_pts
from fioboard.engine.answers.search import SEARCH, SWEEP, read_goal, read_option_names
from fioboard.engine.hardware.inventory.tolerant import mapping, text
from fioboard.engine.words.experiments import EXPERIMENT
from fioboard.engine.words.pts import PTS
from fioboard.engine.words.target_names import folder_of_own_file

DATASHEET, PURPOSE, DRIVES = "datasheet", "purpose-", "drives"
LISTED = frozenset({"quick", "four-corners"})
SUITES = LISTED | {SWEEP, SEARCH, DATASHEET}
# Of each listed suite: with fewer, `--only` chose them.
LISTED_WORKLOADS = 4
PRECONDITIONS = {"precondition-fill": "fill", "precondition-random": "random"}
# The agent sets these itself for every run.
_SET_BY_AGENT = frozenset({"output", "output-format", "eta", "eta-newline", "readonly"})
_REMOVED = "[removed]"
_MIB = 1 << 20
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
# gdsio's options and the agent's for them; of some, what gdsio's numbers mean.
_GDSIO = {
    **{"-f": ("target", ()), "-d": ("gpu", ()), "-w": ("threads", ()), "-s": ("size", ()), "-i": ("bs", ())},
    **{"-T": ("runtime", ()), "-x": ("transfer", ("gpud", "cpuonly", "cpu_gpu"))},
    **{"-I": ("rw", ("read", "write", "randread", "randwrite"))},
}
# A longer one is no longer copied: the job file itself is the shorter way.
MAX_CHARACTERS = 16_000

WITHOUT_AGENT = (
    "fio's own command: this run came without the agent. Nothing checks what it overwrites, nothing is sent."
)
ON_WINDOWS = "There is no agent for Windows."
UNKNOWN = "The original fio command is unknown."
PREPARED = "This run prepared the target for the steps after it. The command of its batch repeats both."
NOT_KEPT = "The command line held a secret that was not kept."
NO_JOB_FILE = "The job file of the run was not kept. Give the agent yours: fioboard-agent run JOBFILE."
TOO_LONG = "The command would be too long to copy. Save the job file below and give it to fioboard-agent run."
NOT_PLAIN = "The command line has control characters, so it is not shown for copying."
EXPANDED = "Its options hold ${NAME} or arithmetic, which the agent runs only with --allow-env."
NO_SUITE = (
    "This batch was not run as a suite, so no single command repeats it. "
    "The page of each run has the command for that run."
)
NOT_WHOLE = (
    "Not every step of the batch is here, so no single command repeats it. "
    "The page of each run has the command for that run."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatCommand:
    """`text` is None where there is no command; `remark` says why, or what to know before it is started."""

    text: str | None = None
    program: CommandProgram | None = None
    remark: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One run of a batch, as the agent said it: its place in the batch, and fio's arguments."""

    batch: Document
    options: Mapping[str, str]
    agent: str = AGENT
    """The program that starts the agent on its host."""

    @property
    def target(self) -> str | None:
        """The folder that the agent made its test file in, or the file or device that was named."""
        path = self.options.get("filename", "").replace("\\:", ":")
        is_own = PurePosixPath(path).name == f"fioboard-{(text(self.batch, 'id') or '')[:13]}.dat"
        return None if not path else folder_of_own_file(path) if is_own else path


def repeat_run(
    manifest: Document, argv: Sequence[str] | None, job_file: str | None, preconditions: Sequence[str] = ()
) -> RepeatCommand:
    """Return the command that measures one run again.

    `preconditions`: names of the batch's steps that prepared its target.
    """
    if not argv:
        return RepeatCommand(remark=UNKNOWN)
    if text(mapping(manifest, "agent"), "name") != AGENT:
        return _build_fio_command(argv)
    batch = mapping(manifest, "batch")
    if text(batch, "role") == "precondition":
        return RepeatCommand(remark=PREPARED)
    if _is_suite(text(batch, "name")):
        step = Step(batch=batch, options=read_options(argv), agent=_get_agent(manifest))
        if step.target is not None:
            return _check_words(_list_suite_words([step], preconditions, repeats=1), manifest)
    return _run_gdsio(manifest, argv) if argv[0] == "gdsio" else _run_command(manifest, argv, job_file)


def repeat_batch(
    steps: Sequence[Step], preconditions: Sequence[str], grid: Sequence[str] | None = None
) -> RepeatCommand:
    """Return the command that measures a suite's or sweep's measuring steps again.

    `grid`: other options in place of a sweep's own, as `--bs 64k`.
    """
    names = {text(step.batch, "name") for step in steps}
    if names == {DRIVES} and all(step.target for step in steps):
        return _check_words(_list_pool_words(steps), {})
    if names in ({EXPERIMENT}, {PTS}):
        words = _list_pts_words(steps[0]) if names == {PTS} else _list_experiment_words(steps)
        return RepeatCommand(remark=NOT_WHOLE) if words is None else _check_words(words, {})
    if len(names) != 1 or not all(map(_is_suite, names)):
        return RepeatCommand(remark=NO_SUITE)
    repeats = [_read_whole(step.batch.get("repeat")) or 1 for step in steps]
    if len({step.target for step in steps}) != 1 or steps[0].target is None:
        return RepeatCommand(remark=NO_SUITE)
    if names == {SWEEP} and grid is None and not _is_whole_grid(steps):
        return RepeatCommand(remark=NOT_WHOLE)
    words = _list_suite_words(steps, preconditions, repeats=max(repeats), is_batch=True)
    if grid is not None:
        target = words.index("--target") + 2
        words = [
            *words[:target],
            *(word for option in grid for word in option.split(" ", 1)),
            *_strip_grid(words),
        ]
    return _check_words(words, {})


def read_options(argv: Sequence[str]) -> dict[str, str]:
    """Return fio's options of a command line with one job."""
    pairs = (word[2:].partition("=") for word in argv[1:] if word.startswith("--"))
    return {name: value for name, _, value in pairs}


def _is_suite(name: str | None) -> bool:
    """Return whether the agent has a suite of this name; `purpose-etcd` is of its suite for a purpose."""
    return name is not None and (name in SUITES or name.startswith(PURPOSE))


def _get_agent(manifest: Document) -> str:
    return read_agent_program(mapping(manifest, "agent").get("command"))


def _build_fio_command(argv: Sequence[str]) -> RepeatCommand:
    line = argv[0] if len(argv) == 1 else shlex.join(argv)
    is_windows = "windowsaio" in line
    return RepeatCommand(
        text=line, program="fio", remark=f"{WITHOUT_AGENT} {ON_WINDOWS}" if is_windows else WITHOUT_AGENT
    )


def _run_command(manifest: Document, argv: Sequence[str], job_file: str | None) -> RepeatCommand:
    kept = [word for word in argv[1:] if not word.startswith("--") or _get_name(word) not in _SET_BY_AGENT]
    picked = [word.partition("=")[2] for word in kept if word.startswith("--section=")]
    is_of_file = any(not word.startswith("-") for word in kept)
    if is_of_file:
        if job_file is None:
            return RepeatCommand(remark=NO_JOB_FILE)
        options = [word for word in kept if word.startswith("-") and not word.startswith("--section=")]
        kept = [*options, *_list_job_words(job_file, picked)]
    return _check_words([_get_agent(manifest), "run", "--", *kept], manifest)


def _run_gdsio(manifest: Document, argv: Sequence[str]) -> RepeatCommand:
    words = [_get_agent(manifest), "gdsio"]
    for option, value in zip(argv[1::2], argv[2::2], strict=False):
        name, meanings = _GDSIO.get(option, ("", ()))
        if not name or (meanings and value not in map(str, range(len(meanings)))):
            return RepeatCommand(remark=UNKNOWN)
        words += [f"--{name}", meanings[int(value)] if meanings else value]
    return _check_words(words, manifest)


def _list_job_words(job_file: str, picked: Sequence[str]) -> list[str]:
    """List a job file as arguments: fio reads `--name=global` as the heading [global]. The agent has accepted the
    file, so every line is a heading, an option or a comment.
    """
    words: list[str] = []
    is_left_out = True
    for raw in job_file.splitlines():
        line = re.split("[;#]", raw, maxsplit=1)[0].strip()
        if line.startswith("["):
            name = line[1:-1]
            is_left_out = bool(picked) and name not in picked and not name.startswith("global")
            words += [] if is_left_out else [f"--name={name}"]
        elif line and not is_left_out:
            option, equals, value = line.partition("=")
            words.append(f"--{option.strip()}={value.strip()}" if equals else f"--{option.strip()}")
    return words


def _list_suite_words(
    steps: Sequence[Step], preconditions: Sequence[str], *, repeats: int, is_batch: bool = False
) -> list[str]:
    """List `fioboard-agent suite NAME --target … …`: what every step was given alike, and which steps they are."""
    options = steps[0].options
    name = text(steps[0].batch, "name") or ""
    if name == SEARCH and not is_batch:
        # One step of a search is measured again without the search.
        name = SWEEP
    suite = name.split("-", 1) if name.startswith(PURPOSE) else [name]
    words = [steps[0].agent, "suite", *suite, "--target", steps[0].target or ""]
    if name == SEARCH:
        words += _list_search_words(steps[0])
    elif name == SWEEP:
        for option in GRID:
            values = dict.fromkeys(step.options.get(option, "1") for step in steps)
            words += [f"--{option}", ",".join(values)]
        for option in _list_varied(steps):
            values = dict.fromkeys(step.options.get(option, "") for step in steps)
            words += ["--vary", f"{option}={','.join(values)}"]
    elif not is_batch:
        words += ["--only", options.get("name", "")]
    elif name in LISTED:
        measured = dict.fromkeys(step.options.get("name", "") for step in steps)
        words += ["--only", ",".join(measured)] if len(measured) < LISTED_WORKLOADS else []
    if name.startswith(PURPOSE):
        # Its jobs come from the service and may differ: only what all have alike can have been given.
        options = {
            key: value for key, value in options.items() if all(s.options.get(key) == value for s in steps)
        }
    size = _read_whole(options.get("size"))
    words += ["--size", f"{size // _MIB}m"] if size and size % _MIB == 0 else []
    if name != DATASHEET or not is_batch:
        for flag, option in (("--runtime", "runtime"), ("--ramp-time", "ramp_time")):
            seconds = _read_whole(options.get(option))
            words += [flag, str(seconds)] if seconds else []
    prepared = next(
        (PRECONDITIONS[one] for one in sorted(preconditions, reverse=True) if one in PRECONDITIONS), None
    )
    words += ["--precondition", prepared] if prepared else []
    # A sweep measures each point once where nothing else is said; a listed suite may have repeats of its own.
    return words if name == SEARCH or (name == SWEEP and repeats == 1) else [*words, "--repeat", str(repeats)]


def _list_pool_words(steps: Sequence[Step]) -> list[str]:
    """List the drives of a pool, each once; it is only read again, whatever was written."""
    repeats = max(_read_whole(step.batch.get("repeat")) or 1 for step in steps)
    targets = dict.fromkeys(step.target or "" for step in steps)
    words = [steps[0].agent, "suite", DRIVES, "--targets", ",".join(targets)]
    for flag, option in (("--runtime", "runtime"), ("--ramp-time", "ramp_time")):
        seconds = _read_whole(steps[0].options.get(option))
        words += [flag, str(seconds)] if seconds else []
    return [*words, "--repeat", str(repeats)] if repeats > 1 else words


def _list_pts_words(step: Step) -> list[str] | None:
    """List a test of the standard; a drive has to be confirmed anew. None where the agent did not say which it was."""
    stated = read_pts(step.batch.get("pts"))
    if stated is None or step.target is None:
        return None
    words = [step.agent, "suite", PTS, stated["test"], "--class", stated["class_name"]]
    quick = ["--quick"] if "quick" in stated["deviations"] else []
    return [*words, "--target", folder_of_own_file(step.target), *quick]


def _list_experiment_words(steps: Sequence[Step]) -> list[str] | None:
    """List the conditions of an experiment and its grid; None where some steps are missing."""
    experiment = read_experiment(steps[0].batch.get("experiment"))
    if experiment is None or steps[0].target is None or not _is_whole_grid(steps):
        return None
    varied = f"{experiment['thing']}={','.join(experiment['conditions'])}"
    words = [steps[0].agent, EXPERIMENT, "new", "--vary", varied, "--target", steps[0].target]
    for option in GRID:
        words += [f"--{option}", ",".join(dict.fromkeys(step.options.get(option, "1") for step in steps))]
    size, runtime = _read_whole(steps[0].options.get("size")), _read_whole(steps[0].options.get("runtime"))
    words += ["--size", f"{size // _MIB}m"] if size and size % _MIB == 0 else []
    words += ["--runtime", str(runtime)] if runtime else []
    repeats = max(_read_whole(step.batch.get("repeat")) or 1 for step in steps)
    return [*words, "--repeat", str(repeats)]


def _list_search_words(step: Step) -> list[str]:
    """List the goal of a search, its workload and its ladder."""
    search, words = mapping(step.batch, "search"), []
    goal = read_goal(search)
    if goal is not None:
        limit = goal["limit"]
        metric, value = {
            "clat_p99_ns": ("clat_p99", f"{limit / 1e6:g}ms" if limit % 1000 == 0 else f"{limit:.0f}ns"),
            "iops": ("iops", f"{limit:.0f}"),
            "bw_bytes_per_s": ("bw", f"{limit / 1e6:.3f}".rstrip("0").rstrip(".") + "MB/s"),
        }[goal["metric"]]
        words += ["--metric", metric, "--limit", value]
    words += [word for option in ("rw", "bs") for word in (f"--{option}", step.options.get(option, ""))]
    for option in ("iodepth", "numjobs"):
        words += [f"--{option}", listed] if (listed := text(search, option)) else []
    return words


def _strip_grid(words: Sequence[str]) -> list[str]:
    """Return what follows the grid's options in the words of a sweep, without its repeats."""
    rest = words[words.index("--numjobs") + 2 :]
    return list(rest[: rest.index("--repeat")] if "--repeat" in rest else rest)


def _list_varied(steps: Sequence[Step]) -> list[str]:
    """List the further options that a sweep varied."""
    return list(dict.fromkeys(name for step in steps for name in read_option_names(step.batch.get("vary"))))


def _is_whole_grid(steps: Sequence[Step]) -> bool:
    points = {
        tuple(step.options.get(option, "1") for option in (*GRID, *_list_varied(steps))) for step in steps
    }
    combinations = 1
    for values in zip(*points, strict=True):
        combinations *= len(set(values))
    return len(points) == combinations


def _check_words(words: Sequence[str], manifest: Document) -> RepeatCommand:
    """Return the words as a line for a shell, unless they cannot be copied or are not complete."""
    line = shlex.join(words)
    reason = next(
        (
            reason
            for reason, holds in (
                (NOT_KEPT, any(word.endswith(f"={_REMOVED}") for word in words)),
                (NOT_PLAIN, _CONTROL.search(line) is not None),
                (TOO_LONG, len(line) > MAX_CHARACTERS),
            )
            if holds
        ),
        None,
    )
    if reason is not None:
        return RepeatCommand(remark=reason)
    remarks: list[str] = [sentences.OVERWRITES(path=path) for path in _list_overwritten(manifest)]
    remarks += (
        [EXPANDED] if any("$" in word for word in words if not word.startswith("--filename_format=")) else []
    )
    return RepeatCommand(text=line, program="agent", remark=" ".join(remarks) or None)


def _list_overwritten(manifest: Document) -> list[str]:
    confirmed = manifest.get("confirmations")
    entries = confirmed if isinstance(confirmed, list) else []
    return [path for entry in entries if (path := text(entry, "path")) is not None]


def _get_name(word: str) -> str:
    return word[2:].partition("=")[0]


def _read_whole(value: object) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return (
        int(value)
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 19
        else None
    )

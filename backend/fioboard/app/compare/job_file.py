"""A job as a file of fio's own, made of words of fio's own.

An upload must not be able to put a program or a file into it: options have the forms that a share shows, names and
targets lose what fio would read as the end of a line, a section, a comment or a variable.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fioboard.app.compare.job_command import TARGETS, is_plain, sort_options

# fio cuts a line at # and ;, and puts the environment in the place of $; all of these are spared.
_TARGET = re.compile(r"[A-Za-z0-9_./:@%+,=-]{1,4000}")
_NO_NAME = re.compile(r"[^A-Za-z0-9_.-]+")
MAX_NAME = 60
PLACEHOLDER = "TARGET"


@dataclass(frozen=True, slots=True)
class Section:
    """One job of a file."""

    name: str
    options: Mapping[str, str]

    @property
    def left_out(self) -> list[str]:
        """Options that stay out of the file."""
        return [key for key, value in self.options.items() if key not in TARGETS and not is_plain(key, value)]

    @property
    def is_aimed(self) -> bool:
        """Whether its target can stand in a file."""
        targets = [value for key, value in self.options.items() if key in TARGETS]
        return bool(targets) and all(_TARGET.fullmatch(target) for target in targets)


def write_job_file(sections: Sequence[Section], comments: Sequence[str]) -> str:
    """Write a job file. `comments`: our own words, above the jobs."""
    lines = [f"# {_join_lines(comment)}" for comment in comments]
    for section in sections:
        lines += ["", f"[{simplify_name(section.name)}]"]
        lines += [f"{key}={value}" if value else key for key, value in sort_options(_select_shown(section))]
    return "\n".join([*lines, ""])


def simplify_name(name: str) -> str:
    """Return a name that is a section's, a file's and nothing else."""
    plain = _NO_NAME.sub("-", name).strip("-.")[:MAX_NAME] or "job"
    # fio takes the options of a section whose name begins so for those of all.
    return f"job-{plain}" if plain.lower().startswith("global") else plain


def _select_shown(section: Section) -> dict[str, str]:
    shown = {
        key: value for key, value in section.options.items() if key not in TARGETS and is_plain(key, value)
    }
    if section.is_aimed:
        return shown | {key: value for key, value in section.options.items() if key in TARGETS}
    return shown | {"filename": PLACEHOLDER}


def _join_lines(text: str) -> str:
    return " ".join(text.split())

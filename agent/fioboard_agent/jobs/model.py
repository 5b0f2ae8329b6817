"""One fio invocation, understood: its job sections with the options in force in each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional

from fioboard_agent.errors import UsageError
from fioboard_agent.jobs.option_catalogue import list_longer_names

READING = frozenset({"read", "randread"})


@dataclass(frozen=True)
class JobSection:
    """One job with every option that is in force in it, global ones included; None = given without a value."""

    name: str
    options: dict[str, Optional[str]] = field(default_factory=dict)

    def get(self, option: str) -> Optional[str]:
        """The option's value; None when it is absent or has none."""
        return self.options.get(option)

    def is_enabled(self, option: str) -> bool:
        """Tell whether a boolean option is set: present without a value counts as 1, as in fio."""
        if option not in self.options:
            return False
        value = self.options[option]
        return value is None or value.strip().lower() not in {"0", "false"}

    @property
    def direction_word(self) -> str:
        """`randrw` of `rw=randrw:8`; fio's default is read."""
        return (self.get("rw") or "read").split(":", 1)[0].strip()

    @property
    def reads_only(self) -> bool:
        """True only for the two words that neither write nor trim; anything unknown counts as writing."""
        return self.direction_word in READING and not self.options.get("trim_percentage")

    def count(self, option: str) -> int:
        """A small whole number such as numjobs; 1 when absent."""
        value = self.get(option)
        if value is None:
            return 1
        if not value.strip().isdigit():
            raise UsageError(f"Job {self.name}: {option}={value} is not a plain number.")
        return max(1, int(value))


@dataclass(frozen=True)
class FioJobs:
    """All that one fio invocation would run."""

    sections: tuple[JobSection, ...]
    fio_options: dict[str, Optional[str]] = field(default_factory=dict)
    job_text: Optional[str] = None
    arguments: tuple[str, ...] = ()


def require_one_filename(option: str, inherited: dict[str, Optional[str]]) -> None:
    """fio does not replace a global `filename` by a job's own one: tried with 3.33, it kept using the global one."""
    if option == "filename" and option in inherited:
        raise UsageError(
            f"filename={inherited[option]} is set for all jobs and again for one job; which of them fio would use "
            "is not certain. Set it in one place only."
        )


def require_full_name(option: str) -> None:
    """fio's getopt accepts any unambiguous beginning of an option: `--filen` is nothing this agent would see."""
    longer = list_longer_names(option)
    if longer:
        raise UsageError(f"Write option --{option} in full: fio could take it for --{longer[0]}.")


def require_plain_text(text: str, where: str) -> None:
    """Control characters and blanks beyond ASCII: fio and this agent would cut a value at different places."""
    strange = next(
        (char for char in text if char != "\t" and (not char.isprintable() and not _is_raw_byte(char))), None
    )
    if strange is not None or any(char.isspace() and char not in " \t" for char in text):
        raise UsageError(f"{where} has a character that cannot be read with certainty: {text[:80]!r}.")


def _is_raw_byte(char: str) -> bool:
    """A byte that is no UTF-8, as Python carries it in text (surrogateescape): part of a file's name."""
    return "\udc80" <= char <= "\udcff"

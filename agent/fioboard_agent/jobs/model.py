"""One fio invocation, understood: its job sections with the options in force in each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Optional

from fioboard_agent.errors import UsageError

# fio options.c, field .alias; only those that decide about targets, direction or programs.
ALIASES = {"readwrite": "rw", "nr_files": "nrfiles", "blocksize": "bs"}

READING = frozenset({"read", "randread"})

# Options by which a job touches something other than its own reads. jobs/local_policy.py says what of each.
DECIDING_OPTIONS = frozenset(
    [
        "name",
        "filename",
        "directory",
        "filename_format",
        "opendir",
        "rw",
        "nrfiles",
        "numjobs",
        "ioengine",
        "size",
        "filesize",
        "offset",
        "unlink",
        "unlink_each_loop",
        "trim_percentage",
        "read_iolog",
        "write_iolog",
        "replay_redirect",
        "merge_blktrace_file",
        "exec_prerun",
        "exec_postrun",
        "include",
        "profile",
        "fill_device",
        "fill_fs",
        "file_append",
        "overwrite",
        "allow_mounted_write",
        "readonly",
        "write_bw_log",
        "write_lat_log",
        "write_iops_log",
        "write_hist_log",
        "unique_filename",
        "section",
        "output",
        "output-format",
        "client",
        "server",
        "daemonize",
        "trigger",
        "trigger-file",
        "trigger-timeout",
        "trigger-remote",
        "remote-config",
        "aux-path",
        "append-terse",
        "minimal",
        "parse-only",
        "showcmd",
    ]
)


@dataclass(frozen=True)
class JobSection:
    """One job with every option that is in force in it, global ones included; None = given without a value."""

    name: str
    options: dict[str, Optional[str]] = field(default_factory=dict)

    def get(self, option: str) -> Optional[str]:
        """The option's value; None when it is absent or has none."""
        return self.options.get(option)

    def is_on(self, option: str) -> bool:
        """A boolean option: present without a value counts as 1, as in fio."""
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


def canonical(option: str) -> str:
    """The main name of an option."""
    return ALIASES.get(option, option)


def refuse_second_filename(option: str, inherited: dict[str, Optional[str]]) -> None:
    """fio does not replace a global `filename` by a job's own one: tried with 3.33, it kept using the global one."""
    if option == "filename" and option in inherited:
        raise UsageError(
            f"filename={inherited[option]} is set for all jobs and again for one job; which of them fio would use "
            "is not certain. Set it in one place only."
        )


def refuse_abbreviation(option: str) -> None:
    """fio's getopt accepts any unambiguous beginning of an option: `--filen` is nothing this agent would see."""
    if option in DECIDING_OPTIONS or option in ALIASES:
        return
    longer = sorted(known for known in (*DECIDING_OPTIONS, *ALIASES) if known.startswith(option))
    if longer and option not in _EXACT_BEGINNINGS:
        raise UsageError(f"Write option --{option} in full: fio could take it for --{longer[0]}.")


# Complete fio options that happen to be the beginning of a deciding one (tests compare with `fio --cmdhelp=all`).
_EXACT_BEGINNINGS = frozenset({"direct"})

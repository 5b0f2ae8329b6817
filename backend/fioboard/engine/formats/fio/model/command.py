"""One invocation of fio as somebody typed it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

_TARGETS = ("filename", "directory")


@dataclass(frozen=True, slots=True)
class CommandLine:
    """Options before the first --name are for all jobs. A value that only the shell knew (`$bs`) is none."""

    line: int
    text: str
    shared: Mapping[str, str] = field(default_factory=dict)
    jobs: tuple[tuple[str, Mapping[str, str]], ...] = ()
    hides_options: bool = False
    """A job file or an expression of the shell: what is not among the options is not at its default."""
    words: tuple[str, ...] = ()
    """The line as a shell makes words of it, from what started fio up to a pipe or redirection."""
    launcher: Mapping[str, str] = field(default_factory=dict)
    """`numactl`, `taskset`, `chrt`, … that stood before fio → their arguments."""

    def get_options(self, job_name: str) -> dict[str, str] | None:
        """Return what was typed for this job; None when the command line has no such job."""
        for name, options in self.jobs:
            if name == job_name:
                return {**self.shared, **options}
        if len(self.jobs) == 1 and not job_name:
            return {**self.shared, **self.jobs[0][1]}
        return None

    def targets(self) -> list[str]:
        """Values of filename and directory, of all jobs."""
        options = (self.shared, *(own for _, own in self.jobs))
        return [one[name] for one in options for name in _TARGETS if one.get(name)]

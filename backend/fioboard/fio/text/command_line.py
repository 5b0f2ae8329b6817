"""fio command lines that people paste beside the results, and the job options in them.

`$ fio --name=x --bs=4k …`, `root@box:~# fio -filename=/dev/sdb -iodepth 1 -thread …`: getopt_long_only takes
one dash as well as two, and a value behind a blank. A job file among the arguments hides options from us.
"""

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field

_COMMAND = re.compile(
    r"(?:^|[\s#$%>;|&`])(?P<tool>(?:[\w.~/:\\-]{0,255}[/\\])?fio(?:\.exe)?)\s+"
    r"(?P<arguments>-.*|\S{1,255}\.(?:fio|job|ini|cfg)\b.*)$"
)
_OPTION = re.compile(r"^--?([A-Za-z][\w-]*)(?:=(.*))?$", re.DOTALL)
_QUOTING = re.compile(r"[\"'\\]")
_MAX_CHARS = 8_192
# Options of the program, not of a job.
_OF_THE_PROGRAM = frozenset(
    (
        "output-format",
        "output",
        "minimal",
        "append-terse",
        "terse-version",
        "status-interval",
        "bandwidth-log",
        "eta",
        "eta-interval",
        "eta-newline",
        "warnings-fatal",
        "max-jobs",
        "debug",
        "parse-only",
        "readonly",
        "alloc-size",
        "server",
        "client",
        "daemonize",
        "remote-config",
        "idle-prof",
        "inflate-log",
        "trigger",
        "trigger-timeout",
        "trigger-file",
        "trigger-remote",
        "aux-path",
        "showcmd",
        "section",
        "version",
        "help",
        "cmdhelp",
        "enghelp",
        "crctest",
        "cpuclock-test",
        "memcpytest",
    )
)
_FLAGS = frozenset(
    (
        "group_reporting",
        "time_based",
        "thread",
        "norandommap",
        "stonewall",
        "new_group",
        "minimal",
        "readonly",
        "end_fsync",
        "create_on_open",
        "unlink",
        "do_verify",
        "loops_forever",
        "exitall",
        "overwrite",
        "invalidate",
        "direct",
        "randrepeat",
        "gtod_reduce",
        "disable_lat",
        "disable_clat",
        "disable_slat",
        "append-terse",
        "daemonize",
        "version",
        "help",
        "warnings-fatal",
        "parse-only",
        "buffered",
        "fsync_on_close",
        "refill_buffers",
    )
)
# Spellings that fio turns into one canonical name.
_CANONICAL = {
    "blocksize": "bs",
    "readwrite": "rw",
    "blocksize_range": "bsrange",
    "mem": "iomem",
    "fill_fs": "fill_device",
}


@dataclass(frozen=True, slots=True)
class CommandLine:
    """One invocation as typed: options before the first --name are for all jobs."""

    line: int
    text: str
    shared: Mapping[str, str] = field(default_factory=dict)
    jobs: tuple[tuple[str, Mapping[str, str]], ...] = ()
    has_job_file: bool = False

    def options_of(self, job_name: str) -> dict[str, str] | None:
        """What was typed for this job; None when the command line has no such job."""
        for name, options in self.jobs:
            if name == job_name:
                return {**self.shared, **options}
        if len(self.jobs) == 1 and not job_name:
            return {**self.shared, **self.jobs[0][1]}
        return None


def parse_command_line(text: str, line: int) -> CommandLine | None:
    """The fio command in a line of a terminal log; None when there is none."""
    if "fio" not in text or len(text) > _MAX_CHARS:
        return None
    match = _COMMAND.search(text)
    if match is None:
        return None
    arguments = _split(match["arguments"].rstrip("` "))
    shared: dict[str, str] = {}
    jobs: list[tuple[str, dict[str, str]]] = []
    has_job_file = False
    i = 0
    while i < len(arguments):
        argument = arguments[i]
        i += 1
        option = _OPTION.match(argument)
        if option is None:
            has_job_file = has_job_file or not argument.startswith("-")
            continue
        name, value = option.group(1), option.group(2)
        if value is None:
            value = ""
            takes_next = name not in _FLAGS and i < len(arguments) and not arguments[i].startswith("-")
            if takes_next:
                value = arguments[i]
                i += 1
        name = _CANONICAL.get(name, name)
        if name == "name":
            jobs.append((value, {}))
        elif name not in _OF_THE_PROGRAM:
            (jobs[-1][1] if jobs else shared)[name] = value
    if not jobs and not shared and not has_job_file:
        return None
    return CommandLine(line, f"fio {match['arguments'].strip()}", shared, tuple(jobs), has_job_file)


def _split(arguments: str) -> list[str]:
    """Words as a shell makes them, up to a pipe, redirection or next command."""
    try:
        # Where nothing is quoted, shlex would make the same words a hundred times slower.
        words = shlex.split(arguments) if _QUOTING.search(arguments) else arguments.split()
    except ValueError:
        words = arguments.split()
    kept = []
    for word in words:
        if word in ("|", ">", ">>", "2>", "2>&1", "&&", "||", ";", "&", "|&", "1>", "<"):
            break
        end = word.endswith(";")
        kept.append(word.rstrip(";") if end else word)
        if end or word.startswith((">", "2>")):
            break
    return [word for word in kept if word and not word.startswith((">", "2>"))]

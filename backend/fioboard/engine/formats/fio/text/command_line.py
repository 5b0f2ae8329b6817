"""fio command lines that people paste beside the results, and the job options in them.

`$ fio --name=x --bs=4k …`, `root@box:~# fio -filename=/dev/sdb -iodepth 1 -thread …`: getopt_long_only takes
one dash as well as two, and a value behind a blank. A job file among the arguments hides options from us.
"""

import re
import shlex
from collections.abc import Sequence

from fioboard.engine.formats.fio.model.command import CommandLine

_COMMAND = re.compile(
    r"(?:^|[\s#$%>;|&`])(?P<tool>(?:[\w.~/:\\-]{0,255}[/\\])?fio(?:\.exe)?)\s+"
    r"(?P<arguments>-.*|\S{1,255}\.(?:fio|job|ini|cfg)\b.*)$"
)
_OPTION = re.compile(r"^--?([A-Za-z][\w-]*)(?:=(.*))?$", re.DOTALL)
_QUOTING = re.compile(r"[\"'\\]")
# A path from a drive's letter on, or a raw disk: no shell that such a command is typed in takes a backslash away.
_WINDOWS_PATH = re.compile(r"(?<![\w/])[A-Za-z]\\?:\\|\\\\\.\\")
_MAX_CHARS = 8_192
# What the shell put in their place is not told: as one word without blanks it hides one option and no more.
_EXPRESSION = re.compile(r"\$\(\([^()]{0,200}\)\)|\$\([^()]{0,200}\)|\$\{[^{}]{0,200}\}|`[^`]{0,200}`")
_SEPARATORS = frozenset(("|", ">", ">>", "2>", "2>&1", "&&", "||", ";", "&", "|&", "1>", "<"))
_LAUNCHERS = ("numactl", "taskset", "cgexec", "chrt", "ionice", "nice")
_LAUNCHER = re.compile(rf"(?:^|[\s#$%>;|&`/])(?=(?:{'|'.join(_LAUNCHERS)})\s)")
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
CANONICAL = {
    "blocksize": "bs",
    "readwrite": "rw",
    "blocksize_range": "bsrange",
    "mem": "iomem",
    "fill_fs": "fill_device",
}


def parse_command_line(text: str, line: int, *, is_cut: bool = False) -> CommandLine | None:
    """The fio command in a line of a terminal log; None when there is none. `is_cut`: a piece of it is missing."""
    if "fio" not in text or len(text) > _MAX_CHARS:
        return None
    match = _COMMAND.search(text)
    if match is None:
        return None
    typed = match["arguments"].rstrip("` ")
    plain = _EXPRESSION.sub("$expression", typed)
    arguments, is_whole = _split(plain)
    shared: dict[str, str] = {}
    jobs: list[tuple[str, dict[str, str]]] = []
    is_cut = is_cut or not is_whole
    hides_options = is_cut
    i = 0
    while i < len(arguments):
        argument = arguments[i]
        i += 1
        option = _OPTION.match(argument)
        if option is None:
            hides_options = hides_options or not argument.startswith("-")
            continue
        name, value = option.group(1), option.group(2)
        if value is None:
            value = ""
            takes_next = name not in _FLAGS and i < len(arguments) and not arguments[i].startswith("-")
            if takes_next:
                value = arguments[i]
                i += 1
        name = CANONICAL.get(name, name)
        if name == "name":
            jobs.append((value, {}))
        elif "$" in value:
            hides_options = True
        elif name not in _OF_THE_PROGRAM:
            (jobs[-1][1] if jobs else shared)[name] = value
    if not jobs and not shared and not hides_options:
        return None
    launched = _find_launcher(text[: match.start("tool")])
    # Whoever reads the words again would take a cut command for a whole one.
    words = () if is_cut else (*launched, match["tool"], *(arguments if plain == typed else _split(typed)[0]))
    whole = f"{' '.join(launched)} fio {match['arguments'].strip()}".strip()
    return CommandLine(line, whole, shared, tuple(jobs), hides_options, words, parse_launcher(launched))


def _find_launcher(before: str) -> tuple[str, ...]:
    """Return the words of `numactl --membind=0 taskset -c 0-7 …` at the end of what comes before fio."""
    match = _LAUNCHER.search(before)
    words = tuple(before[match.end() :].split()) if match is not None else ()
    return () if any(word in _SEPARATORS or word.endswith(";") for word in words) else words


def parse_launcher(words: Sequence[str]) -> dict[str, str]:
    """Name → arguments of each launcher among the words before fio."""
    arguments: dict[str, list[str]] = {}
    name = ""
    for word in words:
        base = word.rsplit("/", 1)[-1]
        if base == "fio":
            break
        if base in _LAUNCHERS:
            name = base
            arguments[name] = []
        elif name and word not in ("sudo", "--"):
            arguments[name].append(word)
    return {name: " ".join(one) for name, one in arguments.items()}


def _split(arguments: str) -> tuple[list[str], bool]:
    """Words as a shell makes them, up to a pipe, redirection or next command; and whether each quote has its end."""
    is_whole = True
    if "\\" in arguments and _WINDOWS_PATH.search(arguments):
        arguments = arguments.replace("\\", "\\\\")
    try:
        # Where nothing is quoted, shlex would make the same words a hundred times slower.
        words = shlex.split(arguments) if _QUOTING.search(arguments) else arguments.split()
    except ValueError:
        words, is_whole = arguments.split(), False
    kept = []
    for word in words:
        if word in _SEPARATORS:
            break
        end = word.endswith(";")
        kept.append(word.rstrip(";") if end else word)
        if end or word.startswith((">", "2>")):
            break
    return [word for word in kept if word and not word.startswith((">", "2>"))], is_whole

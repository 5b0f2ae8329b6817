"""The reader of flags: whatever argparse would drop or let be overridden without a word is an error here."""

from __future__ import annotations

import argparse
import difflib
import re
from dataclasses import dataclass
from typing import Any, Callable, Iterator, NoReturn, Optional

from fioboard_agent.errors import UsageError

# What a plan is made of: a resumed batch has it already.
_OF_A_PLAN = frozenset(
    {
        *("runtime", "ramp_time", "size", "rw", "bs", "iodepth", "numjobs", "only", "repeat", "until", "until_metric"),
        *("max_repeats", "order", "seed", "precondition", "title", "label", "tag", "confirm_destroy", "keep_free"),
        *("on_system_disk", "metric", "limit", "vary", "estimate", "targets", "all_idle", "class", "quick"),
        *("purge", "confirm_purge"),
    }
)
_OF_AN_EXPERIMENT = frozenset(
    {
        *("vary", "target", "suite", "question", "runtime", "ramp_time", "size", "rw", "bs", "iodepth", "numjobs"),
        *("repeat", "precondition", "title", "label", "tag", "confirm_destroy", "keep_free", "on_system_disk"),
        *("dry_run", "yes"),
    }
)
# How argparse words it, with quotes around the choices before Python 3.12.
_INVALID_CHOICE = re.compile(r"invalid choice: '([^']*)' \(choose from (.*)\)")
_OF_THE_UPLOAD = frozenset({"wait", "server", "token_file", "allow_http"})


@dataclass(frozen=True)
class _NoEffect:
    """Flags that would do nothing where `applies` is true of the command line, and why."""

    command: str
    flags: frozenset[str]
    applies: Callable[[argparse.Namespace], bool]
    why: str


_WITHOUT_EFFECT = (
    _NoEffect(
        "run_suite_command", _OF_A_PLAN, lambda given: given.resume is not None, "--resume keeps the plan of the batch"
    ),
    _NoEffect(
        "run_suite_command",
        frozenset({"until_metric", "max_repeats"}),
        lambda given: given.until is None,
        "it belongs to --until, which is not given",
    ),
    _NoEffect(
        "run_suite_command",
        frozenset({"seed"}),
        lambda given: given.order == "sequential",
        "--order sequential draws nothing at random",
    ),
    _NoEffect(
        "run_suite_command",
        frozenset({"repeat", "order", "seed", "until_metric", "only"}),
        lambda given: given.suite == "saturate",
        "the search decides which step is next and how often it is repeated",
    ),
    _NoEffect(
        "run_suite_command",
        frozenset({"class", "quick", "purge", "confirm_purge", "write_limit"}),
        lambda given: given.suite not in {"pts", None},
        "it belongs to `suite pts`",
    ),
    # A datasheet's jobs come from the service, also when nothing is sent to it.
    _NoEffect(
        "run_suite_command",
        _OF_THE_UPLOAD,
        lambda given: given.no_upload and given.suite != "datasheet",
        "with --no-upload the service is not contacted",
    ),
    # So does the job of another run.
    _NoEffect(
        "run",
        _OF_THE_UPLOAD,
        lambda given: given.no_upload and given.like is None,
        "with --no-upload the service is not contacted",
    ),
    _NoEffect("confirm", frozenset({"wait"}), lambda given: given.no_upload, "with --no-upload nothing is sent"),
    _NoEffect(
        "confirm",
        frozenset({"rounds"}),
        lambda given: given.resume is not None,
        "--resume keeps the plan of the first half",
    ),
    _NoEffect(
        "confirm",
        frozenset({"anyway"}),
        lambda given: given.resume is None,
        "it belongs to --resume, which is not given",
    ),
    _NoEffect(
        "run_experiment",
        _OF_AN_EXPERIMENT,
        lambda given: given.verb != "new",
        "the experiment keeps the options given to `new`",
    ),
    _NoEffect(
        "run_experiment",
        frozenset({"anyway", "unattended"}),
        lambda given: given.verb != "resume",
        "it belongs to `resume`",
    ),
    _NoEffect(
        "run_experiment",
        frozenset({"anyway"}),
        lambda given: given.unattended,
        "with --unattended the inventory decides",
    ),
    _NoEffect("push", _OF_THE_UPLOAD, lambda given: bool(given.to_file), "with --to-file nothing is sent"),
    _NoEffect(
        "push", frozenset({"remove"}), lambda given: not given.to_file, "it belongs to --to-file, which is not given"
    ),
    _NoEffect(
        "print_inventory",
        frozenset({"json", "tree", "root", "fio", "privileged", "set", "bios_file"}),
        lambda given: given.show_sudoers,
        "--show-sudoers only prints the line for sudo",
    ),
    _NoEffect(
        "print_inventory",
        frozenset({"fio", "privileged"}),
        lambda given: given.root != "/",
        "with --root the files of another machine are read",
    ),
)


class Parser(argparse.ArgumentParser):
    """Refuses a flag that is given twice, and names the flag or command that an unknown one may have been meant as."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.register("action", None, _Store)
        self.register("action", "store", _Store)
        self.register("action", "store_true", _StoreTrue)
        self.register("action", "append", _Append)

    def error(self, message: str) -> NoReturn:
        """End with exit code 2. The list of all flags would push the reason off the screen: it is one command away."""
        head, colon, words = message.partition("unrecognized arguments: ")
        hints = [_suggest_flag(word, set(_list_flags(self))) for word in words.split()] if colon and not head else []
        choice = _INVALID_CHOICE.search(message)
        hints += [suggest(choice.group(1), iter(re.findall(r"[\w-]+", choice.group(2))))] if choice else []
        self.exit(2, f"{self.prog}: error: {message}{''.join(hints)}\nAll options: {self.prog} --help\n")


def require_effect(given: argparse.Namespace) -> None:
    """Raise UsageError about the first flag that would do nothing."""
    command = given.command.__name__
    for rule in _WITHOUT_EFFECT:
        useless = sorted(rule.flags & getattr(given, "given", set()))
        if rule.command == command and useless and rule.applies(given):
            raise UsageError(f"--{useless[0].replace('_', '-')} has no effect: {rule.why}. Leave it out.")


def add_command(
    subparsers: argparse._SubParsersAction[Parser],
    name: str,
    help_text: str,
    epilog: str = "",
) -> argparse.ArgumentParser:
    """Add a command whose help begins with a sentence."""
    return subparsers.add_parser(
        name,
        help=help_text,
        description=help_text[0].upper() + help_text[1:] + ".",
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )


def suggest(word: str, known: Iterator[str]) -> str:
    """Return ` Did you mean …?` with the most similar known word; empty when none is similar."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.75)
    return f" Did you mean {close[0]}?" if close and close[0] != word else ""


def _suggest_flag(word: str, known: set[str]) -> str:
    flag = word.partition("=")[0]
    return f".{suggest(flag, iter(sorted(known)))}" if re.match("--[a-z]", flag) and suggest(flag, iter(known)) else ""


def _list_flags(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        yield from action.option_strings
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _list_flags(inner)


def _remember_flag(action: argparse.Action, namespace: argparse.Namespace, flag: Optional[str]) -> bool:
    """Remember that a flag was given; return whether it was before."""
    given: set[str] = getattr(namespace, "given", set())
    if flag is None:
        return False
    is_second = action.dest in given
    namespace.given = given | {action.dest}
    return is_second


def _require_value(action: argparse.Action, values: Any) -> None:
    """Python before 3.13 makes an empty list of `--flag=--`."""
    if action.nargs is None and isinstance(values, list):
        raise argparse.ArgumentError(action, "expected one argument")


class _Store(argparse._StoreAction):
    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, flag: Optional[str] = None
    ) -> None:
        _require_value(self, values)
        if _remember_flag(self, namespace, flag):
            raise argparse.ArgumentError(self, "given twice; give it once")
        super().__call__(parser, namespace, values, flag)


class _StoreTrue(argparse._StoreTrueAction):
    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, flag: Optional[str] = None
    ) -> None:
        _remember_flag(self, namespace, flag)
        super().__call__(parser, namespace, values, flag)


class _Append(argparse._AppendAction):
    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, flag: Optional[str] = None
    ) -> None:
        _require_value(self, values)
        _remember_flag(self, namespace, flag)
        super().__call__(parser, namespace, values, flag)


def read_seconds(text: str) -> float:
    """Read a number of seconds."""
    value = float(text)
    if not 0 <= value < 10_000_000:
        raise argparse.ArgumentTypeError("a number of seconds, not negative")
    return value


def read_count(text: str) -> int:
    """Read a number of repeats."""
    value = int(text)
    if not 0 < value <= 10_000:
        raise argparse.ArgumentTypeError("a whole number from 1 to 10000")
    return value


def read_rounds(text: str) -> int:
    """Read the rounds of a confirmation."""
    value = int(text)
    if not 0 < value <= 25:
        raise argparse.ArgumentTypeError("a whole number from 1 to 25")
    return value

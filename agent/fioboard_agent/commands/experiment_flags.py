"""The flags of `experiment`."""

from __future__ import annotations

import argparse

from fioboard_agent.commands.experiment import VERBS, run_experiment
from fioboard_agent.commands.flags import add_annotations, add_patterns, add_running
from fioboard_agent.commands.parser import Parser, add_command, read_count, read_seconds
from fioboard_agent.experiments.things import THINGS
from fioboard_agent.suites.experiment import DEFAULT_REPEATS
from fioboard_agent.suites.fio_jobs import PRECONDITIONS
from fioboard_agent.suites.workload import SUITES

_SWITCHED = ", ".join(thing.name for thing in THINGS.values() if thing.is_switched)
_BY_PERSON = ", ".join(thing.name for thing in THINGS.values() if not thing.is_switched)


def add_experiment(subparsers: argparse._SubParsersAction[Parser]) -> None:
    """Add `experiment new`, `resume`, `status` and `abort`."""
    parser = add_command(
        subparsers,
        "experiment",
        "measure under two or more conditions that differ in one setting, and compare them",
        f"The agent switches, in turn (A B B A), and puts back:\n  {_SWITCHED}\n"
        f"You change between the conditions, and `experiment resume` checks that nothing else changed:\n"
        f"  {_BY_PERSON}\n\n"
        "examples:\n"
        "  fioboard-agent experiment new --vary scheduler=none,mq-deadline --target /dev/nvme0n1\n"
        "  fioboard-agent experiment new --vary slot=3,5 --target /dev/nvme0n1 --question 'Is slot 5 slower?'",
    )
    parser.add_argument(
        "verb",
        choices=VERBS,
        help="new: plan and start; resume: go on after a change or an interruption; status: what is left to do; "
        "abort: put settings back and end it",
    )
    parser.add_argument("experiment", nargs="?", metavar="ID", help="beginning of its id (default: the latest)")
    parser.add_argument("--vary", metavar="THING=A,B", help="the setting that differs, and its values")
    parser.add_argument("--question", metavar="TEXT", help="what you want to know; becomes the title of the page")
    parser.add_argument("--target", metavar="PATH", help="folder (a test file is created and removed), file or device")
    parser.add_argument("--yes", action="store_true", help="start without asking")
    parser.add_argument("--dry-run", action="store_true", help="check everything and show what would run")
    parser.add_argument(
        "--anyway", action="store_true", help="with resume: go on although the inventory does not show the change"
    )
    parser.add_argument(
        "--unattended",
        action="store_true",
        help="with resume, for a timer: go on only when the inventory shows the change",
    )
    workloads = parser.add_argument_group("workloads, values separated by commas")
    workloads.add_argument("--suite", choices=sorted(SUITES), help="the workloads of a suite, instead of a grid")
    add_patterns(workloads)
    parser.add_argument("--runtime", type=read_seconds, metavar="S", help="seconds per step")
    parser.add_argument("--ramp-time", type=read_seconds, metavar="S", help="ramp time per step (fio ramp_time)")
    parser.add_argument("--size", metavar="N", help="size of the test file or range, such as 512m or 4g")
    parser.add_argument(
        "--repeat",
        type=read_count,
        default=DEFAULT_REPEATS,
        metavar="N",
        help="runs of each workload under each condition (default %(default)s)",
    )
    parser.add_argument(
        "--precondition",
        nargs="?",
        const="fill",
        choices=sorted(PRECONDITIONS),
        help="first WRITE the whole size in sequence (fill), or then also in random order (random)",
    )
    add_annotations(parser)
    add_running(parser)
    parser.set_defaults(command=run_experiment)

"""`print_inventory`: this host, or an unpacked copy of another, on the terminal."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from pathlib import Path

from fioboard_agent.capture.replay import open_reader
from fioboard_agent.commands.flags import read_additions
from fioboard_agent.errors import EXIT_OK, SetupError, UsageError
from fioboard_agent.fio.program import find_fio
from fioboard_agent.host.paths import Roots
from fioboard_agent.inventory.completion import complete_inventory
from fioboard_agent.inventory.document import collect_inventory
from fioboard_agent.inventory.privileged import format_sudoers
from fioboard_agent.inventory.tree import WIDTH, paint_for_terminal, render_tree


def print_inventory(options: argparse.Namespace) -> int:
    """Run `inventory [--json|--tree] [--privileged]`, and the helper's side of it, `--root-part`."""
    if options.show_sudoers:
        print(format_sudoers(), end="")
        return EXIT_OK
    if options.root_part:
        return _print_root_part()
    roots = Roots(Path(options.root))
    try:
        # Of another machine's files this machine's fio says nothing.
        program = find_fio(options.fio) if roots.is_live else None
    except SetupError:
        program = None
    document = collect_inventory(roots, program, None if roots.is_live else "Linux", open_reader)
    complete_inventory(document, read_additions(options), roots)
    if options.json:
        print(json.dumps(document, indent=2, ensure_ascii=False))
        return EXIT_OK
    is_coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    width = min(shutil.get_terminal_size().columns, 120) if sys.stdout.isatty() else WIDTH
    for line in render_tree(document, paint_for_terminal if is_coloured else None, width):
        print(line)
    return EXIT_OK


def _print_root_part() -> int:
    """Print what sudo runs: the whole document as root can read it, on standard output, and nothing else."""
    if os.geteuid() != 0:
        raise UsageError("--root-part is what --privileged runs through sudo; use inventory --privileged.")
    print(json.dumps(collect_inventory(Roots(), None), ensure_ascii=True))
    return EXIT_OK

"""Names what a fio has that the agent's two catalogues lack: options, aliases, engines.

python agent/tools/option_catalogue.py [--fio PATH | --record FILE]     exit code 1 when something is missing
python agent/tools/option_catalogue.py --fio PATH --print > agent/tests/data/fio_options/VERSION.txt

What it names goes into fioboard_agent/jobs/option_catalogue.py or engine_catalogue.py by hand, after somebody has read
in fio's source what the option may write: that is the one thing no help text says. Records of the releases that were
asked are kept, so that a test asks them again.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path
from typing import Optional, Sequence

sys.path.insert(0, str(Path(__file__).parents[1]))

from fioboard_agent.jobs.engine_catalogue import ENGINES
from fioboard_agent.jobs.option_catalogue import JOB_OPTIONS, PROGRAM_OPTIONS, canonicalize


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Ask fio or a record, compare, print one line for each thing missing."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--fio", default="fio", metavar="PATH")
    parser.add_argument("--record", type=Path, metavar="FILE", help="what --print printed")
    parser.add_argument("--print", action="store_true", help="all options and engines, listed or not")
    given = parser.parse_args(arguments)
    record = given.record.read_text().splitlines() if given.record else ask(given.fio)
    if given.print:
        print("\n".join(record))
        return 0
    missing = [line for line in record if not _is_listed(*line.split(None, 3)[:3])]
    print("\n".join(missing) or f"{record[0]}: every option and engine is listed.")
    return 1 if missing else 0


def ask(fio: str) -> list[str]:
    """`version fio-3.33`, then a line for each option and engine: `job bs Block size unit`, `engine net hostname …`."""
    lines = [f"version {_said(fio, '--version').strip()}"]
    lines += [f"job {name} {text}" for name, text in _options(_said(fio, "--cmdhelp=all"))]
    for engine in _said(fio, "--enghelp").split()[3:]:
        lines.append(f"engine {engine}")
        lines += [
            f"engine-option {name} {engine}: {text}" for name, text in _options(_said(fio, f"--enghelp={engine}"))
        ]
    used = re.findall(r"^ *--([\w-]+)", _said(fio, "--help"), re.MULTILINE)
    return [*lines, *(f"program {option}" for option in dict.fromkeys(used))]


def _is_listed(kind: str, name: str, *_: str) -> bool:
    listed = {"engine": ENGINES, "program": PROGRAM_OPTIONS, "job": JOB_OPTIONS, "engine-option": JOB_OPTIONS}
    return kind == "version" or (canonicalize(name) if listed[kind] is JOB_OPTIONS else name) in listed[kind]


def _options(help_text: str) -> list[tuple[str, str]]:
    """Name and what it says of itself."""
    return re.findall(r"^ *([\w-]+) *: *(.*)$", help_text, re.MULTILINE)


def _said(fio: str, *arguments: str) -> str:
    return subprocess.run([fio, *arguments], capture_output=True, text=True, check=False).stdout


if __name__ == "__main__":
    sys.exit(main())

"""Names what an installed fio has that the agent's two catalogues lack: options, aliases, engines.

python agent/tools/option_catalogue.py [--fio PATH]     exit code 1 when something is missing

What it names goes into fioboard_agent/jobs/option_catalogue.py or engine_catalogue.py by hand, after somebody has read
in fio's source what the option may write: that is the one thing no help text says.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from fioboard_agent.jobs.engine_catalogue import ENGINES
from fioboard_agent.jobs.option_catalogue import JOB_OPTIONS, PROGRAM_OPTIONS, canonical


def main() -> int:
    """Ask fio, compare, print one line for each thing missing."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--fio", default="fio", metavar="PATH")
    fio = parser.parse_args().fio
    missing = [f"job option {line}" for line in _options(_ask(fio, "--cmdhelp=all"))]
    for engine in _ask(fio, "--enghelp").split()[3:]:
        if engine not in ENGINES:
            missing.append(f"engine {engine}")
        missing += [f"option of engine {engine} {line}" for line in _options(_ask(fio, f"--enghelp={engine}"))]
    used = re.findall(r"^ *--([\w-]+)", _ask(fio, "--help"), re.MULTILINE)
    missing += [f"option of fio itself {option}" for option in dict.fromkeys(used) if option not in PROGRAM_OPTIONS]
    print("\n".join(missing) or f"{_ask(fio, '--version').strip()}: every option and engine is listed.")
    return 1 if missing else 0


def _options(help_text: str) -> list[str]:
    """`name: what it says of itself` of each option that is not listed."""
    lines = re.findall(r"^ *([\w-]+) *: *(.*)$", help_text, re.MULTILINE)
    return [f"{name}: {text}" for name, text in lines if canonical(name) not in JOB_OPTIONS]


def _ask(fio: str, *arguments: str) -> str:
    return subprocess.run([fio, *arguments], capture_output=True, text=True, check=False).stdout


if __name__ == "__main__":
    sys.exit(main())

"""Keeps uv.lock free of any registry's address, so that it installs from whichever index a machine is set up for.

uv writes absolute addresses into its lock file. Versions and hashes are what pins a build; the addresses
only tie it to one index. `strip` replaces them by file names (uv still reads the file: `uv export --frozen`
turns it into exact versions with hashes), `check` fails when one is left or when pyproject.toml has moved on.
"""

import re
import sys
import tomllib
from itertools import chain
from pathlib import Path

BACKEND = Path(__file__).resolve().parent.parent
LOCK = BACKEND / "uv.lock"


def stripped(text: str) -> str:
    """The lock file's text with every index address replaced by a file name."""
    text = re.sub(r'registry = "https?://[^"]+"', 'registry = "index"', text)
    # Some indexes state sizes and some do not: with them every `make lock` elsewhere would touch every line.
    text = re.sub(r", size = \d+", "", text)
    return re.sub(r'url = "https?://[^"]*/([^"/]+)"', r'path = "\1"', text)


def problems(text: str) -> list[str]:
    """What is wrong with a committed lock file; empty when all is well."""
    found = [f"uv.lock holds an address: {m}" for m in re.findall(r"https?://[^\"/]+", text)]
    locked = {p["name"]: p for p in tomllib.loads(text)["package"]}
    project = tomllib.loads((BACKEND / "pyproject.toml").read_text())
    named = [*project["project"]["dependencies"], *chain(*project["dependency-groups"].values())]
    for requirement in named:
        if isinstance(requirement, dict):
            continue  # another group, whose own lines are read
        match = re.match(r"([A-Za-z0-9_.-]+)(?:\[[^\]]*\])?(?:==([0-9.]+[0-9]))?", requirement)
        if match is None:
            found.append(f"cannot read requirement {requirement!r}")
            continue
        name, pin = re.sub(r"[-_.]+", "-", match[1]).lower(), match[2]
        if name not in locked:
            found.append(f"{name} is in pyproject.toml but not in uv.lock: run `make lock`")
        elif pin and locked[name]["version"] != pin:
            found.append(f"{name} is pinned to {pin}, uv.lock has {locked[name]['version']}: run `make lock`")
    return found


def main() -> int:
    """`lockfile.py strip` rewrites uv.lock; `lockfile.py check` prints what is wrong and exits 1."""
    text = LOCK.read_text()
    if sys.argv[1:] == ["strip"]:
        LOCK.write_text(stripped(text))
        return 0
    found = problems(text)
    print("\n".join(found) or "uv.lock: current, no addresses")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

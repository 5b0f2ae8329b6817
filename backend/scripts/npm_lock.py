"""Completes frontend/package-lock.json with the packages of other systems, which some registries do not carry.

A native tool names one optional package per system and processor. npm leaves those out of the lock file that it cannot
find, and `npm ci` then refuses the file as out of step. An entry with version, system and processor is all `npm ci`
wants: it never fetches what another system needs. `npm_lock.py complete` adds them, `check` fails when one is missing
or when the file holds a registry's address.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

LOCK = Path(__file__).resolve().parents[2] / "frontend" / "package-lock.json"
SYSTEMS = {
    "aix",
    "android",
    "darwin",
    "freebsd",
    "linux",
    "netbsd",
    "openbsd",
    "openharmony",
    "sunos",
    "win32",
}
PROCESSORS = {"arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"}


def entry(name: str, version: str) -> dict[str, Any]:
    """What the lock file says about a package for one system, read from its name (`@biomejs/cli-darwin-arm64`)."""
    words = re.split(r"[-/]", name)
    made = {
        "version": version.lstrip("^~="),
        "cpu": [word for word in words if word in PROCESSORS],
        "optional": True,
        "os": [word for word in words if word in SYSTEMS],
    }
    return {key: value for key, value in made.items() if value}


def missing(lock: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Entries for the optional packages that some package names and the file lacks, by their path in node_modules."""
    packages: dict[str, Any] = lock["packages"]
    known = {path.rpartition("node_modules/")[2] for path in packages}
    wanted = {
        name: version
        for package in packages.values()
        for name, version in package.get("optionalDependencies", {}).items()
        if name not in known
    }
    return {f"node_modules/{name}": entry(name, version) for name, version in wanted.items()}


def main() -> int:
    """`complete` writes, `check` reports."""
    text = LOCK.read_text()
    lock = json.loads(text)
    lacking = missing(lock)
    if sys.argv[1:] == ["complete"]:
        # Sorted as npm sorts, so that its next write changes nothing.
        lock["packages"] = dict(sorted((lock["packages"] | lacking).items()))
        LOCK.write_text(json.dumps(lock, indent=2, ensure_ascii=False) + "\n")
        return 0
    problems = [f"{path} is missing: run `make lock`" for path in lacking]
    problems += [f"an address: {found}" for found in re.findall(r'"resolved": "(https?://[^"]+)"', text)]
    print("\n".join(problems) or "package-lock.json: complete, no addresses")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())

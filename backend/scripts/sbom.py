"""`make sbom`: what service and pages are made of, as CycloneDX into build/sbom/, one list per language (W6).

What the wheel is only made with is listed as well, with the scope `excluded`: it is not installed with it.

uv and npm write the lists from their lock files. uv leaves out the digests, which stand in uv.lock, and the licences,
which every installed package states; both are added here. Exits 1, naming it, when a package has no digest, no licence,
or one that is not ALLOWED.
"""

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

from node import with_node
from service import CHECKOUT

FOLDER = CHECKOUT / "build" / "sbom"
FRONTEND = CHECKOUT / "frontend"
ALLOWED = {
    *("MIT", "MIT-0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Apache-2.0", "ISC", "MPL-2.0", "Zlib"),
    *("PSF-2.0", "Python-2.0", "CC0-1.0", "Unlicense", "OFL-1.1"),
}
# What packages without a licence expression say by their classifiers.
CLASSIFIED = {
    "MIT License": "MIT",
    "BSD License": "BSD",
    "Apache Software License": "Apache-2.0",
    "ISC License (ISCL)": "ISC",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
# By its LICENSE file only; or not installed here, where it is of no use, so read from its file in the registry.
STATED_ELSEWHERE = {
    "colorama": "BSD-3-Clause",
    "httpx2-jsfetch": "BSD-3-Clause",
    "pysimdjson": "MIT",
}
# Ours.
WITHOUT_DIGEST = re.compile("codegen")


def python_list() -> dict[str, Any]:
    """The packages that the service needs, with the digest of every file that may be installed, and licences."""
    bom = _exported("--group", "wheel")
    needed = {component["name"] for component in _exported()["components"]}
    locked = {p["name"]: p for p in tomllib.loads((CHECKOUT / "backend/uv.lock").read_text())["package"]}
    for component in bom["components"]:
        if component["name"] not in needed:
            component["scope"] = "excluded"
        package = locked[component["name"]]
        files = [*package.get("wheels", []), *([package["sdist"]] if "sdist" in package else [])]
        component["externalReferences"] = [
            {
                "type": "distribution",
                "url": file["path"],
                "hashes": [{"alg": "SHA-256", "content": file["hash"].removeprefix("sha256:")}],
            }
            for file in files
        ]
        component["licenses"] = [{"expression": licence}] if (licence := _stated(component["name"])) else []
    return bom


def _exported(*more: str) -> Any:
    """uv's own list."""
    uv = [str(CHECKOUT / ".cache/uv/bin/uv"), "export", "--quiet", "--preview-features", "sbom-export"]
    chosen = ["--project", "backend", "--frozen", "--no-dev", "--no-emit-workspace"]
    return _output([*uv, *chosen, *more, "--format", "cyclonedx1.5"], CHECKOUT)


def npm_list() -> dict[str, Any]:
    """The packages that the pages need."""
    return _output(["npm", "sbom", "--sbom-format", "cyclonedx", "--omit", "dev"], FRONTEND)


def problems(bom: dict[str, Any]) -> list[str]:
    """What is missing or not allowed, one sentence each."""
    found = []
    for component in bom["components"]:
        name = f"{component['name']} {component['version']}"
        files = [component, *component.get("externalReferences", [])]
        if WITHOUT_DIGEST.fullmatch(component["name"]):
            continue
        if not any(file.get("hashes") for file in files):
            found.append(f"{name} has no digest")
        licences = [
            each["expression"] if "expression" in each else each["license"].get("id", "")
            for each in component.get("licenses") or []
        ]
        words = {word for licence in licences for word in re.findall(r"[A-Za-z0-9.-]+", licence)} - {
            "AND",
            "OR",
        }
        if not words:
            found.append(f"{name} states no licence")
        elif words - ALLOWED:
            found.append(f"{name} has a licence that is not allowed: {', '.join(sorted(words - ALLOWED))}")
    return found


def _stated(name: str) -> str | None:
    """The licence as SPDX spells it, as far as the package says."""
    if name in STATED_ELSEWHERE:
        return STATED_ELSEWHERE[name]
    about = metadata.metadata(name)
    # Not `about[…]`, which warns of a missing line from Python 3.12 on, and is to raise later.
    for expression in about.get_all("License-Expression") or []:
        return str(expression)
    lines = [
        line.rpartition(" :: ")[2]
        for line in about.get_all("Classifier") or []
        if line.startswith("License ::")
    ]
    classified = sorted({CLASSIFIED[line] for line in lines if line in CLASSIFIED})
    return " OR ".join(classified) or next(iter(about.get_all("License") or []), None)


def _output(command: list[str], folder: Path) -> Any:
    done = subprocess.run(command, cwd=folder, env=with_node(os.environ), stdout=subprocess.PIPE, check=True)
    bom = json.loads(done.stdout)
    # Of this minute: the same sources give the same list, and so the same wheel.
    del bom["serialNumber"], bom["metadata"]["timestamp"]
    return bom


def main() -> int:
    """Writes both lists; 1 when something is wrong with one."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    found = []
    for language, bom in (("python", python_list()), ("npm", npm_list())):
        (FOLDER / f"{language}.cdx.json").write_text(json.dumps(bom, indent=1) + "\n")
        print(f"{FOLDER.relative_to(CHECKOUT)}/{language}.cdx.json: {len(bom['components'])} packages")
        found += problems(bom)
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

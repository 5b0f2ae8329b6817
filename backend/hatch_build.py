"""What a checkout has beside the package goes into the wheel, below fioboard/bundle/ (fioboard/core/layout.py).

UI, agent, migrations, and the software lists; its dependencies are held to the versions of uv.lock, so that everybody
runs what was tested. Built by `make dist`, which makes all of these first.
"""

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUNDLED = (
    "frontend/dist",
    "agent/dist/agent.pyz",
    "agent/dist/agent.deb",
    "agent/dist/agent.rpm",
    "agent/install.sh",
    "agent/systemd",
    "migrations",
    "LICENSE",
)
# What only a release has.
SIGNATURE = "agent/dist/agent.pyz.sig"
SOFTWARE_LISTS = ("build/sbom/python.cdx.json", "build/sbom/npm.cdx.json")


class Bundle(BuildHookInterface[Any]):
    """Looked up by hatchling; an editable installation, which a checkout has, needs none of it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds files and dependencies to what hatchling packs; raises FileNotFoundError for one that was not built."""
        if version == "editable":
            return
        checkout = Path(self.root).parent
        pins = Path(os.environ.get("FIOBOARD_WHEEL_PINS", ""))
        for path in (*(checkout / name for name in (*BUNDLED, *SOFTWARE_LISTS)), pins):
            if not path.exists() or path == Path():
                raise FileNotFoundError(f"{path} is missing: wheels are built by `make dist`")
        signature = [SIGNATURE] if (checkout / SIGNATURE).exists() else []
        build_data["force_include"].update(
            {str(checkout / name): f"fioboard/bundle/{name}" for name in (*BUNDLED, *signature)}
        )
        build_data["sbom_files"] = [f"../{name}" for name in SOFTWARE_LISTS]
        build_data["dependencies"] = pins.read_text().splitlines()

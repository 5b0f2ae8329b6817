"""Where the built UI, the agent and the migrations lie, and where data goes: the one place that knows.

A checkout and the image have the same folders beside the package; a wheel holds them inside it, below `bundle/`
(backend/hatch_build.py puts them there).
"""

from pathlib import Path
from typing import Final

from platformdirs import user_data_path

_PACKAGE: Final = Path(__file__).resolve().parents[1]
_BUNDLE: Final = _PACKAGE / "bundle"
IS_WHEEL: Final = _BUNDLE.is_dir()
ROOT: Final = _BUNDLE if IS_WHEEL else _PACKAGE.parents[1]
IS_CHECKOUT: Final = (ROOT / "Makefile").exists()

DIST: Final = ROOT / "frontend" / "dist"
"""The built UI."""
AGENT: Final = ROOT / "agent" / "dist" / "agent.pyz"
INSTALLER: Final = ROOT / "agent" / "install.sh"
UNITS: Final = ROOT / "agent" / "systemd"
"""The units of systemd that send what waits on a test host."""
MIGRATIONS: Final = ROOT / "migrations"
DATA_DIR: Final = user_data_path("fioboard") if IS_WHEEL else Path(".fioboard")
"""The data folder where nobody chose one."""

"""`make agent-deb`: a package that installs a working agent and units that name it."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from fioboard import __version__
from tests.house.conftest import CHECKOUT

PACKAGE = CHECKOUT / f"build/dist/fioboard-agent_{__version__}_all.deb"


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="no dpkg-deb here: not a Debian")
def test_the_package_holds_a_working_agent_and_its_units(tmp_path: Path) -> None:
    subprocess.run([CHECKOUT / "backend/scripts/agent_deb.sh"], capture_output=True, check=True)
    control = subprocess.run(["dpkg-deb", "--field", PACKAGE], capture_output=True, text=True, check=True)
    assert f"Version: {__version__}\n" in control.stdout
    subprocess.run(["dpkg-deb", "--extract", PACKAGE, tmp_path], check=True)
    agent = tmp_path / "usr/bin/fioboard-agent"
    assert agent.read_bytes().startswith(b"#!/usr/bin/python3 ")
    assert os.access(agent, os.X_OK)
    said = subprocess.run(["python3", agent, "--version"], capture_output=True, text=True, check=True)
    assert said.stdout == f"fioboard-agent {__version__}\n"
    unit = (tmp_path / "usr/lib/systemd/system/fioboard-agent-push.service").read_text()
    assert "\nExecStart=/usr/bin/fioboard-agent push" in unit
    assert (tmp_path / "usr/lib/systemd/system/fioboard-agent-push.timer").exists()

"""The agent's packages: each installs a program for the Python of its host, and units that name it."""

import shutil
import subprocess
from pathlib import Path

import pytest

from fioboard import __version__
from tests.house.conftest import CHECKOUT

DIST = CHECKOUT / "agent/dist"
PROGRAM = Path("/usr/lib/fioboard-agent/fioboard-agent")


@pytest.mark.nightly
def test_packages_hold_the_agent_its_units_and_the_link_to_its_program(tmp_path: Path) -> None:
    subprocess.run(["make", "-s", "agent-packages"], cwd=CHECKOUT, capture_output=True, check=True)
    fields = subprocess.run(
        ["dpkg-deb", "--field", DIST / "agent.deb"], capture_output=True, text=True, check=True
    )
    assert f"Version: {__version__}\n" in fields.stdout
    assert "Depends: python3 (>= 3.9) | python3.9" in fields.stdout
    subprocess.run(["dpkg-deb", "--raw-extract", DIST / "agent.deb", tmp_path], check=True)
    assert (tmp_path / "usr/bin/fioboard-agent").readlink() == PROGRAM
    archive = tmp_path / "usr/lib/fioboard-agent/agent.pyz"
    assert archive.read_bytes() == (DIST / "agent.pyz").read_bytes()
    unit = (tmp_path / "usr/lib/systemd/system/fioboard-agent-push.service").read_text()
    assert "\nExecStart=/usr/bin/fioboard-agent push" in unit
    units = sorted((tmp_path / "usr/lib/systemd/system").iterdir())
    assert [unit.name.removeprefix("fioboard-agent-") for unit in units] == [
        "experiment.service", "experiment.timer", "push.service", "push.timer", "serve.service"
    ]  # fmt: skip
    for unit in units:
        unit.write_text(unit.read_text().replace("/usr/bin/fioboard-agent", "/bin/true"))
    if analyze := shutil.which("systemd-analyze"):
        verify = [analyze, "verify", "--man=no", *units]
        assert subprocess.run(verify, capture_output=True, text=True, check=False).stderr == ""

    # What its script does, in a folder of this test.
    script = (tmp_path / "DEBIAN/postinst").read_text().replace(str(PROGRAM.parent), str(archive.parent))
    assert script.count(str(archive.parent)) == 1
    subprocess.run(["sh", "-c", script, "postinst", "configure", __version__], check=True)
    program = archive.with_name("fioboard-agent")
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    assert said.stdout == f"fioboard-agent {__version__}\n"

    # Format of rpm packages, the lead: magic, then at byte 10 the name.
    content = (DIST / "agent.rpm").read_bytes()
    assert content.startswith(b"\xed\xab\xee\xdb")
    assert content[10:76].rstrip(b"\0").startswith(f"fioboard-agent-{__version__}".encode())

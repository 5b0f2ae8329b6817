"""The units that are handed out: systemd's own tools find no fault, and call them hardened."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fioboard.cli.systemd_unit import FILES, Unit
from tests.cli.conftest import fioboard

ANALYZE = shutil.which("systemd-analyze")
FILE_NAMES = {
    Unit.SERVICE: "fioboard.service",
    Unit.AGENT: "fioboard-agent-push.service",
    Unit.AGENT_TIMER: "fioboard-agent-push.timer",
}
# Of 10; services of a distribution stand between 8 and 9.6.
MAX_EXPOSURE = 2.0


@pytest.fixture(scope="module")
def units(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All of them as files, their program replaced by one that is there."""
    folder = tmp_path_factory.mktemp("units")
    for unit, name in FILE_NAMES.items():
        done = fioboard("systemd-unit", unit)
        assert (done.returncode, done.stderr) == (0, "")
        assert "@" not in re.sub(r"@(system-service|privileged|resources)", "", done.stdout)
        (folder / name).write_text(done.stdout.replace("/usr/local/bin/fioboard-agent", "/bin/true"))
    return folder


def test_the_service_is_this_installation(units: Path) -> None:
    program = Path(sys.executable).with_name("fioboard")
    assert f"\nExecStart={program} serve\n" in (units / "fioboard.service").read_text()
    assert set(FILE_NAMES) == set(FILES)


@pytest.mark.skipif(ANALYZE is None, reason="no systemd-analyze here (package systemd)")
def test_systemd_understands_every_line(units: Path) -> None:
    done = subprocess.run(
        [str(ANALYZE), "verify", "--man=no", *map(str, sorted(units.iterdir()))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.skipif(ANALYZE is None, reason="no systemd-analyze here (package systemd)")
@pytest.mark.parametrize("name", [name for name in FILE_NAMES.values() if name.endswith(".service")])
def test_systemd_calls_it_hardened(units: Path, name: str) -> None:
    done = subprocess.run(
        [str(ANALYZE), "security", "--offline=true", "--no-pager", str(units / name)],
        capture_output=True,
        text=True,
        check=True,
    )
    exposure = re.search(r"Overall exposure level for \S+: ([0-9.]+)", done.stdout)
    assert exposure is not None, done.stdout
    assert float(exposure[1]) <= MAX_EXPOSURE, done.stdout

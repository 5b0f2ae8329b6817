"""What a machine lacks is named at once, in one line to copy, for each package manager; root gets it installed.

The managers are pretended: each is a program of a folder that is all there is on PATH.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.house.conftest import CHECKOUT

SCRIPT = "backend/scripts/requirements.sh"
# What the script itself needs, and every system has.
EVERYWHERE = (
    "bash",
    "env",
    "dirname",
    "uname",
    "awk",
    "sed",
    "sort",
    "tr",
    "grep",
    "mkdir",
    "cat",
    "touch",
    "chmod",
    "ln",
)
LINES = {
    "apt-get": "sudo apt-get install --yes --no-install-recommends "
    "chromium-headless-shell curl fio git python3 python3-venv systemd",
    "dnf": "sudo dnf install --assumeyes chromium curl fio git python3 systemd",
    "pacman": "sudo pacman -S --needed --noconfirm chromium curl fio git python systemd",
    "brew": "brew install chromium curl fio git python@3.13",
}


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A checkout with the script alone, and a PATH with nothing on it but what every system has and mkfs."""
    (tmp_path / "backend/scripts").mkdir(parents=True)
    shutil.copy(CHECKOUT / SCRIPT, tmp_path / SCRIPT)
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in EVERYWHERE:
        # A script that calls the real one, not a link to it: nothing that this test writes may reach that.
        provide(programs, name, f'exec {shutil.which(name) or name} "$@"')
    provide(programs, "mkfs.ext4", "")
    return tmp_path


def provide(programs: Path, name: str, text: str) -> None:
    program = programs / name
    program.write_text(f"#!/bin/sh\n{text}\n")
    program.chmod(0o755)


def run(machine: Path, goal: str, *, uid: int) -> "subprocess.CompletedProcess[str]":
    provide(machine / "bin", "id", f"echo {uid}")
    return subprocess.run(
        [shutil.which("bash") or "bash", str(machine / SCRIPT), goal],
        env={"PATH": str(machine / "bin"), "PYTHON": "python3"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("manager", LINES)
def test_one_line_to_copy_names_everything(machine: Path, manager: str) -> None:
    # Somebody without root: the manager must not be called. Homebrew wants none, so there it is, and fails.
    provide(machine / "bin", manager, f"touch {machine}/called; exit 1")
    done = run(machine, "test", uid=1000)
    assert done.returncode == 1
    assert f"\n    {LINES[manager]}\n" in done.stderr
    assert (machine / "called").exists() == (manager == "brew")


def test_without_a_manager_the_names_are_said(machine: Path) -> None:
    done = run(machine, "test", uid=0)
    assert (done.returncode, done.stdout) == (1, "")
    assert (
        "missing here: python venv git fio chromium curl systemd-analyze. Please install them" in done.stderr
    )


@pytest.mark.parametrize("manager", LINES)
def test_root_gets_it_installed(machine: Path, manager: str) -> None:
    programs = machine / "bin"
    made = " ".join(
        f"{programs}/{name}" for name in ("python3", "git", "fio", "chromium", "curl", "systemd-analyze")
    )
    provide(programs, manager, f"for made in {made}; do echo '#!/bin/sh' >$made; chmod 755 $made; done")
    done = run(machine, "test", uid=0)
    assert done.returncode == 0, done.stderr
    assert (programs / "fio").exists()


def test_root_gets_the_smaller_browser_and_without_it_the_other_one_will_do(machine: Path) -> None:
    programs = machine / "bin"
    for name in ("git", "fio", "chromium", "curl", "systemd-analyze", "python3"):
        provide(programs, name, "")
    provide(programs, "apt-get", f'echo "$@" >>{machine}/called; exit 1')
    done = run(machine, "test", uid=0)
    assert done.returncode == 0, done.stderr
    assert (machine / "called").read_text().endswith("--no-install-recommends chromium-headless-shell\n")
    (machine / "called").unlink()
    assert run(machine, "test", uid=1000).returncode == 0
    assert run(machine, "run", uid=0).returncode == 0
    provide(programs, "chromium-headless-shell", "")
    assert run(machine, "test", uid=0).returncode == 0
    assert not (machine / "called").exists()


def test_a_python_that_is_too_old_is_said_first(machine: Path) -> None:
    provide(machine / "bin", "python3", 'case "$1" in -V) echo Python 3.9.2 ;; *) exit 1 ;; esac')
    done = run(machine, "run", uid=1000)
    assert (done.returncode, done.stdout) == (1, "")
    assert "python3 is Python 3.9.2; it takes Python 3.11 or newer" in done.stderr

"""The repository as data: its files as git knows them."""

import shutil
import subprocess
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[3]


def committed_files() -> list[Path]:
    """Every file of the repository, relative to its root; those not yet committed but not ignored included."""
    if not (CHECKOUT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("not a git checkout")
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=CHECKOUT,
        capture_output=True,
        check=True,
    )
    names = listed.stdout.decode().rstrip("\0").split("\0")
    return [Path(name) for name in names if (CHECKOUT / name).is_file()]


def text_of(name: str) -> str:
    return (CHECKOUT / name).read_text()

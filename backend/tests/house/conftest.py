"""The repository as data: its files as git knows them."""

import os
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


def check_generated_part(document: str, part: str, text: str) -> None:
    """Compare a part of a document in docs/ with what it is made from; with FIOBOARD_WRITE_DOCS=1 write it anew."""
    path = CHECKOUT / "docs" / document
    begin, end = f"<!-- {part}: begin -->", f"<!-- {part}: end -->"
    head, begins, rest = path.read_text(encoding="utf-8").partition(begin)
    shown, ends, tail = rest.partition(end)
    assert begins and ends, f"docs/{document} has no {begin}"
    current = f"\n{text}\n"
    if os.environ.get("FIOBOARD_WRITE_DOCS"):
        path.write_text(f"{head}{begin}{current}{end}{tail}", encoding="utf-8")
    else:
        assert shown == current, f"FIOBOARD_WRITE_DOCS=1 writes docs/{document} anew"

"""`fioboard backup` and `restore` from the terminal, with the embedded PostgreSQL."""

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Serving, fioboard


def take_backup(service: Serving, path: Path) -> str:
    """Take a backup beside a service; returns how many rows it is said to hold."""
    taken = fioboard("backup", str(path), **service.settings)
    assert (taken.returncode, taken.stderr) == (0, ""), taken.stderr
    [rows] = re.findall(rf"^{re.escape(str(path))}: (\d+) rows in ", taken.stdout)
    return rows


@pytest.mark.nightly
def test_a_backup_is_taken_beside_the_service_and_replaces_nothing(
    shared_service: Serving, folder: Path
) -> None:
    fioboard("token", "create", "--scope", "read", "--name", "counted", **shared_service.settings)
    path = folder / "fioboard.backup"
    assert int(take_backup(shared_service, path)) >= 2  # the token, and the event of making it
    again = fioboard("backup", str(path), **shared_service.settings)
    assert (again.returncode, again.stderr) == (
        1,
        f"fioboard: {path} exists; a backup never overwrites a file.\n",
    )


@pytest.mark.nightly
def test_a_backup_beside_the_service_becomes_the_same_service_elsewhere(
    shared_service: Serving, folder: Path
) -> None:
    made = fioboard("token", "create", "--scope", "read", "--name", "kept", **shared_service.settings)
    path = folder / "fioboard.backup"
    rows = take_backup(shared_service, path)

    elsewhere = {"data_dir": folder / "elsewhere"}
    (folder / "cut off").write_bytes(path.read_bytes()[:-100])
    refused = fioboard("restore", str(folder / "cut off"), **elsewhere)
    assert refused.returncode == 1
    assert refused.stderr.endswith("is not a fioboard backup, or its end is missing.\n")
    restored = fioboard("restore", str(path), **elsewhere)
    assert restored.returncode == 0, restored.stderr
    assert restored.stdout.startswith(f"restored {rows} rows in ")
    listed = fioboard("token", "list", **elsewhere)
    assert "kept" in listed.stdout
    assert made.stdout.strip() not in listed.stdout
    twice = fioboard("restore", str(path), **elsewhere)
    assert twice.returncode == 1
    assert "The database is not empty (rows in " in twice.stderr

"""A start that failed for want of room, told from every other failure."""

import errno
import os
import shutil
from pathlib import Path

import pytest

from fioboard.store.embedded.disk_space import is_of_full_disk
from fioboard.store.embedded.errors import StartFailed

FULL = os.strerror(errno.ENOSPC)


@pytest.mark.parametrize(
    ("error", "is_full"),
    [
        (OSError(errno.ENOSPC, FULL), True),
        (OSError(errno.EDQUOT, os.strerror(errno.EDQUOT)), True),
        (OSError(errno.EACCES, os.strerror(errno.EACCES)), False),
        (StartFailed(f"could not write lock file: {FULL}"), True),
        (StartFailed("could not bind"), False),
        (ValueError(FULL), False),
    ],
)
def test_the_reason_of_a_failed_start(error: BaseException, is_full: bool, tmp_path: Path) -> None:
    assert is_of_full_disk(error, tmp_path) is is_full


@pytest.mark.parametrize(("number", "is_full"), [(errno.ENOSPC, True), (errno.EACCES, False)])
def test_programs_that_could_not_be_copied(number: int, is_full: bool, tmp_path: Path) -> None:
    source = tmp_path / "from"
    source.mkdir()
    (source / "file").write_bytes(b"x")

    def copy(of: str, to: str) -> None:
        raise OSError(number, os.strerror(number), of, None, to)

    with pytest.raises(shutil.Error) as caught:
        shutil.copytree(source, tmp_path / "to", copy_function=copy)
    assert is_of_full_disk(caught.value, tmp_path) is is_full

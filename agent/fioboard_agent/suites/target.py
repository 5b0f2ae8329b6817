"""What a suite measures, how that place lets itself be measured, and whether it is still the same one later."""

from __future__ import annotations

import difflib
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Optional, Union

from fioboard_agent.errors import SetupError, UsageError
from fioboard_agent.fio.program import FioProgram, build_environment
from fioboard_agent.host.paths import Roots
from fioboard_agent.safety import marker, private_folder
from fioboard_agent.safety.devices import find_kernel_name, read_device

# Asynchronous engines first: with a synchronous one fio caps the queue depth at 1 whatever iodepth says.
_ENGINES = ("libaio", "posixaio", "psync") if sys.platform.startswith("linux") else ("posixaio", "psync")

Identity = dict[str, Union[str, int]]


@dataclass(frozen=True)
class SuiteTarget:
    """Where a suite works, and how the file system lets it. `is_own_file`: made for the batch and removed after it."""

    path: Path
    is_own_file: bool
    direct: bool
    engine: str

    @property
    def needs_layout(self) -> bool:
        """Before anything is measured the whole file must hold data: reading holes measures no disk, and the first
        write of a block costs more than the second."""
        return self.is_own_file and not self.path.exists()

    @property
    def folder(self) -> Path:
        """Where the file is measured; the private folder that the agent makes around its own is no part of it."""
        return private_folder.find_measured_folder(self.path) if self.is_own_file else self.path.parent


def choose_target(target: Path, batch_id: str, program: FioProgram) -> SuiteTarget:
    """A folder gets a test file of our own making; a file or device is used as it is named."""
    if target.is_dir():
        path = target.resolve() / private_folder.get_folder_name(batch_id) / marker.test_file_name(batch_id)
    elif target.exists():
        path = target.absolute()
    else:
        raise UsageError(
            f"The target {target} does not exist.{_suggest_similar(target)} "
            "Name a folder (the agent makes its test file there "
            "and removes it), a file or a device."
        )
    return SuiteTarget(
        path=path,
        is_own_file=not path.exists(),
        direct=path.exists() or has_direct_io(private_folder.find_measured_folder(path)),
        engine=choose_engine(program),
    )


def _suggest_similar(target: Path) -> str:
    """Suggest names beside the one that does not exist, for who mistyped it."""
    try:
        names = [path.name for path in target.parent.iterdir()]
    except OSError:
        return ""
    close = difflib.get_close_matches(target.name, names, n=1)
    return f" Did you mean {target.parent / close[0]}?" if close else ""


def identify_target(target: SuiteTarget, roots: Roots) -> Identity:
    """Return what distinguishes this place from another one under the same name: a drive's serial number, or the
    folder's inode and the size of its file system (an absent mount leaves an empty folder of another file system).
    """
    if target.path.is_block_device():
        name = find_kernel_name(roots, target.path)
        return dict(read_device(roots, name).identities) if name else {}
    place = target.folder if target.is_own_file else target.path
    system = os.statvfs(place)
    return {"inode": place.stat().st_ino, "file_system_bytes": system.f_blocks * system.f_frsize}


def require_same_target(target: SuiteTarget, identity: Identity, roots: Roots) -> None:
    """A batch goes on where it began, or not at all."""
    try:
        present = identify_target(target, roots)
    except OSError as error:
        raise SetupError(f"{target.path} can no longer be found: {error.strerror}.") from None
    if present != identity:
        raise SetupError(
            f"{target.path} is not what this batch started with (then {identity}, now {present}). Mount or connect it "
            "again, or start a new suite."
        )


def has_direct_io(folder: Path) -> bool:
    """Try whether a folder's file system takes O_DIRECT: those that refuse it say so when a file is opened
    (EINVAL).
    """
    flag: Optional[int] = getattr(os, "O_DIRECT", None)
    if flag is None:
        return True
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".fioboard-") as file:
            os.close(os.open(file.name, os.O_RDONLY | flag))
    except OSError:
        return False
    return True


def choose_engine(program: FioProgram) -> str:
    """The best engine this very fio was built with."""
    built_in = list_engines(program)
    return next((engine for engine in _ENGINES if engine in built_in), "psync")


def list_engines(program: FioProgram) -> frozenset[str]:
    """List the engines that this very fio was built with."""
    answer = subprocess.run(
        [program.path, "--enghelp"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=10,
        check=False,
        env=build_environment("/"),
    )
    return frozenset(answer.stdout.split())

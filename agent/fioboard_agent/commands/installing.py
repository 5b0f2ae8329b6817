"""`install`, `self-update` and `uninstall`: the agent as a program of this host."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from fioboard_agent import __version__
from fioboard_agent.commands.flags import read_config
from fioboard_agent.delivery.config import require_own_config
from fioboard_agent.delivery.spool import Spool
from fioboard_agent.delivery.upload import Service, UnreachableError, make_printable
from fioboard_agent.errors import EXIT_OK, RefusedError, SetupError
from fioboard_agent.host.paths import Folders
from fioboard_agent.installation.program import (
    NAME,
    find_archive,
    hash_file,
    install_program,
    is_packaged,
    parse_version,
    read_origin,
    read_version,
)
from fioboard_agent.installation.signature import read_signers, require_signature
from fioboard_agent.installation.timer import install_timer, remove_timer


def install(options: argparse.Namespace) -> int:
    """Run `install`: this archive becomes a program of this host, and its timer is set."""
    folder = Path(options.dir).absolute() if options.dir else _find_usual_folder()
    program = folder / NAME
    install_program(find_archive(), program)
    print(f"Installed: {program} (version {__version__}, {sys.executable})")
    if options.timer:
        print(install_timer(program))
    if shutil.which("fio") is None:
        print("fio is not installed yet. Install the package `fio` with apt, dnf, zypper, pacman, apk, pkg or brew.")
    if str(folder) not in os.environ.get("PATH", "").split(os.pathsep):
        print(f"{folder} is not on your PATH; call {program}, or add it.")
    return EXIT_OK


def update(options: argparse.Namespace) -> int:
    """Run `self-update`: the agent that the service serves takes the place of this one, if it is another."""
    program = find_archive()
    origin = read_origin(program)
    if origin is None:
        raise SetupError(f"{program} was not installed by install.sh; update it with the package manager.")
    service = Service(read_config(options))
    if is_packaged(program):
        raise SetupError(
            f"This agent was installed from a package; install the newer package: {service.url}/agent.deb "
            f"(apt install ./agent.deb) or {service.url}/agent.rpm (dnf install, zypper install)."
        )
    try:
        offered = service.get_offered_agent()
        if offered.sha256 == origin.sha256:
            print(f"Up to date: version {origin.version}.")
            return EXIT_OK
        content = service.download_agent()
        signers = None if options.unsigned else read_signers()
        signature = service.download_signature() if signers is not None else None
    except UnreachableError as error:
        raise SetupError(f"{service.url} cannot be reached: {error}.") from None
    with tempfile.TemporaryDirectory(prefix="fioboard-agent-") as folder:
        archive = Path(folder) / "agent.pyz"
        archive.write_bytes(content)
        if hash_file(archive) != offered.sha256:
            raise SetupError(f"The download does not match what {service.url} announced; nothing was changed.")
        if signers is not None:
            require_signature(archive, signature, signers)
            # A service that was broken into may serve a release with faults that are known by now.
            if parse_version(version := read_version(archive)) < parse_version(origin.version):
                raise SetupError(
                    f"The service's agent is version {version}, older than this one ({origin.version}); nothing was "
                    "changed. To downgrade anyway: --unsigned"
                )
        # The new agent installs itself: how that is done may differ between versions.
        done = subprocess.run([sys.executable, str(archive), "install", "--dir", str(program.parent)], check=False)
    if done.returncode:
        raise SetupError("The new version could not be installed; nothing was changed.")
    print(f"Updated from version {origin.version} to {make_printable(offered.version)}.")
    return EXIT_OK


def uninstall(options: argparse.Namespace) -> int:
    """Run `uninstall`: the program and its timer go; results that wait are never removed."""
    program = find_archive()
    if read_origin(program) is None:
        raise SetupError(f"{program} was not installed by `install`; remove it the way it was installed.")
    if is_packaged(program):
        raise SetupError(
            "This agent was installed from a package: apt remove fioboard-agent, or dnf remove fioboard-agent."
        )
    folders = Folders.from_environment()
    spool = Spool(folders)
    waiting = len([*spool.waiting(), *spool.unfinished(), *spool.rejected()])
    if waiting and not options.keep_results:
        raise RefusedError(
            f"{waiting} results on this host are not uploaded: `{NAME} push` uploads them, `{NAME} status` "
            "lists them. To keep them in their folder: --keep-results"
        )
    require_own_config(folders.config_file)
    for path in remove_timer():
        print(f"Removed: {path}")
    if folders.config_file.exists():
        folders.config_file.unlink()
        print(f"Removed: {folders.config_file} (the address and token of the service)")
    program.unlink()
    print(f"Removed: {program}")
    if folders.state.exists():
        print(f"Kept: {folders.state} (the identity of this host{', and its results' if waiting else ''})")
    return EXIT_OK


def _find_usual_folder() -> Path:
    home = Path(os.environ.get("HOME") or str(Path.home()))
    return Path("/usr/local/bin") if os.geteuid() == 0 else home / ".local" / "bin"

"""The system user a cluster belongs to. PostgreSQL refuses root, so root hands over to somebody else."""

import os
import pwd
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fioboard.store.embedded import sentences
from fioboard.store.embedded.errors import EmbeddedPostgresError

DEFAULT_USER = "nobody"


@dataclass(frozen=True, slots=True)
class Owner:
    """A system user, as the kernel and PostgreSQL know it."""

    name: str
    uid: int
    gid: int

    @property
    def is_caller(self) -> bool:
        """True when this very process already runs as the owner."""
        return self.uid == os.geteuid()

    def can(self, test: str, path: Path) -> bool:
        """Whether the owner may do `test` ("-r" read, "-x" enter or run) at `path`; asks the kernel, as that user."""
        command = ["/bin/sh", "-c", f'test {test} "$0"', str(path)]
        return self.run(command).returncode == 0

    def run(self, command: Sequence[str], stdin: str = "") -> "subprocess.CompletedProcess[str]":
        """Runs a command as the owner, from `/`, with a clean environment; never raises for its exit code."""
        if self.is_caller:
            return subprocess.run(  # noqa: S603 -- fixed commands as argv lists
                command,
                input=stdin,
                capture_output=True,
                text=True,
                cwd="/",
                env=clean_environment(),
                check=False,
            )
        return subprocess.run(  # noqa: S603 -- fixed commands as argv lists
            command,
            input=stdin,
            capture_output=True,
            text=True,
            cwd="/",
            env=clean_environment(),
            check=False,
            user=self.uid,
            group=self.gid,
            extra_groups=[],
        )

    def own(self, path: Path) -> None:
        """Gives one file or folder to the owner."""
        if not self.is_caller:
            os.chown(path, self.uid, self.gid)

    def own_all(self, folder: Path) -> None:
        """Gives a folder and everything in it to the owner; links are not followed."""
        self.own(folder)
        for parent, folders, files in os.walk(folder):
            for name in [*folders, *files]:
                os.chown(Path(parent, name), self.uid, self.gid, follow_symlinks=False)


def clean_environment() -> dict[str, str]:
    """PATH and time zone only: a PGDATA, PGPORT or LC_ALL of the caller must not reach our server."""
    return {"PATH": os.environ.get("PATH", os.defpath), "TZ": "UTC"}


def caller() -> Owner:
    """The user this process runs as."""
    uid = os.geteuid()
    try:
        entry = pwd.getpwuid(uid)
    except KeyError:
        raise EmbeddedPostgresError(sentences.USER_WITHOUT_NAME(uid=uid)) from None
    return Owner(entry.pw_name, uid, entry.pw_gid)


def find_user(name: str) -> Owner:
    """Find the user with that name; root is refused as PostgreSQL would refuse it."""
    try:
        entry = pwd.getpwnam(name)
    except KeyError:
        raise EmbeddedPostgresError(sentences.NO_SYSTEM_USER(name=repr(name))) from None
    if entry.pw_uid == 0:
        raise EmbeddedPostgresError(
            "PostgreSQL refuses to run as root; name another user in FIOBOARD_POSTGRES_USER."
        )
    return Owner(entry.pw_name, entry.pw_uid, entry.pw_gid)


def choose(cluster: Path, wanted: str | None) -> Owner:
    """Who runs the cluster: the caller; for root the user of the setting, else the cluster's owner, else nobody."""
    me = caller()
    if me.uid != 0:
        if cluster.exists() and cluster.stat().st_uid != me.uid:
            raise EmbeddedPostgresError(
                sentences.CLUSTER_OF_OTHER(cluster=cluster, uid=cluster.stat().st_uid, user=me.name)
            )
        return me
    if wanted is not None:
        return find_user(wanted)
    if cluster.exists() and cluster.stat().st_uid != 0:
        entry = pwd.getpwuid(cluster.stat().st_uid)
        return Owner(entry.pw_name, entry.pw_uid, entry.pw_gid)
    return find_user(DEFAULT_USER)

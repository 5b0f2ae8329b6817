"""A clock that can be moved ahead, for every program of a mount namespace."""

import os
import struct
import subprocess
import time
from datetime import UTC, datetime
from pathlib import Path

SOURCE = Path(__file__).with_name("clock.c")
PLACE = "REHEARSAL_CLOCK"


class Clock:
    """The clock that `enter_clock` gave; it only goes ahead."""

    def __init__(self) -> None:
        self._file = Path(os.environ[PLACE])
        self._ahead_ns = 0

    def move_to(self, moment: datetime) -> None:
        """Let it be this moment; one that has passed changes nothing."""
        missing_ns = int((moment - datetime.now(UTC)).total_seconds() * 1e9)
        if missing_ns > 0:
            self._ahead_ns += missing_ns
            with self._file.open("r+b") as file:
                file.write(struct.pack("=q", self._ahead_ns))
            time.sleep(0.01)


def enter_clock(folder: Path, command: list[str]) -> list[str]:
    """Compile the clock and return what runs a command with it, in a mount and a network namespace of its own.

    /etc is covered there: programs that are started with an empty environment load the clock, too.
    """
    clock, library = folder / "clock", folder / "clock.so"
    clock.write_bytes(bytes(8))
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-O2", f'-DCLOCK_FILE="{clock}"', "-o", library, SOURCE], check=True
    )
    cover = folder / "etc"
    cover.mkdir()
    script = f"""
        set -e
        mount -t tmpfs none {cover}
        mkdir {cover}/upper {cover}/work
        mount -t overlay overlay -o lowerdir=/etc,upperdir={cover}/upper,workdir={cover}/work /etc
        mkdir -p /run/netns
        mount -t tmpfs none /run/netns
        echo {library} >/etc/ld.so.preload
        export REHEARSAL_INSIDE=1 {PLACE}={clock}
        exec "$@"
    """
    return ["unshare", "--net", "--mount", "--propagation", "private", "sh", "-c", script, "sh", *command]

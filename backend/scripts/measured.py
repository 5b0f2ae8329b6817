"""Run a command and write down the processor time of everything it started.

    measured.py FILE COMMAND [ARGUMENT ...]

FILE receives one number, the seconds of user and system time of the command and of all its descendants, also of those
that outlived the process that started them (a database server, a browser): on Linux they become our children. Unlike
seconds on the clock, this hardly depends on what else the machine does. Exits with the command's code.
"""

import contextlib
import ctypes
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36  # <linux/prctl.h>
LAST_WORDS_S = 5


def adopt_orphans() -> None:
    """Make descendants whose parent has ended our children; elsewhere than on Linux they are not measured."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def wait_for(pid: int) -> int:
    """Wait until this child has ended, reaping every other one on the way; returns the exit code as a shell says it."""
    while True:
        ended, status = os.wait()
        if ended == pid:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code


def reap_the_rest() -> None:
    """Reap the descendants that end with the command; what still runs after a few seconds is left."""
    give_up_at = time.monotonic() + LAST_WORDS_S
    with contextlib.suppress(ChildProcessError):
        while time.monotonic() < give_up_at:
            if os.waitpid(-1, os.WNOHANG) == (0, 0):
                time.sleep(0.01)


def main() -> int:
    """Run, wait, write."""
    file, *command = sys.argv[1:]
    adopt_orphans()
    # Kept until it was waited for: when it goes, it takes the exit code of a child that has ended already.
    child = subprocess.Popen(command)
    code = wait_for(child.pid)
    reap_the_rest()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    Path(file).write_text(f"{used.ru_utime + used.ru_stime:.2f}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())

"""Becomes the server: drops root, asks the kernel for a signal when the parent dies, then execs its arguments.

Run as a script in an isolated interpreter (15 ms) rather than as `preexec_fn`, which Python warns about in processes
with threads. Usage: launch.py PARENT_PID UID GID PROGRAM ARGS...
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1  # linux/prctl.h


def main() -> None:
    """Never returns: execs, or exits 1 when the parent is already gone."""
    parent, uid, gid = (int(number) for number in sys.argv[1:4])
    if os.geteuid() != uid:
        os.setgroups([])
        os.setgid(gid)
        os.setuid(uid)
    os.umask(0o077)
    if sys.platform == "linux":
        # SIGINT is PostgreSQL's fast shutdown. Set after setuid, which clears it.
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)
        if os.getppid() != parent:
            sys.exit(1)
    os.execv(sys.argv[4], sys.argv[4:])  # noqa: S606 -- an argv list from our own launcher


if __name__ == "__main__":
    main()

"""`make rehearse-agent`: the agent where labs are. Each part by itself: A="matrix", A="fleet", A="kills"; default: all.

matrix  the printed line in bare roots of Debian 11 to sid and Ubuntu 20.04 to 26.04, and on one own CA, proxy, IPv6,
        no root, a read-only home, an old Python beside a new one: installed, enrolled, a suite measured and stored
fleet   100 hosts in network namespaces, 10 of them clones, enrolled by one code; 10 reinstalled: 100 hosts in the list
kills   a suite of 12 steps whose agent is killed with SIGKILL in each step: every step once, in order
away    a suite of 12 steps whose service is stopped in the third and back in the ninth: every step once, in order
resets  a suite of 12 steps in a virtual machine that is reset in four of them: every step once, in order

Everything runs in a network namespace of its own (it starts itself again in one) with addresses on its loopback. Needs
root, debootstrap, iproute2, openssl; resets also qemu-system-x86 and mke2fs. Roots are made
once, in .cache/rehearse. ROWS='Ubuntu|CA' selects rows.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from agent_rehearsal.fleet import rehearse_fleet
from agent_rehearsal.kills import rehearse_away, rehearse_kills
from agent_rehearsal.machine import make_image
from agent_rehearsal.matrix import make_roots, rehearse_matrix
from agent_rehearsal.resets import rehearse_resets
from agent_rehearsal.serving import ADDRESS, ADDRESS_6

PARTS = {
    "matrix": rehearse_matrix,
    "fleet": rehearse_fleet,
    "kills": rehearse_kills,
    "away": rehearse_away,
    "resets": rehearse_resets,
}


def main() -> int:
    """Run the parts that are asked for; 1 when one did not go as it must."""
    if "REHEARSAL_INSIDE" not in os.environ:
        os.environ["REHEARSAL_INSIDE"] = "1"
        chosen = sys.argv[1:] or PARTS
        if {"matrix", "fleet"} & set(chosen):
            make_roots()
        if "resets" in chosen:
            make_image()
        inside = ["unshare", "--net", "--mount", "--propagation", "private", sys.executable, *sys.argv]
        return subprocess.run(inside, check=False).returncode
    for command in (
        "ip link set lo up",
        f"ip address add {ADDRESS}/24 dev lo",
        f"ip -6 address add {ADDRESS_6}/64 dev lo nodad",
    ):
        subprocess.run(command.split(), check=True)
    is_good = True
    with tempfile.TemporaryDirectory(prefix="fioboard-rehearsal-") as folder:
        for name in sys.argv[1:] or PARTS:
            is_good = PARTS[name](Path(folder)) and is_good
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())

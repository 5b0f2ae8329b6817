"""A suite in a virtual machine that is reset in the middle of steps: every step is there once, in order."""

import random
import re
import shlex
import subprocess
import time
from pathlib import Path

from agent_rehearsal.kills import STEPS, SUITE, check_steps, make_token
from agent_rehearsal.machine import WAIT_S, Monitor, build_base_arguments, make_image, share_folder, wait_for
from agent_rehearsal.serving import PORT, serve

# As the guest calls the machine that it runs on.
HOST = "10.0.2.2"
# A reset after so many results. What a reset loses is what the guest's kernel has not written yet.
RESETS = (0, 3, 6, 10)
GUEST = f"""exec >>/shared/guest.log 2>&1
printf "[Match]\\nType=ether\\n[Network]\\nDHCP=yes\\n" >/etc/systemd/network/rehearsal.network
systemctl start systemd-networkd
until python3 -c "import socket; socket.create_connection(('{HOST}', {PORT}), 5)" 2>/dev/null; do sleep 1; done
export HOME=/root
agent="python3 /shared/agent.pyz"
mkdir -p /root/bench
if [ ! -e /root/.config/fioboard-agent/config.json ]; then
  install -m 600 /shared/token /root/token
  $agent configure --server http://{HOST}:{PORT} --token-file /root/token --allow-http
  sync
fi
echo "started $(cat /proc/sys/kernel/random/boot_id)"
kept() {{ ls /root/.local/state/fioboard-agent/batches/*.json >/dev/null 2>&1; }}
kept || $agent {shlex.join(SUITE)} --target /root/bench --no-samples
while kept; do $agent suite --resume; done
touch /shared/done
"""


def rehearse_resets(folder: Path) -> bool:
    """Reset a machine in four steps of a suite, each time at a random moment; its agent goes on after each start."""
    image, place = make_image(), folder / "resets"
    place.mkdir()
    shared = share_folder(place, GUEST)
    log = shared / "guest.log"
    chance = random.Random(42)  # noqa: S311 -- moments of a rehearsal
    with serve(folder, f"http://{HOST}:{PORT}") as service:
        (shared / "token").write_text(make_token(service, "upload"))
        network = ["-netdev", "user,id=net", "-device", "virtio-net-pci,netdev=net"]
        process = subprocess.Popen([*build_base_arguments(place, image), *network])
        began = time.monotonic()
        try:
            wait_for(log, process)
            monitor = Monitor(place / "qmp")
            for number, results in enumerate(RESETS):
                _wait_until(log, starts=number + 1, results=results)
                time.sleep(chance.uniform(2, 8))
                monitor.ask("system_reset", {})
            wait_for(shared / "done", process)
        finally:
            process.kill()
            process.wait()
            text = log.read_text(errors="replace") if log.exists() else ""
        starts = len(set(re.findall(r"^started (\S+)", text, re.MULTILINE)))
        seconds = time.monotonic() - began
        is_good = check_steps(service, text, f"its machine reset {starts - 1} times in {seconds:.0f} s")
        return is_good and starts == len(RESETS) + 1


def _wait_until(log: Path, starts: int, results: int) -> None:
    """Return when the guest has started so often, and the suite has so many results."""
    give_up_at = time.monotonic() + WAIT_S
    while time.monotonic() < give_up_at:
        text = log.read_text(errors="replace")
        has_started = len(re.findall(r"^started ", text, re.MULTILINE)) >= starts
        if has_started and min(len(re.findall(r" IOPS, ", text)), STEPS) >= results:
            return
        time.sleep(0.2)
    raise SystemExit(f"the suite has not got to result {results}: {log.read_text(errors='replace')[-2000:]}")

"""100 hosts in network namespaces: 10 of them clones, enrolled by one code; 10 reinstalled."""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from agent_rehearsal.serving import PORT, make_code, serve
from scripts.service import CHECKOUT

HOSTS, CLONES, REINSTALLED = 100, 10, 10


def rehearse_fleet(folder: Path) -> bool:
    """Enrol machines that differ in board, drive and system, some by the state of another one, some twice."""
    subprocess.run(["ip", "link", "add", "lab", "type", "bridge"], check=True)
    subprocess.run(["ip", "address", "add", "10.78.0.1/16", "dev", "lab"], check=True)
    subprocess.run(["ip", "link", "set", "lab", "up"], check=True)
    url = f"http://10.78.0.1:{PORT}"
    with serve(folder, url) as service:
        code = make_code(service, HOSTS + REINSTALLED)
        began = time.monotonic()
        answers = [enrol(folder, url, code, number) for number in range(HOSTS)]
        # The system anew on the same board and drive: another machine id, and nothing of the agent left.
        answers += [enrol(folder, url, code, number, is_reinstalled=True) for number in range(REINSTALLED)]
        took_s = time.monotonic() - began
        listed = service.command("enrolment", "list")
        counted = int(re.search(r"(\d+) hosts: ", listed)[1])
    known = sum("known since" in answer for answer in answers)
    fresh = sum("a new host" in answer for answer in answers)
    print(
        f"{HOSTS} hosts in network namespaces, {CLONES} of them clones, {REINSTALLED} reinstalled: {len(answers)} "
        f"enrolments by one code in {took_s:.0f} s; {fresh} new, {known} recognised; {counted} hosts in the list."
    )
    for answer in answers:
        if "Enrolled" not in answer:
            print(answer, file=sys.stderr)
    return counted == HOSTS and fresh == HOSTS and known == REINSTALLED


def enrol(folder: Path, url: str, code: str, number: int, *, is_reinstalled: bool = False) -> str:
    """Enrol machine `number` in namespaces of its own. The last ones start as copies of the first ones' disks."""
    original = number - (HOSTS - CLONES)
    is_clone = original >= 0
    tree = folder / f"host-{number}"
    shutil.rmtree(tree, ignore_errors=True)
    # A clone has another board and drive; machine id, name and the agent's state are those of the image.
    name = f"lab-{original if is_clone else number:03}"
    if is_clone:
        shutil.copytree(folder / f"host-{original}" / "state", tree / "state")
    drive = "devices/pci0000:00/0000:01:00.0/nvme/nvme0/nvme0n1"
    files = {
        "machine-id": f"{original if is_clone else number + 1_000 * is_reinstalled:032x}\n",
        "boot-id": f"00000000-0000-4000-8000-{number + 1_000 * is_reinstalled:012x}\n",
        "sys/class/dmi/id/product_uuid": f"4c4c4544-0042-3510-8058-b4c04f4d{number:04}\n",
        "sys/class/dmi/id/product_serial": f"SRV-{number:04}\n",
        "sys/class/dmi/id/board_serial": f"BOARD-{number:04}\n",
        "sys/class/dmi/id/sys_vendor": "Acme\n",
        f"sys/{drive}/dev": "259:0\n",
        f"sys/{drive}/size": "7814037168\n",
        f"sys/{drive}/device/serial": f"S4EV{number:04}\n",
        f"sys/{drive}/device/model": "Model X\n",
        f"sys/{drive}/device/transport": "pcie\n",
    }
    for path, content in files.items():
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        (tree / path).write_text(content)
    for place in ("sys/block", "sys/class/block"):
        (tree / place).mkdir(parents=True, exist_ok=True)
        (tree / place / "nvme0n1").symlink_to(
            "../" * place.count("/") + f"../{drive}" if "class" in place else f"../{drive}"
        )
    space = f"fioboard-{number}"
    address = f"10.78.{1 + number // 200}.{2 + number % 200}"
    for command in (
        f"ip netns add {space}",
        f"ip link add veth{number} type veth peer name eth0 netns {space}",
        f"ip link set veth{number} master lab up",
        f"ip -n {space} address add {address}/16 dev eth0",
        f"ip -n {space} link set eth0 up",
    ):
        subprocess.run(command.split(), check=True)
    script = f"""
        set -e
        hostname {name}
        mount --bind {tree}/machine-id /etc/machine-id
        mount --bind {tree}/boot-id /proc/sys/kernel/random/boot_id
        mount --bind {tree}/sys /sys
        exec {sys.executable} {CHECKOUT}/agent/dist/agent.pyz enrol --server {url} --code {code} --allow-http
    """
    done = subprocess.run(
        [
            "ip",
            "netns",
            "exec",
            space,
            "unshare",
            "--mount",
            "--uts",
            "--propagation",
            "private",
            "sh",
            "-c",
            script,
        ],
        env={
            **os.environ,
            "FIOBOARD_AGENT_STATE": str(tree / "state"),
            "FIOBOARD_AGENT_CONFIG": str(tree / "config.json"),
            "FIOBOARD_AGENT_LOCK": str(tree / "lock"),
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    subprocess.run(["ip", "netns", "delete", space], check=True)
    return done.stdout.strip()

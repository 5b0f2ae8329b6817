"""`make rehearse-drives`: `suite drives` on a virtual machine with emulated NVMe drives behind PCIe switches.

Drives, and what several share, are throttled from outside; the guest sees neither the throttles nor their names. The
results come out of the machine as a file (`push --to-file`), are imported, and the answer of each batch must name the
slow drives and the shared hops that were planted, and no other. Without KVM the processor is emulated, which is slow
enough for the throttles to be the limit.

Needs root, debootstrap, qemu-system-x86 and mke2fs. The image is made once, in .cache/rehearse. PLANTINGS=3 limits how
many are tried on each machine.
"""

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx2
from agent_rehearsal.machine import Monitor, build_base_arguments, make_image, share_folder, wait_for
from agent_rehearsal.serving import redirect_output

from scripts.service import Service, free_port

DRIVE_BYTES = 512 << 20
SEED = int(os.environ.get("SEED", "46"))
PLANTINGS = int(os.environ.get("PLANTINGS", "10"))

# One suite for each file `go-N` of the folder that both sides see; it ends with `done-N`.
GUEST = """exec >/shared/guest.log 2>&1
for drive in /sys/block/nvme*; do echo "$(basename $drive) $(cat $drive/device/serial)"; done >/shared/serials.part
mv /shared/serials.part /shared/serials
number=0
while true; do
  if [ -e /shared/end ]; then poweroff -f; fi
  if [ -e /shared/go-$number ]; then
    export XDG_STATE_HOME=/root/state-$number XDG_CONFIG_HOME=/root/state-$number XDG_DATA_HOME=/root/state-$number
    python3 /shared/agent.pyz suite drives --all-idle --runtime 5 --ramp-time 0 --no-upload --no-samples
    python3 /shared/agent.pyz push --to-file /shared/results-$number --remove
    touch /shared/done-$number
    number=$((number + 1))
  fi
  sleep 0.2
done
"""


@dataclass(frozen=True, slots=True)
class Machine:
    """Drives of one virtual machine: the serials behind each root port, where several are behind a switch."""

    name: str
    groups: tuple[tuple[str, ...], ...]

    @property
    def serials(self) -> tuple[str, ...]:
        """All drives."""
        return tuple(serial for group in self.groups for serial in group)


@dataclass(frozen=True, slots=True)
class Planting:
    """What is throttled: MB/s of each drive, and of what the drives of a group share."""

    drives: dict[str, int]
    hops: dict[tuple[str, ...], int]
    slow: frozenset[str]


MACHINES = (
    Machine("one switch and two ports", (("A0", "A1", "A2"), ("B0",), ("C0",))),
    Machine("two switches", (("A0", "A1", "A2"), ("B0", "B1", "B2"))),
    Machine("four ports", (("A0",), ("B0",), ("C0",), ("D0",))),
)


def plant(machine: Machine, chance: random.Random, number: int) -> Planting:
    """Plant nothing, one slow drive, one narrow hop, or both on different groups; in turn."""
    usual = chance.randint(24, 40)
    drives = {serial: usual + chance.randint(-1, 1) for serial in machine.serials}
    switches = [group for group in machine.groups if len(group) > 1]
    slow: list[str] = []
    hops = {}
    if number % 4 in (2, 3) and switches:
        narrow = chance.choice(switches)
        # A hop that carries two of three drives.
        hops[narrow] = round(sum(drives[serial] for serial in narrow) * chance.uniform(0.45, 0.7))
    if number % 4 in (1, 3):
        elsewhere = [serial for serial in machine.serials if not any(serial in hop for hop in hops)]
        slow = [chance.choice(elsewhere)] if elsewhere else []
        for serial in slow:
            drives[serial] = round(drives[serial] * chance.uniform(0.2, 0.7))
    return Planting(drives, hops, frozenset(slow))


def build_arguments(machine: Machine, folder: Path, image: Path) -> list[str]:
    """Build the command line of QEMU for a machine; control is by the socket `qmp` of the folder."""
    arguments = [*build_base_arguments(folder, image), "-no-reboot"]
    chassis = 1
    for place, group in enumerate(machine.groups):
        arguments += ["-object", f"throttle-group,id=hop{place}"]
        arguments += ["-device", f"pcie-root-port,id=port{place},chassis={chassis},slot={chassis}"]
        if len(group) > 1:
            arguments += ["-device", f"x3130-upstream,id=switch{place},bus=port{place}"]
        for serial in group:
            chassis += 1
            bus = f"port{place}"
            if len(group) > 1:
                bus = f"lane{serial}"
                down = f"xio3130-downstream,id={bus},bus=switch{place},chassis={chassis},slot={chassis}"
                arguments += ["-device", down]
            drive = folder / serial
            with drive.open("wb") as file:
                file.truncate(DRIVE_BYTES)
            file = f"driver=raw,node-name=file{serial},file.driver=file,file.filename={drive}"
            hop = f"driver=throttle,node-name=hop{serial},throttle-group=hop{place},file=file{serial}"
            arguments += ["-blockdev", file, "-blockdev", hop]
            arguments += ["-device", f"nvme,id=drive{serial},drive=hop{serial},serial={serial},bus={bus}"]
        chassis += 1
    return arguments


class Control(Monitor):
    """Sets throttles while the machine runs."""

    def throttle(self, machine: Machine, planting: Planting) -> None:
        """Throttle each drive, and what the drives of a group share; a hop that is not planted carries everything."""
        for serial, rate in planting.drives.items():
            others = dict.fromkeys(("bps_rd", "bps_wr", "iops", "iops_rd", "iops_wr"), 0)
            limits = {"id": f"drive{serial}", "bps": rate * 1_000_000, **others}
            self.ask("block_set_io_throttle", limits)
        for place, group in enumerate(machine.groups):
            carried = {"bps-total": planting.hops.get(group, 0) * 1_000_000}
            self.ask("qom-set", {"path": f"/objects/hop{place}", "property": "limits", "value": carried})


@contextmanager
def run_machine(machine: Machine, image: Path) -> Iterator[tuple[Path, Control]]:
    """Run a machine for the length of the block; gives the shared folder and the control."""
    with tempfile.TemporaryDirectory(prefix="fioboard-machine-") as name:
        folder = Path(name)
        shared = share_folder(folder, GUEST)
        process = subprocess.Popen(build_arguments(machine, folder, image))
        try:
            wait_for(shared / "serials", process)
            yield shared, Control(folder / "qmp")
            (shared / "end").touch()
            with suppress(subprocess.TimeoutExpired):
                process.wait(60)
        finally:
            process.kill()
            process.wait()


def read_answer(service: Service, token: str, results: Path) -> dict[str, object]:
    """Import the results of one suite and read what its batch says of its drives."""
    service.command("import", str(results))
    newest = ask(service, token, "/api/v1/runs?limit=1")["items"][0]
    [pool] = ask(service, token, f"/api/v1/batches/{newest['batch']['id']}/drives")["items"]
    return pool


def ask(service: Service, token: str, path: str) -> dict:
    """Return the answer of a GET."""
    return httpx2.get(f"{service.url}{path}", headers={"authorization": f"Bearer {token}"}, timeout=60).json()


def main() -> int:
    """Try every planting on every machine; 1 when one was judged wrongly."""
    image = make_image()
    wrong = tried = 0
    with tempfile.TemporaryDirectory(prefix="fioboard-drives-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        environment = {
            **os.environ,
            "FIOBOARD_DATA_DIR": str(folder / "data"),
            "FIOBOARD_PORT": str(free_port()),
        }
        service = Service(environment)
        with (folder / "service.log").open("a") as log, redirect_output(log):
            service.start()
        try:
            token = service.command("token", "create", "--scope", "read", "--name", "rehearsal").split()[-1]
            for machine in MACHINES:
                chance = random.Random(f"{SEED} {machine.name}")  # noqa: S311 -- the dice of a rehearsal
                with run_machine(machine, image) as (shared, control):
                    names = dict(line.split() for line in (shared / "serials").read_text().splitlines())
                    for number in range(PLANTINGS):
                        planting = plant(machine, chance, number)
                        control.throttle(machine, planting)
                        (shared / f"go-{number}").touch()
                        wait_for(shared / f"done-{number}")
                        pool = read_answer(service, token, shared / f"results-{number}")
                        is_right = judge(planting, pool, names)
                        tried, wrong = tried + 1, wrong + (not is_right)
                        verdict = "right" if is_right else "WRONG"
                        print(
                            f"{verdict}: {machine.name}: {describe(planting)}: {pool['sentence']}", flush=True
                        )
        finally:
            service.stop()
    print(f"{tried - wrong} of {tried} plantings judged rightly")
    return 1 if wrong else 0


def judge(planting: Planting, pool: dict, names: dict[str, str]) -> bool:
    """Say whether the answer names the planted slow drives and the drives of the planted hops, and no others."""
    slow = {names[bay["drive"]] for bay in pool["bays"] if bay["is_slow"]}
    lost = {
        frozenset(names[drive] for drive in level["drives"]) for level in pool["levels"] if level["is_lost"]
    }
    return slow == planting.slow and lost == {frozenset(hop) for hop in planting.hops}


def describe(planting: Planting) -> str:
    """Say what was planted."""
    hops = [f"{'+'.join(hop)} share {rate} MB/s" for hop, rate in planting.hops.items()]
    return ", ".join([*(f"{serial} slow" for serial in sorted(planting.slow)), *hops]) or "nothing"


if __name__ == "__main__":
    sys.exit(main())

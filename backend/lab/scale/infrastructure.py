"""What stands around database and service: etcd, HAProxy, the S3 store."""

import signal
from dataclasses import dataclass
from pathlib import Path

from scale import templates
from scale.lab import BUCKET, DOOR, ETCDS, STORE, STORE_KEY, Lab
from scale.process import Program, answer, signal_tree, wait_for
from scale.programs import Programs


@dataclass(slots=True)
class Member:
    """One member of etcd."""

    address: str
    program: Program

    @property
    def is_healthy(self) -> bool:
        """Whether it answers as part of a majority."""
        return answer(f"http://{self.address}:2379/health")[0] == 200

    @property
    def is_leader(self) -> bool:
        """Whether it leads."""
        return b"\netcd_server_is_leader 1\n" in answer(f"http://{self.address}:2379/metrics")[1]

    def settle(self) -> None:
        """Waits until it is healthy."""
        wait_for(f"{self.program.name} healthy", lambda: self.is_healthy)


def etcd(lab: Lab, programs: Programs) -> list[Member]:
    """Three members, not started."""
    members = []
    for number, address in enumerate(ETCDS, 1):
        name = f"etcd{number}"
        room = lab.room(name)
        values = lab.values() | {"ETCD_NAME": name, "ETCD": address, "ETCD_DATA": str(room / "data")}
        settings = templates.write("etcd.yml", values, room / "etcd.yml")
        program = Program(name, [*programs.etcd, "--config-file", settings], lab.folder / f"{name}.log")
        members.append(Member(address, program))
    return members


@dataclass(slots=True)
class Door:
    """HAProxy."""

    program: Program

    @property
    def is_open(self) -> bool:
        """Whether a request comes through to a service that is ready."""
        return answer(f"http://{DOOR}:8080/readyz", 5)[0] == 200


def door(lab: Lab, programs: Programs) -> Door:
    """Not started."""
    settings = templates.write("haproxy.cfg", lab.values(), lab.folder / "haproxy.cfg")
    return Door(
        Program(
            "haproxy",
            [*programs.haproxy, "-db", "-f", settings],
            lab.folder / "haproxy.log",
        )
    )


@dataclass(slots=True)
class Store:
    """The S3 server, which keeps each object as a file."""

    program: Program
    folder: Path

    @property
    def answers(self) -> bool:
        """Whether it answers at all."""
        return answer(f"http://{STORE}/")[0] != 0

    def settle(self) -> None:
        """Waits until it answers."""
        wait_for("the store answers", lambda: self.answers)

    def freeze(self) -> None:
        """It takes connections and says nothing."""
        signal_tree(self.program.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on."""
        signal_tree(self.program.pid, signal.SIGCONT)

    def object(self, sha256: str) -> bytes | None:
        """An object as it lies on the disk, asked of nobody; None: not there."""
        path = self.folder / BUCKET / "originals" / sha256[:2] / f"{sha256}.zst"
        return path.read_bytes() if path.exists() else None


def store(lab: Lab, programs: Programs) -> Store:
    """Not started."""
    folder = lab.room("store")
    (folder / BUCKET).mkdir(exist_ok=True)
    command = [*programs.s3_server, "--access", STORE_KEY, "--secret", lab.store_secret]
    return Store(
        Program(
            "store",
            [*command, "--port", STORE, "--quiet", "posix", folder],
            lab.folder / "store.log",
            is_plain_user=False,
        ),
        folder,
    )

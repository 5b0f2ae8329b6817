"""Two PostgreSQL under Patroni, and what each says of itself."""

import json
import signal
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import asyncpg

from scale import templates
from scale.lab import DATABASES, Lab
from scale.process import NotReached, Program, answer, signal_tree, wait_for
from scale.programs import Programs

BOTH = 2
REJOIN_S = 180


def _postmaster(cluster: Path) -> int | None:
    with suppress(OSError, ValueError, IndexError):
        pid = int((cluster / "postmaster.pid").read_text().splitlines()[0])
        if Path(f"/proc/{pid}/cwd").readlink() == cluster:
            return pid
    return None


def kill_postgres_below(folder: Path) -> None:
    """Whatever PostgreSQL works in a room of this folder: Patroni lets it go its own way."""
    for pid in map(_postmaster, folder.glob("db*/data")):
        if pid is not None:
            signal_tree(pid, signal.SIGKILL)


@dataclass(slots=True)
class Postgres:
    """One of the two machines: Patroni, and the PostgreSQL it has started."""

    name: str
    address: str
    patroni: Program
    cluster: Path

    @property
    def state(self) -> dict[str, object]:
        """What its Patroni says; empty when it says nothing."""
        _, body = answer(f"http://{self.address}:8008/patroni")
        with suppress(ValueError):
            said = json.loads(body)
            return said if isinstance(said, dict) else {}
        return {}

    @property
    def postmaster(self) -> int | None:
        """PostgreSQL's first process, if there is one."""
        return _postmaster(self.cluster)

    def kill_postgres(self) -> None:
        """PostgreSQL alone, as a bug or the kernel's want of memory does it."""
        if (pid := self.postmaster) is not None:
            signal_tree(pid, signal.SIGKILL)

    def kill_machine(self) -> None:
        """As when the machine loses power."""
        self.patroni.kill()
        self.kill_postgres()

    def receiver(self) -> int | None:
        """The process that takes the primary's log in."""
        pid = self.postmaster
        if pid is None:
            return None
        for entry in Path("/proc").iterdir():
            with suppress(OSError, ValueError):
                is_receiver = (entry / "cmdline").read_bytes().startswith(b"postgres: fioboard: walreceiver")
                if is_receiver and int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                    return int(entry.name)
        return None


@dataclass(slots=True)
class Databases:
    """Both, and which is what."""

    lab: Lab
    members: list[Postgres] = field(default_factory=list)

    def start(self) -> None:
        """Both; returns when one is primary and the other has everything that the first acknowledges."""
        for member in self.members:
            member.patroni.start()
        wait_for("a primary and its synchronous standby", lambda: self.is_settled, REJOIN_S)

    @property
    def roles(self) -> dict[str, str]:
        """Role by name, as the first that answers knows it: leader, sync_standby, replica."""
        for member in self.members:
            status, body = answer(f"http://{member.address}:8008/cluster")
            if status == 200:
                return {
                    one["name"]: one["role"]
                    for one in json.loads(body)["members"]
                    if one["state"] in {"running", "streaming"}
                }
        return {}

    @property
    def is_settled(self) -> bool:
        """One primary and one synchronous standby, which say so themselves."""
        if sorted(self.roles.values()) != ["leader", "sync_standby"]:
            return False
        said = [member.state for member in self.members]
        return {str(one.get("role")) for one in said} == {"primary", "replica"} and any(
            one.get("sync_standby") for one in said
        )

    def settle(self) -> None:
        """Waits until nothing is missing."""
        wait_for("both PostgreSQL in step", lambda: self.is_settled, REJOIN_S)

    @property
    def primary(self) -> Postgres:
        """The one that takes writes. Raises NotReached."""
        for member in self.members:
            if answer(f"http://{member.address}:8008/primary")[0] == 200:
                return member
        raise NotReached("no PostgreSQL is primary")

    @property
    def standby(self) -> Postgres:
        """The other one."""
        primary = self.primary
        return next(member for member in self.members if member is not primary)

    async def connect(self, member: Postgres, database: str = "fioboard") -> asyncpg.Connection:
        """A connection of an administrator, past everything else."""
        return await asyncpg.connect(
            host=member.address,
            user="postgres",
            password=self.lab.postgres_password,
            database=database,
            timeout=10,
        )

    async def make_database(self) -> None:
        """The empty database and the role that will own its tables."""
        connection = await self.connect(self.primary, "postgres")
        try:
            await connection.execute(
                f"create role fioboard_owner login createrole password '{self.lab.owner_password}'"
            )
            await connection.execute("create database fioboard owner fioboard_owner")
        finally:
            await connection.close()


def databases(lab: Lab, programs: Programs) -> Databases:
    """Both, not started."""
    both = Databases(lab)
    for number, address in enumerate(DATABASES, 1):
        name = f"db{number}"
        room = lab.room(name)
        values = lab.values() | {
            "DB_NAME": name,
            "DB": address,
            "DB_DATA": str(room / "data"),
            "PGPASS": str(room / "pgpass"),
            "POSTGRES_PROGRAMS": str(programs.postgres),
        }
        settings = templates.write("patroni.yml", values, room / "patroni.yml")
        patroni = Program(name, [*programs.patroni, settings], lab.folder / f"{name}.log")
        both.members.append(Postgres(name, address, patroni, room / "data"))
    return both

"""Everything together: started in order, settled, stopped."""

import asyncio
from dataclasses import dataclass

from scale import infrastructure, services
from scale.databases import Databases, databases
from scale.lab import Lab
from scale.process import wait_for
from scale.programs import Programs


@dataclass(slots=True)
class Cluster:
    """The machines of the laboratory."""

    lab: Lab
    etcd: list[infrastructure.Member]
    databases: Databases
    store: infrastructure.Store
    door: infrastructure.Door
    apps: list[services.App]

    def start(self) -> None:
        """All of it; the services find an empty database and start at once."""
        for member in self.etcd:
            member.program.start()
        for member in self.etcd:
            member.settle()
        self.databases.start()
        asyncio.run(self.databases.make_database())
        self.store.program.start()
        self.store.settle()
        self.door.program.start()
        for app in self.apps:
            app.start()
        for app in self.apps:
            app.settle()
        wait_for("the door", lambda: self.door.is_open)

    def settle(self) -> None:
        """Waits until nothing is missing."""
        for member in self.etcd:
            member.settle()
        self.databases.settle()
        self.store.settle()
        for app in self.apps:
            app.settle()
        wait_for("the door", lambda: self.door.is_open)

    def stop(self) -> None:
        """All of it, those first that need the others."""
        for app in self.apps:
            app.stop()
        self.door.program.kill()
        for member in self.databases.members:
            member.patroni.stop()
            member.kill_machine()
        self.store.program.kill()
        for one in self.etcd:
            one.program.kill()


def cluster(lab: Lab, programs: Programs) -> Cluster:
    """Nothing started."""
    return Cluster(
        lab=lab,
        etcd=infrastructure.etcd(lab, programs),
        databases=databases(lab, programs),
        store=infrastructure.store(lab, programs),
        door=infrastructure.door(lab, programs),
        apps=services.apps(lab, programs),
    )

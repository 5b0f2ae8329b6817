"""What happens: each event begins something, lets it last, and ends it. Afterwards the laboratory is whole again."""

import asyncio
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from scale.cluster import Cluster
from scale.process import signal_tree, wait_for

# A store that is away for a minute is the word; the others last until somebody would have noticed.
STORE_AWAY_S = 60
LAG_S = 15
MEMBER_AWAY_S = 10
MACHINE_AWAY_S = 10
SERVICE_AWAY_S = 5
TAKE_OVER_S = 120


@dataclass(frozen=True, slots=True)
class Event:
    """One kind of event."""

    name: str
    happen: Callable[[Cluster], None]


def _service_killed(app_number: int) -> Callable[[Cluster], None]:
    def happen(cluster: Cluster) -> None:
        app = cluster.apps[app_number % len(cluster.apps)]
        app.kill()
        time.sleep(SERVICE_AWAY_S)
        app.start()

    return happen


def _primary_killed(cluster: Cluster) -> None:
    primary = cluster.databases.primary
    primary.kill_postgres()
    _wait_for_another(cluster, primary.name)


def _primary_machine_killed(cluster: Cluster) -> None:
    primary = cluster.databases.primary
    primary.kill_machine()
    _wait_for_another(cluster, primary.name)
    time.sleep(MACHINE_AWAY_S)
    primary.patroni.start()


def _wait_for_another(cluster: Cluster, name: str) -> None:
    others = [member for member in cluster.databases.members if member.name != name]
    wait_for(
        "another primary", lambda: any(one.state.get("role") == "primary" for one in others), TAKE_OVER_S
    )


def _standby_machine_killed(cluster: Cluster) -> None:
    standby = cluster.databases.standby
    standby.kill_machine()
    time.sleep(MACHINE_AWAY_S)
    standby.patroni.start()


def _replay_paused(cluster: Cluster) -> None:
    standby = cluster.databases.standby

    async def tell(statement: str) -> None:
        connection = await cluster.databases.connect(standby)
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    asyncio.run(tell("select pg_wal_replay_pause()"))
    time.sleep(LAG_S)
    asyncio.run(tell("select pg_wal_replay_resume()"))


def _receiver_stopped(cluster: Cluster) -> None:
    receiver = cluster.databases.standby.receiver()
    if receiver is None:
        raise RuntimeError("no walreceiver")
    signal_tree(receiver, signal.SIGSTOP)
    time.sleep(LAG_S)
    signal_tree(receiver, signal.SIGCONT)


def _etcd_member_killed(cluster: Cluster) -> None:
    leader = next((member for member in cluster.etcd if member.is_leader), cluster.etcd[0])
    leader.program.kill()
    time.sleep(MEMBER_AWAY_S)
    leader.program.start()


def _primary_killed_without_member(cluster: Cluster) -> None:
    follower = next(member for member in cluster.etcd if not member.is_leader)
    follower.program.kill()
    _primary_killed(cluster)
    follower.program.start()


def _store_refuses(cluster: Cluster) -> None:
    cluster.store.program.kill()
    time.sleep(STORE_AWAY_S)
    cluster.store.program.start()


def _store_hangs(cluster: Cluster) -> None:
    cluster.store.freeze()
    time.sleep(STORE_AWAY_S)
    cluster.store.thaw()


SERVICE = "a service is killed"
PRIMARY = "PostgreSQL of the primary is killed"
LAG = "the standby lags (replay paused)"
MEMBER = "etcd loses its leader"
REFUSES = f"the store refuses for {STORE_AWAY_S} s"
MACHINE = "the machine of the primary is gone"
STANDBY = "the machine of the standby is gone"
RECEIVER = "the standby takes no log in (stopped)"
WITHOUT_MEMBER = "the primary is killed while etcd lacks a member"
HANGS = f"the store hangs for {STORE_AWAY_S} s"
_HAPPEN: dict[str, Callable[[Cluster], None]] = {
    PRIMARY: _primary_killed,
    LAG: _replay_paused,
    MEMBER: _etcd_member_killed,
    REFUSES: _store_refuses,
    MACHINE: _primary_machine_killed,
    STANDBY: _standby_machine_killed,
    RECEIVER: _receiver_stopped,
    WITHOUT_MEMBER: _primary_killed_without_member,
    HANGS: _store_hangs,
}
# Every kind once in the first ten; the first five are the short variant.
_ORDER = (
    *(SERVICE, PRIMARY, LAG, MEMBER, REFUSES, MACHINE, STANDBY, RECEIVER, WITHOUT_MEMBER, HANGS),
    *(SERVICE, PRIMARY, LAG, SERVICE, MEMBER, PRIMARY, SERVICE, RECEIVER, MACHINE, SERVICE),
    *(PRIMARY, REFUSES, SERVICE, LAG, MEMBER, STANDBY, PRIMARY, SERVICE, MEMBER, MACHINE),
)


def events(number: int) -> list[Event]:
    """The first so many, in their fixed order; beyond thirty it begins again."""
    services = count()
    names = [_ORDER[position % len(_ORDER)] for position in range(number)]
    return [
        Event(name, _service_killed(next(services)) if name == SERVICE else _HAPPEN[name]) for name in names
    ]

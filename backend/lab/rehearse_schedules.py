"""`make rehearse-schedules`: schedules of two hosts behind NAT through two days of a shortened clock and one true hour.

Both hosts have the same private address, each behind a router of its own; nginx with TLS stands before the service.
The clock of all of them is moved to the next time that is due once all is quiet; timers keep their true length. One
host takes requests in the night only and is away for six hours, the service is stopped for almost four. Between,
service, PostgreSQL, nginx, agents, fio and network are killed KILLS times (30), half as often in the hour. Every time
that was due, worked out here from the hours themselves, must have exactly one request, done or with a reason, and fio
must have been started once for each that began.

Needs root, a C compiler, iproute2, iptables, conntrack, nginx, openssl and fio. HOUR_MIN=5 shortens the hour, DAYS=0.5
the days; SEED repeats one.
"""

import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path

from schedule_rehearsal.clock import Clock, enter_clock
from schedule_rehearsal.judgement import judge
from schedule_rehearsal.lab import OF_HOST, OF_NETWORK, OF_SERVICE, Lab
from schedule_rehearsal.network import ADDRESS, NAME, Front, Nat, run
from schedule_rehearsal.plans import OF_DAYS, OF_HOUR, list_due

from fioboard.store.embedded.throwaway import throwaway_folder
from tests.crash.serving import Ear, ServingHost
from tests.crash.test_kill_nine import ask
from tests.crash.victim import Victim

KILLS = int(os.environ.get("KILLS", "30"))
DAYS = float(os.environ.get("DAYS", "2"))
HOUR = timedelta(minutes=float(os.environ.get("HOUR_MIN", "60")))
SEED = int(os.environ.get("SEED") or secrets.randbelow(2**32))
NIGHT = "20:00-08:00"
AWAY, STOPPED = (24.0, 30.0), (37.5, 41.2)
"""When the second host is away, and when the service is stopped: hours after the start."""
ADD_HOST = """insert into host (id, agent_host_id, name, created_at)
    values (gen_random_uuid(), 'host-{name}-1', '{name}', now())"""
LONG = "[long]\nrw=randread\nbs=4k\nsize=1m\ntime_based\nruntime=20\n"


def plan_kills(chance: random.Random, count: int) -> list[str]:
    """Each kind as often as the others, in random order."""
    kinds = [*OF_SERVICE, *OF_HOST, *OF_NETWORK]
    planned = [kinds[number % len(kinds)] for number in range(count)]
    chance.shuffle(planned)
    return planned


def pass_days(lab: Lab) -> None:
    """Move the clock from one time to the next, through DAYS days, and kill at some of them."""
    first = datetime.now(UTC)
    last = first + timedelta(days=DAYS)
    moments = sorted({moment for plan in OF_DAYS for moment in list_due(plan, first, last)})
    kills = plan_kills(lab.chance, KILLS)
    away = [first + timedelta(hours=hour) for hour in AWAY]
    stopped = [first + timedelta(hours=hour) for hour in STOPPED]
    second = lab.hosts[1]
    for number, moment in enumerate(moments):
        left = len(moments) - number
        if stopped[0] <= moment < stopped[1]:
            continue
        lab.await_quiet()
        if second.is_stopped != (away[0] <= moment < away[1]):
            second.signal_serve(signal.SIGCONT if second.is_stopped else signal.SIGSTOP)
            if not second.is_stopped:
                lab.await_polls()
        if moment >= stopped[1] > datetime.now(UTC):
            lab.victim.stop()
            lab.clock.move_to(stopped[1])
            lab.victim.revive()
            lab.await_quiet()
        lab.clock.move_to(moment - timedelta(seconds=30))
        lab.await_polls()
        lab.clock.move_to(moment)
        print(f"{moment:%d %H:%M} {sum(lab.struck.values())} of {KILLS} struck", flush=True)
        if kills and lab.chance.random() < len(kills) / (0.8 * left):
            time.sleep(lab.chance.uniform(0, 14))
            if lab.strike_by(kills[0], time.monotonic() + 20):
                kills.pop(0)
    lab.await_quiet()


def pass_hour(lab: Lab) -> None:
    """One true hour, with kills at any moment."""
    lab.pause()
    lab.hosts[1].list.write_text(lab.hosts[1].list.read_text().replace(f'hours = "{NIGHT}"\n', ""))
    time.sleep(30)
    began = datetime.now(UTC)
    lab.add(OF_HOUR)
    kills = plan_kills(lab.chance, KILLS // 2)
    at = sorted(lab.chance.uniform(0, HOUR.total_seconds()) for _ in kills)
    followed: set[str] = set()
    while (passed := (datetime.now(UTC) - began).total_seconds()) < HOUR.total_seconds():
        if kills and passed > at[0]:
            kind = kills.pop(0)
            at.pop(0)
            if not lab.strike_by(kind, time.monotonic() + 240):
                print(f"no {kind} to strike")
        for row in ask(lab.victim, "select id from request where state = 'running' and name = 'long'"):
            if str(row["id"]) not in followed:
                followed.add(str(row["id"]))
                threading.Thread(target=lab.follow, args=(str(row["id"]),), daemon=True).start()
        lab.victim.revive()
        time.sleep(0.5)
    lab.pause()
    lab.await_quiet()


def rehearse(folder: Path) -> bool:
    """Pass the days and the hour; False when anything was lost, doubled or left unexplained."""
    print(f"SEED={SEED}", flush=True)
    clock = Clock()
    for command in ("ip link set lo up", f"ip address add {ADDRESS}/32 dev lo"):
        run(command)
    with Path("/etc/hosts").open("a") as names:
        names.write(f"{ADDRESS} {NAME}\n")
    with ExitStack() as stops, throwaway_folder() as data:
        clock.move_to(
            (datetime.now(UTC) + timedelta(days=1)).replace(hour=0, minute=5, second=0, microsecond=0)
        )
        victim = Victim(data, workers=1, restart_s=300)
        front = Front(folder, victim.address[1])
        stops.callback(front.stop)
        victim.environment |= {
            "FIOBOARD_BASE_URL": f"https://{NAME}",
            "FIOBOARD_TRUSTED_PROXIES": "127.0.0.1",
        }
        os.environ["FIOBOARD_CA_FILE"] = str(front.ca_file)
        victim.start()
        stops.callback(victim.stop)
        hosts, nats = [], []
        for number, name in enumerate(("saturn", "jupiter"), start=1):
            ask(victim, ADD_HOST.format(name=name))
            nat = Nat(number)
            host = ServingHost(
                *(folder / name, victim, name, f"host-{name}-1"),
                wire=nat,
                ear=Ear(nat.network),
                within=nat.within,
            )
            extra = f'[[job]]\nname = "long"\nfile = "{folder / name}/long.fio"\n'
            (folder / name / "long.fio").write_text(LONG)
            hours = f'hours = "{NIGHT}"\n' if name == "jupiter" else ""
            host.list.write_text(hours + host.list.read_text() + extra)
            host.start()
            stops.callback(host.stop)
            hosts.append(host)
            nats.append(nat)
        lab = Lab(clock, victim, hosts, nats, front, random.Random(SEED))  # noqa: S311 -- the dice of a rehearsal
        lab.await_polls()
        lab.add(OF_DAYS)
        pass_days(lab)
        if HOUR:
            pass_hour(lab)
        return judge(lab)


def main() -> int:
    """Start again in namespaces of our own, with the clock that moves; 1 when something did not go as it must."""
    with tempfile.TemporaryDirectory(prefix="fioboard-schedules-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        if "REHEARSAL_INSIDE" in os.environ:
            return 0 if rehearse(folder) else 1
        return subprocess.run(enter_clock(folder, [sys.executable, *sys.argv]), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())

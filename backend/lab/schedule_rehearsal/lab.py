"""Two hosts behind NAT, the service behind nginx, and what may happen to them."""

import random
import ssl
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import httpx2

from schedule_rehearsal.clock import Clock
from schedule_rehearsal.network import NAME, Front, Nat
from schedule_rehearsal.plans import Plan
from tests.crash.serving import ServingHost
from tests.crash.test_kill_nine import ask
from tests.crash.test_requests import CONTRADICTIONS
from tests.crash.victim import Victim

OF_SERVICE = ("worker", "supervisor", "postmaster", "backend")
OF_HOST = ("serve", "child", "fio", "all")
OF_NETWORK = ("cut", "swallow", "forget", "unplug", "proxy")
QUIET_S = 900


@dataclass
class Lab:
    """All that takes part."""

    clock: Clock
    victim: Victim
    hosts: list[ServingHost]
    nats: list[Nat]
    front: Front
    chance: random.Random
    struck: Counter[str] = field(default_factory=Counter)
    lags_s: list[float] = field(default_factory=list)
    made: dict[str, Plan] = field(default_factory=dict)

    def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Call the service as somebody with a token, through nginx; raises when it refuses."""
        answer = httpx2.request(
            *(method, f"https://{NAME}/api/v1{path}"),
            json=body,
            headers=self.headers,
            verify=self.trust,
            timeout=60,
        )
        answer.raise_for_status()
        return answer.json() if answer.content else None

    def __post_init__(self) -> None:
        token = self.victim.command("token", "create", "--scope", "write", "--name", "person")
        self.headers = {"Authorization": f"Bearer {token}"}
        self.trust = ssl.create_default_context(cafile=str(self.front.ca_file))

    def add(self, plans: tuple[Plan, ...]) -> None:
        """Make schedules as somebody would."""
        ids = {row["name"]: str(row["id"]) for row in ask(self.victim, "select id, name from host")}
        for plan in plans:
            members = [
                {"host_id": ids[self.hosts[one].name], "target": str(self.hosts[one].bench)}
                for one in plan.hosts
            ]
            whom: dict[str, Any] = (
                {"hosts": members} if len(members) > 1 else {"host_id": members[0]["host_id"]}
            )
            answer = self.call(
                "POST",
                "/schedules",
                {
                    **whom,
                    "kind": plan.kind,
                    "name": plan.name,
                    "target": members[0]["target"],
                    "parameters": {"runtime": 1, "repeats": 1} if plan.kind == "suite" else {},
                    "cron": plan.cron,
                    "zone": "UTC",
                    "jitter_s": 0,
                    "only_when_idle": plan.only_when_idle,
                },
            )
            self.made[answer["id"]] = plan

    def pause(self) -> None:
        """Pause all schedules, also while something is down."""
        for schedule_id in ask(self.victim, "select id from schedule where paused_at is null"):
            self.await_true(lambda one=schedule_id[0]: self._pause(one), "a schedule paused")

    def _pause(self, schedule_id: object) -> bool:
        with suppress(httpx2.HTTPError):
            self.call("PATCH", f"/schedules/{schedule_id}", {"is_paused": True})
            return True
        return False

    def await_true(self, holds: Callable[[], object], what: str) -> None:
        """Wait for a state, while the service is started again whenever it has ended."""
        give_up_at = time.monotonic() + QUIET_S
        while not holds():
            if time.monotonic() > give_up_at:
                raise SystemExit(f"not within {QUIET_S} s: {what}")
            self.victim.revive()
            time.sleep(0.5)

    def await_quiet(self) -> None:
        """Wait until each request has ended, each result has arrived, and each host that is here polls."""
        open_ones = CONTRADICTIONS["a request that did not end"]
        self.await_true(
            lambda: not ask(self.victim, open_ones) and not any(host.list_spool() for host in self.hosts),
            "requests ended and results arrived",
        )
        self.await_polls()

    def await_polls(self) -> None:
        """Wait until each host that is here has polled since now."""
        here = [host.name for host in self.hosts if not host.is_stopped]
        since = datetime.now(UTC).isoformat()
        polled = f"""select from host h join serving_host s on s.host_id = h.id
            where h.name = any('{{{",".join(here)}}}') and s.seen_at > '{since}' having count(*) = {len(here)}"""
        self.await_true(lambda: ask(self.victim, polled), f"{here} polled")

    def strike(self, kind: str) -> bool:
        """Kill, or cut, once. False: there was none of this kind."""
        number = self.chance.choice([one for one, host in enumerate(self.hosts) if not host.is_stopped])
        host, nat = self.hosts[number], self.nats[number]
        if kind in OF_SERVICE:
            return self.victim.kill(kind, self.chance)
        if kind in OF_HOST:
            return host.kill(kind)
        match kind:
            case "cut":
                nat.cut(self.chance.uniform(0.1, 4))
            case "swallow":
                nat.swallow(self.chance.uniform(0.5, 4))
            case "forget":
                nat.forget()
            case "unplug":
                nat.unplug(self.chance.uniform(10, 90))
            case "proxy":
                self.front.kill()
        return True

    def strike_by(self, kind: str, give_up_at: float) -> bool:
        """Kill as soon as there is one of this kind; False where there was none in time."""
        while not self.strike(kind):
            if time.monotonic() > give_up_at:
                return False
            time.sleep(0.05)
        self.struck[kind] += 1
        self.victim.revive()
        return True

    def follow(self, request_id: str) -> None:
        """Follow one request as its page does, through nginx; keeps how late each second arrived."""
        url = f"https://{NAME}/api/v1/requests/{request_id}/live"
        with (
            suppress(httpx2.HTTPError),
            httpx2.stream("GET", url, headers=self.headers, verify=self.trust, timeout=60) as answer,
        ):
            for line in answer.iter_lines():
                if '"samples":[{' in line:
                    newest = line.rsplit('"at":"', 1)[1].split('"', 1)[0]
                    self.lags_s.append((datetime.now(UTC) - datetime.fromisoformat(newest)).total_seconds())

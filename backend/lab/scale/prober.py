"""Writes and reads through the door all the time, each beginning at its time whatever became of those before."""

import hashlib
import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from scale.gaps import Probe
from scale.lab import BASE_URL
from scale.planted import planted

WRITE_EVERY_S, READ_EVERY_S = 0.5, 0.25
# An answer that takes longer is none to whoever waits for it.
IN_TIME_S = 4.0
# Beside the agents' numbers.
SENDER = 900
AT_ONCE = 40
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def key_of_import(sha256: str) -> str:
    """What an import is called in the ledger."""
    return f"import {sha256}"


@dataclass(slots=True)
class Prober:
    """Runs in threads of its own between `start` and `stop`."""

    token: str
    reader: str
    """A token that only reads: its pages may come from the standby."""
    ledger: Path
    writes: list[Probe] = field(default_factory=list)
    reads: list[Probe] = field(default_factory=list)
    failures: dict[str, int] = field(default_factory=dict)
    """How often each kind of probe got each answer that was none."""
    _ended: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def start(self) -> None:
        """Begins."""
        for kind, every_s, probe, kept in (
            ("write", WRITE_EVERY_S, self._write, self.writes),
            ("read", READ_EVERY_S, self._read, self.reads),
        ):
            thread = threading.Thread(target=self._run, args=(kind, every_s, probe, kept), daemon=True)
            self._threads.append(thread)
            thread.start()

    def stop(self) -> None:
        """Ends; returns when the last answer is there."""
        self._ended.set()
        for thread in self._threads:
            thread.join()

    def _run(self, kind: str, every_s: float, probe: Callable[[int], str], kept: list[Probe]) -> None:
        number, due = 0, time.monotonic()
        with ThreadPoolExecutor(AT_ONCE) as threads:
            while not self._ended.wait(max(0.0, due - time.monotonic())):
                number += 1
                threads.submit(self._one, kind, number, probe, kept)
                due += every_s

    def _one(self, kind: str, number: int, probe: Callable[[int], str], kept: list[Probe]) -> None:
        began = time.monotonic()
        failure = probe(number)
        if not failure and time.monotonic() - began > IN_TIME_S:
            failure = "late"
        with self._lock:
            kept.append(Probe(began, not failure))
            if failure:
                self.failures[f"{kind}: {failure}"] = self.failures.get(f"{kind}: {failure}", 0) + 1

    def _read(self, _number: int) -> str:
        return self._ask(urllib.request.Request(f"{BASE_URL}/api/v1/runs?limit=1"), self.reader)[0]  # noqa: S310 -- the address is a constant of the rehearsal

    def _write(self, number: int) -> str:
        one = planted(SENDER, number)
        digest = hashlib.sha256(one.content).hexdigest()
        failure, _ = self._ask(
            urllib.request.Request(  # noqa: S310 -- the address is a constant of the rehearsal
                f"{BASE_URL}/api/v1/import?host=prober",
                data=one.content,
                headers={"Content-Type": "application/octet-stream"},
                method="POST",
            ),
            self.token,
        )
        # By its bytes: whoever imports gives no key of his own.
        made = {"key": key_of_import(digest), "files": {"import": digest}, "iops": one.iops}
        with self._lock, self.ledger.open("a") as ledger:
            ledger.write(json.dumps(made) + "\n")
            if not failure:
                ledger.write(json.dumps({"key": made["key"], "acknowledged_at": time.monotonic()}) + "\n")
        return failure

    @staticmethod
    def _ask(request: urllib.request.Request, token: str) -> tuple[str, bytes]:
        request.add_header("Authorization", f"Bearer {token}")
        try:
            with _OPENER.open(request, timeout=IN_TIME_S) as response:
                return "", response.read()
        except urllib.error.HTTPError as error:
            with suppress(OSError, ValueError, AttributeError):
                return f"{error.code} {json.loads(error.read()).get('error')}", b""
            return str(error.code), b""
        except (OSError, ValueError) as error:
            return type(getattr(error, "reason", error)).__name__, b""

"""A host that serves requests: the real `fioboard-agent serve` with a fio that counts its starts, and its cable."""

import contextlib
import ctypes
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path

import psutil

from tests.crash.victim import Victim

LIST = """
suites = ["quick"]
may_repeat = true
longest_s = 120
[[target]]
folder = "{bench}"
size = "1m"
keep_free = "1m"
[[job]]
name = "db"
file = "{folder}/db.fio"
"""
JOB = "[db]\nrw=randread\nbs=4k\nsize=1m\ntime_based\nruntime=1\n"
# Says where it is started, in a folder named after the request or the step: by UDP, for the kernel lets it write no file
# elsewhere. Measures for 300 ms where it is asked for a second.
FIO = """#!/bin/bash
case "$*" in *--output*) echo "$PWD" > /dev/udp/127.0.0.1/{port} ;; esac
for word; do
  shift
  case $word in
    --runtime=1) set -- "$@" --runtime=300ms ;;
    *) set -- "$@" "$word" ;;
  esac
done
exec /usr/bin/fio "$@"
"""


class Wire(ABC):
    """What stands between a host and the service, and can fail. `url`: the service as the host calls it."""

    url: str

    @abstractmethod
    def pull(self) -> None:
        """Reset every connection, and each new one."""

    @abstractmethod
    def plug(self) -> None:
        """Pass connections on again."""

    @abstractmethod
    def swallow(self, seconds: float) -> None:
        """Keep every connection and pass nothing on, then cut: what was answered meanwhile never arrives."""

    @abstractmethod
    def close(self) -> None:
        """Take it away."""

    def cut(self, seconds: float) -> None:
        """Reset every connection, and each new one, for so many seconds."""
        self.pull()
        time.sleep(seconds)
        self.plug()


class Cable(Wire):
    """Passes connections on to the service, byte by byte, until it is cut or swallows what is sent."""

    def __init__(self, address: tuple[str, int]) -> None:
        self._address = address
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._is_cut = self._swallows = self._is_closed = False
        self._open: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def pull(self) -> None:
        self._is_cut = True
        for one in list(self._open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def plug(self) -> None:
        self._is_cut = False

    def swallow(self, seconds: float) -> None:
        self._swallows = True
        time.sleep(seconds)
        self.cut(0.1)
        self._swallows = False

    def close(self) -> None:
        self._is_closed = True
        self._listening.close()

    def _accept(self) -> None:
        while not self._is_closed:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            threading.Thread(target=self._carry, args=(near,), daemon=True).start()

    def _carry(self, near: socket.socket) -> None:
        with near, contextlib.suppress(OSError):
            if self._is_cut:
                return
            with socket.create_connection(self._address, timeout=60) as far:
                self._open |= {near, far}
                try:
                    self._pass_on(near, far)
                finally:
                    self._open -= {near, far}

    def _pass_on(self, near: socket.socket, far: socket.socket) -> None:
        while not self._is_cut:
            ready, _, _ = select.select([near, far], [], [], 0.5)
            for source in ready:
                content = source.recv(65_536)
                if not content:
                    return
                if not self._swallows:
                    (far if source is near else near).sendall(content)


class Ear:
    """Hears where fio is started, by UDP; `network`: the namespace to hear it in."""

    def __init__(self, network: Path | None = None) -> None:
        self._starts: list[str] = []
        self._ends = threading.Event()
        is_open = threading.Event()
        self._hearing = threading.Thread(target=self._hear, args=(network, is_open))
        self._hearing.start()
        is_open.wait()

    def list_starts(self) -> list[str]:
        """List the folder of each start."""
        return self._starts

    def close(self) -> None:
        """Stop hearing."""
        self._ends.set()
        self._hearing.join()

    def _hear(self, network: Path | None, is_open: threading.Event) -> None:
        if network is not None:
            # For this thread alone; os.setns came with Python 3.12.
            with network.open() as entry:
                ctypes.CDLL(None).setns(entry.fileno(), 0)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as heard:
            heard.bind(("127.0.0.1", 0))
            heard.settimeout(0.5)
            self.port: int = heard.getsockname()[1]
            is_open.set()
            while not self._ends.is_set():
                with contextlib.suppress(TimeoutError):
                    self._starts.append(heard.recv(4_096).decode())


class ServingHost:
    """One host: its agent's folders, its owner's list, and `serve`, which is started again whenever it ends.

    `within`: the command that starts a program where the host stands, if that is another network.
    """

    def __init__(
        self,
        folder: Path,
        victim: Victim,
        name: str,
        agent_host_id: str,
        *,
        wire: Wire | None = None,
        ear: Ear | None = None,
        within: Sequence[str] = (),
    ) -> None:
        self.name = name
        self.bench = folder / "bench"
        self.bench.mkdir(parents=True)
        self._ear = ear or Ear()
        self._within = within
        (folder / "bin").mkdir()
        (folder / "bin" / "fio").write_text(FIO.format(port=self._ear.port))
        (folder / "bin" / "fio").chmod(0o755)
        self.list = folder / "serve.toml"
        self.list.write_text(LIST.format(bench=self.bench, folder=folder))
        (folder / "db.fio").write_text(JOB)
        for one in (self.list, folder / "db.fio"):
            one.chmod(0o644)
        self.state = folder / "state"
        self.state.mkdir(mode=0o700)
        (self.state / "host-id").write_text(f"{agent_host_id}\n")
        token = folder / "token"
        token.touch(mode=0o600)
        token.write_text(victim.command("token", "create", "--scope", "upload", "--host", name))
        self.cable: Wire = wire or Cable(victim.address)
        self._environment = dict(os.environ) | {
            "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "FIOBOARD_SERVER": self.cable.url,
            "FIOBOARD_TOKEN_FILE": str(token),
            "FIOBOARD_AGENT_STATE": str(self.state),
            "FIOBOARD_AGENT_CONFIG": str(folder / "agent.ini"),
            "FIOBOARD_AGENT_LOCK": str(folder / "agent.lock"),
        }
        self._output = (folder / "serve.log").open("ab")
        self._process: subprocess.Popen[bytes] | None = None
        self.is_stopped = False
        self._ends = threading.Event()
        self._init = threading.Thread(target=self._keep_running)

    def start(self) -> None:
        self._init.start()

    def stop(self) -> None:
        self._ends.set()
        self._init.join()
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(90)
        self.cable.close()
        self._output.close()
        self._ear.close()

    def _keep_running(self) -> None:
        while not self._ends.wait(0.2):
            if self._process is None or self._process.poll() is not None:
                # Each calls itself by its own name, which takes a namespace.
                named = [
                    *self._within,
                    *("unshare", "--uts", "sh", "-c", f'hostname {self.name} && exec "$@"', "sh"),
                ]
                command = [*named, sys.executable, "-m", "fioboard_agent", "serve", "--list", str(self.list)]
                self._process = subprocess.Popen(
                    command, env=self._environment, stdout=self._output, stderr=self._output
                )

    def kill(self, kind: str) -> bool:
        """kill -9 of `serve`, of the process of its request, of its fio, or of all at once. False: there is none."""
        if self._process is None:
            return False
        try:
            family = psutil.Process(self._process.pid).children(recursive=True)
            named = [(one, " ".join(one.cmdline())) for one in family]
        except psutil.NoSuchProcess:
            return False
        pids = {
            "serve": [self._process.pid],
            "child": [one.pid for one, command in named if "--request" in command],
            "fio": [one.pid for one, command in named if command.startswith("/usr/bin/fio")],
            "all": [self._process.pid, *(one.pid for one in family)],
        }[kind]
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return bool(pids)

    def signal_serve(self, number: signal.Signals) -> None:
        """Stop `serve` for a while (SIGSTOP), or let it go on (SIGCONT)."""
        self.is_stopped = number == signal.SIGSTOP
        if self._process is not None:
            self._process.send_signal(number)

    def list_spool(self) -> list[str]:
        """Results that wait to be sent."""
        return [path.name for path in (self.state / "spool").glob("*")]

    def count_fio_starts(self, word: str) -> int:
        """How often fio was started in a folder whose name holds a word."""
        return sum(word in line for line in self._ear.list_starts())

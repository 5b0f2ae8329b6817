"""Two networks with the same private addresses, each behind a router that translates them (NAT), and nginx with TLS
before the service, by the lines of docs/proxy.md."""

import signal
import subprocess
import time
from pathlib import Path

from try_proxies import write_nginx

from tests.crash.serving import Wire

NAME, ADDRESS = "bench.example.org", "10.79.0.1"
REFUSE, DROP = "-j REJECT --reject-with tcp-reset", "-j DROP"


def run(command: str) -> None:
    """Run one command; raises subprocess.CalledProcessError."""
    subprocess.run(command.split(), check=True, capture_output=True)


class Nat(Wire):
    """A host's network: its only way out is a router that keeps no port open for anybody outside."""

    url = f"https://{NAME}"

    def __init__(self, number: int) -> None:
        self._router, self._host = f"router{number}", f"lab{number}"
        router = f"ip -n {self._router}"
        for command in (
            f"ip netns add {self._router}",
            f"ip netns add {self._host}",
            f"ip link add wan{number} type veth peer name wan netns {self._router}",
            f"ip address add 10.79.{number}.1/24 dev wan{number}",
            f"ip link set wan{number} up",
            f"{router} address add 10.79.{number}.2/24 dev wan",
            f"{router} link set wan up",
            f"{router} link add lan type veth peer name eth0 netns {self._host}",
            f"{router} address add 192.168.1.1/24 dev lan",
            f"{router} link set lan up",
            f"{router} route add default via 10.79.{number}.1",
            f"ip -n {self._host} address add 192.168.1.10/24 dev eth0",
            f"ip -n {self._host} link set eth0 up",
            f"ip -n {self._host} link set lo up",
            f"ip -n {self._host} route add default via 192.168.1.1",
            f"ip netns exec {self._router} sysctl -qw net.ipv4.ip_forward=1",
        ):
            run(command)
        for rule in (
            "-t nat -A POSTROUTING -o wan -j MASQUERADE",
            "-P FORWARD DROP",
            "-A FORWARD -i lan -j ACCEPT",
            "-A FORWARD -m conntrack --ctstate ESTABLISHED -j ACCEPT",
        ):
            self._set(rule)

    @property
    def within(self) -> list[str]:
        """The command that starts a program on the host."""
        return ["ip", "netns", "exec", self._host]

    @property
    def network(self) -> Path:
        """The host's namespace."""
        return Path("/run/netns") / self._host

    def pull(self) -> None:
        self._set(f"-I FORWARD -p tcp {REFUSE}")

    def plug(self) -> None:
        self._set(f"-D FORWARD -p tcp {REFUSE}")

    def swallow(self, seconds: float) -> None:
        self._set(f"-I FORWARD {DROP}")
        time.sleep(seconds)
        self.cut(0.1)
        self._set(f"-D FORWARD {DROP}")

    def forget(self) -> None:
        """Have the router forget its translations, as one does that is switched off and on."""
        run(f"ip netns exec {self._router} conntrack -F")

    def unplug(self, seconds: float) -> None:
        """Take the router's line away for so long."""
        run(f"ip -n {self._router} link set wan down")
        time.sleep(seconds)
        run(f"ip -n {self._router} link set wan up")
        run(f"ip -n {self._router} route add default via {self._find_gateway()}")

    def close(self) -> None:
        for name in (self._host, self._router):
            run(f"ip netns delete {name}")

    def _find_gateway(self) -> str:
        return f"10.79.{self._router.removeprefix('router')}.1"

    def _set(self, rule: str) -> None:
        run(f"ip netns exec {self._router} iptables {rule}")


class Front:
    """nginx with a certificate of a CA of our own."""

    def __init__(self, folder: Path, service: int) -> None:
        self.ca_file = folder / "ca.pem"
        key = folder / "key.pem"
        run(
            f"openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN={NAME} -addext subjectAltName=DNS:{NAME} "
            f"-keyout {key} -out {self.ca_file}"
        )
        # nginx gives its folder to its own user.
        own = folder / "nginx"
        own.mkdir()
        self._command = write_nginx(own, f"{ADDRESS}:443 ssl", service, (self.ca_file, key))
        self._process = subprocess.Popen(self._command)

    def kill(self) -> None:
        """kill -9 of nginx, which is started again."""
        self._end(signal.SIGKILL)
        self._process = subprocess.Popen(self._command)

    def stop(self) -> None:
        """End nginx."""
        self._end(signal.SIGTERM)

    def _end(self, number: signal.Signals) -> None:
        # Its workers, too: they would keep the port.
        subprocess.run(["pkill", f"-{number}", "-P", str(self._process.pid)], check=False)
        self._process.send_signal(number)
        self._process.wait()

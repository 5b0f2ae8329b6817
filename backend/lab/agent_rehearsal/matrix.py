"""The printed line in bare roots: installed, enrolled, a suite measured, and its runs stored."""

import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from agent_rehearsal.serving import (
    ADDRESS,
    ADDRESS_6,
    NAME,
    PORT,
    PROXY_PORT,
    TLS_PORT,
    Proxy,
    TlsFront,
    make_code,
    serve,
)
from scripts.service import CHECKOUT, Service

WORK = Path(os.environ.get("REHEARSE_DIR", CHECKOUT / ".cache" / "rehearse"))
MIRROR = os.environ.get("MIRROR", "http://deb.debian.org/debian")
PACKAGES = "python3,fio,curl,ca-certificates"
DISTRIBUTIONS = {"bullseye": "Debian 11", "bookworm": "Debian 12", "trixie": "Debian 13", "sid": "Debian sid"}
UBUNTU_MIRROR = os.environ.get("UBUNTU_MIRROR", "http://archive.ubuntu.com/ubuntu")
UBUNTU = {
    "focal": "Ubuntu 20.04",
    "jammy": "Ubuntu 22.04",
    "noble": "Ubuntu 24.04",
    "resolute": "Ubuntu 26.04",
}
SUITE = "suite quick --target /bench --runtime 1 --size 32m --keep-free 1m"
# Which rows, by a regular expression that is searched in their titles.
ROWS = os.environ.get("ROWS", "")
OLD_PYTHON = os.environ.get("OLD_PYTHON", str(Path.home() / ".pyenv/versions/3.6.15/bin/python3.6"))


@dataclass(frozen=True)
class Place:
    """One row of the matrix. `before` is run as root in the bare root, `line` is put before the printed line."""

    title: str
    distribution: str = "bookworm"
    url: str = f"http://{ADDRESS}:{PORT}"
    before: str = ":"
    environment: dict[str, str] = field(default_factory=dict)
    user: str = "root"
    flags: str = ""
    curl: str = ""


PLACES = (
    *(Place(f"{title}, http", distribution) for distribution, title in {**DISTRIBUTIONS, **UBUNTU}.items()),
    Place(
        "own CA, https",
        url=f"https://{NAME}:{TLS_PORT}",
        before=f"echo {ADDRESS} {NAME} >>/etc/hosts",
        curl="--cacert /ca.pem",
        flags="--ca-file /ca.pem",
    ),
    Place(
        "own CA behind a proxy",
        url=f"https://{NAME}:{TLS_PORT}",
        environment={"https_proxy": f"http://{ADDRESS}:{PROXY_PORT}"},
        curl="--cacert /ca.pem",
        flags="--ca-file /ca.pem",
    ),
    Place("IPv6, http", url=f"http://[{ADDRESS_6}]:{PORT}"),
    Place("no root", user="tester", before="useradd --create-home tester && chown tester /bench"),
    Place(
        "no root, read-only home",
        user="tester",
        before="useradd --create-home tester && chown tester /bench && mkdir -m 777 /work",
        environment={
            "HOME": "/proc",
            "FIOBOARD_AGENT_STATE": "/work/state",
            "FIOBOARD_AGENT_CONFIG": "/work/config.json",
            "FIOBOARD_AGENT_LOCK": "/work/lock",
        },
        flags="--dir /work --no-timer",
    ),
    Place(
        "python3 is 3.6, 3.11 beside it",
        before="rm /usr/bin/python3 && ln -s /old/python3.6 /usr/bin/python3 && /usr/bin/python3 --version",
    ),
)


def make_roots() -> None:
    """Make each distribution's root once."""
    WORK.mkdir(parents=True, exist_ok=True)
    for distribution in (*DISTRIBUTIONS, *UBUNTU):
        packed = WORK / f"agent-{distribution}.tar"
        if packed.exists():
            continue
        root = WORK / f"agent-{distribution}"
        shutil.rmtree(root, ignore_errors=True)
        # All releases of Ubuntu are made alike, newer ones than the program knows, too; Debian has not their keys.
        of_ubuntu = ["--no-check-gpg", "--components=main,universe"] if distribution in UBUNTU else []
        source = (
            [UBUNTU_MIRROR, "/usr/share/debootstrap/scripts/gutsy"] if distribution in UBUNTU else [MIRROR]
        )
        subprocess.run(
            [
                "debootstrap",
                "--variant=minbase",
                # Ubuntu 20.04 has 3.8 as its python3, and 3.9 beside it.
                f"--include={PACKAGES}{',python3.9' if distribution == 'focal' else ''}",
                *of_ubuntu,
                distribution,
                root,
                *source,
            ],
            stdout=subprocess.DEVNULL,
            check=True,
        )
        subprocess.run(["tar", "-C", root, "-cf", packed, "."], check=True)
        shutil.rmtree(root)


def rehearse_matrix(folder: Path) -> bool:
    """From the printed line to runs of the service, in each place; print a table."""
    print("| Place | Python | Enrolled after | Answer after | Files | What it says |")
    print("|---|---|--:|--:|--:|---|")
    front = TlsFront(folder)
    proxy = Proxy()
    is_good = True
    places = [place for place in PLACES if re.search(ROWS, place.title)]
    for url in dict.fromkeys(place.url for place in places):
        with serve(folder, url) as service:
            for place in places:
                if place.url == url:
                    row, is_stored = rehearse_place(folder, service, place)
                    print(row, flush=True)
                    is_good = is_good and is_stored
    print(f"\nThrough the proxy: {proxy.count} connections; through TLS: {front.count}.")
    return is_good and proxy.count > 0 and front.count > 0


def rehearse_place(folder: Path, service: Service, place: Place) -> tuple[str, bool]:
    """Install, enrol and measure in one bare root; return the row, and whether every run is stored."""
    root = folder / "root"
    root.mkdir()
    subprocess.run(["tar", "-C", root, "-xf", WORK / f"agent-{place.distribution}.tar"], check=True)
    (root / "bench").mkdir(mode=0o755)
    if (folder / "ca.pem").exists():
        shutil.copy(folder / "ca.pem", root)
    (root / "old").mkdir()
    if Path(OLD_PYTHON).exists():
        shutil.copytree(Path(OLD_PYTHON).parents[1], root / "old" / "home", symlinks=True)
        (root / "old" / "python3.6").write_text('#!/bin/sh\nexec /old/home/bin/python3.6 "$@"\n')
        (root / "old" / "python3.6").chmod(0o755)
    (root / "etc/hosts").write_text("127.0.0.1 localhost\n")
    run_inside(root, place.before, "root", {})
    code = make_code(service)
    began = time.monotonic()
    line = f"curl -fsSL {place.curl} '{place.url}/install.sh' | sh -s -- --code {code} {place.flags}"
    installed = run_inside(root, line, place.user, place.environment)
    enrolled_s = time.monotonic() - began
    program = "/work/fioboard-agent" if "--dir" in place.flags else "~/.local/bin/fioboard-agent"
    program = "fioboard-agent" if place.user == "root" else program
    measured = run_inside(root, f"{program} {SUITE}", place.user, place.environment)
    answered_s = time.monotonic() - began
    version = run_inside(
        root, f"head -c 60 $(command -v {program}) | head -n 1", place.user, place.environment
    )
    files = run_inside(
        root, "find / -xdev -name '*fioboard*' -not -path '/proc/*' -type f -printf '%s\\n'", "root", {}
    )
    megabytes = sum(map(int, re.findall(r"^\d+$", files, re.MULTILINE))) / 1e6
    says = [
        line
        for line in installed.splitlines()
        if re.match("Note|Enrolled|No systemd|install.sh|fioboard-agent:", line)
    ]
    stored = re.search(r"Stored (\d+) of (\d+)", measured)
    is_stored = stored is not None and stored[1] == stored[2] == "4"
    if not is_stored:
        print(f"{place.title}:\n{installed}\n{measured}", file=sys.stderr)
    interpreter = version.strip().removeprefix("#!")
    words = "; ".join([*says, stored[0] if stored else "NOT STORED"]).replace("|", "/")
    shutil.rmtree(root)
    return (
        f"| {place.title} | {interpreter} | {enrolled_s:.1f} s | {answered_s:.1f} s | {megabytes:.1f} MB | {words} |",
        is_stored,
    )


def run_inside(root: Path, line: str, user: str, environment: dict[str, str]) -> str:
    """Run a line in a root as a user; return what it says."""
    script = f"""
        mount --bind {root} {root}; mount -t proc proc {root}/proc; mount --rbind /sys {root}/sys
        mount --rbind /dev {root}/dev
        exec chroot {root} setpriv --reuid={user} --regid={user} --init-groups /usr/bin/env -i "$@" \\
          PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/work LANG=C sh -c 'cd /; '"$LINE"
    """
    home = "/root" if user == "root" else f"/home/{user}"
    given = [f"{key}={value}" for key, value in {"HOME": home, **environment}.items()]
    done = subprocess.run(
        [
            "unshare",
            "--mount",
            "--pid",
            "--fork",
            "--kill-child",
            "--propagation",
            "private",
            "sh",
            "-c",
            script,
            "sh",
            *given,
        ],
        env={**os.environ, "LINE": line},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout

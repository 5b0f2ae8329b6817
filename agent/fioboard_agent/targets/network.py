"""The way to a network file system: server, protocol, options and the interface that the route takes."""

from __future__ import annotations

import ipaddress
import re
from typing import Any, Optional

from fioboard_agent.host.reader import Reader
from fioboard_agent.targets.mounts import Mount

_PROTOCOLS = {
    "nfs": "nfs",
    "nfs4": "nfs",
    "cifs": "smb",
    "smb3": "smb",
    "ceph": "ceph",
    "9p": "9p",
    "lustre": "lustre",
    "beegfs": "beegfs",
    "gpfs": "gpfs",
    "glusterfs": "glusterfs",
    "fuse.sshfs": "sshfs",
    "fuse.glusterfs": "glusterfs",
    "fuse.ceph": "ceph",
    "fuse.ceph-fuse": "ceph",
    "fuse.s3fs": "s3",
    "fuse.rclone": "rclone",
}
_OPTIONS = re.compile(
    r"(proto|rsize|wsize|nconnect|max_connect|timeo|retrans|sec|cache|actimeo|lookupcache|max_channels|bsize|trans)=(\S+)"
)
_FLAGS = {"sync", "async", "hard", "soft", "ac", "noac", "nolock", "directio", "forcedirectio"}


def find_protocol(mount: Mount) -> Optional[str]:
    """Return `nfs`, `smb`, …; None for a file system that is not a network's."""
    return _PROTOCOLS.get(mount.fstype)


def describe_network(reader: Reader, mount: Mount) -> dict[str, Any]:
    """The target's `network`. `version` is the protocol's as mounted (`4.2`, `3.1.1`); `interface` is null when no
    route says."""
    address = mount.option("addr") or _parse_server(mount.source)
    description = describe_mount(mount, find_protocol(mount))
    return {**description, "interface": find_interface(reader, address) if address else None}


def describe_mount(mount: Mount, protocol: Optional[str]) -> dict[str, Any]:
    """Describe what the mount alone says of the way: server, protocol, version and options."""
    server = _parse_server(mount.source)
    options: dict[str, Any] = {}
    for part in mount.options:
        match = _OPTIONS.fullmatch(part)
        if match:
            options[match.group(1)] = int(match.group(2)) if match.group(2).isdigit() else match.group(2)
        elif part in _FLAGS:
            options[part] = True
    return {
        "server": server,
        "protocol": protocol,
        "version": mount.option("vers"),
        "options": options,
        "interface": None,
    }


def find_interface(reader: Reader, address: str) -> Optional[str]:
    """The interface of the most specific route to an address, from the kernel's main table. Names are not looked up:
    NFS and SMB mounts carry the address."""
    try:
        wanted = ipaddress.ip_address(address.strip("[]").partition("%")[0])
    except ValueError:
        return None
    if wanted.is_loopback:
        return "lo"
    routes = _read_routes4(reader) if wanted.version == 4 else _read_routes6(reader)
    fitting = [(net.prefixlen, -metric, name) for net, metric, name in routes if wanted in net]
    return max(fitting)[2] if fitting else None


def _read_routes4(reader: Reader) -> list[tuple[Any, int, str]]:
    """Read /proc/net/route: addresses as little-endian hexadecimal words (on little-endian machines, as all here)."""
    routes: list[tuple[Any, int, str]] = []
    for line in (reader.text("/proc/net/route") or "").splitlines()[1:]:
        fields = line.split()
        try:
            base, mask = (int.from_bytes(bytes.fromhex(fields[place]), "little") for place in (1, 7))
            network = ipaddress.ip_network((base & mask, bin(mask).count("1")))
            routes.append((network, int(fields[6]), fields[0]))
        except (ValueError, IndexError):
            continue
    return routes


def _read_routes6(reader: Reader) -> list[tuple[Any, int, str]]:
    """Read /proc/net/ipv6_route: destination, prefix length, …, metric, …, name."""
    routes: list[tuple[Any, int, str]] = []
    for line in (reader.text("/proc/net/ipv6_route") or "").splitlines():
        fields = line.split()
        try:
            network = ipaddress.IPv6Network((int(fields[0], 16), int(fields[1], 16)), strict=False)
            routes.append((network, int(fields[5], 16), fields[9]))
        except (ValueError, IndexError):
            continue
    return [route for route in routes if route[2] != "lo"]


def _parse_server(source: str) -> Optional[str]:
    """Parse `nas` of `nas:/export`, `[fe80::1]:/x`, `//nas/share`; None when the source does not name one."""
    match = re.match(r"\[([^\]]+)\]:|//([^/]+)/?|(?:[^@:/]+@)?([^:/,]+)[:,]", source)
    return next((part for part in match.groups() if part), None) if match else None

"""One upload with a secret in every place that a share must not show (threat-model.md, R6 and R10), and the marks of
what it must still show (R2 to R4)."""

import base64
import hashlib
import html
import json
import random
import string
from typing import Any
from urllib.parse import quote

from tests.factories.fio_output import direction, document, job, latency

DRIVES = ("nvme0n1", "nvme1n1")
# What is kept of this upload: each stands somewhere in its share.
MARKS = (
    "GIGABYTE", "MZ72-HB0-00", "M10", "05/30/2022", "AMD EPYC 7443P", "SAMSUNG MZQL23T8HCLS-00A07", "GDC5602Q",
    "PCIE_1_A", "0000:21:00.0", "Gen4 x4", "raid0", "Debian GNU/Linux", "6.1.0", "iommu=pt", "nvme.poll_queues=8",
    "randread 4k QD32 x4", "libaio", "fio-3.36", "xfs", "cpus_allowed", "NUMA nodes per socket", "Samsung", "DDR4",
    "poll_queues", "mq-deadline", "write through", "temperature_c", "0x144d", "rated_iops",
)  # fmt: skip


class Canaries:
    """Secrets by the place they were put; each is made once."""

    def __init__(self) -> None:
        self.random = random.Random(20261121)
        self.placed: dict[str, str] = {}

    def __call__(self, place: str) -> str:
        if place not in self.placed:
            letters = string.ascii_lowercase + string.digits
            self.placed[place] = "q" + "".join(self.random.choice(letters) for _ in range(15))
        return self.placed[place]

    def hexadecimal(self, place: str, *lengths: int, separator: str = "-") -> str:
        """Groups of hex digits: UUIDs, MAC addresses, WWN."""
        if place not in self.placed:
            groups = ("".join(self.random.choice("0123456789abcdef") for _ in range(n)) for n in lengths)
            self.placed[place] = separator.join(groups)
        return self.placed[place]


def rating(c: Canaries) -> dict[str, Any]:
    """A figure beside a person's own card, a secret in every text of it."""
    figure = {
        "metric": "iops", "unit": c("rating.unit"), "rw": "randread", "bs_bytes": 4096, "percentile": None,
        "measured": 5e5, "rated": 1e6, "rated_each": 1e6, "drive_count": 1, "rule": c("rating.rule"),
        "is_at_ceiling": False, "share": 0.5, "verdict": "not_comparable", "may_judge": False, "is_stated": False,
        "differs": [
            {"name": "link", "rated": c("condition.rated"), "run": "Gen4 x4", "effect": "differs"},
            {"name": c("condition"), "rated": None, "run": None, "effect": "unknown"},
        ],
        "claim": c("card.claim"),
        "source": {
            "title": c("card.source"), "address": f"https://{c('card.address')}.example/", "kind": c("source.kind"),
            "page": None, "dated": None, "read_at": "2026-11-22", "is_copy": False,
        },
        "card": {"id": c("card.id"), "title": c("card.title"), "origin": "person", "grade": c("card.grade")},
    }  # fmt: skip
    return {
        "figures": [figure],
        "models": [c("rated model")],
        "missing": None,
        "sentence": c("rating.sentence"),
    }


def inventory(c: Canaries) -> dict[str, Any]:
    """A machine with two drives behind one port, in md RAID0; secrets in every field that tells who or where."""
    mac = c.hexadecimal("network.mac", 2, 2, 2, 2, 2, 2, separator=":")
    return {
        "schema": 1,
        c("key of the inventory"): c("value of an unknown key"),
        "collector": {"version": c("collector.version"), "privileged": True},
        "sources": {
            "dmi": {"status": "ok", "detail": c("source.detail")},
            c("source.name"): {"status": "ok"},
        },
        "host": {"name": c("host.name"), "machine_id_hash": c("host.machine_id_hash"), "domain": c("host.domain")},
        "system": {
            "vendor": "GIGABYTE", "product": "MZ72-HB0-00", "family": "Server", "version": c("system.version"),
            "sku": c("system.sku"), "serial": c("system.serial"), "asset_tag": c("system.asset_tag"),
            "uuid": c.hexadecimal("system.uuid", 8, 4, 4, 4, 12),
            "chassis": {"type": "Rack", "serial": c("chassis.serial"), "asset_tag": c("chassis.asset_tag")},
            "board": {"vendor": "GIGABYTE", "product": "MZ72-HB0-00", "serial": c("board.serial"), "version": c("board.version")},
            "bios": {"vendor": "GIGABYTE", "version": "M10", "date": "05/30/2022", "oem_string": c("bios.oem_string")},
            "has_bmc": True,
            "bmc": {"address": c("bmc.address"), "user": c("bmc.user")},
            "slots": [{"designation": "PCIE_1_A", "width_lanes": 16, "address": "0000:20:03.1", "note": c("slot.note")}],
            "onboard": [{"designation": c("onboard.designation"), "address": "0000:20:03.1"}],
        },
        "cpu": {
            "model": "AMD EPYC 7443P 24-Core Processor", "vendor": "AuthenticAMD", "sockets": 1, "cores": 24, "threads": 48,
            "packages": [{"id": 0, "cpus": "0-47", "nodes": [0, 1]}],
            "numa": {"nodes": [{"id": 0, "cpus": "0-23"}, {"id": 1, "cpus": "24-47"}], "nodes_per_socket": 2},
            "frequency": {"governors": {"performance": 48, c("governor"): 1}},
            "mitigations": {"meltdown": f"Mitigation: {c('mitigation')}", c("vulnerability"): "Not affected"},
            "serial": c("cpu.serial"),
        },
        "memory": {
            "total_bytes": 2**37,
            "dimms": [
                {"locator": "DIMM_A1", "bank": c("dimm.bank"), "size_bytes": 2**36, "type": "DDR4", "speed_mts": 3200,
                 "configured_speed_mts": 2933, "manufacturer": "Samsung", "part": c("dimm.part"), "serial": c("dimm.serial")},
            ],
        },
        "os": {
            "name": "Debian GNU/Linux", "version": "12", "kernel": f"6.1.0-{c('kernel.suffix')}",
            "kernel_build": f"#1 SMP {c('kernel_build')}",
            "cmdline": [
                "iommu=pt", "nvme.poll_queues=8", f"root=UUID={c.hexadecimal('root.uuid', 8, 4, 4, 4, 12)}",
                f"{c('kernel parameter')}=1", f"pcie_aspm={c('value of a kernel parameter')}",
                f"nvme_core.{c('nvme parameter')}=1", f"rd.luks.key={c('luks key')}",
            ],
            "module_params": {
                "nvme": {"poll_queues": "8", c("module option"): "1", "iopolicy": c("value of a module option")},
                c("module"): {"x": "1"},
            },
            "services": {c("service"): "active"}, "tuned_profile": c("tuned_profile"), "timezone": c("timezone"),
            "environment": {"TOKEN": c("environment")},
        },
        "network": [
            {"name": c("interface.name"), "mac": mac, "speed_mbps": 25000, "mtu": 9000, "driver": "mlx5_core",
             "addresses": [c.hexadecimal("ipv6", 4, 4, 4, 4, 4, 4, 4, 4, separator=":")], "lower": [c("interface.lower")]},
        ],
        "pci": {
            "0000:20:03.1": _function(None, "0x060400", 16, "root", slot={"name": "PCIE_1_A", "source": "smbios", "is_verified": True}),
            "0000:21:00.0": _function("0000:20:03.1", "0x010802", 4, "endpoint", host_bridge=c("pci.host_bridge")),
            "0000:22:00.0": _function("0000:20:03.1", "0x010802", 4, "endpoint", serial_number=c("pci.serial_number")),
            c("pci.address"): _function(None, "0x020000", 4, "endpoint"),
        },
        "disks": {
            name: {
                "model": "SAMSUNG MZQL23T8HCLS-00A07", "firmware": "GDC5602Q", "serial": c(f"{name}.serial"),
                "wwid": "eui." + c.hexadecimal(f"{name}.wwid", 16), "nqn": f"nqn.2014.08.org:{c(f'{name}.nqn')}",
                "size_bytes": 3840755982336, "logical_block_bytes": 512, "scheduler": "mq-deadline",
                "write_cache": "write through", "transport": "pcie", "pci": address, "owner": c(f"{name}.owner"),
                "temperature_warning_c": 80,
                "controllers": [{"name": c(f"{name}.controller"), "pci": address, "serial": c(f"{name}.controller.serial"),
                                 "address": c(f"{name}.controller.address")}],
                "partitions": [{"name": c(f"{name}.partition"), "number": 1, "label": c(f"{name}.partition.label")}],
            }
            for name, address in zip(DRIVES, ("0000:21:00.0", "0000:22:00.0"), strict=True)
        },
        "volumes": {
            c("volume.name"): {
                "kind": "md", "level": "raid0", "chunk_bytes": 131072, "width": 2, "members": list(DRIVES),
                "uuid": c.hexadecimal("volume.uuid", 8, 8, 8, 8, separator=":"), "label": c("volume.label"),
                "options": {c("key of a volume option"): c("value of a volume option")},
            },
        },
        "firmware_settings": {
            "source": "redfish",
            "raw": {
                "NumaNodesPerSocket": "NPS2", "ServiceTag": c("bios.service_tag"), "SysProfile": c("bios.worded"),
                f"{c('bios.menu')}|SMT Control": "Enabled", f"{c('bios.part')}vmd": "Enabled",
                f"VmdPortEnable{c('bios.port')}": "Enabled", "AdminPassword": c("bios.password"),
            },
            "registry": {"NumaNodesPerSocket": {"NPS2": c("bios.registry")}},
            "manual": {c("bios.manual"): c("value of bios.manual"), "power.profile": c("bios.stated")},
        },
        "fio": {"version": f"fio-3.36-{c('fio.suffix')}", "path": f"/opt/{c('fio.path')}/fio"},
        "moment": {
            "disks": {"nvme0n1": {"temperature_c": 41, "attributes": {c("smart.name"): 7}, "label": c("moment.label")}},
            "aer": {"0000:21:00.0": {"correctable": {"RxErr": 1, c("aer.name"): 2}}},
        },
    }  # fmt: skip


def _function(parent: str | None, kind: str, lanes: int, port: str, **more: Any) -> dict[str, Any]:
    return {
        "ids": {"class": kind, "vendor": "0x144d", "device": "0xa80a"},
        "parent": parent,
        "port_type": port,
        "driver": "nvme" if port == "endpoint" else "pcieport",
        "numa_node": 1,
        "link": {"current_gts": 16.0, "current_lanes": lanes, "max_gts": 16.0, "max_lanes": lanes},
    } | more


def targets(c: Canaries) -> list[dict[str, Any]]:
    """A file on the array, and one on a file server."""
    path = f"/mnt/{c('directory')}/{c('customer directory')}/{c('file')}.bin"
    nodes = {
        "file": {"kind": "file", "name": None, "children": ["filesystem"]},
        "filesystem": {"kind": "filesystem", "name": c("filesystem.name"), "children": ["lv"]},
        "lv": {"kind": "lvm", "name": c("logical volume"), "children": ["md"]},
        "md": {"kind": "volume", "name": c("volume.name"), "children": list(DRIVES)},
        **{name: {"kind": "disk", "name": name, "children": []} for name in DRIVES},
    }
    return [
        {
            "path": path,
            "kind": "file",
            "real_path": f"/srv/{c('real path')}/x.bin",
            "filesystem": {
                "type": "xfs",
                "mount_point": f"/mnt/{c('mount point')}",
                "source": f"/dev/{c('mount source')}",
                "label": c("filesystem.label"),
                "options": ["noatime", f"credentials={c('mount option')}"],
            },
            "network": None,
            "graph": {"root": "file", "nodes": nodes},
            "members": list(DRIVES),
        },
        {
            "path": f"/net/{c('nfs directory')}/y",
            "kind": "nfs",
            "filesystem": {"type": "nfs", "source": f"{c('nfs.server')}:/{c('nfs.export')}"},
            "network": {
                "server": c("nfs.server"),
                "protocol": "nfs",
                "version": "4.2",
                "options": {"proto": "tcp", "clientaddr": c("nfs.clientaddr")},
                "interface": c("interface.name"),
            },
            "graph": {
                "root": "file",
                "nodes": {
                    "file": {"kind": "file", "name": None, "children": ["network"]},
                    "network": {"kind": "network", "name": c("interface.name"), "children": []},
                },
            },
            "members": [],
        },
    ]


def manifest(c: Canaries) -> dict[str, Any]:
    """What the agent says, and what a person says by labels, tags and title."""
    return {
        "agent": {"name": c("agent.name"), "version": "1"},
        "host": {"id": "host-" + c("host.id"), "name": f"{c('host')}.{c('domain')}"},
        "title": f"Test for {c('title')}",
        "labels": {
            "customer": c("label value"),
            c("label key"): "on",
            "slot": c("stated slot"),
            "drive.model": c("stated model"),
            "rated_iops": "1000000",
            "ticket": c("ticket"),
        },
        "tags": ["demo", c("tag")],
        "targets": targets(c),
        "argv": ["fio", f"/home/{c('user')}/{c('job file')}.fio", f"--output=/tmp/{c('output file')}.json"],
        "batch": {
            "id": c.hexadecimal("batch.id", 8, 4, 4, 4, 12),
            "name": c("batch.name"),
            "step": 1,
            "steps": 2,
        },
    }


def fio_output(c: Canaries, iops: int = 500_000) -> bytes:
    """fio's output with text around it, two jobs, options of every kind."""
    file = targets(c)[0]["path"]
    options = {
        "name": c("job.name"), "rw": "randread", "bs": "4k", "iodepth": "32", "numjobs": "4", "ioengine": "libaio",
        "direct": "1", "filename": file, "description": c("job.description"), "cpus_allowed": "24-47",
        "exec_prerun": f"curl -u {c('exec.user')}:{c('exec.password')} http://example.org", c("unknown option"): "1",
        "verify_pattern": c("verify_pattern"), "write_bw_log": c("log file"), "ioscheduler": c("ioscheduler"),
        "group_reporting": "1",
    }  # fmt: skip
    bins = {"clat_ns": latency(60_000, iops, {60_000: iops // 2, 90_000: iops - iops // 2})}
    second = options | {
        "name": c("second job.name"),
        "rw": "write",
        "bs": "128k",
        "ioengine": f"external:/opt/{c('engine')}.so",
    }
    jobs = [
        job(c("job.name"), read=direction(iops, clat_mean_ns=60_000) | bins, desc=c("desc"), **{"job options": options}),
        job(c("second job.name"), read=direction(0, runtime_ms=0), write=direction(9_000, 131072),
            **{"job options": second, c("unknown key of a job"): c("unknown value of a job")}),
    ]  # fmt: skip
    whole = document(
        *jobs,
        **{
            "fio version": f"fio-3.36-{c('version suffix')}",
            "global options": {"directory": f"/data/{c('global directory')}", "runtime": "1"},
            "disk_util": [{"name": c("volume.name"), "util": 99.0}],
        },
    )
    before = f"fio: note by {c('text before')}\n".encode()
    return before + json.dumps(whole).encode() + f"\n{c('text after')}\n".encode()


def samples(c: Canaries) -> dict[str, Any]:
    """Temperatures of the drives and of a sensor with a name of its own; an event with a sentence."""
    n = 5
    subjects = [*(f"disk:{name}" for name in DRIVES), f"sensor:{c('sensor')}", f"md:{c('volume.name')}"]
    return {
        "schema": 1,
        "t_ms": [1000 * (i + 1) for i in range(n)],
        "series": [
            *({"subject": s, "metric": "temperature_c", "direction": None, "values": [40 + i for i in range(n)]} for s in subjects),
            {"subject": "disk:nvme0n1", "metric": c("metric"), "direction": None, "values": [1] * n},
        ],
        "links": [],
        "events": [{"t_ms": 1500, "kind": "device_gone", "subject": "disk:nvme0n1", "detail": c("event.detail")}],
    }  # fmt: skip


def spellings(secret: str) -> set[str]:
    """A secret in every disguise that R10 names, lower case."""
    plain = "".join(c for c in secret.casefold() if c.isalnum())
    found = {
        secret,
        plain,
        secret[::-1],
        plain[::-1],
        quote(secret, safe=""),
        html.escape(secret),
        json.dumps(secret)[1:-1],
    }
    for text in (secret, plain):
        body = text.encode()
        found |= {
            body.hex(),
            base64.b64encode(body).decode().rstrip("="),
            base64.b32encode(body).decode().rstrip("="),
        }
        found |= {hashlib.new(name, body).hexdigest() for name in ("md5", "sha1", "sha256")}
        found |= {hashlib.new(name, body).hexdigest()[:12] for name in ("md5", "sha1", "sha256")}
    found |= {plain[i : i + 9] for i in range(len(plain) - 8)}
    return {one.casefold() for one in found if len(one) >= 9}


def leaks(text: str, secrets: dict[str, str]) -> dict[str, str]:
    """Places whose secret stands in a text in any disguise, and which one."""
    folded = text.casefold()
    flat = "".join(c for c in folded if c.isalnum())
    found = {}
    for place, secret in secrets.items():
        hit = next((one for one in spellings(secret) if one in folded or one in flat), None)
        if hit is not None:
            found[place] = hit
    return found

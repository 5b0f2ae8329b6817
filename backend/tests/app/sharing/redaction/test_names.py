"""One table of names as people give them, and where they stand: a share of a run with such a name is byte for byte that
of the same run with a name that nobody would guess, or it is refused with the ways out that end it."""

from typing import Any

import orjson
import pytest

from fioboard.app.sharing.redaction import Wish, freeze, preview
from tests.factories.machine import machine
from tests.factories.run_detail import OPTIONS, result, run_detail, sources
from tests.loops import check_each

NOBODY = "q7xw4kz9vv"
NAMES = (
    # plain letters
    "jupiter", "ubuntu", "storage", "nas", "db", "lab", "prod",
    # words of the service, of fio and of makers
    "drive", "host", "run", "read", "randread", "reached", "link", "slot", "comparison", "epyc", "samsung", "gigabyte",
    # labels of a share, and values that are kept
    "host 1", "drive A", "value 1", "run1", "raid0", "nvme", "libaio", "Gen4 x4", "6.1.0", "4k", "8",
    # case, punctuation, parts of longer words, paths
    "UBUNTU", "Ubuntu.", "nas-01", "nas_01", "a.b", "stor", "torag", "/mnt/nas", "nas/1",
)  # fmt: skip


def titled(name: str) -> dict[str, Any]:
    return {"title": name}


def on_host(name: str) -> dict[str, Any]:
    return {"host": {"id": "019-host", "name": name}}


def noted(name: str) -> dict[str, Any]:
    return {"note": f"ask {name}", "tags": [name, f"{name}!"]}


def labelled(name: str) -> dict[str, Any]:
    return {"labels": {"customer": name}, "factor_values": [_stated("label.customer", name)]}


def keyed(name: str) -> dict[str, Any]:
    return {"labels": {name: "1"}, "factor_values": [_stated(f"label.{name}", "1")]}


def stated(name: str) -> dict[str, Any]:
    return {"factor_values": [_stated("drive.model", f"{name} x"), _stated("slot", f"in {name}")]}


def _stated(key: str, value: str) -> dict[str, Any]:
    return {"key": key, "value": value, "source": "stated", "detected": None}


def job(name: str) -> dict[str, Any]:
    return {"results": [result(f"{name}-job")]}


def filed(name: str) -> dict[str, Any]:
    return {"documents": [{"name": f"{name}.json", "sha256": "ab" * 32, "kind": "fio_output", "bytes": 1}]}


def typed(name: str) -> dict[str, Any]:
    unlisted = {"filename": f"/mnt/{name}/{name}.bin", "description": name, "exec_prerun": f"sh {name}"}
    return {
        "argv": ["fio", f"/home/{name}/x.fio"],
        "job_options": [OPTIONS | unlisted],
        "target": f"/mnt/{name}",
    }


def engine(name: str) -> dict[str, Any]:
    return {
        "results": [result("job", ioengine=f"y{name}", rw=f"y{name}", settings_source={"rw": f"x {name}"})]
    }


def _with_path(**parts: Any) -> dict[str, Any]:
    path = run_detail("epyc-nps4")["path"]
    return {"path": path | parts}


def found(name: str) -> dict[str, Any]:
    """A finding about a drive that the inventory does not know, and one with the agent's own words."""
    texts = (
        ("hot-drive", f"x{name} reached 71 °C; its warning threshold is 70 °C."),
        ("device-gone", f"During the run: device gone ({name})."),
        ("pcie-errors", f"x{name} counted 3 PCIe errors during the run."),
        ("not-pinned", f"fio on {name} was not pinned"),
    )
    evidence = [{"name": f"x{name}", "value": f"x{name}", "unit": f"x{name}", "source": f"x{name}"}]
    trial = {
        "title": name, "options": [f"filename={name}", f"bs=x{name}"], "if_true": name, "if_false": name,
        "is_destructive": False,
    }  # fmt: skip
    judged = {"kind": name, "severity": name, "confidence": name, "evidence": evidence, "experiment": trial}
    ceiling = {
        "stage": "shared_links", "label": f"Gen4 x4 at x{name}", "direction": f"x{name}", "low": 1.0, "high": 2.0,
        "unit": name, "measured": 1.0, "share": 0.5, "source": name, "state": name, "missing": name, "command": name,
    }  # fmt: skip
    answer = {
        "verdict": {
            "kind": name, "id": "at-link-limit", "sentence": f"The link of {name} is full.", "confidence": name,
            "share": 0.9, "text": [f"Not {name}."], "evidence": evidence, "experiments": [trial],
        },
        "findings": [{"id": rule, "text": text, **judged} for rule, text in texts],
        "checks": {"found": [name], "fine": [name], "unknown": [{"id": name, "missing": name, "command": name},
                   {"id": "hot-drive", "missing": name, "command": name}]},
        "ceilings": [ceiling, ceiling | {"stage": name}],
    }  # fmt: skip
    return {"answer": answer}


def layered(name: str) -> dict[str, Any]:
    member: dict[str, Any] = {
        "disk": f"x{name}",
        "model": name,
        "firmware": name,
        "link": f"x{name}",
        "numa_node": 0,
    }
    member["slot"] = {"name": f"x{name}", "source": f"x{name}", "is_verified": True}
    target = {
        "path": f"/mnt/{name}", "kind": f"x{name}", "filesystem": f"x{name}", "reason": name, "members": [member],
        "layers": [f"nfs from {name}", f"md raid0 of 4 {name}", f"lvm x{name}", f"x{name}"],
    }  # fmt: skip
    return _with_path(targets=[target], limited_by=f"x{name}", path_unknown=[f"x{name}"])


def recorded(name: str) -> dict[str, Any]:
    series: dict[str, Any] = {
        "key": name,
        "source": f"x{name}",
        "direction": f"x{name}",
        "unit": f"x{name}",
        "points": [],
    }
    series["reason"] = name
    subjects = (f"disk:x{name}", f"sensor:{name}", name, f"/var/log/{name}.log")
    every = [series | {"subject": s, "metric": "iops"} for s in subjects]
    every.append(series | {"subject": "disk:x", "metric": f"x{name}"})
    clock = {
        "zero": name, "zero_at_ms": 1, "basis": name, "log_offset_ms": 1, "reason": name, "logs_hold_maxima": False,
        "phases": [{"name": name, "job": name, "from_ms": 0, "to_ms": 1}],
        "jobs": [{"name": name, "group": 0, "from_ms": 0, "to_ms": 1, "first_log": 1, "last_log": 1}],
    }  # fmt: skip
    span = {"from_ms": 0, "to_ms": 1, "bucket_ms": 1}
    return {"time_series": span | {"series": every, "clock": clock, "off_clock": [name]}}


PLACES = (
    titled,
    on_host,
    noted,
    labelled,
    keyed,
    stated,
    job,
    filed,
    typed,
    engine,
    found,
    layered,
    recorded,
)


def stored(parts: dict[str, Any]) -> bytes:
    return orjson.dumps(freeze(sources(run_detail("epyc-nps4", **parts)), Wish()).document)


# Each place meets every sixth name, each name every sixth place, and the nights all of them.
@pytest.mark.quick(3)
@pytest.mark.parametrize("step", [6, pytest.param(1, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
def test_a_name_changes_nothing_and_stops_nothing(place: Any, step: int) -> None:
    unnamed = stored(place(NOBODY))
    assert NOBODY.encode() not in unnamed
    names = NAMES[PLACES.index(place) % step :: step]
    assert {name for name in names if stored(place(name)) != unnamed} == set()


# Host, what a field of the inventory says, and what has to be left out then; None: it may stand there.
ALARMS: tuple[tuple[str, str, str, str | None], ...] = (
    ("jupiter", "system.product", "jupiter", "system"),
    ("jupiter", "system.product", "Rack JUPITER.", "system"),
    ("Jupiter", "system.product", "rack-jupiter-unit", "system"),
    ("jupiter", "system.family", "the jupiter", "system"),
    ("jupiter", "system.board.product", "board/jupiter", "system"),
    ("jupiter", "system.product", "jupiterlab", None),  # another word
    ("server", "system.family", "Server", None),  # a kind of machine
    ("node8x", "system.product", "node8x", "system"),  # beside the kept fact "8"
    ("node-8x", "system.product", "NODE 8 X", "system"),
    ("nas", "system.product", "nas", "system"),
    ("nas", "system.product", "NASCAR", None),
    ("jupiter", "disks.nvme0n1.model", "Jupiter", "drive.model"),
    ("jupiter", "disks.nvme0n1.model", "Jupiter 2TB", None),  # a maker's: as `samsung`
    ("jupiter07", "disks.nvme0n1.model", "Jupiter-07 2TB", "drive.model"),
    ("jupiter07", "disks.nvme0n1.model", "XJupiter07", None),
    ("jupiter07", "disks.nvme0n1.write_cache", "of jupiter07", "disks.*.write_cache"),
    ("jupiter07", "cpu.model", "CPU of jupiter_07", "cpu.model"),
    ("epyc", "cpu.model", "AMD EPYC 7443P", None),
    ("ubuntu", "os.name", "Ubuntu", None),
    ("jupiter07", "os.name", "JupiterOS jupiter07", "os"),
)


@pytest.mark.nightly
@check_each("host, field, said, hide", ALARMS)
def test_a_host_s_name_in_a_kept_fact(host: str, field: str, said: str, hide: str | None) -> None:
    document = machine("epyc-nps4")["inventory"]
    document["system"]["bios"]["version"] = "8"
    document["os"] = {"name": "Linux"}
    entry = document
    *above, last = field.split(".")
    for step in above:
        entry = entry[step]
    entry[last] = said
    source = sources(run_detail("epyc-nps4", inventory=document, host={"id": "019-host", "name": host}))
    leaks = preview(source, Wish()).leaks
    assert {place.hide for leak in leaks for place in leak.places} == ({hide} if hide else set())
    assert {leak.field for leak in leaks} == ({"host.name"} if hide else set())
    if hide:
        frozen = orjson.dumps(freeze(source, Wish(hide=(hide,))).document).decode().casefold()
        assert said.casefold() not in frozen
        assert freeze(source, Wish(reveal=("host.name",))).leaks == []

"""R8: the leak check finds whatever the projection would have let through, and nothing that is no identifier."""

from collections.abc import Iterable
from typing import Any

import pytest

from fioboard.app.sharing.redaction import IdentifierFound, UnknownField, Wish, freeze, preview
from fioboard.app.sharing.redaction.freeze import project
from fioboard.app.sharing.redaction.identifiers import Identifier, collect
from fioboard.app.sharing.redaction.leak_check import search
from fioboard.app.sharing.redaction.redactor import Redactor
from tests.app.sharing.redaction import canaries
from tests.app.sharing.redaction.canaries import Canaries
from tests.app.sharing.redaction.gather import SHAPE
from tests.app.sharing.redaction.unaccounted import unaccounted
from tests.factories.machine import NAMES, machine
from tests.factories.run_detail import OPTIONS, result, run_detail, sources
from tests.loops import check_each

# Names that people really give, each equal to something that a share shows or says.
HONEST_NAMES = (
    "epyc", "server", "drive", "host", "host1", "host-1", "nvme", "raid", "raid0", "md0", "gigabyte", "samsung", "supermicro",
    "amd", "intel", "node", "node1", "slot", "x16", "numa", "read", "write", "randread", "fio", "bench", "test", "data",
    "root", "linux", "debian", "laptop", "workstation", "storage", "run", "run1", "unknown", "gen4", "cpu", "pcie", "a", "x",
)  # fmt: skip


@pytest.mark.quick(3)
@pytest.mark.parametrize("name", NAMES)
def test_ordinary_machines_freeze(name: str) -> None:
    document = freeze(sources(run_detail(name)), Wish()).document
    SHAPE.validate_python(document)
    assert document["hosts"][0]["label"] == "host 1"
    assert unaccounted(sources(run_detail(name))) == set()


@pytest.mark.nightly
@check_each("name", HONEST_NAMES)
def test_names_that_are_facts_or_words_of_the_service_are_no_alarm(name: str) -> None:
    run = run_detail(
        "epyc-nps4",
        host={"id": "019-host", "name": name},
        title=name,
        labels={name: name, "device": "GIGABYTE"},
        tags=[name],
        results=[result(name)],
        job_options=[{"rw": "randread", "bs": "4k", "filename": f"/mnt/{name}/{name}.bin"}],
    )
    document = freeze(sources(run), Wish()).document
    assert document["runs"][0]["host"] == "host 1"


@pytest.mark.parametrize(
    "name",
    [
        "randread4k",
        "RandRead-4K-QD32",
        "seqwrite_128k",
        "4k_randread_qd32_j4",
        "read2m",
        "test1",
        "job0",
        "mixed70read30",
    ],
)
def test_plain_names_of_jobs_are_no_alarm(name: str) -> None:
    run = run_detail("epyc-nps4", results=[result(name)], title=f"{name} on md0", labels={"job": name})
    assert freeze(sources(run), Wish()).document["runs"][0]["results"][0]["job_name"] == "randread 4k QD32 x4"


def test_a_host_called_like_its_product_is_an_alarm() -> None:
    """A product's name is kept as its maker wrote it; when it is the host's name, somebody else wrote it."""
    found = machine("epyc-nps4")["inventory"]
    found["system"]["product"] = "acme-storage-7"
    run = run_detail("epyc-nps4", inventory=found, host={"id": "019-host", "name": "ACME_storage7"})
    with pytest.raises(IdentifierFound) as raised:
        freeze(sources(run), Wish())
    assert raised.value.field == "host.name"
    assert freeze(sources(run), Wish(reveal=("host.name",))).document["hosts"][0]["label"] == "ACME_storage7"
    assert freeze(sources(run), Wish(hide=("system",))).document["hosts"][0]["label"] == "host 1"


@pytest.mark.parametrize("name", ["Ubuntu", "ubuntu", "debian", "freebsd", "fedora"])
def test_a_host_called_like_its_operating_system_is_no_alarm(name: str) -> None:
    """The distributor named it, and half of all machines are called so."""
    document = machine("epyc-nps4")["inventory"]
    document["os"] = {"name": name.capitalize()}
    run = run_detail("epyc-nps4", inventory=document, host={"id": "019-host", "name": name})
    assert freeze(sources(run), Wish()).document["hosts"][0]["inventory"]["os"]["name"] == name.capitalize()


def named_like(place: str) -> Any:
    """Sources of a run whose host is called as its board, a slot or a drive's model says, and as its serial, too."""
    document = machine("epyc-nps4")["inventory"]
    if place == "board":
        document["system"]["board"]["product"] = "X9DRW"
    elif place == "slot":
        document["system"]["slots"][0]["designation"] = "X9DRW"
    else:
        document["disks"]["nvme0n1"]["model"] = "X9DRW"
    return sources(run_detail("epyc-nps4", inventory=document, host={"id": "019-host", "name": "x9drw"}))


@pytest.mark.parametrize(
    ("place", "hide", "where"),
    [
        ("board", "system", "/hosts/0/inventory/system/board/product"),
        ("slot", "slots", "/hosts/0/inventory/system/slots/0/designation"),
        ("drive", "drive.model", "/hosts/0/inventory/disks/drive A/model"),
    ],
)
def test_a_leak_says_what_would_be_shown_and_where_and_both_ways_out_work(
    place: str, hide: str, where: str
) -> None:
    with pytest.raises(IdentifierFound) as raised:
        freeze(named_like(place), Wish())
    [leak] = raised.value.leaks
    assert leak.field == "host.name"
    assert where in {one.where for one in leak.places}
    assert {one.hide for one in leak.places} == {hide}
    assert preview(named_like(place), Wish()).leaks == [leak]
    assert freeze(named_like(place), Wish(reveal=("host.name",))).leaks == []
    left_out = freeze(named_like(place), Wish(hide=(hide,)))
    assert "x9drw" not in str(left_out.document).casefold()


def test_a_fact_of_no_group_can_be_left_out_by_its_own_name() -> None:
    """Here a cache's words hold the system's UUID: no group has them, and the UUID cannot be shown."""
    document = machine("epyc-nps4")["inventory"]
    uuid = "4c4c4544-0042-3510-8052-b4c04f4d3732"
    document["system"]["uuid"] = uuid
    document["disks"]["nvme0n1"]["write_cache"] = f"write through {uuid}"
    found = sources(run_detail("epyc-nps4", inventory=document))
    [leak] = preview(found, Wish()).leaks
    assert (leak.field, {place.hide for place in leak.places}) == ("host.ids", {"disks.*.write_cache"})
    assert freeze(found, Wish(hide=("disks.*.write_cache",))).leaks == []


def test_a_chart_over_time_cannot_hide_its_times() -> None:
    series = {"x": "started_at", "by": None, "metric": "iops", "unit": "IOPS", "series": []}
    with pytest.raises(UnknownField):
        freeze(sources(run_detail("laptop"), kind="series", series=series), Wish(hide=("times",)))


@pytest.mark.quick(2)
@pytest.mark.parametrize(
    "options",
    [
        {"percentile_list": "50:75:90:95:99:99.9"},
        {"percentile_list": "1:5:10:20:30:40:50:60"},
        {"cpus_allowed": "0-5"},
        {"bssplit": "4k/50:8k/50"},
        {"numa_mem_policy": "bind:0"},
    ],
)
def test_options_that_look_like_addresses_are_no_alarm(options: dict[str, str]) -> None:
    run = run_detail(
        "epyc-nps4",
        job_options=[OPTIONS | options],
        argv=["fio", *(f"--{k}={v}" for k, v in options.items())],
    )
    assert options.items() <= freeze(sources(run), Wish()).document["runs"][0]["job_options"][0].items()


def test_a_serial_number_in_a_model_is_an_alarm() -> None:
    found = machine("laptop")["inventory"]
    found["disks"]["nvme0n1"] |= {"serial": "S5XYZ0R-123456", "model": "Example SSD s5xyz0r123456 2TB"}
    with pytest.raises(IdentifierFound) as raised:
        freeze(sources(run_detail("laptop", inventory=found)), Wish())
    assert raised.value.field == "drive.serial"
    freeze(sources(run_detail("laptop", inventory=found)), Wish(reveal=("drive.serial",)))
    freeze(sources(run_detail("laptop", inventory=found)), Wish(hide=("drive.model",)))


def planted() -> tuple[Any, dict[str, str]]:
    """Sources full of canaries, and those of them that the net has to know."""
    c = Canaries()
    said = canaries.manifest(c)
    run = run_detail("epyc-nps4", **{k: said[k] for k in ("title", "labels", "tags", "argv")})
    file = said["targets"][0]["path"]
    run |= {
        "inventory": canaries.inventory(c),
        "host": said["host"],
        "note": c("note"),
        "target": file,
        "results": [result(c("job.name"))],
        "job_options": [{"rw": "randread", "filename": file}],
        "documents": [
            {"name": f"{c('file name')}.json", "sha256": "ab" * 32, "kind": "fio_output", "bytes": 1}
        ],
    }
    run["path"]["targets"][0]["path"] = file
    run["path"]["targets"][0]["layers"] = [f"nfs from {c('nfs.server')}"]
    must = {
        "host", "host.name", "host.machine_id_hash", "system.serial", "system.uuid", "chassis.serial", "board.serial",
        "dimm.serial", "network.mac", "ipv6", "root.uuid", "volume.uuid", "volume.name", "interface.name", "nfs.server",
        "directory", "customer directory", "file", "user", "job file", "output file", "title", "label value",
        "label key", "tag", "note", "job.name", "ticket", "stated slot", "file name", "fio.path",
        *(f"{d}.{part}" for d in canaries.DRIVES for part in ("serial", "wwid", "nqn", "controller.serial")),
    }  # fmt: skip
    return sources(run), {place: c.placed[place] for place in must}


def is_found(document: Any, known: Iterable[Identifier], *revealed: str) -> bool:
    return bool(search(document, known, revealed))


def test_whatever_identifies_is_found_wherever_it_stands() -> None:
    found, secrets = planted()
    (document, _), known = project(found, Wish()), collect(found)
    assert not is_found(document, known)
    # Where something could slip through: a sentence, a name that is kept, a key.
    missed = []
    for place, secret in secrets.items():
        for disguised in (secret, secret.upper(), "-".join(secret)):
            for slipped in (
                {"title": f"randread on {disguised}, twice"},
                {"method": [*document["method"], disguised]},
                {"hosts": [{"inventory": {"pci": {disguised: None}}}]},
            ):
                if not is_found(document | slipped, known):
                    missed.append((place, slipped))
    assert {place for place, _ in missed} == set()


def test_a_revealed_value_excuses_nothing_beside_it() -> None:
    known = {Identifier("target.path", "/mnt/acmecorp", "word"), Identifier("host.name", "jupiter7", "name")}
    assert not is_found({"x": "/mnt/acmecorp"}, known, "/mnt/acmecorp")
    assert is_found({"x": "/mnt/acmecorp on jupiter7"}, known, "/mnt/acmecorp")


def test_short_names_are_words_of_their_own() -> None:
    known = {Identifier("host.name", "db7", "name")}
    assert not is_found({"x": "feedb7c and db70"}, known)
    assert is_found({"x": "measured on DB-7."}, known)


@pytest.mark.quick(2)
@pytest.mark.parametrize(
    ("place", "broken"),
    [
        ("fioboard.app.sharing.redaction.redactor.Redactor.reveal", lambda self, name, value: value),
        ("fioboard.app.sharing.redaction.hosts.Hosts.host", lambda self, name: name),
        ("fioboard.app.sharing.redaction.jobs.label_job", lambda own, does, redactor: own),
        (
            "fioboard.app.sharing.redaction.path.PathRedactor.target_label",
            lambda self, target: target["path"],
        ),
        ("fioboard.app.sharing.redaction.runs.label_run", lambda run_id, redactor: str(run_id)),
        ("fioboard.app.sharing.redaction.hardware.build_drive_key", None),
    ],
)
def test_a_projection_that_forgets_is_stopped(
    monkeypatch: pytest.MonkeyPatch, place: str, broken: Any
) -> None:
    """Whatever one line of the projection would let through, the net behind it stops."""
    found, _ = planted()
    freeze(found, Wish())
    if broken is None:  # labels made from serials, as if they were no secret
        monkeypatch.setattr(Redactor, "label", lambda self, kind, key, words="": f"{kind} {key}")
    else:
        monkeypatch.setattr(place, broken)
    with pytest.raises(IdentifierFound):
        freeze(found, Wish())

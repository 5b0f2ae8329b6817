"""The questionnaire: what the documents of five machines say to support's questions, and what they do not."""

from typing import Any

import pytest

from fioboard.app.sharing.questions import answers
from fioboard.app.sharing.questions.answers import QUESTIONS
from fioboard.app.sharing.questions.drives import rated
from fioboard.app.sharing.questions.question import Setting
from fioboard.app.sharing.redaction import Wish, freeze
from fioboard.engine.answers.shared import QuestionOut
from fioboard.engine.rules.sentences.jobs import ABOVE_LINK
from fioboard.store.derive.path import derive_path
from tests.factories.machine import NAMES, machine
from tests.factories.recorded import CLOCK
from tests.factories.run_detail import OPTIONS, Said, result, run_detail, sources, with_finding
from tests.shapes import shape_of


def asked(*runs: dict[str, Any], **wish: Any) -> dict[str, dict[str, Any]]:
    document = freeze(sources(*runs), Wish(**wish)).document
    return {q["key"]: q for q in document["questions"]}


def short(question: dict[str, Any]) -> tuple[str, str | None]:
    return question["answer"], question["value"]


@pytest.mark.quick(4)
@pytest.mark.parametrize("name", NAMES)
def test_every_question_is_answered_or_says_how_to_find_out(name: str) -> None:
    found = asked(run_detail(name))
    assert list(found) == [key for key, *_ in QUESTIONS]
    for question in found.values():
        shape_of(QuestionOut).validate_python(question)
        is_unknown = question["answer"] == "unknown"
        is_helped = (
            question["command"] is not None
            or "Look for " in question["text"]
            or "server" in question["text"]
            or "not visible inside a VM" in question["text"]
        )
        # Of an answer with an open part it may be said, too, what would tell the rest.
        assert is_helped or not is_unknown
        assert not is_helped or is_unknown or question["is_partial"]
        assert not (is_unknown and question["is_partial"])
        assert (question["source"] is None) is is_unknown
        assert (question["value"] is None) is is_unknown
        assert question["text"].endswith(".")


def test_what_answers_half_of_a_question_is_partial() -> None:
    """They stood as "Yes" and "Known" beside "not recorded"; what is whole stays so."""
    found = asked(run_detail("epyc-nps4") | {"machine": None}, hide=("job_options",))
    partial = {key for key, one in found.items() if one["is_partial"]}
    assert partial >= {"driver", "bios-settings", "command"}
    assert not partial & {"slot-width", "link-full", "numa-node", "system"}
    assert found["command"]["text"] == "The command is not part of this share."
    shown = asked(run_detail("laptop"))
    assert shown["temperature"]["is_partial"] and shown["numa-pinning"]["is_partial"]
    one, other = run_detail("epyc-nps1"), run_detail("vm", id="019-other")
    both = asked(one | {"host": {"id": "1", "name": "a1"}}, other | {"host": {"id": "2", "name": "b2"}})
    assert (both["slot-width"]["answer"], both["slot-width"]["is_partial"]) == ("value", True)


def test_no_command_is_offered_for_what_a_vm_cannot_see() -> None:
    """They once offered smartctl on nvme0 and PCIe links of a virtio disk, and knew the NUMA node of its drives."""
    found = asked(run_detail("vm"))
    advised = {key: one["command"] for key, one in found.items() if one["command"] is not None}
    assert advised == {"errors": "fioboard-agent run --support JOB.fio  # also uploads the VM's kernel log"}
    for key in ("slot-width", "link-full", "numa-node", "temperature", "bios-version", "rated"):
        assert found[key]["answer"] == "unknown"
        assert "not visible inside a VM." in found[key]["text"]
    # Who can tell is said once, not beside each of them.
    assert [key for key, one in found.items() if "hypervisor." in one["text"]] == ["slot-width"]
    for key in ("driver", "drive-firmware", "array", "numa-pinning"):
        assert found[key]["is_partial"] and "not visible inside a VM" in found[key]["text"]
    assert found["drive-firmware"]["value"] == "drive A, 275 GB virtual disk"
    assert found["numa-pinning"]["value"] == "one NUMA node in the VM"


def test_a_share_without_machines_asks_nothing() -> None:
    assert answers({"hosts": [], "runs": []}) == []


def test_a_switch_card_uses_every_lane_of_its_slot() -> None:
    found = asked(run_detail("epyc-nps4"))["slot-width"]
    assert short(found) == ("yes", "slot PCIE_1_A, x16 connector, trained Gen4 x16 of Gen4 x16")
    assert found["source"] == "inventory: slots and links"
    assert found["text"] == "All lanes are in use (x16)."


def test_a_drive_that_uses_its_own_four_lanes_needs_no_x16_slot() -> None:
    assert short(asked(run_detail("laptop"))["slot-width"]) == (
        "yes",
        "port 0000:00:02.1, trained Gen3 x4 of Gen3 x4",
    )


def test_a_carrier_in_a_narrow_slot_is_said_to_be() -> None:
    found = machine("epyc-nps4")["inventory"]
    for function in found["pci"].values():
        if function.get("link") and function["link"]["max_lanes"] == 16:
            function["link"]["current_lanes"] = 8
    question = asked(run_detail("epyc-nps4", inventory=found) | {"machine": None})["slot-width"]
    assert short(question) == ("no", "slot PCIE_1_A, x16 connector, trained Gen4 x8 of Gen4 x16")
    assert question["text"] == "The card or drive has more lanes than its link uses (x8 of x16)."


def test_a_link_that_trained_narrow_is_named() -> None:
    found = machine("epyc-nps4")["inventory"]
    found["pci"]["0000:24:00.0"]["link"]["current_lanes"] = 2
    run = run_detail("epyc-nps4", inventory=found)
    run["machine"] = None
    question = asked(run)["link-full"]
    assert short(question) == ("no", "4 of 5 links to the drives at full width and speed")
    assert "0000:24:00.0: Gen4 x2 of Gen4 x4, fewer lanes than both ends support" in question["text"]


def test_an_unknown_link_on_the_way_is_never_full() -> None:
    """The workstation's carrier: of its switch's ports and of its drives no link is recorded."""
    question = asked(run_detail("workstation-slot2"))["link-full"]
    assert short(question) == ("unknown", None)
    assert "Full width and speed confirmed for 1 of 3 links in the path" in question["text"]
    assert "0000:05:00.0: Gen2 x16 of Gen2 x16, full width and speed" in question["evidence"]
    assert "0000:07:00.0: not recorded" in question["evidence"]


@pytest.mark.parametrize("key", ["link-full", "slot-width"])
@pytest.mark.parametrize(
    ("direct", "is_trusted"), [(True, False), (False, True)], ids=["measured", "through the page cache"]
)
def test_a_link_that_a_measurement_contradicts_answers_nothing(
    key: str, direct: bool, is_trusted: bool
) -> None:
    run = run_detail("epyc-nps4", results=[result(direct=direct)])
    text = ABOVE_LINK(measured="31.6 GB/s", direction="read", rate="31.5 GB/s")
    run["answer"] = with_finding(run["answer"], "faster-than-possible", text, "warning")
    question = asked(run)[key]
    assert (question["answer"] == "yes") is is_trusted
    if not is_trusted:
        assert short(question) == ("unknown", None)
        assert "Gen4 x16" in question["text"] and "Implausible" in question["text"]


def test_a_drive_without_a_known_way_is_no_full_link() -> None:
    """Two drives of one host, of one of them nothing: "1 of 1 links full" spoke for both."""
    box = machine("freebsd-box")
    path = derive_path(Said(box["inventory"], box["targets"], None, box["fio_cpus"]), None, []).path
    found = asked(run_detail("freebsd-box", path=path))
    assert found["link-full"]["answer"] == "unknown"
    assert found["slot-width"]["answer"] == "value"
    assert found["driver"]["value"] == (
        "every drive has a driver loaded; nvme (version not recorded) for some; name and version not recorded for the others"
    )


def test_a_server_s_drives_are_not_asked_of_the_client() -> None:
    found = asked(run_detail("nas-client"))
    for key in ("slot-width", "link-full", "driver", "numa-node", "drive-firmware", "temperature"):
        assert (
            found[key]["text"]
            == "The drives are in a server on the network, whose inventory is not part of this."
        )
        assert (found[key]["answer"], found[key]["command"]) == ("unknown", None)
    assert found["array"]["value"] == "nfs from server 1"


def test_an_array_on_partitions_is_said_once() -> None:
    assert asked(run_detail("gpu-server"))["array"]["value"] == (
        "md raid0 of 4, chunk 128 KiB on partitions of 4 drives"
    )


def test_links_without_a_width_are_unknown_not_full() -> None:
    found = machine("epyc-nps4")["inventory"]
    for function in found["pci"].values():
        function["link"] = None
    run = run_detail("epyc-nps4", inventory=found) | {"machine": None}
    assert asked(run)["link-full"]["answer"] == "unknown"
    assert asked(run)["slot-width"]["answer"] == "unknown"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ("value", "not pinned by fio's options")),
        ({"cpus_allowed": "6-11"}, ("yes", "CPUs 6-11 (node 1)")),
        ({"cpus_allowed": "0-23"}, ("yes", "CPUs 0-23 (node 0, 1, 2, 3)")),
        ({"numa_cpu_nodes": "1"}, ("yes", "node 1")),
    ],
)
def test_pinning_is_read_from_the_job_options(options: dict[str, str], expected: tuple[str, str]) -> None:
    run = run_detail("epyc-nps4", job_options=[OPTIONS | options])
    found = asked(run)["numa-pinning"]
    assert short(found) == expected
    assert (", to the node of the drives." in found["text"]) is (
        expected[1] in {"CPUs 6-11 (node 1)", "node 1"}
    )


def test_pinning_is_unknown_without_job_options() -> None:
    found = asked(run_detail("epyc-nps4", job_options=[{}]))["numa-pinning"]
    assert found["answer"] == "unknown"
    assert found["text"].endswith(
        "Look for cpus_allowed and numa_cpu_nodes in the job, or a program before fio that binds it."
    )


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [("--cpunodebind=1 -m 1", "--cpunodebind=1 -m 1"), ("--cpunodebind=eth-acme", "value 1")],
)
def test_numactl_before_fio_is_a_binding(arguments: str, shown: str) -> None:
    """It once answered "not pinned" beside a factor that said numactl; what tells of names is a label."""
    run = run_detail("epyc-nps4")
    bound = {
        "key": "launcher.numactl",
        "value": arguments,
        "source": "command line",
        "detected": None,
    }
    run["factor_values"] = [*(f for f in run["factor_values"] if f["key"] != "numa.local"), bound]
    question = asked(run)["numa-pinning"]
    assert short(question) == ("value", "started under numactl")
    assert question["evidence"] == [f"numactl: {shown}"]


def test_drives_without_a_known_driver_are_no_missing_driver() -> None:
    found = machine("epyc-nps4")["inventory"]
    for function in found["pci"].values():
        function["driver"] = None
    question = asked(run_detail("epyc-nps4", inventory=found))["driver"]
    assert question["answer"] == "yes"
    assert question["value"] == "every drive has a driver loaded; name and version not recorded"


def test_a_vendor_s_driver_is_named_with_its_version() -> None:
    found = machine("epyc-nps4")["inventory"]
    for address in ("0000:23:00.0", "0000:24:00.0", "0000:25:00.0", "0000:26:00.0"):
        found["pci"][address] |= {"driver": "hptnvme", "driver_version": "1.2.33", "driver_is_vendor": True}
    assert short(asked(run_detail("epyc-nps4", inventory=found))["driver"]) == (
        "yes",
        "hptnvme 1.2.33, the vendor's own",
    )


def test_temperatures_come_from_the_samples_first() -> None:
    def series(disk: str, low: float, high: float) -> dict[str, Any]:
        point = {"t_ms": 0, "min": low, "mean": low, "max": high, "n": 1}
        return {"key": "0", "source": "samples", "subject": f"disk:{disk}", "metric": "temperature_c", "direction": None,
                "unit": "°C", "points": [point]}  # fmt: skip

    recorded = {
        "from_ms": 0,
        "to_ms": 1,
        "bucket_ms": 1,
        "series": [series("nvme0n1", 39, 47), series("nvme1n1", 41, 52)],
        "clock": CLOCK,
        "off_clock": [],
    }
    question = asked(run_detail("epyc-nps4", time_series=recorded))["temperature"]
    assert short(question) == ("value", "39 to 52 °C")
    assert question["evidence"][:2] == [
        "drive A: 39 to 47 °C during the run",
        "drive B: 41 to 52 °C during the run",
    ]
    assert (
        asked(run_detail("epyc-nps4", time_series=recorded), hide=("temperatures",))["temperature"]["answer"]
        == "unknown"
    )


def test_a_temperature_beside_the_run_says_so() -> None:
    assert short(asked(run_detail("laptop"))["temperature"]) == ("value", "43 °C, read once")


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("maker", "From the drives' datasheets."),
        ("catalogue", "Not from the vendor's datasheet; source: shop or catalogue."),
    ],
)
def test_a_shop_s_figure_is_not_called_the_datasheet_s(kind: str, text: str) -> None:
    figure: Any = {
        "rated_each": 1.4e6, "rated": 1.4e6, "measured": 7e5, "share": 0.5, "unit": "IOPS", "rw": "randread",
        "verdict": "comparable", "differs": [], "source": {"kind": kind},
    }  # fmt: skip
    found = rated(Setting("host 1", {}, [], [], rated=[("run 1", figure)]))
    assert (found.value, found.text) == ("1.40M IOPS random read", text)


def test_rated_values_are_numbers_with_the_share_that_was_reached() -> None:
    stated = {"key": "label.rated_iops", "value": "450000", "source": "stated", "detected": None}
    run = run_detail("freebsd-box", labels={"rated_iops": "450000"}, results=[result(iops=75_945.1)])
    run["factor_values"] = [*run["factor_values"], stated]
    question = asked(run)["rated"]
    assert short(question) == ("value", "450,000 IOPS each")
    assert any(e.startswith("run 1: 75,945 IOPS, 17% of 1 × rated") for e in question["evidence"])


def test_a_rated_value_that_is_no_number_is_not_shown() -> None:
    stated = {"key": "label.rated_iops", "value": "as acmecorp said", "source": "stated", "detected": None}
    run = run_detail("freebsd-box", labels={"rated_iops": "as acmecorp said"})
    run["factor_values"] = [*run["factor_values"], stated]
    question = asked(run)["rated"]
    assert question["answer"] == "unknown"
    assert "Nobody" not in question["text"] and "acmecorp" not in str(question)


def rated_run(text: str, name: str = "rated_iops") -> dict[str, Any]:
    """A run on one drive with a rated value as its owner wrote it."""
    stated = {"key": f"label.{name}", "value": text, "source": "stated", "detected": None}
    run = run_detail("freebsd-box", labels={name: text}, results=[result(iops=75_000, bw_bytes_per_s=10**9)])
    return run | {"factor_values": [*run["factor_values"], stated]}


@pytest.mark.quick(4)
@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("rated_iops", "1.5M", "1,500,000 IOPS each"),
        ("rated_iops", "1,500,000", "1,500,000 IOPS each"),
        ("rated_iops", "450k", "450,000 IOPS each"),
        ("rated_bw_bytes_per_s", "6.9 GB/s", "6.9 GB/s each"),
        ("rated_bw_bytes_per_s", "7000 MB/s", "7 GB/s each"),
        ("rated_clat_p99_ns", "90 µs", "90 µs each"),
    ],
)
@pytest.mark.parametrize("is_revealed", [False, True])
def test_rated_values_are_read_as_people_write_them(
    name: str, text: str, value: str, is_revealed: bool
) -> None:
    wish = Wish(reveal=(f"label.{name}",) if is_revealed else ())
    document = freeze(sources(rated_run(text, name)), wish).document
    question = next(q for q in document["questions"] if q["key"] == "rated")
    assert (question["answer"], question["value"]) == ("value", value)


def test_a_rated_value_in_words_is_quoted_when_its_sender_shows_it() -> None:
    run = rated_run("as fast as last year's")
    document = freeze(sources(run), Wish(reveal=("label.rated_iops",))).document
    question = next(q for q in document["questions"] if q["key"] == "rated")
    assert (question["answer"], question["value"]) == ("value", "IOPS “as fast as last year's”")


def test_nobody_stated_it_is_said_only_when_nobody_did() -> None:
    def told(run: dict[str, Any], *hide: str) -> str:
        document = freeze(sources(run), Wish(hide=hide)).document
        return str(next(q for q in document["questions"] if q["key"] == "rated")["text"])

    nobody = "No drive rating provided."
    assert told(run_detail("freebsd-box")) == nobody
    left_out = "The drive rating is not part of this share."
    assert told(rated_run("1.5M"), "rated") == left_out
    assert told(run_detail("freebsd-box"), "rated") == left_out
    assert told(rated_run("about a million")) != nobody


def test_machines_that_differ_are_answered_one_by_one() -> None:
    one, other = run_detail("epyc-nps1"), run_detail("epyc-nps4", id="019-other")
    found = asked(one | {"host": {"id": "1", "name": "a1"}}, other | {"host": {"id": "2", "name": "b2"}})
    assert short(found["slot-width"])[0] == "yes"
    assert found["numa-node"]["value"] == "host 1: node 0; host 2: node 1"
    assert (
        found["bios-settings"]["value"] == "host 1: NUMA nodes per socket 1; host 2: NUMA nodes per socket 4"
    )


def test_an_answer_never_tells_more_than_the_share() -> None:
    hidden = asked(
        run_detail("laptop"), hide=("drive.firmware", "drive.model", "slots", "path", "job_options")
    )
    assert hidden["drive-firmware"]["answer"] == "unknown"
    assert hidden["command"]["value"] == "fio-3.36"

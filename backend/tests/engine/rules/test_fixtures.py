"""The five cases, line by line: what each run must be told, and that no warning stands beside it.

What the runs of a case tell together (knees of depth and width, the setting of another run) is tested with the rules over
the runs around a run, in tests/engine/rules/history.
"""

from dataclasses import dataclass

import pytest

from fioboard.engine.answers.answer import AnswerOut
from tests.engine.rules.facts import disk
from tests.engine.rules.test_cases import answer
from tests.loops import check_each

DEPTH_PREDICTIONS = {"depth-ignored", "depth-not-reached", "device-queue-full"}


@dataclass(frozen=True, slots=True)
class Line:
    """One run, as the demonstration holds it."""

    case: str
    title: str
    verdict: tuple[str, str | None]
    """Its kind, and the rule it rests on."""
    must: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    """All of them."""
    must_not: frozenset[str] = frozenset()
    in_flight: str | None = None
    """By the recorded latencies, which are those of completion alone."""


EPYC, FREEBSD, NAS, GPU, WORKSTATION = "epyc", "freebsd-box", "nas-client", "gpu-server", "workstation"
NOT_THE_NETWORK = frozenset({"at-network-limit", "cpu-saturated-job"})
LINES = (
    Line(
        WORKSTATION,
        "Carrier in slot 3, 4g per job",
        ("limit", "at-link-limit"),
        must_not=frozenset(DEPTH_PREDICTIONS),
        in_flight="7.76 of 8",
    ),
    Line(WORKSTATION, "Carrier in slot 2, 4g per job", ("none", None), in_flight="7.62 of 8"),
    Line(
        WORKSTATION,
        "Carrier in slot 2, 512m per job",
        ("none", None),
        must=("too-short",),
        in_flight="7.57 of 8",
    ),
    Line(GPU, "2 drives, 100 GB file", ("limit", "at-link-limit"), must=("at-rated",)),
    Line(GPU, "3 drives, 100 GB file", ("limit", "at-link-limit")),
    Line(
        GPU,
        "4 drives, 100 GB file",
        ("unexplained", "below-link-limit"),
        must_not=frozenset({"at-link-limit"}),
    ),
    Line(
        NAS,
        "randwrite 8k, 100 threads over NFS",
        ("none", None),
        must_not=NOT_THE_NETWORK,
        in_flight="98 of 100",
    ),
    Line(
        NAS,
        "randread 8k, 100 threads over NFS",
        ("none", None),
        must_not=NOT_THE_NETWORK,
        in_flight="100 of 100",
    ),
    Line(
        NAS,
        "randwrite 256k, 100 threads over NFS",
        ("unexplained", "below-link-limit"),
        must_not=NOT_THE_NETWORK,
        in_flight="99.8 of 100",
    ),
    Line(
        NAS,
        "randread 256k, 100 threads over NFS",
        ("unexplained", "below-link-limit"),
        must_not=NOT_THE_NETWORK,
        in_flight="100 of 100",
    ),
    Line(
        FREEBSD,
        "PCIe SSD, posixaio, QD 32, 4 jobs",
        ("limit", "cpu-saturated-job"),
        warnings=("cpu-saturated-job",),
        must_not=frozenset({"at-rated"}),
        in_flight="119 of 128",
    ),
    Line(
        FREEBSD,
        "PCIe SSD, sync, QD 1, 32 jobs",
        ("none", None),
        must_not=frozenset({"cpu-saturated-job", "at-rated"}),
        in_flight="31.9 of 32",
    ),
    Line(
        FREEBSD,
        "SATA SSD, sync, QD 1, 32 jobs",
        ("none", None),
        must_not=frozenset({"cpu-saturated-job"}),
        in_flight="31.9 of 32",
    ),
    Line(EPYC, "NPS1, lower end of the owner's range, 7–9 GB/s", ("unexplained", "below-link-limit")),
    Line(EPYC, "NPS1, upper end of the owner's range, 7–9 GB/s", ("unexplained", "below-link-limit")),
    # Its CPU is near its limit and told so; the verdict is the link.
    Line(
        EPYC, "NPS4, any CPU", ("limit", "at-link-limit"), must=("cpu-saturated-job",), in_flight="15.1 of 16"
    ),
    Line(
        EPYC,
        "NPS4, CPUs 0-23 (socket 0)",
        ("limit", "at-link-limit"),
        must_not=frozenset({"remote-numa-node"}),
    ),
    Line(
        EPYC,
        "NPS4, CPUs 6-11 (node 1, the drives' own)",
        ("limit", "at-link-limit"),
        must_not=frozenset({"remote-numa-node"}),
    ),
    Line(
        EPYC,
        "NPS4, CPUs 24-47 (socket 1)",
        ("unexplained", "remote-numa-node"),
        warnings=("remote-numa-node",),
    ),
)


def name_of(line: Line) -> str:
    return f"{line.case}: {line.title}"


@check_each("line", LINES)
def test_a_line_of_the_table(line: Line) -> None:
    told = answer(line.case, line.title)
    by_severity = {severity: _ids(told, severity) for severity in ("warning", "info")}
    assert (told["verdict"]["kind"], told["verdict"]["id"]) == line.verdict
    assert by_severity["warning"] == set(line.warnings)
    assert set(line.must) <= by_severity["info"]
    assert not line.must_not & (by_severity["warning"] | by_severity["info"])
    sentences = [f["text"] for f in told["findings"] if f["id"] == "in-flight"]
    if line.in_flight is None:
        assert sentences == []
    else:
        reached, _, possible = line.in_flight.partition(" of ")
        wanted = f"{reached} I/Os in flight on average, of {possible} configured"
        assert [wanted in sentence for sentence in sentences] == [True]


def _ids(told: AnswerOut, severity: str) -> set[str]:
    return {f["id"] for f in told["findings"] if f["severity"] == severity}


def test_three_runs_would_tell_what_four_drives_lack() -> None:
    verdict = answer(GPU, "4 drives, 100 GB file")["verdict"]
    assert "66 % of the link limit and 68 % of the drives' rating" in verdict["sentence"]
    assert len(verdict["experiments"]) == 3
    assert not any(experiment["is_destructive"] for experiment in verdict["experiments"])


def test_the_network_is_not_the_limit_at_three_quarters_of_it() -> None:
    rows = {row["stage"]: row for row in answer(NAS, "randread 256k, 100 threads over NFS")["ceilings"]}
    # 885 MB/s of what TCP carries over 10 GbE at MTU 1500: 1.177 GB/s.
    assert rows["network"]["share"] == pytest.approx(0.885 / 1.177, abs=0.04)
    assert rows["network"]["state"] == "room"


def test_the_rating_that_is_asked_for_is_one_of_the_axis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.engine.rules.test_cases.read_rated", lambda labels: {})
    for case, title, label in (
        (EPYC, "NPS4, any CPU", "rated_bw_bytes_per_s="),
        (FREEBSD, "SATA SSD, sync, QD 1, 32 jobs", "rated_iops="),
    ):
        [rated] = [row for row in answer(case, title)["ceilings"] if row["stage"] == "rated"]
        assert rated["command"] is not None and label in rated["command"], (title, rated)


def test_requests_were_split_sixteenfold_on_the_way_to_the_drives() -> None:
    """Each member of the array served 3,249,404 requests for 812,340 reads of 2 MiB; one merged 203,059 more."""
    members = [disk(name=f"nvme{n}n1", read_ios=3_249_404, read_sectors=None, write_ios=0) for n in range(4)]
    told = answer(EPYC, "NPS4, any CPU", disks=members)
    [split] = [f for f in told["findings"] if f["id"] == "split-io"]
    assert {e["name"]: e["value"] for e in split["evidence"]} == {
        "reads of fio": 812_340,
        "requests of the drives": 4 * 3_249_404,
    }


def test_a_file_name_on_the_command_line_shows_that_all_jobs_read_the_same_blocks() -> None:
    """The demonstration leaves the target out of the options, as the job file did."""
    title = "PCIe SSD, sync, QD 1, 32 jobs"
    told = answer(FREEBSD, title, options={"filename": "/dev/nvd7"})
    assert "same-blocks" in _ids(told, "warning")
    assert "cpu-saturated-job" not in _ids(told, "warning")

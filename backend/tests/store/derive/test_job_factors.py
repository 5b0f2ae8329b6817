"""What a job's options say together: one value per meaning, and none where nobody knows."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from fioboard.app.sharing.redaction.shown_factors import PATTERNS
from fioboard.core.sanitize import Document
from fioboard.engine.formats import fio
from fioboard.engine.words.factors import FACTORS, OPTION_FACTORS
from fioboard.store.derive.job_factors import add_typed_options, job_factors
from tests.factories.fio_output import document, job
from tests.factories.machine import machine
from tests.loops import check_each

DEFAULTS = {
    "job.cpus": "any",
    "job.buffers": "random",
    "job.sync": "none",
    "job.poll": "none",
    "job.verify": "none",
    "job.rate": "none",
    "job.size": 1 << 30,
    "job.runtime_class": "by size",
}


FLAGS = {"fill_device", "fill_fs", "zero_buffers"}


@dataclass
class Sent:
    """What a run's sender said."""

    inventory: Document | None = None
    fio_cpus: object = None
    targets: object = None
    target: str | None = None


def output(*options: dict[str, str], version: str = "fio-3.42") -> fio.Invocation:
    """What fio's JSON holds of jobs with these options."""
    jobs = [
        job(f"job{i}" if i else "job", groupid=i, **{"job options": {"rw": "randread", "bs": "4k"} | one})
        for i, one in enumerate(options)
    ]
    [invocation] = fio.read_output(
        json.dumps(document(*jobs, **{"fio version": version})).encode()
    ).invocations
    return invocation


def values(
    options: dict[str, str], version: str = "fio-3.42", launcher: dict[str, str] | None = None, **more: Any
) -> dict[str, Any]:
    """The factors of a job with these options and `size=1g`, as fio's JSON tells them."""
    invocation = output({"size": "1g"} | options, version=version)
    typed = add_typed_options(invocation, more.pop("argv", None))
    return job_factors(typed, launcher or {}, Sent(**more), None)


def test_without_options_of_their_own_all_are_at_their_default() -> None:
    assert values({}) == DEFAULTS


@check_each(
    "options, key, value",
    [
        ({"cpus_allowed": "0,1,2,3,8"}, "job.cpus", "CPUs 0-3,8"),
        ({"cpus_allowed": "4"}, "job.cpus", "CPU 4"),
        ({"cpumask": "0x5"}, "job.cpus", "CPUs 0,2"),
        ({"numa_cpu_nodes": "0-1"}, "job.cpus", "nodes 0-1"),
        ({"cpus_allowed": "0-3", "cpus_allowed_policy": "split"}, "job.cpus", "CPUs 0-3 split"),
        ({"numa_mem_policy": "bind:0"}, "job.cpus", "any memory bind:0"),
        ({"zero_buffers": ""}, "job.buffers", "zero"),
        ({"zero_buffers": "0"}, "job.buffers", "random"),
        ({"buffer_compress_percentage": "50"}, "job.buffers", "50% compressible"),
        ({"buffer_pattern": "0xdeadbeef"}, "job.buffers", "pattern 0xdeadbeef"),
        ({"dedupe_percentage": "20"}, "job.buffers", "random dedupe_percentage=20"),
        ({"refill_buffers": "1"}, "job.buffers", "random refill_buffers=1"),
        ({"fsync": "1"}, "job.sync", "fsync=1"),
        ({"fsync": "0"}, "job.sync", "none"),
        ({"fdatasync": "32", "end_fsync": "1"}, "job.sync", "fdatasync=32 end_fsync=1"),
        ({"sync": "1"}, "job.sync", "O_SYNC"),
        ({"sync": "dsync"}, "job.sync", "O_DSYNC"),
        ({"ioengine": "io_uring", "hipri": ""}, "job.poll", "hipri"),
        ({"ioengine": "io_uring", "sqthread_poll": "1", "sqthread_poll_cpu": "3"}, "job.poll",
            "sqthread_poll sqthread_poll_cpu=3"),
        ({"verify": "crc32c"}, "job.verify", "crc32c"),
        ({"verify": "crc32c", "do_verify": "0"}, "job.verify", "crc32c do_verify=0"),
        ({"rate_iops": "500"}, "job.rate", "rate_iops=500"),
        ({"rate": "1024k"}, "job.rate", "rate=1M"),
        ({"rate": "1m"}, "job.rate", "rate=1M"),
        ({"thinktime": "100"}, "job.rate", "thinktime=100us"),
        ({"thinktime": "100us"}, "job.rate", "thinktime=100us"),
        ({"latency_target": "1ms"}, "job.rate", "latency_target=1000us"),
        ({"size": "4g"}, "job.size", 4 << 30),
        ({"io_size": "1g"}, "job.size", 1 << 30),
        ({"io_size": "2g"}, "job.size", "2G/1G"),
        ({"filesize": "4g"}, "job.size", "1G/4G"),
        ({"number_ios": "1024"}, "job.size", "4M/1G"),
        ({"size": "50%"}, "job.size", "50%"),
        ({"size": "0"}, "job.size", "100%"),
        ({"fill_device": "1"}, "job.size", "100%"),
        ({"runtime": "60"}, "job.runtime_class", "60s"),
        ({"runtime": "1m"}, "job.runtime_class", "60s"),
        ({"runtime": "500ms"}, "job.runtime_class", "0.5s"),
    ],
)  # fmt: skip
def test_options_say(options: dict[str, str], key: str, value: object) -> None:
    assert values(options) == DEFAULTS | {key: value}
    form = PATTERNS.get(key)
    assert form is None or not isinstance(value, str) or form(value) == value


@check_each("option", sorted(option for option, key in OPTION_FACTORS.items() if key.startswith("job.")))
def test_no_option_that_a_factor_is_made_of_is_lost_in_it(option: str) -> None:
    """Who compares options one by one leaves these to the factor: it must differ when one of them does."""
    key = OPTION_FACTORS[option]
    one, other = {"cpus_allowed_policy": ("split", "shared")}.get(
        option, ("1", "0") if option in FLAGS else ("7", "3")
    )
    assert values({option: one})[key] != values({option: other})[key]


def test_flags_that_old_fio_leaves_out_are_unknown() -> None:
    old = values({"ioengine": "io_uring"}, version="fio-3.36")
    assert DEFAULTS.keys() - old.keys() == {"job.buffers", "job.poll"}
    assert values({"ioengine": "io_uring", "zero_buffers": "1"}, version="fio-3.36")["job.buffers"] == "zero"
    # An engine that has no polling does none.
    assert values({"ioengine": "libaio"}, version="fio-3.36")["job.poll"] == "none"
    typed = ["fio", "--name=job", "--ioengine=io_uring", "--hipri", "--zero_buffers", "--size=1g"]
    told = values({"ioengine": "io_uring"}, version="fio-3.36", argv=typed)
    assert (told["job.poll"], told["job.buffers"]) == ("hipri", "zero")
    assert "job.poll" not in values({"ioengine": "io_uring"}, version="fio-3.36", argv=["fio", "jobs.fio"])


@pytest.mark.parametrize(
    ("launcher", "value"),
    [
        ({"numactl": "--cpunodebind=0 --membind=0"}, "node 0 memory bind:0"),
        ({"numactl": "-N 0 -m 0"}, "node 0 memory bind:0"),
        ({"numactl": "-N0"}, "node 0"),
        ({"numactl": "-C 0-3"}, "CPUs 0-3"),
        ({"numactl": "--interleave=all"}, "any memory interleave:all"),
        ({"taskset": "-c 0-3"}, "CPUs 0-3"),
        ({"taskset": "f"}, "CPUs 0-3"),
        ({"taskset": "0xf"}, "CPUs 0-3"),
        ({"numactl": "-C +0-3"}, None),
        ({"numactl": "--cpunodebind=netdev:eth0"}, None),
    ],
)
def test_what_started_fio_pins_it(launcher: dict[str, str], value: str | None) -> None:
    assert values({}, launcher=launcher).get("job.cpus") == value


def test_fio_s_own_pinning_wins_over_its_launcher_s() -> None:
    assert values({"cpus_allowed": "1"}, launcher={"taskset": "-c 0-3"})["job.cpus"] == "CPU 1"
    assert values({}, fio_cpus={"cpus_allowed": "2", "numa_cpu_nodes": None})["job.cpus"] == "CPU 2"


@pytest.mark.parametrize(
    ("nodes", "cpus", "value"),
    [
        # One node per socket, then four: the CPUs of a socket are called the same.
        (["0-23", "24-47"], "0-23", "socket 0"),
        (["0-5", "6-11", "12-17", "18-23", "24-29", "30-35", "36-41", "42-47"], "0-23", "socket 0"),
        (["0-5", "6-11", "12-17", "18-23", "24-29", "30-35", "36-41", "42-47"], "24-47", "socket 1"),
        (["0-5", "6-11", "12-17", "18-23", "24-29", "30-35", "36-41", "42-47"], "6-11", "node 1"),
        (["0-5", "6-11", "12-17", "18-23", "24-29", "30-35", "36-41", "42-47"], "6-17", "nodes 1-2"),
        (["0-23", "24-47"], "0-7", "CPUs 0-7"),
    ],
)
def test_an_inventory_gives_the_cpus_their_names(nodes: list[str], cpus: str, value: str) -> None:
    half = len(nodes) // 2
    inventory: dict[str, Any] = {
        "cpu": {
            "numa": {"nodes": [{"id": i, "cpus": listed} for i, listed in enumerate(nodes)]},
            "packages": [
                {"id": 0, "nodes": list(range(half))}, {"id": 1, "nodes": list(range(half, len(nodes)))}
            ],
        }
    }  # fmt: skip
    assert values({"cpus_allowed": cpus}, inventory=inventory)["job.cpus"] == value


def test_the_machine_of_the_case_names_its_sockets() -> None:
    inventory = machine("epyc-nps4")["inventory"]
    assert values({"cpus_allowed": "24-47"}, inventory=inventory)["job.cpus"] == "socket 1"
    assert values({"cpus_allowed": "6-11"}, inventory=inventory)["job.cpus"] == "node 1"


@pytest.mark.parametrize(
    ("options", "span"),
    [({"size": "1g"}, 25.0), ({"size": "8g"}, 100.0), ({"size": "50%"}, 50.0), ({"size": "0"}, 100.0),
     ({"size": "1g", "offset_increment": "1g"}, None), ({"size": "1g", "io_size": "2g"}, None)],
)  # fmt: skip
def test_span_is_told_of_one_disk_of_known_size(options: dict[str, str], span: float | None) -> None:
    assert job_factors(output(options), {}, Sent(), 4 << 30).get("job.span") == span
    assert "job.span" not in job_factors(output(options), {}, Sent(), None)


TEXT = """fio-3.19
x: (g=0): rw=write, bs=(R) 64.0KiB-64.0KiB, (W) 64.0KiB-64.0KiB, (T) 64.0KiB-64.0KiB, ioengine=psync, iodepth=1
x: (groupid=0, jobs={jobs}): err= 0: pid=1: Mon Jan  6 10:00:00 2020
  write: IOPS=35.6k, BW=2222MiB/s (2330MB/s)({io}/{ms}msec); 0 zone resets
"""


@pytest.mark.parametrize(
    ("io", "ms", "jobs", "told"),
    [
        ("4096MiB", 1_843, 8, {"job.size": 512 << 20, "job.runtime_class": "by size"}),
        ("32.0GiB", 14_750, 8, {"job.size": 4 << 30, "job.runtime_class": "by size"}),
        ("32.0GiB", 21_994, 8, {"job.size": 4 << 30, "job.runtime_class": "by size"}),
        ("14.7GiB", 300_018, 100, {"job.runtime_class": "300s"}),
        ("14.7GiB", 59_999, 100, {"job.runtime_class": "60s"}),
        # A round amount in a round time: either may have been asked for. Neither: nobody knows.
        ("32.0GiB", 10_010, 8, {}),
        ("14.7GiB", 21_994, 8, {}),
    ],
)
def test_text_without_options_tells_what_can_mean_one_thing(
    io: str, ms: int, jobs: int, told: dict[str, Any]
) -> None:
    [invocation] = fio.read_output(TEXT.format(io=io, ms=ms, jobs=jobs).encode()).invocations
    assert job_factors(invocation, {}, Sent(), None) == told


def test_jobs_that_differ_give_a_list() -> None:
    assert job_factors(output({"fsync": "1"}, {"fsync": "2"}), {}, Sent(), None)["job.sync"] == [
        "fsync=1",
        "fsync=2",
    ]


def test_what_no_option_tells_is_in_no_factor() -> None:
    assert {key for key in FACTORS if key.startswith("job.")} == {*DEFAULTS, "job.span", "job.steady_state"}


@check_each(
    "attained, value",
    [({"attained": 1}, "reached"), ({"attained": 0}, "not reached"), ({}, None)],
)
def test_fio_steady_state_is_reached_or_not(attained: dict[str, int], value: str | None) -> None:
    block = {"ss": "iops_slope:0.300000%", "duration": 30, "criterion": "0.1%", **attained}
    [invocation] = fio.read_output(json.dumps(document(job("job", steadystate=block))).encode()).invocations
    assert job_factors(invocation, {}, Sent(), None).get("job.steady_state") == value
    assert value is None or PATTERNS["job.steady_state"](value) == value

"""`serve`: fio starts at the moment that the service names, by a clock that is not this host's."""

import os
import re
import time

import pytest
from test_serve import Queue, agent, owner, queue, request  # noqa: F401 -- fixtures

from fioboard_agent.delivery.upload import Answer
from fioboard_agent.jobs.arguments import parse_arguments
from fioboard_agent.serve.clock import ServiceClock
from fioboard_agent.serve.start import add_rate_logs

# The service's clock less this host's.
AHEAD_US = 3_600_000_000


class Group(Queue):
    """Plays a service whose clock is an hour ahead, and that names a start once the host is ready for a step."""

    def __init__(self, service):
        super().__init__(service)
        # By step of the suite; of a job 1.
        self.starts_us, self.started = {}, {}

    def answer(self, body):
        arrived = time.time_ns() // 1000 + AHEAD_US
        status, answer = super().answer(body)
        running = body["running"]
        if running and running.get("is_ready"):
            at_us = self.starts_us.setdefault(running["step"], arrived + 4_000_000)
            # Of a suite; a job's service is of an older version here.
            named = {"step": running["step"]} if running["steps"] > 1 else {}
            answer["start"] = {"request_id": running["request_id"], "at_us": at_us, **named}
        elif running and running.get("start"):
            self.started[running["step"]] = running["start"]
        answer["clock"] = {"received_at_us": arrived, "answered_at_us": time.time_ns() // 1000 + AHEAD_US}
        return status, answer


@pytest.mark.nightly
@pytest.mark.skipif(os.geteuid() != 0, reason="the list belongs to root, so the test has to be root")
def test_fio_starts_at_the_common_moment_and_logs_its_rates(agent, owner, service, bench):  # noqa: F811 -- fixtures
    group = Group(service)
    asked = request(bench, "job", "nightly-db", parameters={"runtime": 2}, is_together=True)
    group.offered.append(asked)
    report = group.report(asked["id"])
    assert (report["state"], report["reason"]) == ("done", None)
    start = report["start"]
    assert "step" not in start
    # Never before the moment; the machine that tests may be busy.
    assert -start["clock_uncertainty_us"] <= start["at_us"] - group.starts_us[1] < 1_000_000
    assert abs(start["clock_ahead_us"] + AHEAD_US) <= start["clock_uncertainty_us"] + 2_000
    (run,) = service.runs.values()
    logs = {name for name in run["files"] if name.endswith(".log")}
    assert {re.sub(r"\.\d+", "", name) for name in logs} == {"fioboard_bw.log", "fioboard_iops.log"}
    assert not any("create_only" in word for word in run["manifest"]["argv"])


@pytest.mark.nightly
@pytest.mark.skipif(os.geteuid() != 0, reason="the list belongs to root, so the test has to be root")
def test_each_step_of_a_suite_waits_for_its_own_moment(agent, owner, service, bench):  # noqa: F811 -- fixtures
    owner.write_text(owner.read_text().replace("write_bytes_a_day", "# write_bytes_a_day"))
    group = Group(service)
    asked = request(bench, parameters={"runtime": 2}, is_together=True, seed=7)
    group.offered.append(asked)
    report = group.report(asked["id"])
    assert (report["state"], report["reason"], len(report["run_ids"])) == ("done", None, 4)
    assert sorted(group.starts_us) == sorted(group.started) == [1, 2, 3, 4]
    for step, start in group.started.items():
        assert start["step"] == step
        assert -start["clock_uncertainty_us"] <= start["at_us"] - group.starts_us[step] < 1_000_000
    assert report["start"] == group.started[4]
    for run in service.runs.values():
        assert {"fioboard_bw.1.log", "fioboard_iops.1.log"} <= set(run["files"])
        assert run["manifest"]["batch"]["seed"] == 7


def test_the_clock_is_that_of_the_fastest_poll_within_its_uncertainty():
    clock = ServiceClock()
    now = time.monotonic()
    # On the way there, in the service and back, µs; the service's clock is 5 s ahead of the monotonic one.
    for there, within, back in ((400, 100, 900), (40_000, 25_000_000, 200), (90, 50, 10)):
        sent_s = now - 30
        arrived = round(sent_s * 1e6) + there + 5_000_000
        body = {"clock": {"received_at_us": arrived, "answered_at_us": arrived + within}}
        clock.add_answer(Answer(200, body, None, sent_s, sent_s + (there + within + back) / 1e6))
    best = clock.get_best()
    assert abs(best.service_ahead_us - 5_000_000) <= 50 + 2
    # Half the way, and what clocks drift in 30 s.
    assert 50 + 1_400 <= best.uncertainty_us <= 52 + 1_700
    assert abs(best.compute_monotonic_s(best.compute_service_us(now)) - now) < 1e-5


def test_times_that_contradict_each_other_are_no_reading():
    clock = ServiceClock()
    for body in (
        {},
        {"clock": None},
        {"clock": {"received_at_us": 5, "answered_at_us": 4}},
        {"clock": {"received_at_us": True, "answered_at_us": True}},
        {"clock": {"received_at_us": 0, "answered_at_us": 10**12}},
        {"clock": {"received_at_us": "1", "answered_at_us": 2}},
    ):
        clock.add_answer(Answer(200, body, None, 10.0, 10.5))
    assert clock.get_best() is None


def test_rates_are_logged_unless_the_job_logs_them_itself():
    added = add_rate_logs(
        parse_arguments(["--name=a", "--rw=read", "--name=b", "--write_bw_log=own", "--name=c", "--runtime=60"])
    )
    first, second, short = added.sections
    assert short.get("log_avg_msec") == "250"
    assert (first.get("write_bw_log"), first.get("log_avg_msec")) == ("fioboard", "1000")
    assert (second.get("write_bw_log"), second.get("write_iops_log")) == ("own", None)

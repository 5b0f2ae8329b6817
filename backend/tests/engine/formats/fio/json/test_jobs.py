"""Clones, groups, hosts, merged sections and special blocks: who is added to whom."""

import json

import pytest

from fioboard.engine.formats.fio import read_output


def errors(result):
    return [problem.error for problem in result.problems]


def test_clones_are_one_result_with_the_sum_over_the_longest_runtime(results, captured):
    entries = json.loads(captured("3.42_options.json"))["jobs"][:2]
    result = results("3.42_options.json")[("seqr", "read")]
    ios = sum(entry["read"]["total_ios"] for entry in entries)
    longest = max(entry["read"]["runtime"] for entry in entries)
    assert (result.member_count, len(result.members), result.numjobs) == (2, 2, 2)
    assert result.total_ios == ios
    assert result.iops == pytest.approx(1000 * ios / longest)
    assert result.iops_sum == pytest.approx(sum(entry["read"]["iops"] for entry in entries))
    assert result.clat.percentiles == {}
    assert "cannot be averaged" in result.clat.percentiles_reason
    assert result.clat.min_ns == min(entry["read"]["clat_ns"]["min"] for entry in entries)


def test_percentiles_of_clones_come_from_their_added_bins(captured):
    body = json.loads(captured("3.42_jsonplus.json"))
    body["jobs"] *= 4
    (result,) = read_output(json.dumps(body).encode()).invocations[0].results
    (single,) = read_output(captured("3.42_jsonplus.json")).invocations[0].results
    assert result.clat.percentiles == single.clat.percentiles
    assert result.clat.n == 4 * single.clat.n == result.clat.histogram.n
    assert result.clat.mean_ns == pytest.approx(single.clat.mean_ns)
    assert result.clat.stddev_ns == pytest.approx(single.clat.stddev_ns, rel=1e-3)


def test_block_size_list_gives_each_direction_its_own_and_keeps_the_text(results):
    found = results("3.42_options.json")
    assert (found[("rrw", "read")].bs_bytes, found[("rrw", "write")].bs_bytes) == (8192, 4096)
    assert found[("rrw", "write")].bs == "8k,4k"
    for name, direction, text in (("bsr", "write", "1k-16k"), ("split", "read", "4k/60:64k/40")):
        result = found[(name, direction)]
        assert (result.bs_bytes, result.bs) == (None, text)
        assert result.mean_bs_bytes == result.io_bytes / result.total_ios


def test_idle_direction_gives_no_result(results):
    assert ("bsr", "read") not in results("3.42_options.json")


@pytest.mark.parametrize("name", ["3.42_client-2host.json", "3.7_client-2host.json"])
def test_all_clients_is_not_added_to_the_clients(name, results, captured):
    text = captured(name)
    entries = json.loads(text[text.index(b"{\n") :])["client_stats"]
    assert entries[-1]["jobname"] == "All clients"
    found = results(name)
    assert ("All clients", "read") not in found
    result = found[("c1", "read")]
    assert result.io_bytes == entries[-1]["read"]["io_bytes"]
    assert (result.member_count, len(result.members), result.bs_bytes, result.iodepth) == (4, 2, 4096, 4)
    assert "Contradiction" not in errors(result)


def test_duplicated_global_options_of_servers_are_normal(read):
    (invocation,) = read("3.7_client-2host.json").invocations
    assert [p.where for p in invocation.problems if p.error.startswith("Duplicate")] == []


def test_unified_mixed_is_one_result_and_both_is_not_added(results):
    assert [direction for _, direction in results("3.42_unified-mixed.json")] == ["mixed"]
    assert [direction for _, direction in results("3.42_unified-both.json")] == ["read", "write"]


def test_trim_and_write_in_one_job_are_two_results(results):
    assert {direction for _, direction in results("3.42_trimwrite.json")} == {"write", "trim"}


def test_merged_sections_carry_no_options_of_their_last_member(captured):
    body = json.loads(captured("3.42_base.json"))
    body["jobs"][0]["job options"]["rw"] = "randwrite"
    for result in read_output(json.dumps(body).encode()).invocations[0].results:
        assert result.is_merged_sections
        assert (result.rw, result.bs_bytes, result.iodepth, result.numjobs) == (None,) * 4
        assert "MergedSections" in errors(result)
        assert result.member_count == 2


def test_six_sections_of_one_direction_in_a_group_are_recognised_by_their_job_time(captured):
    body = json.loads(captured("3.42_fsync.json"))
    job = body["jobs"][0]
    job["job options"]["numjobs"] = "1"
    for name in ("read", "write"):
        if job[name]["runtime"]:
            job["job_runtime"] = 6 * job[name]["runtime"]
    (result,) = read_output(json.dumps(body).encode()).invocations[0].results
    assert (result.is_merged_sections, result.member_count) == (True, 6)


def test_array_members_are_told_from_their_master(read):
    disks = read("3.1_md-raid0-of-3.json").invocations[0].disk_util
    (master,) = [disk for disk in disks if disk.is_aggregate]
    members = [disk for disk in disks if disk.member_of == master.name]
    assert (master.name[:2], len(members)) == ("md", 3)
    assert len(disks) == 4


def test_no_disk_statistics_is_none(read):
    assert read("3.26_windowsaio.txt").invocations[0].disk_util is None


def test_sync_block_is_beside_the_direction(read):
    (result,) = read("3.42_fsync.json").invocations[0].results
    assert result.sync_ios == 255
    assert result.sync_lat.n == 255
    assert result.sync_lat.percentiles["99"] > 0


@pytest.mark.parametrize(("name", "label"), [("3.42_cmdprio.json", "/"), ("3.19_cmdprio.json", "high")])
def test_priorities_are_subsets_not_added(name, label, read):
    result = read(name).invocations[0].results[0]
    assert len(result.priorities) == 2
    assert any(label in priority.priority for priority in result.priorities)
    assert sum(p.latency.n for p in result.priorities) == result.clat.n


def test_steady_state_tells_whether_it_was_attained(read):
    (result,) = read("3.42_steadystate.json").invocations[0].results
    assert result.steady_state.is_attained is True
    assert result.steady_state.duration_s == 2
    assert len(result.steady_state.iops) > 0
    assert read("3.42_steadystate.json").invocations[0].outcome == "complete"


@pytest.mark.parametrize("name", ["slope", "missed", "clones", "bytes"])
def test_steady_state_is_what_fio_printed(name, read, captured):
    """The oracle is fio's own block: of clones the one that took longest."""
    output = f"3.33_steadystate-{name}.json"
    blocks = [(job["steadystate"], job["job_runtime"]) for job in json.loads(captured(output))["jobs"]]
    block = max(blocks, key=lambda one: one[1])[0]
    [result] = read(output).invocations[0].results
    state = result.steady_state
    sign = "_slope" if state.is_slope else ""
    assert f"{state.metric}{sign}:{state.limit:.6f}{'%' if state.is_share else ''}" == block["ss"]
    assert state.reached_value == float(block["criterion"].removesuffix("%"))
    assert (state.is_attained, state.duration_s) == (bool(block["attained"]), block["duration"])


def test_text_names_what_steady_state_was_judged_by(read):
    [result] = read("3.33_steadystate.txt").invocations[0].results
    state = result.steady_state
    assert (state.is_attained, state.metric, state.is_slope, state.is_share) == (True, "bw", False, False)
    assert (state.reached_value, state.limit) == (5018522.5, None)


def test_depth_under_a_latency_target_is_the_configured_one(read, captured):
    (result,) = read("3.42_latency-target.json").invocations[0].results
    options = json.loads(captured("3.42_latency-target.json"))["jobs"][0]["job options"]
    assert result.iodepth == int(options["iodepth"])


def test_kb_base_1000_makes_4k_4000_bytes(read):
    (result,) = read("3.42_kb_base-1000.json").invocations[0].results
    assert result.bs_bytes == 4000
    assert result.io_bytes / result.total_ios == 4000
    assert "Contradiction" not in errors(result)


def test_failed_job_keeps_its_numbers_and_is_marked(read):
    for name in ("3.42_verify-error.json", "3.42_continue-on-error.json"):
        (invocation,) = read(name).invocations
        assert invocation.outcome == "failed"
        assert invocation.results[0].error == 84
        assert "JobError" in [problem.error for problem in invocation.problems]


def test_interrupted_inside_the_ramp_is_said(read):
    (invocation,) = read("3.42_ramp-interrupted.json").invocations
    (result,) = invocation.results
    assert invocation.outcome == "interrupted"
    assert "InterruptedInRamp" in errors(result)
    assert (result.clat, result.lat) == (None, None)
    assert result.iops > 0


def test_engine_without_io_gives_no_result_but_a_word(read):
    (invocation,) = read("3.42_cpuio.json").invocations
    assert invocation.results == ()
    assert "NoIo" in [problem.error for problem in invocation.problems]


def test_mistyped_device_is_flagged(read):
    (invocation,) = read("3.42_mistyped-device.json").invocations
    assert "MistypedDevice" in [problem.error for problem in invocation.problems]
    assert invocation.outcome == "complete"


def test_user_space_device_is_not_flagged_as_mistyped(read):
    (invocation,) = read("3.35_external-spdk.txt").invocations
    assert "MistypedDevice" not in [problem.error for problem in invocation.problems]


def test_per_io_logging_does_not_make_iops_one(read):
    result = read("3.42_unit-log-run.json").invocations[0].results[0]
    assert result.iops > 1_000


def test_times_of_start_and_end(read):
    (invocation,) = read("3.42_base.json").invocations
    assert (invocation.started_at_ms, invocation.ended_at_ms) == (1795181261609, 1795181262837)
    (older,) = read("3.7_base.json").invocations
    assert older.started_at_ms is None
    assert read("2.1.4_five-jobs.json").invocations[0].ended_at_ms is None


def test_impossible_clock_is_unknown(captured):
    body = captured("3.42_base.json").replace(b'"timestamp_ms" : 1795181262837', b'"timestamp_ms" : 12')
    assert read_output(body).invocations[0].ended_at_ms is None


@pytest.mark.parametrize(("factor", "is_contradicted"), [(1 + 4.6e-6, False), (1 + 1e-4, True)])
def test_figures_that_another_program_rounded_to_six_digits_do_not_contradict(
    captured, factor, is_contradicted
):
    document = json.loads(captured("3.42_kb_base-1000.json"))
    (job,) = document["jobs"]
    for shape in (job["read"], job["write"]):
        shape["iops"] *= factor
        if shape["io_bytes"]:
            # Large enough for whole bytes to tell 4.6 in a million.
            shape["io_bytes"], shape["io_kbytes"] = 10**12, 10**12 // 1024
            shape["bw_bytes"] = int(10**15 // shape["runtime"] * factor)
            shape["bw"] = shape["bw_bytes"] // 1024
    (result,) = read_output(json.dumps(document).encode()).invocations[0].results
    told = [one for one in result.problems if one.error == "Contradiction" and one.where.endswith("bw_bytes")]
    assert bool(told) == is_contradicted

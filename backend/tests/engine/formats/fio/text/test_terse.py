"""Terse v2 to v5."""

import pytest

from fioboard.engine.formats.fio import read_output


@pytest.mark.parametrize("terse_version", [2, 3, 4, 5])
def test_every_version_gives_read_and_write_in_base_units(terse_version, read, captured):
    reading = read(f"3.42_terse-v{terse_version}.txt")
    assert reading.kind == "fio_terse"
    (invocation,) = reading.invocations
    assert invocation.tool_version == (None if terse_version == 2 else "fio-3.42")
    assert [result.direction for result in invocation.results] == ["read", "write"]
    fields = captured(f"3.42_terse-v{terse_version}.txt").decode().split("\n")[0].split(";")
    start = 4 if terse_version == 2 else 5
    first = invocation.results[0]
    assert first.io_bytes == int(fields[start]) * 1024
    assert (first.iops, first.runtime_ms) == (int(fields[start + 2]), int(fields[start + 3]))
    assert first.iops_bounds == (first.iops, first.iops + 1)
    assert first.clat.min_ns == int(fields[start + 8]) * 1000
    assert first.clat.percentiles["99.99"] == int(fields[start + 28].split("=")[1]) * 1000
    assert first.lat.mean_ns == pytest.approx(float(fields[start + 34]) * 1000)
    assert (first.clat.resolution_ns, first.slat) == (1000, None)
    assert (first.bs_bytes, first.settings_source["bs_bytes"]) == (4096, "measured")
    assert (first.rw, first.iodepth, first.ioengine) == (None, None, None)
    if terse_version > 2:
        assert [disk.name for disk in invocation.disk_util] == ["vda"]


def test_clients_with_disks_on_their_own_line_and_without_their_sum(read):
    (invocation,) = read("3.42_client-terse.txt").invocations
    assert [(r.job_name, r.direction) for r in invocation.results] == [("c1", "read"), ("c2", "write")]
    assert [disk.name for disk in invocation.disk_util] == ["vda"]


def test_semicolons_in_the_name(captured):
    body = captured("3.42_terse-v3.txt").replace(b";t;0;0;", b";a;b;0;c;0;0;")
    assert read_output(body).invocations[0].results[0].job_name == "a;b;0;c"


def test_snapshots_are_one_run_and_clones_are_added(captured):
    line = captured("3.42_terse-v3.txt").decode().strip()
    later = line.replace(";9680;25;", ";9680;1025;").replace(";10800;25;", ";10800;1025;")
    (invocation,) = read_output(f"{line}\n{later}\n".encode()).invocations
    assert (len(invocation.snapshots), invocation.results[0].runtime_ms) == (2, 1025)
    (invocation,) = read_output(f"{line}\n{line.replace(';t;', ';t;')}x\n".encode()).invocations
    assert invocation.results[0].member_count == 2
    assert invocation.results[0].iops == 2 * 9680


def test_a_snapshot_that_the_end_follows_at_once_is_no_clone_of_it(captured):
    line = captured("3.42_terse-v3.txt").decode().strip()
    moments = [
        line.replace(";9680;25;", f";9680;{ms};").replace(";10800;25;", f";10800;{ms};")
        for ms in (1000, 2000, 3000, 3050)
    ]
    (invocation,) = read_output("\n".join(moments).encode()).invocations
    assert len(invocation.snapshots) == 4
    assert [(r.iops, r.runtime_ms) for r in invocation.results] == [(9680, 3050), (10800, 3050)]


def test_a_terse_line_pasted_twice_is_counted_once_and_said(captured, read):
    body = captured("3.42_terse-v3.txt")
    (once,), (twice,) = read("3.42_terse-v3.txt").invocations, read_output(body + b"\n" + body).invocations
    assert [one.io_bytes for one in twice.results] == [one.io_bytes for one in once.results]
    assert "PoorerCopy" in [problem.error for problem in twice.problems]

"""The rules of `suite pts`: steady state, rounds, what is written at most, and the closed list of purges."""

import json
import random
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pts_oracle
import pytest

from fioboard_agent.cli import main
from fioboard_agent.errors import RefusedError, SetupError, UsageError
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.programs import Answer
from fioboard_agent.suites.batch import Done
from fioboard_agent.suites.pts import standard
from fioboard_agent.suites.pts.accounting import Accountant, read_written
from fioboard_agent.suites.pts.ledger import Ledger, compute_cap, require_room
from fioboard_agent.suites.pts.plan import build_title
from fioboard_agent.suites.pts.purge import DONE, STARTED, Purge, Purger, read_purge
from fioboard_agent.suites.pts.rounds import collect_tracked, list_rounds, read_value
from fioboard_agent.suites.pts.standard import Pts, list_cells, list_prefill, list_tracked
from fioboard_agent.suites.pts.steady_window import find_window, fit_rounds

GIB = 1 << 30


def lay_out(folder, files):
    for path, text in files.items():
        (folder / path.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
        (folder / path.lstrip("/")).write_text(text + "\n")
    return Roots(folder)


STEADY = [100.0, 103, 98, 101, 99]


def make(test="latency", class_name="enterprise", is_quick=False, capacity=GIB, **changed):
    max_rounds, period = standard.get_rounds(is_quick, test)
    values = {
        "test": test, "class_name": class_name, "block": "1024k" if test == "throughput" else "", "is_quick": is_quick,
        "max_rounds": max_rounds, "period": period, "tracked": list_tracked(test, "1024k"),
        "metric": {"latency": "lat_mean_ns", "throughput": "bw_bytes_per_s"}.get(test, "iops"),
        "capacity_bytes": capacity, "range_bytes": capacity * standard.RANGE_PERCENT[class_name] // 100,
        "prefill_bytes": 2 * capacity, "end_bytes": 4 * capacity, "write_limit_bytes": 10 * capacity, "series": "s",
        "place": 0, **changed,
    }  # fmt: skip
    return Pts(**values)


def window(values, **more):
    series = {"one": dict(enumerate(values, 1)), **{name: dict(enumerate(one, 1)) for name, one in more.items()}}
    found = find_window(series)
    return None if found is None else (found.first, found.last, found.is_steady)


def test_planted_series_are_judged_as_the_standard_words_it():
    drift = [100.0 * 1.06**number for number in range(25)]
    slow_drift = [100.0 * 1.02**number for number in range(8)]
    swing = [100.0 if number % 2 else 125.0 for number in range(25)]
    small_swing = [100.0 if number % 2 else 110.0 for number in range(6)]
    spike = [100.0, 100, 150, 100, 100, 100, 100, 100]
    settling = [400.0, 300, 200, 150, 120, 105, 100, 101, 99, 100]
    for values, expected in [
        (STEADY, (1, 5, True)),
        (STEADY[:4], None),
        (drift, (21, 25, False)),
        (slow_drift, (1, 5, True)),
        (swing, (21, 25, False)),
        (small_swing, (1, 5, True)),
        (spike, (4, 8, True)),
        (settling, (6, 10, True)),
        ([0.0] * 5, (1, 5, False)),
        # The limits belong to what is allowed: a range of exactly 20 %, a line that climbs by exactly 10 %.
        ([90.0, 110, 100, 90, 110], (1, 5, True)),
        ([90.0, 110.1, 100, 90, 110], (1, 5, False)),
        ([95.0, 97.5, 100, 102.5, 105], (1, 5, True)),
        ([94.9, 97.5, 100, 102.5, 105.1], (1, 5, False)),
        ([105.0, 102.5, 100, 97.5, 95], (1, 5, True)),
        ([105.1, 102.5, 100, 97.5, 94.9], (1, 5, False)),
    ]:
        assert window(values) == expected, values
    # All tracked figures must be steady in the same five rounds; a round that one of them lacks counts for none.
    assert window(STEADY + STEADY, other=[300.0, 200, *STEADY, 100, 100, 100]) == (3, 7, True)
    gap = find_window({"one": dict.fromkeys((1, 2, 3, 4, 6, 7, 8, 9), 100.0)})
    assert gap is None
    assert find_window({}) is None


def test_hundreds_of_drawn_series_agree_with_an_independent_reading():
    generator = random.Random(46)
    seen = set()
    for _ in range(400):
        noise, trend = generator.choice([0.01, 0.05, 0.1, 0.2]), generator.choice([-0.05, -0.02, 0, 0.01, 0.025, 0.05])
        values = [1e5 * (1 + trend * number) * generator.uniform(1 - noise, 1 + noise) for number in range(12)]
        found = find_window({"one": dict(enumerate(values, 1))})
        first = next((last for last in range(5, 13) if pts_oracle.is_steady(values[last - 5 : last])), None)
        assert (found.last if found.is_steady else None) == first, values
        fit = found.fits["one"]
        inside = values[found.first - 1 : found.last]
        slope, intercept = np.polyfit(np.arange(found.first, found.last + 1), inside, 1)
        assert fit.slope == pytest.approx(slope, rel=1e-6, abs=1e-6)
        assert fit.intercept == pytest.approx(intercept, rel=1e-6)
        assert fit.range_share == pytest.approx(np.ptp(inside) / np.mean(inside))
        seen.add(first)
    assert len(seen) > 4
    assert None in seen
    assert fit_rounds(1, [-1.0] * 5) is None


def test_cells_are_those_of_the_standard():
    cells = list_cells("iops", "enterprise", "", False, frozenset())
    assert len(cells) == 56
    assert [cells[0].name, cells[7].name, cells[-1].name] == ["r100-1024k", "r100-512", "r0-512"]
    assert {(cell.iodepth, cell.numjobs) for cell in cells} == {(32, 4)}
    assert {(cell.rw, cell.rwmixread) for cell in cells} == {
        ("randread", None), ("randwrite", None), *(("randrw", mix) for mix in (95, 65, 50, 35, 5))
    }  # fmt: skip
    assert {(cell.iodepth, cell.numjobs) for cell in list_cells("iops", "client", "", False, frozenset())} == {(16, 2)}
    latency = list_cells("latency", "client", "", False, frozenset({"512"}))
    assert {(cell.iodepth, cell.numjobs) for cell in latency} == {(1, 1)}
    assert len(latency) == 6
    assert [cell.rw for cell in list_cells("throughput", "client", "1024k", False, frozenset())] == ["read", "write"]
    for test in standard.TESTS:
        for is_quick in (False, True):
            names = {cell.name for cell in list_cells(test, "client", "1024k", is_quick, frozenset({"512"}))}
            assert set(list_tracked(test, "1024k")) <= names


def test_prefill_writes_twice_the_capacity_within_the_range_without_a_gap():
    for class_name, capacity in (("enterprise", GIB), ("client", GIB), ("client", 17 << 20), ("enterprise", 1 << 44)):
        pts = make(class_name=class_name, capacity=capacity)
        offset = total = 0
        for part in list_prefill(pts):
            assert (part.rw, part.bs, part.numjobs) == ("write", "128k", 1)
            begin, size = int(part.option("offset")), int(part.option("size"))
            assert begin == offset
            assert 0 < begin + size <= pts.range_bytes
            offset, total = (begin + size) % pts.range_bytes, total + size
        assert total == 2 * capacity


def figures(value):
    return {"write": {"iops": value, "lat_mean_ns": value, "bw_bytes_per_s": value, "ios": 1.0, "io_bytes": value}}


def play(pts, cells, answer):
    """Measure what is next until nothing is, as a driver would; `answer(cell, round)` is the drive."""
    done = []
    while True:
        made = {(one.workload, one.repeat) for one in done}
        step = next(((c, r) for c, r in list_rounds(pts, cells, done) if (c.name, r) not in made), None)
        if step is None:
            return done
        done.append(Done("measure", step[0].name, step[1], "key", figures(answer(step[0].name, step[1]))))


def test_no_more_rounds_than_steady_state_needs_and_never_more_than_25():
    pts = make()
    cells = list_cells("latency", "enterprise", "", False, frozenset())
    for answer, rounds in [
        (lambda _, number: 100.0 + number % 2, 5),
        (lambda _, number: 1000.0 if number < 4 else 100.0, 8),
        (lambda _, number: 100.0 * 1.1**number, 25),
        # A cell that decides nothing may swing.
        (lambda cell, number: 100.0 if cell == "r0-4k" else 10.0**number, 5),
    ]:
        done = play(pts, cells, answer)
        assert max(one.repeat for one in done) == rounds
        assert len(done) == rounds * len(cells)
        assert len({(one.workload, one.repeat) for one in done}) == len(done)
    planned = list(list_rounds(pts, cells, []))
    assert len(planned) == 5 * len(cells)
    three = make("iops", tracked=list_tracked("iops", ""))
    cells = list_cells("iops", "enterprise", "", True, frozenset())
    done = play(three, cells, lambda cell, number: 200.0 if (cell, number) == ("r65-64k", 5) else 100.0)
    assert max(one.repeat for one in done) == 10


def test_write_saturation_ends_at_steady_state_or_four_times_the_capacity():
    cells = list_cells("wsat", "enterprise", "", False, frozenset())
    falling = play(make("wsat", end_bytes=10**9), cells, lambda _, minute: 1e5 / minute)
    assert max(one.repeat for one in falling) == 360
    steady = play(make("wsat", end_bytes=10**9), cells, lambda _, minute: 1e5)
    assert max(one.repeat for one in steady) == 155
    full = play(make("wsat", end_bytes=10**6), cells, lambda _, minute: 1e5)
    assert max(one.repeat for one in full) == 10
    assert sorted(collect_tracked(make("wsat"), steady)["r0-4k"]) == [1, 2, 3, 4, 5]


def test_mixes_add_up_rates_and_weigh_latencies():
    both = {
        "read": {"iops": 65.0, "lat_mean_ns": 100.0, "ios": 65.0},
        "write": {"iops": 35.0, "lat_mean_ns": 300.0, "ios": 35.0},
    }
    assert read_value("iops", both) == 100
    assert read_value("lat_mean_ns", both) == pytest.approx(170)
    assert read_value("iops", {}) is None


def test_no_step_may_write_more_than_is_left_of_what_was_confirmed():
    write, mix, read = (
        next(cell for cell in list_cells("iops", "enterprise", "", False, frozenset()) if cell.name == name)
        for name in ("r0-4k", "r95-4k", "r100-4k")
    )
    assert compute_cap(Ledger(), GIB, read, 60) is None
    assert compute_cap(Ledger(), 100 * GIB, write, 1) == pytest.approx(0.95e9, rel=1e-3)
    assert compute_cap(Ledger(rate=2e9), 100 * GIB, write, 1) == pytest.approx(7.6e9, rel=1e-3)
    # A mix reads most of it, yet never may its whole I/O pass the limit.
    assert compute_cap(Ledger(), 100 * GIB, mix, 1) == pytest.approx(19e9, rel=1e-3)
    assert compute_cap(Ledger(), 10**9, mix, 1) <= 10**9
    assert compute_cap(Ledger(written_bytes=GIB - 4 * 4096 - 1), GIB, write, 60) == 4 * 4096
    for spent in (Ledger(written_bytes=GIB - 4 * 4096 + 1), Ledger(lost_bytes=GIB), Ledger(open_bytes=GIB)):
        with pytest.raises(SetupError, match="write limit"):
            compute_cap(spent, GIB, write, 60)
    require_room(Ledger(written_bytes=1), GIB, GIB - 1)
    with pytest.raises(SetupError, match="confirm more"):
        require_room(Ledger(written_bytes=2), GIB, GIB - 1)


def test_a_cell_that_ended_at_its_cap_is_measured_again(tmp_path):
    accountant = Accountant(None, make(), None, None)
    entry = SimpleNamespace(files=tmp_path)
    for io_size, read, written, is_cut in [("1000", 0, 1999, True), ("1000", 900, 901, True), ("1000", 0, 1700, False),
                                           (None, 10**9, 0, False)]:  # fmt: skip
        options = {"numjobs": "2", **({"io_size": io_size} if io_size else {})}
        job = {"job options": options, "read": {"io_bytes": read}, "write": {"runtime": 500, "io_bytes": written}}
        (tmp_path / "fio.json").write_text("note\n" + json.dumps({"jobs": [job]}))
        assert accountant.is_cut(entry, SimpleNamespace(role="measure")) == is_cut
        assert not accountant.is_cut(entry, SimpleNamespace(role="precondition"))
        assert read_written(entry) == (written, 0.5)
    for odd in ("", "{", '{"jobs": []}', '{"jobs": [{}]}', '{"jobs": 1}'):
        (tmp_path / "fio.json").write_text(odd)
        assert read_written(entry) is None


def lay_out_disk(tmp_path, sectors, boot="boot-1", **files):
    (tmp_path / "root").mkdir(exist_ok=True)
    return lay_out(
        tmp_path / "root",
        {
            "/sys/class/block/sda/stat": f"0 0 0 0 5 0 {sectors} 0 0 0 0",
            "/proc/sys/kernel/random/boot_id": boot,
            **files,
        },
    )


def test_a_step_whose_count_a_kill_lost_is_counted_by_the_device_or_whole(tmp_path):
    roots = lay_out_disk(tmp_path, 1000)
    opened = Ledger(written_bytes=7).open(GIB, "sda", roots)
    assert opened.total_bytes == GIB + 7
    lay_out_disk(tmp_path, 1100)
    assert opened.settle("sda", roots).total_bytes == 7 + 100 * 512
    assert opened.close(99, 2.0) == Ledger(106, 0, rate=49.5)
    # Another start of the host counts from 0, and a file has no count: then it is the most that it may be.
    lay_out_disk(tmp_path, 1100, "boot-2")
    assert opened.settle("sda", roots).total_bytes == 7 + GIB
    assert Ledger().open(GIB, None, roots).settle(None, roots).total_bytes == GIB
    assert Ledger(5).settle("sda", roots) == Ledger(5)


class FakePrograms:
    """Answers as the programs of a drive would, and remembers what was run."""

    def __init__(self, answers=None, failing=()):
        self.answers, self.failing, self.run_commands = answers or {}, failing, []

    def run(self, argv, timeout_s=5.0):
        self.run_commands.append(tuple(argv))
        text = self.answers.get(tuple(argv[:2]), "")
        return Answer(int(" ".join(argv[:2]) in self.failing), text.encode(), "no")


NVME = {
    ("nvme", "id-ctrl"): json.dumps({"fna": 0, "nn": 1}),
    ("nvme", "id-ns"): json.dumps({"flbas": 2}),
}
SECURE = "ATA device\nSecurity: \n\tMaster password\n\t\tsupported\n\tnot\tenabled\n\tnot\tlocked\n\tnot\tfrozen\n"


def make_purger(tmp_path, monkeypatch, name, programs, **more):
    """A purger whose host has one drive of this name with serial `S1`."""
    for module in ("find_kernel_name", "require_unused", "open_device"):
        value = {"find_kernel_name": lambda *_: name, "require_unused": lambda *_: None}.get(module)
        monkeypatch.setattr(f"fioboard_agent.suites.pts.purge.{module}", value or (lambda *_: 99))
    monkeypatch.setattr("fioboard_agent.suites.pts.purge.os.close", lambda _: None)
    files = {
        f"/sys/class/block/{name}/dev": "8:0", f"/sys/class/block/{name}/size": "1000",
        f"/sys/class/block/{name}/ro": "0", f"/sys/class/block/{name}/device/serial": "S1",
        f"/sys/block/{name}/queue/discard_max_bytes": "4096", f"/sys/block/{name}/device/subsysnqn": "nqn.1",
    }  # fmt: skip
    (tmp_path / name).mkdir(exist_ok=True)
    return Purger(lay_out(tmp_path / name, {**files, **more}), programs)


def test_a_purge_runs_exactly_its_commands_after_a_receipt(tmp_path, monkeypatch):
    for name, method, answers, expected in [
        ("sda", "blkdiscard", {}, (("blkdiscard", "/dev/sda"),)),
        ("nvme0n1", "nvme-format", NVME, (("nvme", "format", "/dev/nvme0n1", "--lbaf=2", "--ses=1"),)),
        ("sda", "ata-erase", {("hdparm", "-I"): SECURE}, (
            ("hdparm", "--user-master", "u", "--security-set-pass", "fioboard", "/dev/sda"),
            ("hdparm", "--user-master", "u", "--security-erase", "fioboard", "/dev/sda"),
        )),
    ]:  # fmt: skip
        programs = FakePrograms(answers)
        purger = make_purger(tmp_path, monkeypatch, name, programs)
        kept = []

        def keep(purge, kept=kept, programs=programs, expected=expected):
            ran = [command for command in programs.run_commands if command in expected]
            kept.append((purge.state, purge.commands, len(ran)))

        purged = purger.run(Purge(method, "S1"), Path(f"/dev/{name}"), keep)
        assert purged.state == DONE
        assert kept == [(STARTED, expected, 0), (DONE, expected, len(expected))]
        written = [one for one in programs.run_commands if one[1] not in {"id-ctrl", "id-ns", "-I"}]
        assert tuple(written) == expected


def test_a_purge_that_is_not_certain_is_refused_before_anything_runs(tmp_path, monkeypatch):
    frozen = SECURE.replace("not\tfrozen", "\tfrozen")
    shared = {**NVME, ("nvme", "id-ctrl"): json.dumps({"fna": 1, "nn": 4})}
    for name, method, word, answers, reason in [
        ("sda", "blkdiscard", "S2", {}, "is not"),
        ("sda", "nvme-format", "S1", {}, "is not for"),
        ("nvme0n1", "ata-erase", "S1", {}, "is not for"),
        ("sda", "rm -rf", "S1", {}, "is not for"),
        ("md0", "blkdiscard", "S1", {}, "is not for"),
        ("sda", "ata-erase", "S1", {("hdparm", "-I"): frozen}, "not frozen"),
        ("sda", "ata-erase", "S1", {}, "supported"),
        ("nvme0n1", "nvme-format", "S1", {}, "does not say"),
        ("nvme0n1", "nvme-format", "S1", shared, "other namespaces"),
        ("nvme0n1", "nvme-format", "S1", {**NVME, ("nvme", "id-ns"): '{"flbas": 300}'}, "does not know"),
    ]:
        programs, kept = FakePrograms(answers), []
        purger = make_purger(tmp_path, monkeypatch, name, programs)
        with pytest.raises(RefusedError, match=reason):
            purger.run(Purge(method, word), Path(f"/dev/{name}"), kept.append)
        assert not kept
        assert all(command[1] in {"id-ctrl", "id-ns", "-I"} for command in programs.run_commands)
    other = {"/sys/block/nvme0n2/device/subsysnqn": "nqn.1"}
    purger = make_purger(tmp_path, monkeypatch, "nvme0n1", FakePrograms(NVME), **other)
    with pytest.raises(RefusedError, match="other namespaces"):
        purger.check(Purge("nvme-format", "S1"), Path("/dev/nvme0n1"))
    no_discard = {"/sys/block/sda/queue/discard_max_bytes": "0"}
    purger = make_purger(tmp_path, monkeypatch, "sda", FakePrograms(), **no_discard)
    with pytest.raises(RefusedError, match="discards"):
        purger.check(Purge("blkdiscard", "S1"), Path("/dev/sda"))
    failing = FakePrograms({("hdparm", "-I"): SECURE}, failing=("hdparm --user-master",))
    purger = make_purger(tmp_path, monkeypatch, "sda", failing)
    with pytest.raises(SetupError, match="--security-disable"):
        purger.run(Purge("ata-erase", "S1"), Path("/dev/sda"), lambda _: None)


def test_purge_and_its_confirmation_belong_together(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"x")
    assert read_purge(None, None, file) is None
    for method, word, reason in [("blkdiscard", None, "belong together"), (None, "S1", "belong together")]:
        with pytest.raises(UsageError, match=reason):
            read_purge(method, word, file)
    with pytest.raises(UsageError, match="is no drive"):
        read_purge("blkdiscard", "S1", file)


@pytest.mark.nightly
@pytest.mark.usefixtures("in_bench")
def test_what_does_not_fit_the_standard_is_a_clear_error(bench, folders, capsys):
    good = ["suite", "pts", "latency", "--class", "client", "--target", str(bench), "--size", "32m", "--no-upload"]
    assert main([*good, "--estimate"]) == 0
    said = capsys.readouterr().err
    assert "NOT THE STANDARD: the target is a file" in said
    assert "9 cells of 60 s a round, 5 to 25 rounds" in said
    assert "Never WRITES more than" in said
    assert "Not purged" in said
    for words, reason in [
        (["suite", "pts", "latency", "--target", str(bench)], "--class"),
        (["suite", "pts", "iopz", "--class", "client", "--target", str(bench)], "choose from iops"),
        (["suite", "pts", "--class", "client"], "needs one --target"),
        ([*good, "--target", "/"], "needs one --target"),
        ([*good, "--repeat", "3"], "has no --repeat"),
        ([*good, "--bs", "4k"], "has no --bs"),
        ([*good, "--until", "5%"], "has no --until"),
        ([*good, "--precondition"], "has no --precondition"),
        ([*good, "--write-limit", "much"], "--write-limit much"),
        ([*good, "--write-limit", "0"], "--write-limit 0"),
        ([*good[:-3], "--size", "1m", "--no-upload"], "at least 16 MiB"),
        ([*good[:-3], "--size", "x", "--no-upload"], "--size x"),
        ([*good, "--purge", "blkdiscard"], "belong together"),
        ([*good, "--purge", "blkdiscard", "--confirm-purge", "S"], "is no drive"),
        (["suite", "quick", "--target", str(bench), "--quick"], "belongs to `suite pts`"),
        (["suite", "quick", "--target", str(bench), "--write-limit", "1g"], "belongs to `suite pts`"),
        (["suite", "--resume", "--quick"], "--resume keeps the plan"),
    ]:
        assert main(words) == 2, words
        assert reason in capsys.readouterr().err, words
    for words in (["--class", "home"], ["--purge", "dd"], ["--write-limit"]):
        with pytest.raises(SystemExit):
            main(["suite", "pts", "--target", str(bench), *words])
    assert not list(folders.batches.glob("*")) if folders.batches.exists() else True


def test_a_quick_variant_says_so_in_its_title():
    assert build_title(make(is_quick=True), None) == "SNIA PTS-E latency (not the standard: quick)"
    assert build_title(make(), None) == "SNIA PTS-E latency"
    assert len(build_title(make(is_quick=True), "x" * 200)) <= 200

"""`make test` says what failed or took too long, whatever else passed beside it; `make test-changed` finds the nearest."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from tests.house.conftest import CHECKOUT

JUNIT = '<testsuites><testsuite><testcase name="a" time="2.5"/><testcase name="b">{}</testcase></testsuite></testsuites>'
SKIPPED = (
    '<testsuites><testsuite><testcase name="a"/><testcase classname="c" name="d">'
    '<skipped message="needs root"/></testcase></testsuite></testsuites>'
)


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The runner, with folders and a budget of its own."""
    script = import_module("run_tests")
    budget = tmp_path / "budget.toml"
    budget.write_text(
        "most = 1.5\nslowest = 3\n[core_seconds]\n" + "\n".join(f"{name} = 100" for name in NAMES)
    )
    monkeypatch.setattr(script, "REPORTS", tmp_path / "reports")
    monkeypatch.setattr("suites.REPORTS", tmp_path / "reports")
    monkeypatch.setattr("test_reports.BUDGET", budget)
    monkeypatch.setattr("test_reports.DURATIONS", tmp_path / "cache" / "durations.json")
    monkeypatch.setattr(script, "compile_modules", lambda: None)
    monkeypatch.setattr(sys, "argv", ["run_tests.py"])
    return script


NAMES = ("broken", "silent", "fine", "red", "sound", "some")


def make_suite(script: ModuleType, folder: Path, name: str, code: int, junit: str | None = None) -> object:
    """Return a suite that says its name, writes this report, and ends with this code."""
    report = None if junit is None else folder / f"{name}.xml"
    program = f"import sys; print('I am {name}'); "
    if junit:
        program += f"open({str(report)!r}, 'w').write({junit!r}); "
    return script.Suite(name, [sys.executable, "-c", program + f"sys.exit({code})"], folder, report)


def test_a_suite_that_fails_hides_no_other_and_is_hidden_by_none(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fine, red = JUNIT.format(""), JUNIT.format('<failure message="no&#10; disk"/>')
    first = [
        make_suite(script, tmp_path, "broken", 2),
        make_suite(script, tmp_path, "silent", 0, junit=""),
        make_suite(script, tmp_path, "fine", 0, junit=fine),
    ]
    second = [make_suite(script, tmp_path, "red", 0, junit=red), make_suite(script, tmp_path, "sound", 0)]
    monkeypatch.setattr(script, "make_lanes", lambda _: [first, second])
    assert script.main() == 1
    said = capsys.readouterr().out
    for name in ("broken", "silent", "fine", "red", "sound"):
        assert f"===== {name} =====\nI am {name}\n" in said
    verdicts = [line.partition(":")[0] for line in said.splitlines() if line.startswith(("PASSED", "FAILED"))]
    assert verdicts == ["FAILED broken", "FAILED silent", "PASSED fine", "FAILED red", "PASSED sound"]
    assert "1 failed, 3 passed (not passed: broken, silent, red) in " in said
    assert "FAILURE red:  b: no disk\n" in said
    assert "   2.50s fine:  a\n" in said

    some = make_suite(script, tmp_path, "some", 0, junit=SKIPPED)
    monkeypatch.setattr(script, "make_lanes", lambda _: [[first[2]], [second[1], some]])
    assert script.main() == 0
    assert "SKIPPED some: c d: needs root\n" in capsys.readouterr().out


def test_a_suite_above_its_budget_fails_although_every_test_passed(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fine = make_suite(script, tmp_path, "fine", 0, junit=JUNIT.format(""))
    monkeypatch.setattr(script, "make_lanes", lambda _: [[fine]])
    monkeypatch.setattr(script, "read_core_seconds", lambda _: 151.0)
    assert script.main() == 1
    assert "TOO SLOW fine took 151 core-seconds, its budget is 150" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("took", "slow"),
    [
        ({"fine": 151, "red": 100}, ["fine"]),
        ({"fine": 240, "red": 230}, []),  # the machine was slow
        ({"fine": 400, "red": 200}, ["fine"]),
        ({"fine": 460, "red": 900}, ["fine", "red"]),  # no machine is as slow as that
    ],
)
def test_a_suite_may_take_longer_as_the_others_of_its_run_do(
    script: ModuleType, took: dict[str, float], slow: list[str]
) -> None:
    reports = import_module("test_reports")
    outcomes = [reports.Outcome(name, is_passed=True, seconds=1, core_seconds=s) for name, s in took.items()]
    assert [sentence.partition(" ")[0] for sentence in reports.find_overruns(outcomes)] == slow


def test_the_time_of_every_test_is_kept_beside_that_of_earlier_runs(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports = import_module("test_reports")
    for name in ("fine", "some"):
        suite = make_suite(script, tmp_path, name, 0, junit=JUNIT.format(""))
        monkeypatch.setattr(script, "make_lanes", lambda _, suite=suite: [[suite]])
        assert script.main() == 0
    assert reports.load_durations() == {name: {" a": 2.5, " b": 0.0} for name in ("fine", "some")}


def test_processor_time_counts_programs_that_outlive_who_started_them(tmp_path: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("orphans are measured on Linux only")
    measured = import_module("measured")
    orphan = "import time\nwhile time.process_time() < 0.5: pass"
    starter = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {orphan!r}])"
    # The command waits for a pipe that the orphan holds open, as tests wait for their database to stop.
    shell = (
        f"import subprocess, sys; subprocess.run([sys.executable, '-c', {starter!r}], stdout=subprocess.PIPE)"
    )
    file = tmp_path / "seconds"
    ran = subprocess.run([sys.executable, measured.__file__, file, sys.executable, "-c", shell], check=False)
    assert ran.returncode == 0
    assert float(file.read_text()) >= 0.5


def test_what_a_test_measured_is_listed_and_an_annotation_is_not(tmp_path: Path) -> None:
    reports = import_module("test_reports")
    report = tmp_path / "report.xml"
    report.write_text(
        '<testsuite><testcase name="a"><properties><property name="cancel" value="1.0 s"/>'
        '<property name="slow" value=""/></properties></testcase></testsuite>'
    )
    outcome = reports.Outcome("e2e", is_passed=True, seconds=1)
    reports.read_report(report, outcome)
    assert outcome.figures == ["cancel: 1.0 s"]


def test_what_the_marks_leave_out_is_not_called_skipped(tmp_path: Path) -> None:
    reports = import_module("test_reports")
    report = tmp_path / "report.xml"
    report.write_text(
        '<testsuite><testcase name="ran"/><testcase name="of the night"><skipped/></testcase>'
        '<testcase name="cannot"><skipped message="no fio"/></testcase></testsuite>'
    )
    for lists_left_out, reasons in (
        (True, [" cannot: no fio"]),
        (False, [" of the night: no reason given", " cannot: no fio"]),
    ):
        outcome = reports.Outcome("frontend", is_passed=True, seconds=1)
        reports.read_report(report, outcome, lists_left_out=lists_left_out)
        assert (outcome.passed, outcome.reasons) == (1, reasons)


def test_of_many_cases_the_first_run_by_day(tmp_path: Path) -> None:
    (tmp_path / "test_many.py").write_text(
        "import pytest\n\n@pytest.mark.quick(2)\n@pytest.mark.parametrize('n', "
        "[pytest.param(0, marks=pytest.mark.nightly), 1, 2, 3])\ndef test_it(n): pass\n\ndef test_other(): pass\n"
    )
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "quick_cases", "-c", "/dev/null"]
    found = {
        marks: subprocess.run(
            [*command, "-W", "ignore", "-m", marks, tmp_path],
            env=os.environ
            | {"PYTHONPATH": str(CHECKOUT / "backend" / "scripts"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for marks in ("not nightly", "nightly")
    }
    by_day, by_night = (
        [line.split("::")[1] for line in text.splitlines() if "::" in line] for text in found.values()
    )
    assert by_day == ["test_it[1]", "test_it[2]", "test_other"]
    assert by_night == ["test_it[0]", "test_it[3]"]


def test_a_path_leads_to_its_suite() -> None:
    suites = import_module("suites")
    assert suites.find_suite("tests/engine/formats/fio") == ("backend", "tests/engine/formats/fio")
    assert suites.find_suite("backend/tests/engine/formats/fio/test_x.py") == (
        "backend",
        "tests/engine/formats/fio/test_x.py",
    )
    assert suites.find_suite("agent/tests/test_raid.py") == ("agent", "tests/test_raid.py")
    assert suites.find_suite("frontend/e2e/runs.spec.ts") == ("e2e", "e2e/runs.spec.ts")
    assert suites.find_suite("src/lib/units.spec.ts") == ("frontend", "src/lib/units.spec.ts")
    with pytest.raises(ValueError, match="docs/x.md belongs to no suite"):
        suites.find_suite("docs/x.md")


def test_the_tests_nearest_to_a_change_come_first() -> None:
    related = import_module("related_tests")
    importers = {
        "backend/fioboard/engine/stats/rank.py": {
            "backend/fioboard/engine/stats/claims.py",
            "backend/fioboard/main.py",
        },
        "backend/fioboard/engine/stats/claims.py": {"backend/tests/engine/factors/test_far.py"},
        "backend/fioboard/main.py": {"backend/tests/core/test_through_the_hub.py"},
    }
    distances = related.measure_distances(["backend/fioboard/engine/stats/rank.py"], importers)
    assert distances["backend/tests/engine/stats/test_rank.py"] == 1
    assert distances["backend/tests/engine/factors/test_far.py"] == 2
    assert "backend/tests/core/test_through_the_hub.py" not in distances


def test_every_way_of_importing_is_read() -> None:
    related = import_module("related_tests")
    ways = {
        "backend/fioboard/engine/stats/rank.py": "backend/tests/engine/stats/test_rank.py",
        "agent/fioboard_agent/collectors/pcie/linux.py": "agent/tests/test_pcie.py",
        "frontend/src/lib/address.ts": "frontend/src/app/routes.tsx",
    }
    sources = {*ways, *ways.values()}
    assert sources <= set(related.list_sources())
    importers = related.read_imports(sorted(sources))
    assert {imported: importers[imported] for imported in ways} == {
        imported: {importer} for imported, importer in ways.items()
    }


def test_every_planted_fault_still_applies() -> None:
    faults = import_module("plant_faults")
    stale = []
    for fault in faults.read_faults():
        if (CHECKOUT / fault.file).read_text(encoding="utf-8").count(fault.old) != 1:
            stale.append(f"{fault.name}: {fault.file}")
        folder = "frontend" if fault.suite == "e2e" else fault.suite
        stale += [f"{fault.name}: {test}" for test in fault.tests if not (CHECKOUT / folder / test).exists()]
    assert stale == []

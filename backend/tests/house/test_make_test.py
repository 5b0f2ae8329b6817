"""`make test` says what failed, whatever else passed beside it."""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
SKIPPED = (
    '<testsuites><testsuite><testcase name="a"/><testcase classname="c" name="d">'
    '<skipped message="needs root"/></testcase></testsuite></testsuites>'
)
JUNIT = '<testsuites><testsuite><testcase name="a"/><testcase name="b">{}</testcase></testsuite></testsuites>'


def suite(script: ModuleType, folder: Path, name: str, code: int, junit: str | None = None) -> object:
    """A command that says its name, writes this report, and ends with this code."""
    report = None if junit is None else folder / f"{name}.xml"
    program = f"import sys; print('I am {name}'); "
    if junit:
        program += f"open({str(report)!r}, 'w').write({junit!r}); "
    return script.Suite(name, [sys.executable, "-c", program + f"sys.exit({code})"], folder, report)


def test_a_suite_that_fails_hides_no_other_and_is_hidden_by_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(SCRIPTS)
    script = import_module("test_all")

    monkeypatch.setattr(script, "REPORTS", tmp_path / "reports")
    folder = tmp_path / "suites"
    folder.mkdir()
    fine, red = JUNIT.format(""), JUNIT.format("<failure/>")
    first = [
        suite(script, folder, "broken", 2),
        suite(script, folder, "silent", 0, junit=""),
        suite(script, folder, "fine", 0, junit=fine),
    ]
    second = [suite(script, folder, "red", 0, junit=red), suite(script, folder, "sound", 0)]
    monkeypatch.setattr(script, "lanes", lambda: [first, second])
    assert script.main() == 1
    said = capsys.readouterr().out
    for name in ("broken", "silent", "fine", "red", "sound"):
        assert f"===== {name} =====\nI am {name}\n" in said
    verdicts = [line.partition(":")[0] for line in said.splitlines() if line.startswith(("PASSED", "FAILED"))]
    assert verdicts == ["FAILED broken", "FAILED silent", "PASSED fine", "FAILED red", "PASSED sound"]
    assert "1 failed, 3 passed (not passed: broken, silent, red) in " in said

    some = suite(script, folder, "some", 0, junit=SKIPPED)
    monkeypatch.setattr(script, "lanes", lambda: [[first[2]], [second[1], some]])
    assert script.main() == 0
    assert "SKIPPED some: c d: needs root\n" in capsys.readouterr().out

"""What people paste, quoted, indented, fenced, with prose around it: the figures and remarks are the same."""

from collections.abc import Callable
from pathlib import Path

import pytest

from fioboard.store.derive.claims import read_body

PASTED = Path(__file__).parents[3] / "data" / "pasted"
OF_FORMS = {"Unwrapped", "TextAroundDocument"}
FORMS: dict[str, Callable[[str], str]] = {
    "quoted": lambda text: "\n".join(f"> {line}" for line in text.split("\n")),
    "indented": lambda text: "\n".join(f"    {line}" if line else line for line in text.split("\n")),
    "ends of Windows": lambda text: text.replace("\n", "\r\n"),
    "prose around": lambda text: (
        f"Hello,\n\nthis is the new machine:\n\n{text.rstrip()}\n\nThanks for any idea.\n"
    ),
    "fenced": lambda text: f"It is slow.\n\n```\n{text.rstrip()}\n```\n",
    "blanks at the ends": lambda text: "\n".join(f"{line}  " for line in text.split("\n")),
}
Figures = list[tuple[str, float | None, float | None, float | None]]
# Outputs that bring their own prose, figures in sentences, or a table alone.
EXPECTED: dict[str, Figures] = {
    "11": [("read", None, 2_097_152_000, 2_000), ("read", None, 65_536, 32_000)],
    "14": [("read", 15_000, 61_440_000, 30_000)],
    "21": [("read", 500, 2_048_000, 120_000)],
    "22": [("write", 2_000, 2_097_152_000, 32_768)],
    "23": [("write", 3_600, 14_700_000, None), ("read", 4_000, 16_400_000, None), ("write", 3_200, 26_200_000, None)],
    "24": [("read", None, 768_952_238, 3_000), ("read", None, 440_401_920, 3_000)],
    "25": [("write", 1_000, 16_400_000, 60_000)],
    "28": [("read", None, 65_536, 32_000)],
}  # fmt: skip


def read(text: str) -> tuple[Figures, set[str]]:
    reading = read_body(text.encode(), None).reading
    results = [result for run in reading.invocations for result in run.results]
    figures: Figures = [(str(one.direction), one.iops, one.bw_bytes_per_s, one.runtime_ms) for one in results]
    runs = reading.invocations
    problems = [*reading.problems, *(one for run in runs for one in run.problems)]
    problems += [one for result in results for one in result.problems]
    return figures, {one.error for one in problems} - OF_FORMS


@pytest.mark.parametrize("number", sorted(EXPECTED))
def test_the_figures_of_a_pasted_text(number: str) -> None:
    (path,) = PASTED.glob(f"{number}_*")
    assert read(path.read_text())[0] == EXPECTED[number]


def test_what_stands_around_a_pasted_output_changes_nothing() -> None:
    for path in sorted(PASTED.glob("[0-3]*")):
        text = path.read_text()
        plain = read(text)
        for name, form in FORMS.items():
            assert read(form(text)) == plain, (path.name, name)


def test_settings_of_a_job_file_beside_the_output_are_the_runs() -> None:
    (path,) = PASTED.glob("14_*")
    text = path.read_text()
    changes: list[Callable[[str], str]] = [
        FORMS["quoted"],
        FORMS["ends of Windows"],
        lambda one: one.replace("    ", ""),
        lambda one: one.replace("direct=1", "; no cache\n    direct = 1").replace("=/home", " = /home"),
        lambda one: one.replace("And the result:", "$ fio jobs.fio"),
        lambda one: one.replace("[seq]", "[other]\n    rw=write\n\n    [seq]"),
    ]
    for number, change in enumerate([str, *changes]):
        (run,) = read_body(change(text).encode(), None).reading.invocations
        assert run.targets == ("/home/user/data",), number
        assert (run.results[0].direct, run.results[0].iops) == (True, 15_000), number


@pytest.mark.parametrize(
    "change",
    [
        # Another job's file; values of a shell; a file with sections that is none of fio.
        lambda text: text.replace("[seq]", "[other]"),
        lambda text: text.replace("direct=1", "direct=$D").replace("/home/user/data", "$HOME"),
        lambda text: text.split("And the result:")[1],
    ],
)
def test_settings_that_no_job_file_tells_are_unknown(change: Callable[[str], str]) -> None:
    (path,) = PASTED.glob("14_*")
    (run,) = read_body(change(path.read_text()).encode(), None).reading.invocations
    assert run.results[0].direct is None

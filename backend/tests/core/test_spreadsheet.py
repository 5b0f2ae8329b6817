"""Cells of CSV: the table of cases that the front end's own implementation is held to, too."""

import csv
import io
import json
from pathlib import Path

import pytest

from fioboard.core.spreadsheet import csv_cell

CASES = json.loads((Path(__file__).parents[1] / "data" / "csv-cells.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda case: ascii(case["text"]))
def test_a_text_that_a_spreadsheet_would_run_gets_an_apostrophe(case: dict[str, str]) -> None:
    assert csv_cell(case["text"]) == case["cell"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: ascii(case["text"]))
def test_a_cell_comes_back_from_the_file_as_it_was(case: dict[str, str]) -> None:
    written = io.StringIO()
    csv.writer(written, lineterminator="\r\n").writerow([csv_cell(case["text"]), "end"])
    assert list(csv.reader(io.StringIO(written.getvalue(), newline=""))) == [[case["cell"], "end"]]


def test_numbers_stay_numbers_and_unknown_is_empty() -> None:
    assert [csv_cell(value) for value in (-1.5, 0, 12, True, False, None)] == [-1.5, 0, 12, 1, 0, ""]

"""The reference set that comes with the product says what its sources say, and nothing that was measured."""

import subprocess
import sys

import pytest

from fioboard.engine.reference_sets import starter
from fioboard.engine.reference_sets.document import ReferenceSetRefused, read_body
from tests.house.conftest import CHECKOUT


@pytest.mark.nightly
def test_the_file_is_what_the_script_builds() -> None:
    script = CHECKOUT / "backend/lab/starter_set.py"
    subprocess.run([sys.executable, script, "--check"], check=True, cwd=CHECKOUT / "backend")


def test_every_figure_has_a_source_and_none_is_a_cell() -> None:
    content = read_body(starter.load_starter())
    assert content.cells == [] and len(content.stated) > 300
    assert all(one.source.address and one.by for one in content.stated)
    assert {one.of for one in content.stated} == {"volume", "class"}


def test_a_figure_names_the_sources_that_state_it_and_no_typical_value_of_its_own() -> None:
    """Not those of the row above it; of four models nobody states which is typical."""
    stated = read_body(starter.load_starter()).stated
    [read] = [
        one
        for one in stated
        if (one.key, one.rw, one.bs_bytes) == ("nvme-client-gen4", "randread", 4096) and one.low
    ]
    assert "storagereview.com" in read.by and "kitguru" not in read.by
    assert (read.low, read.value, read.high) == (740_000.0, None, 1_400_000.0)


def test_a_changed_byte_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    starter.load_starter.cache_clear()
    monkeypatch.setattr(starter, "SHA256", "0" * 64)
    with pytest.raises(ReferenceSetRefused):
        starter.load_starter()
    starter.load_starter.cache_clear()

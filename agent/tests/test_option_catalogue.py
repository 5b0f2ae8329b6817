"""jobs/option_catalogue.py and jobs/engine_catalogue.py against the fio that is installed."""

import importlib.util
from pathlib import Path

import pytest
from hostile_jobs import aliases, ask_fio, engine_options, fio_engines, fio_options, program_options

from fioboard_agent.jobs.engine_catalogue import ENGINES
from fioboard_agent.jobs.option_catalogue import (
    ALIASES,
    JOB_OPTIONS,
    PROGRAM_OPTIONS,
    Names,
    canonicalize,
    list_longer_names,
)

TOOL = Path(__file__).parents[1] / "tools" / "option_catalogue.py"
# What each release said of itself, asked by the tool (--print).
RECORDS = Path(__file__).parent / "data" / "fio_options"
ALIAS_RECORD = Path(__file__).parent / "data" / "fio_aliases.txt"


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("option_catalogue_tool", TOOL)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_job_option_of_the_installed_fio_is_listed(program):
    options = fio_options(program.path)
    assert len(options) > 200
    assert [option for option in options if option not in JOB_OPTIONS and option not in ALIASES] == []


def test_every_recorded_alias_leads_to_its_option():
    recorded = read_aliases()
    assert len(recorded) > 10
    assert {alias: canonicalize(alias) for alias in recorded} == recorded


@pytest.mark.nightly
def test_every_alias_of_the_installed_fio_is_recorded(program):
    """Nightly, since fio names the aliases of one option at a time."""
    found = {
        alias: canonicalize(option) for option in fio_options(program.path) for alias in aliases(program.path, option)
    }
    assert len(found) > 10
    recorded = read_aliases()
    assert {alias: recorded.get(alias) for alias in found} == found


def read_aliases():
    """What `fio --cmdhelp=OPTION` of 3.33 said of each option: the alias, then the option."""
    return dict(line.split() for line in ALIAS_RECORD.read_text().splitlines())


@pytest.mark.nightly
def test_every_engine_of_the_installed_fio_and_each_of_its_options_is_listed(program):
    engines = fio_engines(program.path)
    assert len(engines) > 10
    assert [engine for engine in engines if engine not in ENGINES] == []
    options = {option for engine in engines for option in engine_options(program.path, engine)}
    assert [option for option in sorted(options) if canonicalize(option) not in JOB_OPTIONS] == []


def test_every_option_of_the_program_itself_is_listed(program):
    assert [option for option in program_options(program.path) if option not in PROGRAM_OPTIONS] == []


def test_every_option_and_engine_of_each_release_is_listed(tool, capsys):
    records = sorted(RECORDS.iterdir())
    assert len(records) >= 9
    for record in records:
        assert len(record.read_text().splitlines()) > 250
        code = tool.main(["--record", str(record)])
        said = capsys.readouterr().out
        assert (code, said) == (0, f"version fio-{record.stem}: every option and engine is listed.\n")


def test_no_option_is_listed_twice():
    assert not set(ALIASES) & set(JOB_OPTIONS)


def test_older_fio_takes_no_harmless_option_for_the_beginning_of_a_harmful_one():
    """fio 3.1 does not know `fdp` and would complete it; only options that every fio 3 has may begin harmful ones."""
    harmful = [option for option, names in JOB_OPTIONS.items() if names is not Names.NOTHING]
    begun = {
        option
        for option, names in JOB_OPTIONS.items()
        if names is Names.NOTHING and any(other.startswith(option) for other in harmful)
    }
    assert begun == {"direct", "name", "verify"}
    assert list_longer_names("filenam") == ["filename", "filename_format"]


@pytest.mark.nightly
def test_tool_finds_nothing_that_the_list_lacks_of_the_installed_fio(tool, program, monkeypatch, capsys):
    monkeypatch.setattr(tool, "_said", ask_fio)
    assert tool.main(["--fio", program.path]) == 0
    assert capsys.readouterr().out == f"version {program.version}: every option and engine is listed.\n"


def test_tool_names_what_the_list_lacks(tool, tmp_path, capsys):
    fake = tmp_path / "fio"
    fake.write_text(
        "#!/bin/sh\ncase $1 in\n--version) echo fio-3.99 ;;\n"
        "--cmdhelp=all) echo 'brand_new_option : writes somewhere' ;;\nesac\n"
    )
    fake.chmod(0o755)
    assert tool.main(["--fio", str(fake)]) == 1
    assert "job brand_new_option writes somewhere" in capsys.readouterr().out

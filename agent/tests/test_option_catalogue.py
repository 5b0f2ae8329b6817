"""jobs/option_catalogue.py and jobs/engine_catalogue.py against the fio that is installed."""

import subprocess
import sys
from pathlib import Path

import pytest
from hostile_jobs import aliases, engine_options, fio_options, program_options

from fioboard_agent.jobs.engine_catalogue import ENGINES
from fioboard_agent.jobs.option_catalogue import ALIASES, JOB_OPTIONS, PROGRAM_OPTIONS, Names, canonical, longer_names

TOOL = Path(__file__).parents[1] / "tools" / "option_catalogue.py"
# What each release said of itself, asked by the tool (--print).
RECORDS = sorted((Path(__file__).parent / "data" / "fio_options").iterdir())


def test_every_job_option_of_the_installed_fio_is_listed(program):
    options = fio_options(program.path)
    assert len(options) > 200
    assert [option for option in options if option not in JOB_OPTIONS and option not in ALIASES] == []


def test_every_alias_of_the_installed_fio_leads_to_its_option(program):
    found = {alias: option for option in fio_options(program.path) for alias in aliases(program.path, option)}
    assert len(found) > 10
    assert {alias: canonical(alias) for alias in found} == {alias: canonical(option) for alias, option in found.items()}


def test_every_engine_of_the_installed_fio_and_each_of_its_options_is_listed(program):
    engines = engine_options(program.path)
    assert len(engines) > 10
    assert [engine for engine in engines if engine not in ENGINES] == []
    options = {option for of_engine in engines.values() for option in of_engine}
    assert [option for option in sorted(options) if canonical(option) not in JOB_OPTIONS] == []


def test_every_option_of_the_program_itself_is_listed(program):
    assert [option for option in program_options(program.path) if option not in PROGRAM_OPTIONS] == []


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_every_option_and_engine_of_each_release_is_listed(record):
    assert len(record.read_text().splitlines()) > 250
    ran = subprocess.run([sys.executable, TOOL, "--record", record], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, f"version fio-{record.stem}: every option and engine is listed.\n")


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
    assert longer_names("filenam") == ["filename", "filename_format"]


@pytest.mark.parametrize("missing", ["", "ioscheduler"])
def test_tool_names_what_the_list_lacks(program, tmp_path, missing):
    fio = program.path
    if missing:
        fake = tmp_path / "fio"
        fake.write_text(
            f'#!/bin/sh\n[ "$1" = --cmdhelp=all ] && echo "brand_new_option : writes somewhere"\nexec {fio} "$@"\n'
        )
        fake.chmod(0o755)
        fio = str(fake)
    ran = subprocess.run([sys.executable, TOOL, "--fio", fio], capture_output=True, text=True, check=False)
    assert ran.returncode == (1 if missing else 0), ran.stderr
    assert ("brand_new_option" in ran.stdout) == bool(missing)

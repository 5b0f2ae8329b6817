"""jobs/arguments.py: fio's command line."""

import subprocess

import pytest

from fioboard_agent.errors import UsageError
from fioboard_agent.jobs import model
from fioboard_agent.jobs.arguments import parse_arguments


def test_options_before_the_first_name_hold_for_all_jobs():
    jobs = parse_arguments(["--bs=4k", "--name=a", "--rw=read", "--name=b", "--rw=write"])
    assert [section.options for section in jobs.sections] == [
        {"bs": "4k", "rw": "read"},
        {"bs": "4k", "rw": "write"},
    ]


def test_name_global_is_no_job():
    jobs = parse_arguments(["--name=global", "--filename=/dev/sdz", "--name=a"])
    assert [(section.name, section.get("filename")) for section in jobs.sections] == [("a", "/dev/sdz")]


@pytest.mark.parametrize("word", ["filen", "filenam", "dir", "ioeng", "readw", "unlin", "exec_pre", "num", "off"])
def test_abbreviations_that_fio_would_complete_are_refused(word):
    with pytest.raises(UsageError, match="in full"):
        parse_arguments(["--name=a", f"--{word}=/dev/sdz"])


def test_every_complete_option_of_the_installed_fio_is_accepted(program):
    help_text = subprocess.run([program.path, "--cmdhelp=all"], capture_output=True, text=True, check=False).stdout
    names = [line.split(":")[0].strip() for line in help_text.splitlines() if ":" in line]
    assert len(names) > 150
    for name in filter(None, names):
        model.require_full_name(name)


@pytest.mark.parametrize(
    "arguments",
    [
        ["-name=a"],
        ["--name=a", "--filename", "/dev/sdz"],
        ["--bs=4k"],
        ["--filename=/a", "--name=a", "--filename=/b"],
        ["--name=a", "--showcmd"],
        ["--name=a", "--filename=/a", "--filename=/b"],
        ["a.fio", "b.fio"],
        ["does-not-exist.fio"],
        ["--name="],
        ["--section=b", "--name=a", "--rw=read"],
        ["--name=a", "--filename=/a\x1f"],
        ["--name=a", "--filename=/a\n--rw=write"],
    ],
)
def test_unclear_command_lines_are_errors(arguments):
    with pytest.raises(UsageError):
        parse_arguments(arguments)


def test_job_file_with_section_option(tmp_path):
    file = tmp_path / "j.fio"
    file.write_text("[a]\nrw=read\n[b]\nrw=write\n")
    jobs = parse_arguments(["--section=a", str(file)])
    assert [section.name for section in jobs.sections] == ["a"]
    assert jobs.arguments == ("--section=a",)

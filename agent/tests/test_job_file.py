"""jobs/ini.py: fio's job file, read as fio reads it."""

import pytest

from fioboard_agent.errors import UsageError
from fioboard_agent.jobs.ini import parse_job_file, set_directory


def options_of(text, name):
    return next(section.options for section in parse_job_file(text).sections if section.name == name)


def test_global_options_hold_for_the_jobs_after_them_only():
    text = "[early]\nrw=read\n[global]\nbs=8k\n[late]\nrw=write\n"
    assert options_of(text, "early") == {"rw": "read"}
    assert options_of(text, "late") == {"bs": "8k", "rw": "write"}


def test_section_name_that_begins_with_global_is_a_global_section():
    assert options_of("[global-defaults]\nfilename=/dev/sdz\n[a]\nrw=read\n", "a")["filename"] == "/dev/sdz"


def test_comments_are_cut_anywhere_in_a_line():
    assert options_of("; c\n# c\n[a] ; heading\nbs=4k # inline\nrw=write;x\n", "a") == {
        "bs": "4k",
        "rw": "write",
    }


def test_aliases_have_one_name():
    assert options_of("[a]\nreadwrite=randwrite\nnr_files=2\n", "a") == {"rw": "randwrite", "nrfiles": "2"}


def test_option_without_a_value_is_kept_as_such():
    assert options_of("[a]\ntime_based\n", "a") == {"time_based": None}


def test_windows_line_ends_do_not_become_part_of_a_value():
    assert options_of("[a]\r\nrw=read\r\n", "a") == {"rw": "read"}


@pytest.mark.parametrize(
    "text",
    [
        "rw=read\n",
        "[global]\nbs=4k\n",
        "[a\nrw=read\n",
        "[a]]\nrw=read\n",
        "[a]\nfilename=/a\nfilename=/b\n",
        "[a]\nno option at all here\n",
        "[a]\nrw=read" + " " * 5000 + "\n",
        "[a]\ndescription=" + "ü" * 2100 + "\n",
        "[a]\nname=b\n",
        "[global]\nname=b\n[a]\nrw=read\n",
        "[a]\nrw=read\x1c\n",
        "[a]\n\x85rw=read\n",
        "[a]\nfilen=/dev/sdz\n",
        "",
    ],
)
def test_what_can_be_read_in_two_ways_is_an_error(text):
    with pytest.raises(UsageError):
        parse_job_file(text)


def test_job_with_another_filename_than_the_global_one_is_an_error():
    with pytest.raises(UsageError, match="one place"):
        parse_job_file("[global]\nfilename=/a\n[x]\nfilename=/b\n")


def test_only_the_sections_asked_for_are_jobs():
    jobs = parse_job_file("[a]\nrw=read\n[b]\nrw=write\n", ("a",))
    assert [section.name for section in jobs.sections] == ["a"]


def test_directory_is_stated_in_the_named_sections_only():
    text = set_directory("[a]\nrw=read\n[b]\nrw=read", "/mnt/x:y", {"b"})
    assert "directory" not in options_of(text, "a")
    assert options_of(text, "b")["directory"] == r"/mnt/x\:y"

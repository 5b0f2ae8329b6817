"""jobs/targets.py: the names predicted are the names that real fio creates."""

import subprocess

import pytest

from fioboard_agent.errors import RefusedError, UsageError
from fioboard_agent.jobs.arguments import parse_arguments
from fioboard_agent.jobs.ini import parse_job_file
from fioboard_agent.jobs.sizes import parse_size
from fioboard_agent.jobs.targets import find_targets

COMMON = ["--rw=write", "--size=64k", "--bs=4k"]


def created_by_fio(program, arguments, folder):
    before = set(folder.rglob("*"))
    subprocess.run([program.path, "--output=/dev/null", *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return {path for path in set(folder.rglob("*")) - before if path.is_file()}


@pytest.mark.quick(4)
@pytest.mark.parametrize(
    "arguments",
    [
        ["--name=a"],
        ["--name=a", "--numjobs=3"],
        ["--name=a", "--nrfiles=2", "--numjobs=2"],
        ["--name=a", "--filename=x"],
        ["--name=a", "--filename=x:y"],
        ["--name=a", r"--filename=x\:y"],
        ["--name=a", "--filename=x", "--numjobs=2"],
        ["--name=a", "--directory={folder}"],
        ["--name=a", "--directory={folder}", "--filename=x"],
        ["--name=a", "--directory={folder}", "--filename=/x"],
        ["--name=a", "--filename={folder}/x"],
        ["--filename=shared", "--name=a", "--name=b"],
        ["--name=global", "--filename=shared", "--name=a"],
        ["--name=a", "--filename= x "],
        ["--name=a", "--ioengine=null"],
    ],
)
def test_predicted_files_are_those_that_fio_creates(program, bench, arguments):
    arguments = [argument.format(folder=bench) for argument in [*COMMON, *arguments]]
    predicted = {target.path.resolve() for target in find_targets(parse_arguments(arguments), bench)}
    assert created_by_fio(program, arguments, bench) == predicted


def test_predicted_files_of_a_job_file_are_those_that_fio_creates(program, bench):
    text = (
        "[one]\nsize=64k ; upper\nrw=write\nfilename=t # mine\n"
        "[globalish]\nsize=64k\nrw=write\nfilename=g\n[two]\n"
        "[global]\nnumjobs=2\ndirectory=sub\n[three]\n"
    ).replace("sub", str(bench))
    job_file = bench / "j.fio"
    job_file.write_text(text)
    predicted = {target.path.resolve() for target in find_targets(parse_job_file(text), bench)}
    assert created_by_fio(program, [str(job_file)], bench) == predicted
    assert {path.name for path in predicted} == {"g", "t"}


@pytest.mark.parametrize(
    "rw",
    [
        "write",
        "randwrite",
        "rw",
        "readwrite",
        "randrw",
        "trim",
        "randtrim",
        "trimwrite",
        "randtrimwrite",
        "rw:8",
    ],
)
def test_every_direction_but_reading_writes(rw):
    (target,) = find_targets(parse_arguments(["--name=a", f"--rw={rw}", "--filename=/x"]), None)
    assert target.writes


@pytest.mark.parametrize("rw", ["read", "randread", "read:4k", "randread:8", None])
def test_reading_does_not_write(rw):
    arguments = ["--name=a", "--filename=/x", *([f"--rw={rw}"] if rw else [])]
    (target,) = find_targets(parse_arguments(arguments), None)
    assert not target.writes


def test_trimming_beside_reading_writes():
    (target,) = find_targets(parse_arguments(["--name=a", "--filename=/x", "--rw=read", "--trim_percentage=5"]), None)
    assert target.writes


def test_job_named_like_a_device_uses_that_device():
    (target,) = find_targets(parse_arguments(["--name=/dev/null", "--rw=write"]), None)
    assert str(target.path) == "/dev/null"


@pytest.mark.parametrize("option", ["--filename=a#b", "--filename=a;b", "--filename=a\\b", "--directory=/a:/b"])
def test_names_that_fio_reads_differently_are_errors(option, bench):
    with pytest.raises(UsageError):
        find_targets(parse_arguments(["--name=a", option]), bench)


def test_standard_output_is_no_target(bench):
    with pytest.raises(RefusedError):
        find_targets(parse_arguments(["--name=a", "--rw=write", "--filename=-"]), bench)


def test_absurd_numbers_of_files_are_refused_without_counting_them(bench):
    with pytest.raises(UsageError, match="files"):
        find_targets(parse_arguments(["--name=a", "--numjobs=1000000", "--nrfiles=1000000"]), bench)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("4k", 4096),
        ("4K", 4096),
        ("4KiB", 4096),
        ("4kb", 4096),
        ("1g", 1 << 30),
        ("512", 512),
        ("2t", 2 << 40),
        ("100%", None),
        ("1.5g", None),
        ("(1+1)*4k", None),
        ("", None),
        ("4kk", None),
    ],
)
def test_sizes(text, size):
    assert parse_size(text) == size

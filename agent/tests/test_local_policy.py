"""jobs/local_policy.py and jobs/served_policy.py: what a job may ask of fio (P1, P2)."""

import pytest

from fioboard_agent.errors import RefusedError
from fioboard_agent.jobs.arguments import parse_arguments
from fioboard_agent.jobs.ini import parse_job_file
from fioboard_agent.jobs.local_policy import Switches, check_local_policy
from fioboard_agent.jobs.served_policy import check_served_options


def check(*arguments, **switches):
    check_local_policy(parse_arguments(["--name=a", *arguments]), Switches(**switches))


@pytest.mark.parametrize(
    "argument",
    [
        "--exec_prerun=touch /tmp/x",
        "--exec_postrun=touch /tmp/x",
        "--ioengine=exec",
        "--ioengine=external:/tmp/x.so",
        "--ioengine=/tmp/x.so",
        "--trigger=reboot",
    ],
)
def test_programs_need_their_switch(argument):
    with pytest.raises(RefusedError, match="allow-exec"):
        check(argument)
    check(argument, allow_exec=True)


@pytest.mark.parametrize("argument", ["--size=${SIZE}", "--bs=$pagesize", "--description=$(id)"])
def test_expansion_needs_its_switch(argument):
    with pytest.raises(RefusedError, match="allow-env"):
        check(argument)
    check(argument, allow_env=True)


@pytest.mark.parametrize("argument", ["--filename=${DISK}", "--rw=$RW", "--ioengine=${E}", "--directory=${D}"])
def test_expansion_never_hides_a_target(argument):
    with pytest.raises(RefusedError, match="hides a target"):
        check(argument, allow_env=True)


@pytest.mark.parametrize(
    "argument",
    [
        "--read_iolog=/tmp/log",
        "--write_iolog=/tmp/log",
        "--replay_redirect=/dev/sdz",
        "--merge_blktrace_file=/tmp/x",
        "--allow_mounted_write=1",
        "--client=host",
        "--server",
        "--profile=tiobench",
        "--aux-path=/etc",
        "--write_bw_log=/etc/passwd",
        "--ioengine=filedelete",
        "--ioengine=falloc",
    ],
)
def test_options_whose_effect_cannot_be_known_are_refused_whatever_is_allowed(argument):
    with pytest.raises(RefusedError):
        check(argument, allow_exec=True, allow_env=True)


def test_include_is_refused():
    with pytest.raises(RefusedError, match="include"):
        check_local_policy(parse_job_file("[a]\ninclude other.fio\n"), Switches(True, True))


@pytest.mark.parametrize("argument", ["--opendir=/data", "--filename_format=/dev/sdz", "--fill_device=1"])
def test_reading_jobs_may_what_writing_jobs_may_not(argument):
    check(argument, "--rw=randread")
    for rw in ("write", "randrw", "trim", "read,write", "something-new"):
        with pytest.raises(RefusedError):
            check(argument, f"--rw={rw}")


@pytest.mark.parametrize("engine", ["sg", "io_uring_cmd", "rbd", "libpmem", "engine-of-the-future"])
def test_engines_with_unknown_targets_may_only_read(engine):
    check(f"--ioengine={engine}", "--rw=read")
    with pytest.raises(RefusedError, match="may only read"):
        check(f"--ioengine={engine}", "--rw=write")


def test_log_with_a_plain_name_is_welcome():
    check("--write_bw_log=mine", "--log_avg_msec=1000")


def test_served_job_may_have_what_the_list_names():
    check_served_options({"rw": "randread", "bs": "4k", "iodepth": "32", "ioengine": "libaio", "runtime": "60"})


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("exec_prerun", "true"),
        ("include", "x"),
        ("filename", "/dev/sda"),
        ("directory", "/"),
        ("write_bw_log", "x"),
        ("read_iolog", "x"),
        ("unlink", "1"),
        ("allow_mounted_write", "1"),
        ("uid", "0"),
        ("cgroup", "x"),
        ("buffer_pattern", "'/etc/shadow'"),
        ("name", "x"),
        ("an_option_of_fio_4", "1"),
        ("ioengine", "exec"),
        ("ioengine", "external:/tmp/x.so"),
        ("ioengine", "net"),
        ("rw", "trim"),
        ("size", "${SIZE}"),
        ("size", "1g\nexec_prerun=true"),
        ("bs", "4k:8k"),
        ("runtime", "0"),
        ("runtime", "99999999"),
        ("direct", "1 "),
        ("bs", ""),
    ],
)
def test_served_job_may_nothing_else(option, value):
    with pytest.raises(RefusedError):
        check_served_options({option: value})

"""jobs/local_policy.py and jobs/served_policy.py: what a job may ask of fio (P1, P2)."""

import pytest

from fioboard_agent.errors import RefusedError
from fioboard_agent.jobs.arguments import parse_arguments
from fioboard_agent.jobs.ini import parse_job_file
from fioboard_agent.jobs.local_policy import Switches, require_local_policy
from fioboard_agent.jobs.served_policy import require_served_options


def check(*arguments, **switches):
    require_local_policy(parse_arguments(["--name=a", *arguments]), Switches(**switches))


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
        "--replay_redirect=/dev/sdz",
        "--allow_mounted_write=1",
        "--client=host",
        "--server",
        "--profile=tiobench",
        "--aux-path=/etc",
        "--write_bw_log=/etc/passwd",
        "--ioengine=filedelete",
        "--ioengine=falloc",
        "--ioengine=rados",
        "--mem=mmapshared,x:/dev/sdz",
        "--mem=mmap:relative",
        "--proto=unix",
        "--latency-log=x",
    ],
)
def test_options_whose_effect_cannot_be_known_are_refused_whatever_is_allowed(argument):
    with pytest.raises(RefusedError):
        check(argument, allow_exec=True, allow_env=True)


def test_include_is_refused():
    with pytest.raises(RefusedError, match="include"):
        require_local_policy(parse_job_file("[a]\ninclude other.fio\n"), Switches(True, True))


@pytest.mark.parametrize("option", ["an_option_of_fio_4", "ioscheduler", "cgroup"])
def test_unknown_options_and_host_settings_are_refused_by_name_with_the_way_out(option):
    for given in (f"--{option}=x", f"--{option}"):
        with pytest.raises(RefusedError, match=f"--allow-option {option}"):
            check(given)
        check(given, allowed_options=frozenset({option}))


def test_engine_that_is_not_listed_counts_as_a_program():
    for engine in ("engine-of-the-future", "exec:x", "sync,x"):
        with pytest.raises(RefusedError, match="allow-exec"):
            check(f"--ioengine={engine}", "--rw=read")


def test_program_may_not_have_its_output_put_elsewhere_by_the_jobs_name():
    jobs = parse_arguments(["--name=/etc/cron.d/x", "--exec_prerun=true", "--filename=/dev/sdz"])
    with pytest.raises(RefusedError, match="plain job name"):
        require_local_policy(jobs, Switches(allow_exec=True))


@pytest.mark.parametrize("engine", ["sg", "io_uring_cmd", "rbd", "libpmem", "net"])
def test_engines_with_unknown_targets_may_only_read(engine):
    check(f"--ioengine={engine}", "--rw=read")
    with pytest.raises(RefusedError, match="may only read"):
        check(f"--ioengine={engine}", "--rw=write")


def test_log_with_a_plain_name_is_welcome():
    check("--write_bw_log=mine", "--log_avg_msec=1000")


def test_served_job_may_have_what_the_list_names():
    require_served_options({"rw": "randread", "bs": "4k", "iodepth": "32", "ioengine": "libaio", "runtime": "60"})


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
        require_served_options({option: value})

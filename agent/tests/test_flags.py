"""No flag and no option of fio is dropped without a word, and no target is taken for a disk that is not mounted."""

import os
from pathlib import Path

import pytest

from fioboard_agent.cli import main
from fioboard_agent.delivery.spool import Spool
from fioboard_agent.delivery.summary import read_bandwidth
from fioboard_agent.errors import RefusedError
from fioboard_agent.host.paths import Roots
from fioboard_agent.jobs.arguments import parse_arguments
from fioboard_agent.jobs.ini import parse_job_file
from fioboard_agent.safety.clearance import Permissions, require_harmless_jobs
from fioboard_agent.safety.missing_mount import find_missing_mount, require_mounted
from fioboard_agent.suites.store import BatchStore

pytestmark = pytest.mark.usefixtures("in_bench")
QUICK = ["suite", "quick", "--target", "."]
JOB = ["--name=a", "--rw=read", "--size=1m"]


def end(arguments, capsys):
    """Exit code and what was said on the terminal."""
    try:
        code = main(arguments)
    except SystemExit as ended:
        code = ended.code
    return code, capsys.readouterr().err


# What is given, and the words that answer it.
REFUSED = [
    ([*QUICK, "--target", "/no/such/place"], "does not exist"),
    (["suit", "quick"], "Did you mean suite?"),
    (["suite", "quik"], "Did you mean quick?"),
    ([*QUICK, "--size", "1g", "--size", "2g"], "--size: given twice"),
    (["run", "--title", "a", "--title", "b", "--", *JOB], "--title: given twice"),
    (["run", "--label", "fan=on", "--label", "fan=off", "--", *JOB], "--label fan is given twice, as on and as off"),
    (["run", "--no-upload", "--set", "bios.nps=1", "--set", "bios.nps=4", "--", *JOB], "is given twice, as 1 and as 4"),
    (["push", "--server", "http://a", "--server", "http://b"], "--server: given twice"),
    (["suite", "--resume", "--runtime", "5"], "--runtime has no effect: --resume keeps the plan"),
    (["suite", "--resume", "--label", "a=b"], "--label has no effect"),
    (["suite", "--resume", "--confirm-destroy", "S1"], "--confirm-destroy has no effect"),
    ([*QUICK, "--max-repeats", "5"], "--max-repeats has no effect: it belongs to --until"),
    ([*QUICK, "--until-metric", "iops"], "--until-metric has no effect: it belongs to --until"),
    ([*QUICK, "--order", "sequential", "--seed", "1"], "--seed has no effect"),
    ([*QUICK, "--no-upload", "--wait", "5"], "--wait has no effect"),
    (["run", "--no-upload", "--server", "http://a", "--", *JOB], "--server has no effect"),
    (["confirm", "--resume", "--rounds", "3"], "--rounds has no effect"),
    (["confirm", "x", "--anyway"], "--anyway has no effect"),
    (["confirm", "x", "--no-upload", "--wait", "5"], "--wait has no effect"),
    (["inventory", "--show-sudoers", "--json"], "--json has no effect"),
    (["inventory", "--root", "/tmp", "--privileged"], "--privileged has no effect"),
    (["suite", "quick", "--tarjet", "."], "unrecognized arguments: --tarjet .. Did you mean --target?"),
    (["run", "--section", "a", "--no-upload", "--", *JOB], "--section before -- picks sections of a job file"),
    (
        ["run", "--no-upload", "--", "--output-format=json", "--output-format=terse", *JOB],
        "--output-format is given twice",
    ),
    ([*QUICK[:3], "/no/such/place"], "does not exist"),
]


@pytest.mark.quick(6)
@pytest.mark.parametrize(("arguments", "words"), REFUSED)
def test_what_would_be_dropped_is_refused_by_name(arguments, words, folders, bench, capsys):
    code, said = end(arguments, capsys)
    assert code == 2, said
    assert words in said
    assert list(bench.iterdir()) == []
    assert BatchStore(folders).unfinished() == []


@pytest.mark.nightly
def test_flag_that_does_nothing_twice_is_let_through(capsys):
    code, said = end(["run", "--no-upload", "--no-upload", "--no-samples", "--keep-free", "1m", "--", *JOB], capsys)
    assert code == 0, said


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["--runtme=1"], "Did you mean runtime?"),
        (["--ioengine=libiao"], "Did you mean libaio?"),
        (["--blocksiz=4k"], "Did you mean"),
    ],
)
def test_mistyped_option_of_fio_is_named(arguments, hint, capsys):
    code, said = end(["run", "--no-upload", "--", *JOB, *arguments], capsys)
    assert code in {2, 3}
    assert hint in said or "Write option --blocksiz in full" in said


def test_mistyped_target_is_named(bench, capsys):
    (bench / "disk").mkdir()
    code, said = end(["suite", "quick", "--no-upload", "--target", str(bench / "dsik")], capsys)
    assert code == 2
    assert f"Did you mean {bench / 'disk'}?" in said


@pytest.mark.quick(1)
@pytest.mark.parametrize("form", ["arguments", "job file", "global"])
def test_directory_may_be_relative_to_the_folder_one_is_in(form, folders, bench, capsys):
    (bench / "w" / "d").mkdir(parents=True)
    text = "[global]\ndirectory=w/d ; here\n[a]\n" if form == "global" else "[a]\ndirectory=w/d\n"
    (bench / "job.fio").write_text(f"{text}rw=write\nsize=1m\n")
    given = ["--", "--directory=w/d", *JOB[:1], "--rw=write", JOB[2]] if form == "arguments" else ["job.fio"]
    code, said = end(["run", "--no-upload", "--no-samples", "--keep-free", "1m", *given], capsys)
    assert code == 0, said
    assert (bench / "w" / "d" / "a.0.0").stat().st_size == 1 << 20
    (entry,) = Spool(folders).waiting()
    assert entry.manifest()["target"] == str(bench / "w" / "d" / "a.0.0")


def test_sections_of_a_job_file_are_picked_by_a_flag(folders, bench, capsys):
    (bench / "job.fio").write_text("[a]\nrw=read\nsize=1m\n[b]\nrw=read\nsize=1m\n")
    code, said = end(["run", "--no-upload", "--no-samples", "--keep-free", "1m", "--section", "b", "job.fio"], capsys)
    assert code == 0, said
    assert [path.name for path in bench.glob("*.0.0")] == ["b.0.0"]


@pytest.mark.nightly
def test_included_files_are_part_of_the_job(folders, bench, capsys):
    """Found beside the job file, although that is not the folder one is in; both are checked and kept as one text."""
    place = bench / "jobs"
    place.mkdir()
    (place / "job.fio").write_text("[global]\ninclude base.fio ; here\n[a]\nrw=read\ninclude more.fio\n")
    (place / "base.fio").write_text("size=1m\r\ninclude=deeper.fio\r\n")
    (place / "deeper.fio").write_text("bs=8k\n")
    (place / "more.fio").write_text("iodepth=2\n")
    given = ["run", "--no-upload", "--no-samples", "--keep-free", "1m", "jobs/job.fio"]
    code, said = end(given, capsys)
    assert code == 0, said
    (entry,) = Spool(folders).waiting()
    kept = (entry.files / "job.fio").read_text()
    assert "include base.fio" not in kept
    (section,) = parse_job_file(kept).sections
    assert {name: section.get(name) for name in ("size", "bs", "rw", "iodepth")} == {
        **{"size": "1m", "bs": "8k", "rw": "read", "iodepth": "2"}
    }
    for text, words in (
        ("exec_prerun=touch x\n", "runs a program"),
        ("[b]\n", "opens the section [b]"),
        ("include base.fio\n", "files that include each other"),
        ("include nothing.fio\n", "nothing.fio cannot be read"),
        ("include /dev/zero\n", "/dev/zero is a device"),
        ("runtme=1\n", "Did you mean runtime?"),
    ):
        (place / "base.fio").write_text(text)
        code, said = end(given, capsys)
        assert code in {2, 3}, said
        assert words in said


def test_every_form_of_output_is_summed_up_on_the_terminal(capsys):
    for form in ("--output-format=json", "--output-format=normal", "--output-format=terse", "--minimal"):
        given = ["run", "--no-upload", "--no-samples", "--keep-free", "1m", "--", *JOB, form]
        assert main(given) == 0
        assert "  a: read" in capsys.readouterr().out, form


def test_bandwidth_of_fio_3_1_is_read_although_it_has_no_bytes():
    assert read_bandwidth({"bw": 2}) == 2048.0
    assert read_bandwidth({"bw": 2, "bw_bytes": 2_100}) == 2_100.0


@pytest.mark.parametrize("rw", ["write", "read"])
def test_readonly_is_kept_to(rw, bench, capsys):
    """It was dropped: a job that writes wrote."""
    code, said = end(["run", "--no-upload", "--", "--readonly", "--name=a", f"--rw={rw}", "--size=1m"], capsys)
    assert code == 3
    assert "--readonly: fio would first make" in said
    assert list(bench.iterdir()) == []


@pytest.fixture
def machine(tmp_path):
    """Another machine: /mnt/disk is mounted, /mnt/gone and /srv/data are not."""
    root = tmp_path / "machine"
    for folder in ("proc/self", "etc", "mnt/disk/x", "mnt/gone", "mnt/plain", "media", "srv/data/sub", "home/u"):
        (root / folder).mkdir(parents=True)
    (root / "mnt/plain/somebody's").touch()
    (root / "mnt/gone/fioboard-0d4f7c1e-3a53.dat").touch()
    (root / "mnt/gone/fioboard-615a6241-adda").mkdir()
    (root / "proc/self/mountinfo").write_text(
        "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n23 22 8:17 / /mnt/disk rw - xfs /dev/sdb1 rw\n"
        "24 22 8:18 / /mnt/two\\040words rw - xfs /dev/sdb2 rw\n"
    )
    (root / "etc/fstab").write_text("# /old none\nUUID=1 / ext4\nUUID=2 /srv/data xfs defaults 0 0\nUUID=3 none swap\n")
    return Roots(root)


@pytest.mark.parametrize(
    ("folder", "words"),
    [
        ("/mnt/disk", None),
        ("/mnt/disk/x", None),
        ("/mnt/two words", None),
        ("/mnt/plain", None),
        ("/home/u", None),
        ("/mnt/gone", "/mnt/gone is an empty folder where disks are usually mounted"),
        ("/srv/data", "/srv/data is a mount point in /etc/fstab"),
        ("/srv/data/sub", "/srv/data is a mount point in /etc/fstab"),
        ("/mnt", "the file would be in /mnt itself"),
    ],
)
def test_missing_mount_is_found(machine, folder, words):
    found = find_missing_mount(machine, Path(folder))
    assert found is None if words is None else words in found
    if words is not None:
        with pytest.raises(RefusedError, match="--on-system-disk"):
            require_mounted(machine, Path(folder), "a")


def test_job_on_a_missing_mount_runs_only_when_it_is_meant(bench, monkeypatch):
    monkeypatch.setattr("fioboard_agent.safety.missing_mount._list_fstab_places", lambda _: {os.path.realpath(bench)})
    jobs = parse_arguments(JOB)
    with pytest.raises(RefusedError, match="nothing is mounted there"):
        require_harmless_jobs(jobs, bench, Permissions(keep_free_bytes=0), Roots())
    with require_harmless_jobs(jobs, bench, Permissions(keep_free_bytes=0, on_system_disk=True), Roots()) as clear:
        assert len(clear.new_files) == 1

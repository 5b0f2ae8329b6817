"""`gdsio`, with a program in its place that does to its target what it is asked and prints a line of the corpus: the real one
needs a GPU, and cannot be installed here."""

import os
import shlex
from pathlib import Path

import pytest
from test_confinement import landlock_works

from fioboard_agent.cli import main
from fioboard_agent.commands.gdsio import TRANSFERS, WAYS
from fioboard_agent.delivery.spool import Spool

CORPUS = Path(__file__).parents[2] / "backend" / "tests" / "data" / "foreign" / "gdsio_made.txt"
MIB = 1 << 20
# It notes what it was asked, writes where -I says so, and opens what TRESPASS names, as a program with a fault would.
_STAND_IN = """#!/usr/bin/env python3
import os, sys
words = dict(zip(sys.argv[1::2], sys.argv[2::2]))
flags = os.O_RDONLY if words["-I"] in "02" else os.O_WRONLY
size = int(words["-s"][:-1]) * 1024
descriptor = os.open(words["-f"], flags)
if flags:
    os.write(descriptor, b"g" * size)
else:
    assert len(os.read(descriptor, size)) == size
trespass = {trespass!r}
if trespass:
    open(trespass, "r+b").write(b"destroyed")
open("cufile.log", "w").write("compat mode\\n")
print("\\n" + {line!r})
sys.exit({exit_code})
"""


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Put the stand-in on the PATH."""

    def put(exit_code=0, trespass=""):
        folder = tmp_path / "cuda tools"
        folder.mkdir(exist_ok=True)
        line = next(line for line in CORPUS.read_text().splitlines() if line.startswith("IoType: RANDREAD"))
        path = folder / "gdsio"
        path.write_text(_STAND_IN.format(line=line, exit_code=exit_code, trespass=trespass))
        path.chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
        return line

    return put


@pytest.fixture
def data(bench):
    path = bench / "data"
    path.write_bytes(b"precious" * (MIB // 4))
    return path


def ask(*words):
    return main(["gdsio", "--no-upload", "--no-samples", "--keep-free", "1m", "--on-system-disk", *map(str, words)])


def read_kept(folders):
    [entry] = Spool(folders).waiting()
    return entry.manifest(), (entry.files / "fio.txt").read_text().splitlines()


@pytest.mark.usefixtures("in_bench")
def test_a_read_is_kept_with_its_command_and_changes_nothing(folders, data, install, capsys):
    line = install()
    before = data.read_bytes()
    assert ask("--target", data, "--rw", "randread", "--bs", "256k", "--gpu", 1, "--runtime", 20) == 0
    manifest, [command, result] = read_kept(folders)
    asked = ["-f", data, "-d", 1, "-w", 4, "-s", "2048K", "-i", "256K", "-x", 0, "-I", 2, "-T", 20]
    assert shlex.split(command) == ["$", "gdsio", *map(str, asked)]
    assert manifest["argv"] == ["gdsio", *map(str, asked)]
    assert (result, manifest["exit_code"], manifest["interrupted"]) == (line, 0, False)
    assert {one["name"]: one["kind"] for one in manifest["files"]} == {"fio.txt": "fio_output", "cufile.log": "stderr"}
    assert manifest["target"] == str(data)
    assert (len(manifest["targets"]), manifest["confirmations"]) == (1, [])
    assert data.read_bytes() == before
    assert line in capsys.readouterr().out


@pytest.mark.usefixtures("in_bench")
def test_a_write_needs_what_a_write_of_fio_needs(folders, data, bench, install, loop, capsys):
    install()
    device, image = loop
    before = data.read_bytes(), Path(image).read_bytes()
    assert ask("--target", data, "--rw", "write") == 3
    assert "was not created by this agent" in capsys.readouterr().err
    assert ask("--target", device, "--rw", "write", "--size", "1m") == 3
    assert "--confirm-destroy" in capsys.readouterr().err
    assert ask("--target", device, "--rw", "write", "--size", "1m", "--confirm-destroy", "another") == 3
    assert not list(Spool(folders).waiting())
    assert (data.read_bytes(), Path(image).read_bytes()) == before
    assert ask("--target", bench / "new", "--rw", "write", "--size", "1m", "--dry-run") == 0
    assert not (bench / "new").exists()
    assert ask("--target", bench / "new", "--rw", "write", "--size", "1m", "--in-shared-folder") == 0
    assert (bench / "new").read_bytes() == b"g" * MIB
    assert ask("--target", device, "--rw", "write", "--size", "1m", "--confirm-destroy", image) == 0
    assert Path(image).read_bytes() == b"g" * MIB + before[1][MIB:]
    runs = [entry.manifest() for entry in Spool(folders).waiting()]
    assert [len(run["confirmations"]) for run in sorted(runs, key=lambda run: run["target"])] == [1, 0]


@pytest.mark.skipif(not landlock_works(), reason="this kernel has no Landlock")
@pytest.mark.usefixtures("in_bench")
def test_a_program_that_writes_elsewhere_is_held_back(folders, data, tmp_path, install, capsys):
    canary = tmp_path / "canary"
    canary.write_bytes(b"canary")
    install(trespass=str(canary))
    assert ask("--target", data) == 1
    assert canary.read_bytes() == b"canary"
    assert "gdsio ended with exit code 1: PermissionError" in capsys.readouterr().err
    manifest, _ = read_kept(folders)
    assert manifest["exit_code"] == 1


@pytest.mark.usefixtures("in_bench")
def test_what_is_not_in_the_closed_list_is_refused(folders, data, bench, install, capsys):
    install()
    os.mkfifo(bench / "pipe")
    (bench / "a b").write_bytes(b"x" * MIB)
    for words, reason in [
        (("--target", bench / "none"), "--size"),
        (("--target", bench / "none", "--size", "1m"), "write it first"),
        (("--target", data, "--size", "1g"), "write it first"),
        (("--target", bench / "pipe", "--size", "1m"), "write it first"),
        (("--target", bench), "--size"),
        (("--target", bench / "a b"), "letters, digits"),
        (("--target", data, "--bs", "1000"), "multiple of 4k"),
        (("--target", data, "--bs", "4m"), "not less than --bs"),
    ]:
        assert ask(*words) == 2, words
        assert reason in capsys.readouterr().err, words
    for words in (("--gpu", "-1"), ("--transfer", "3"), ("--rw", "rw"), ("--threads", "0"), ("-V", "1")):
        with pytest.raises(SystemExit):
            ask("--target", data, *words)
    assert not list(Spool(folders).waiting())


@pytest.mark.usefixtures("in_bench", "folders")
def test_without_the_program_nothing_is_started(data, capsys):
    assert ask("--target", data) == 6
    assert "gdsio is neither on the PATH" in capsys.readouterr().err


def test_ways_and_transfers_are_those_of_the_service():
    assert (WAYS.index("randwrite"), TRANSFERS.index("cpuonly"), TRANSFERS.index("cpu_gpu")) == (3, 1, 2)

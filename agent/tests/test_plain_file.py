"""Files that a person names: a device, a pipe, a folder or an endless file is refused in a sentence and never waited for."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from fioboard_agent.errors import UsageError
from fioboard_agent.host.plain_file import read_plain_file
from fioboard_agent.jobs.arguments import MAX_JOB_FILE_BYTES, parse_arguments

pytestmark = pytest.mark.usefixtures("in_served_bench")


@pytest.fixture
def odd_files(bench):
    """A path of each kind that is no plain file, and the words for it."""
    os.mkfifo(bench / "pipe")
    (bench / "folder").mkdir()
    (bench / "link").symlink_to("/dev/zero")
    with (bench / "sparse").open("wb") as file:
        file.truncate(1 << 40)
    (bench / "large").write_bytes(b"; x\n" * (MAX_JOB_FILE_BYTES // 4 + 1))
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
    return {
        "/dev/zero": "is a device, not a plain file",
        "link": "is a device, not a plain file",
        "pipe": "is a pipe, not a plain file",
        "folder": "is a folder, not a plain file",
        "sparse": "has more than 1,048,576 bytes",
        "large": "has more than 1,048,576 bytes",
    }


# The last one is the file. Of each command that reads one.
COMMANDS = (["run", "--no-upload"], ["import"], ["status", "--token-file"])


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_waits_for_a_file_that_never_ends(odd_files, command):
    for name, words in odd_files.items():
        if command[0] != "run" and name in {"sparse", "large"}:
            continue
        if command[0] == "status" and name not in {"/dev/zero", "link"}:
            Path(name).chmod(0o600)
        ended = subprocess.run(
            [sys.executable, "-m", "fioboard_agent", *command, name],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert ended.returncode in {2, 6}, (name, ended)
        assert words in ended.stderr or "can be read by others" in ended.stderr, (name, ended.stderr)


def test_socket_is_no_plain_file(odd_files):
    with pytest.raises((UsageError, OSError)):
        read_plain_file(Path("socket"), "The file", 10)


def test_job_file_as_large_as_allowed_is_read(bench):
    text = "[a]\nrw=read\nsize=1m\n"
    lines = (MAX_JOB_FILE_BYTES - len(text)) // 80
    (bench / "long.fio").write_text(text + (";" + "x" * 78 + "\n") * lines)
    assert [section.name for section in parse_arguments(["long.fio"]).sections] == ["a"]


def test_lines_of_a_job_file_may_end_as_on_windows(bench):
    (bench / "dos.fio").write_bytes(b"[a]\r\nrw=read\r\nsize=1m\r\n")
    assert parse_arguments(["dos.fio"]).sections[0].options == {"rw": "read", "size": "1m"}

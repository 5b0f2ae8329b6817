"""Files that a person names: a device, a pipe, a folder or an endless file is refused in a sentence and never waited for."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from fioboard_agent.errors import UsageError
from fioboard_agent.host.plain_file import read_plain_file
from fioboard_agent.jobs.arguments import parse_arguments
from fioboard_agent.jobs.includes import MAX_JOB_FILE_BYTES

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
        "/dev/zero": "is a device, not a regular file",
        "link": "is a device, not a regular file",
        "pipe": "is a pipe, not a regular file",
        "folder": "is a folder, not a regular file",
        "sparse": "has more than 1,048,576 bytes",
        "large": "has more than 1,048,576 bytes",
    }


# Each command that reads a file; the file is its last word.
COMMANDS = (["run", "--no-upload"], ["import"], ["status", "--token-file"])
# In a process of its own, which can be stopped when it waits for ever.
CALL_EACH = """
import contextlib, io, json, sys
from fioboard_agent.cli import main

ended = []
for arguments in json.loads(sys.argv[1]):
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        code = main(arguments)
    ended.append([arguments, code, said.getvalue()])
print(json.dumps(ended))
"""


@pytest.mark.nightly
def test_no_command_waits_for_a_file_that_never_ends(odd_files):
    for name in ("pipe", "folder"):
        Path(name).chmod(0o600)
    calls = [
        [*command, name]
        for command in COMMANDS
        for name in odd_files
        if command[0] == "run" or name not in {"sparse", "large"}
    ]
    arguments = [sys.executable, "-c", CALL_EACH, json.dumps(calls)]
    ended = json.loads(subprocess.run(arguments, capture_output=True, timeout=60, check=True).stdout.splitlines()[-1])
    assert len(ended) == len(calls) == 14
    for call, code, said in ended:
        assert code in {2, 6}, (call, said)
        # Folders of results are imported; this one is empty.
        why = "folder holds 0 files" if call == ["import", "folder"] else odd_files[call[-1]]
        assert why in said or "can be read by others" in said, (call, said)


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

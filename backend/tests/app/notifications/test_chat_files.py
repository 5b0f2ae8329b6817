"""No local file goes out by a chat rule, whatever Apprise's arguments name (W5)."""

import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from fioboard.app.notifications import chat_confinement
from fioboard.app.notifications.chat_process import refusal
from fioboard.engine.words.notifications import CHAT_QUERY_KEYS, CHAT_SCHEMES
from tests.factories.chat_mutations import ADDRESSES, CANARY, CUSTOM, keys

TEXT = {"type": "TextBlock", "text": CANARY}
TEMPLATE = {
    "content": CANARY,
    "type": "message",
    "attachments": [{"contentType": "application/vnd.microsoft.card.adaptive", "content": {"body": [TEXT]}}],
    "blocks": [{"type": "paragraph", "text": CANARY}],
}
"""A file that is a sound template of each of Apprise's services."""


@pytest.fixture
def canary(tmp_path: Path) -> Path:
    file = tmp_path / "secret.json"
    file.write_text(json.dumps(TEMPLATE))
    file.chmod(0o600)
    return file


def mutate(canary: Path, how: str) -> dict[str, object]:
    command = [sys.executable, "-m", "tests.factories.chat_mutations", str(canary), how]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    told: dict[str, object] = json.loads(done.stdout)
    return told


@pytest.mark.nightly
def test_no_declared_argument_of_any_service_sends_a_file_even_past_the_allow_list(canary: Path) -> None:
    told = mutate(canary, "confined")
    assert told["leaking"] == []
    assert int(str(told["accepted"])) > 500


@pytest.mark.nightly
def test_without_the_confinement_the_same_arguments_send_the_file(canary: Path) -> None:
    assert {"slack", "discord", "tgram", "workflows"} <= set(mutate(canary, "free")["leaking"])  # type: ignore[call-overload]


@pytest.mark.quick(3)
@pytest.mark.filterwarnings("ignore:'imghdr' is deprecated")
@pytest.mark.parametrize("scheme", CHAT_SCHEMES)
def test_every_argument_that_is_not_on_the_list_is_refused(scheme: str) -> None:
    declared = set(keys(scheme))
    assert {"redirect", "store"} <= declared
    for key in declared:
        address = f"{ADDRESSES[scheme]}?{key}=yes"
        assert (refusal(address) is None) == (key in CHAT_QUERY_KEYS[scheme]), key
    assert CHAT_QUERY_KEYS[scheme].isdisjoint({"template", "attach", "filename", "redirect", *CUSTOM})


@pytest.mark.parametrize(
    "query", ["?Template=/x", "?%74emplate=/x", "?to=a;template=/x", "?to=a&&template", "? template=/x", "?tEmPlAtE =/x"]
)  # fmt: skip
def test_no_way_of_writing_a_key_gets_past_the_list(query: str) -> None:
    told = refusal(ADDRESSES["discord"] + query)
    assert told is not None
    assert "not allowed" in told


def test_a_key_that_is_not_apprises_is_not_repeated() -> None:
    told = refusal(ADDRESSES["slack"] + "?s3cret=1")
    assert told is not None
    assert "s3cret" not in told


PROBE = """
import ctypes, os, socket, subprocess, sys
from fioboard.app.notifications import chat_confinement
chat_confinement.confine(is_private_allowed=True)
path, port, how = sys.argv[1], int(sys.argv[2]), sys.argv[3]
def by_c():
    fopen = ctypes.CDLL(None, use_errno=True).fopen
    fopen.restype = ctypes.c_void_p
    if not fopen(path.encode(), b"r"):
        raise OSError(ctypes.get_errno(), "fopen")
ways = {
    "open": lambda: open(path).read(),
    "os.open": lambda: os.open(path, os.O_RDONLY),
    "link": lambda: open("/proc/self/root" + path).read(),
    "write": lambda: open(path + ".new", "w"),
    "c": by_c,
    "connect": lambda: socket.socket().connect(("127.0.0.1", port)),
    "start": lambda: subprocess.run(["cat", path]),
    "looked up": lambda: socket.create_connection(("localhost", port)),
}
try:
    ways[how]()
except OSError as error:
    print("refused")
else:
    print("done")
"""


@pytest.mark.quick(3)
@pytest.mark.parametrize(
    ("how", "says"),
    [
        *((how, "refused") for how in ("open", "os.open", "link", "write", "c", "connect", "start")),
        ("looked up", "done"),
    ],
)
def test_a_confined_process_reads_nothing_and_connects_only_where_it_looked_up(
    canary: Path, how: str, says: str
) -> None:
    if how == "c" and not chat_confinement.is_enforced_by_kernel():
        pytest.skip("this kernel has no Landlock")
    with socket.create_server(("127.0.0.1", 0)) as server:
        command = [sys.executable, "-c", PROBE, str(canary), str(server.getsockname()[1]), how]
        assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == f"{says}\n"

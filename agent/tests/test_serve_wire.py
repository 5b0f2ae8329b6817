"""Whoever stands between the host and its service, and whatever changes after a request was accepted: nothing starts.

A raw socket answers the real loop; each answer holds a request that the owner allows, in an envelope that is none of a
service. `test_serve_hostile` has the requests that the owner does not allow."""

import gzip
import json
import os
import socket
import ssl
import threading
import uuid
import warnings
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from fioboard_agent.cli import main
from fioboard_agent.delivery.config import Config
from fioboard_agent.delivery.upload import Service
from fioboard_agent.errors import SetupError
from fioboard_agent.serve import loop as conversation
from fioboard_agent.serve.allowed import read_allowed
from fioboard_agent.serve.loop import Loop
from fioboard_agent.serve.request import read_request
from fioboard_agent.serve.store import REFUSED, RUNNING, Record, RequestStore

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="the list belongs to root, so the test has to be root")

LIST = """
suites = ["quick"]
may_repeat = true
[[target]]
folder = "{bench}"
size = "4m"
keep_free = "1m"
[[job]]
name = "db"
file = "{folder}/db.fio"
"""


@pytest.fixture
def owner(tmp_path, bench, monkeypatch):
    path, job = tmp_path / "serve.toml", tmp_path / "db.fio"
    path.write_text(LIST.format(bench=bench, folder=tmp_path))
    job.write_text("[db]\nrw=randread\nsize=4m\n")
    for one in (path, job):
        one.chmod(0o644)
    monkeypatch.setattr(conversation, "HEARTBEAT_S", 0)
    monkeypatch.setattr(conversation, "FIRST_PAUSE_S", 0)
    monkeypatch.setattr(conversation, "MAX_PAUSE_S", 0)
    return path


@pytest.fixture
def foreign(tmp_path):
    folder = tmp_path / "foreign"
    folder.mkdir()
    (folder / "precious").write_bytes(os.urandom(4096))
    return folder


def good(bench, **more):
    """A request that the owner allows."""
    fields = {"kind": "suite", "name": "quick", "target": str(bench), "run_id": None, "parameters": {}}
    return {"id": str(uuid.uuid4()), **fields, **more}


def respond(body, status="200 OK", *headers, length=None):
    """The bytes of an HTTP answer."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(content) if length is None else length}", *headers]
    return "\r\n".join([*lines, "", ""]).encode() + content


class Wire:
    """Answers every connection with the same bytes. `paths`: what was asked; `tokens`: the secrets that came along."""

    def __init__(self, context=None):
        self.answer, self.paths, self.tokens = b"", [], []
        self._context = context
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self):
        while True:
            bare, _ = self._socket.accept()
            bare.settimeout(1)
            # What the agent hangs up on is of no interest here.
            with suppress(OSError), bare, self._wrap(bare) as connection:
                head = self._read(connection)
                if head.startswith(b"QUIT"):
                    return
                connection.sendall(self.answer)
                connection.shutdown(socket.SHUT_WR)
                connection.recv(1)

    def _wrap(self, bare):
        return bare if self._context is None else self._context.wrap_socket(bare, server_side=True)

    def _read(self, connection):
        text = b""
        while b"\r\n\r\n" not in text:
            chunk = connection.recv(65_536)
            if not chunk:
                raise OSError
            text += chunk
            if text.startswith(b"QUIT"):
                return text
        head, _, body = text.partition(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:])
        while len(body) < int(headers.get("content-length", "0")):
            body += connection.recv(65_536)
        self.paths.append(lines[0])
        self.tokens += [headers["authorization"]] if "authorization" in headers else []
        return head

    def close(self):
        self._context = None
        with socket.create_connection(("127.0.0.1", self.port)) as last:
            last.sendall(b"QUIT")
        self._thread.join()
        self._socket.close()


@contextmanager
def wire(context=None):
    one = Wire(context)
    try:
        yield one
    finally:
        one.close()


def list_envelopes(request, elsewhere):
    """Answers that are none of a service; each holds a request that the owner allows."""
    body = {"request": request, "cancel": [], "received": []}
    text = json.dumps(body).encode()
    for status in ("301 x", "302 x", "303 x", "307 x", "308 x", "300 x"):
        yield respond(body, status, f"Location: http://127.0.0.1:{elsewhere.port}/api/v1/agent/poll")
    for status in ("304 x", "400 x", "401 x", "403 x", "404 x", "409 x", "426 x", "429 x", "500 x", "502 x", "503 x"):
        yield respond(b"" if status == "304 x" else body, status)
    yield respond(body, "511 x", "Retry-After: 0")
    # No object, another object, half of one, and what is read in two ways.
    for other in ([body], [request], request, json.dumps(body), None, True, 1, "", {"requests": [request]}, {}):
        yield respond(other)
    for wrong in ([request], [[request]], json.dumps(request), str(request["id"]), 1, True, {}, {"request": request}):
        yield respond({**body, "request": wrong})
    for content in (
        text[:-1], text[1:], text * 2, b"\xff" + text, text + b"\x00", b"// x\n" + text, text.replace(b'"', b"'"),
        b"<html>" + text, gzip.compress(text), b"\x00" * 100, b"[" * 200_000, b'{"request":' * 100_000, b"9" * 100_000,
        text[:-1] + b', "x": "' + b"y" * (2 << 20) + b'"}',
    ):  # fmt: skip
        yield respond(content)
    yield respond(text, "200 OK", length=len(text) - 10)
    yield respond(gzip.compress(text), "200 OK", "Content-Encoding: gzip")
    yield b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n" + text
    yield b"HTTP/1.1 200 OK\r\n" + b"".join(b"X-%d: y\r\n" % one for one in range(500)) + b"\r\n" + text
    yield b"HTTP/1.1 200 " + b"x" * 100_000 + b"\r\n\r\n" + text
    yield b"HTTP/9.9 200 OK\r\n\r\n" + text
    yield b"SSH-2.0-x\r\n\r\n" + text
    yield text
    yield b""


def make_loop(owner, folders, url, ca_file=None):
    sentences = []
    service = Service(Config(server=url, token="fioboard_upload_test", ca_file=ca_file))
    return Loop(folders, service, lambda: read_allowed(owner), ["--list", str(owner)], sentences.append), sentences


def test_no_envelope_but_a_services_starts_anything(owner, bench, folders):
    request = good(bench)
    with wire() as elsewhere, wire() as between:
        elsewhere.answer = respond({"request": request, "cancel": [], "received": []})
        loop, sentences = make_loop(owner, folders, f"http://127.0.0.1:{between.port}")
        attempts = list(list_envelopes(request, elsewhere))
        assert len(attempts) > 50
        for attempt in attempts:
            between.answer = attempt
            loop.run_once()
            assert RequestStore(folders).list_records() == [], attempt[:200]
        assert len(between.paths) == len(attempts)
        # No redirect is followed, and the token goes nowhere else.
        assert (elsewhere.paths, elsewhere.tokens) == ([], [])
        assert all(len(one) < 600 and one.isprintable() for one in sentences)
        # The same request in a sound envelope is accepted: the attempts above failed for their envelope alone.
        between.answer = elsewhere.answer
        loop.run_once()
        assert [one.state for one in RequestStore(folders).list_records()] == [RUNNING]
    assert list(bench.iterdir()) == []


def test_no_name_but_the_services_and_no_older_protocol(owner, bench, folders, certificate):
    key, public, _ = certificate
    body = respond({"request": good(bench), "cancel": [], "received": []})

    def make_context():
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(public, key)
        return context

    old = make_context()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        old.minimum_version, old.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    old.set_ciphers("ALL:@SECLEVEL=0")
    nameless = make_context()
    for context, host, trusted in (
        (None, "localhost", True),
        (make_context(), "localhost", False),
        (nameless, "127.0.0.2", True),
        (old, "localhost", True),
    ):
        with wire(context) as between:
            between.answer = body
            port, ca_file = between.port, str(public) if trusted else None
            if host == "127.0.0.2":
                forward = socket.create_server(("127.0.0.2", 0))
                port = forward.getsockname()[1]
                threading.Thread(target=pass_on, args=(forward, between.port), daemon=True).start()
            loop, sentences = make_loop(owner, folders, f"https://{host}:{port}", ca_file)
            loop.run_once()
            assert RequestStore(folders).list_records() == [], host
            assert between.tokens == [], host
            assert len(sentences) == 1, sentences
    with wire(make_context()) as between:
        between.answer = body
        loop, _ = make_loop(owner, folders, f"https://localhost:{between.port}", str(public))
        loop.run_once()
        assert [one.state for one in RequestStore(folders).list_records()] == [RUNNING]


def pass_on(listening, port):
    """Pass one connection on, byte by byte, as somebody in the middle does."""
    connection, _ = listening.accept()
    listening.close()
    with connection, socket.create_connection(("127.0.0.1", port)) as onward:
        threading.Thread(target=copy, args=(onward, connection), daemon=True).start()
        copy(connection, onward)


def copy(source, sink):
    try:
        while chunk := source.recv(65_536):
            sink.sendall(chunk)
        sink.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def list_changes(owner, bench, foreign):
    """What somebody may change between the acceptance of a request and its start, and what the refusal says."""

    def swap(path: Path, content):
        path.rename(path.with_name(f"{path.name}.was"))
        path.symlink_to(content)

    text = owner.read_text()
    yield "quick", lambda: swap(bench, foreign), "leads through a link"
    yield "quick", lambda: owner.write_text(text.replace('"quick"', '"sweep"')), "Suite 'quick' is not in"
    yield "quick", lambda: owner.write_text(text.replace(str(bench), str(foreign))), "Target"
    yield "quick", lambda: owner.write_text('hours = "00:00-00:01"\n' + text), "only between"
    yield "quick", lambda: owner.write_text("write_bytes_a_day = 1\n" + text), "1 may still be written today"
    yield "quick", lambda: owner.write_text("longest_s = 1\n" + text), "this host allows 1 s per request"
    yield "quick", lambda: owner.chmod(0o666), "can be changed by other users"
    yield "quick", lambda: os.chown(owner, 1000, 0), "belongs to another user"
    yield "quick", lambda: swap(owner, owner.with_name("serve.toml.was")), "is a link"
    yield "quick", owner.unlink, "accepts no requests"
    yield "db", lambda: owner.with_name("db.fio").chmod(0o666), "can be changed by other users"
    yield "db", lambda: swap(owner.with_name("db.fio"), foreign / "precious"), "is a link"
    yield "db", lambda: owner.write_text(text.replace('"db"', '"db2"')), "Job 'db' is not in"
    for line, said in (
        (f"filename={foreign}/precious", "not part of"),
        (f"directory={foreign}", "not part of"),
        (f"write_bw_log={foreign}/x", "outside the run's own folder"),
        ("filename=/dev/sda", "not part of"),
        ("exec_prerun=touch /tmp/x", "exec_prerun"),
        ("ioengine=exec\nprogram=/bin/true", "exec"),
        ("bs=1g\niodepth=64", "GB of buffers"),
    ):
        yield (
            "db",
            lambda line=line: owner.with_name("db.fio").write_text(f"[db]\nrw=randread\nsize=4m\n{line}\n"),
            said,
        )


@pytest.mark.parametrize("number", range(20))
def test_what_changes_after_the_acceptance_is_refused(
    number, owner, bench, foreign, folders, in_served_bench, capfd, service
):
    changes = list(list_changes(owner, bench, foreign))
    assert len(changes) == 20
    name, change, said = changes[number]
    request = read_request(good(bench, kind="job" if name == "db" else "suite", name=name))
    RequestStore(folders).save(Record(request.id, RUNNING, request))
    precious = (foreign / "precious").read_bytes()
    change()
    main(["serve", "--request", request.id, "--list", str(owner)])
    record = RequestStore(folders).find(request.id)
    assert record.state in {REFUSED, "failed"}, record
    assert said in record.reason
    assert service.runs == {}
    assert [path.name for path in foreign.iterdir()] == ["precious"]
    assert (foreign / "precious").read_bytes() == precious
    assert bench.is_symlink() or list(bench.iterdir()) == []


def test_the_loop_ends_with_a_list_that_others_can_change(owner, bench, folders):
    with wire() as between:
        between.answer = respond({"request": good(bench), "cancel": [], "received": []})
        loop, _ = make_loop(owner, folders, f"http://127.0.0.1:{between.port}")
        owner.chmod(0o646)
        with pytest.raises(SetupError, match="can be changed by other users"):
            loop.run()
        assert between.paths == []
    assert RequestStore(folders).list_records() == []

"""upload.py and sending.py against a real HTTP server that misbehaves: nothing is lost, nothing is given up early."""

import ssl
import threading
import time
import tracemalloc
from datetime import datetime, timedelta, timezone

import pytest
import service_double as double
from kept_run import keep_run

from fioboard_agent.delivery.config import Config
from fioboard_agent.delivery.sending import deliver
from fioboard_agent.delivery.upload import Service, UnreachableError
from fioboard_agent.errors import SetupError

TOKEN = "fioboard_upload_secret"


class Clock:
    """Time that passes only while somebody sleeps."""

    def __init__(self):
        self.now = 0.0
        self.pauses = []

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        self.pauses.append(seconds)
        self.now += seconds


def send(spool, url, *entries, wait_s=0.0, clock=None, timeout_s=5.0):
    clock = clock or Clock()
    said = []
    service = Service(Config(server=url, token=TOKEN), timeout_s)
    report = deliver(spool, entries, service, wait_s, said.append, clock.sleep, clock)
    return report, said


def test_upload_arrives_as_the_contract_says_and_leaves_the_spool(spool, service, folders):
    entry = keep_run(spool, b'{"jobs": []}' * 1000, inventory={"schema": 1, "host": {"name": "ü"}})
    report, _ = send(spool, service.url, entry)
    run = service.runs[entry.key]
    assert run["files"]["fio.json"] == b'{"jobs": []}' * 1000
    assert run["inventory"]["host"]["name"] == "ü"
    assert run["manifest"]["labels"] == {}
    assert report.urls == [f"{service.url}/runs/{entry.key}"]
    assert list(folders.spool.iterdir()) == []
    headers = service.requests[0]["headers"]
    assert headers["Authorization"] == f"Bearer {TOKEN}"
    assert "Content-Encoding" not in headers


def test_each_attempt_tells_the_clock_of_its_own_moment(spool, service):
    entry = keep_run(spool)
    before = datetime.now(timezone.utc)
    send(spool, service.url, entry)
    sent_at = datetime.fromisoformat(service.runs[entry.key]["manifest"]["sent_at"].replace("Z", "+00:00"))
    assert before - timedelta(seconds=1) <= sent_at <= datetime.now(timezone.utc)


@pytest.mark.parametrize(
    ("told", "lines"),
    [
        (
            {"verdict": {"sentence": "The x16 link is full: 28.4 of 28.8 GB/s, 98.6 %."}},
            ["The x16 link is full: 28.4 of 28.8 GB/s, 98.6 %."],
        ),
        ({"verdict": {"sentence": "two\nlines\x1b[31m"}}, ["two lines [31m"]),
        ({"verdict": None}, []),
        ({"verdict": "no object"}, []),
        ({"verdict": {"sentence": 7}}, []),
        ({}, []),
    ],
)
def test_what_the_service_made_of_a_run_is_one_line_or_none(spool, service, told, lines):
    service.behaviours.append(lambda handler: handler.answer(201, {**handler.store(), **told}))
    report, _ = send(spool, service.url, keep_run(spool))
    assert report.verdicts == lines


def test_known_upload_counts_as_stored(spool, service):
    entry = keep_run(spool)
    service.behaviours.append(double.store_then_cut)
    report, _ = send(spool, service.url, entry, wait_s=10)
    assert (len(report.stored), len(service.requests), len(service.runs)) == (1, 2, 1)


@pytest.mark.parametrize(
    "misbehaviour",
    [
        double.refuse(500, "InternalError"),
        double.refuse(502, "x"),
        double.refuse(503, "Unavailable"),
        double.refuse(507, "StorageFull"),
        double.refuse(408, "SlowBody"),
        double.refuse(425, "x"),
        double.refuse(429, "RateLimited"),
        double.refuse(400, "DigestMismatch"),
        double.reset_in_body,
        double.store_then_cut,
        double.wrong_digest,
        double.wrong_key,
        double.html(500),
        double.html(400),
        double.html(413),
    ],
)
def test_passing_trouble_is_tried_again_and_then_stored_once(spool, service, misbehaviour):
    entry = keep_run(spool, b"x" * 200_000)
    service.behaviours += [misbehaviour, misbehaviour]
    report, said = send(spool, service.url, entry, wait_s=60)
    assert [done.key for done in report.stored] == [entry.key]
    assert len(service.requests) == 3
    assert len(service.runs) == 1
    assert len(said) == 2
    assert all("Trying again" in sentence for sentence in said)
    assert list(spool.waiting()) == []


@pytest.mark.parametrize("misbehaviour", [double.wrong_digest, double.wrong_key, double.refuse(500, "x")])
def test_result_stays_when_time_is_over(spool, service, misbehaviour):
    entry = keep_run(spool)
    service.behaviours += [misbehaviour] * 50
    report, _ = send(spool, service.url, entry, wait_s=20)
    assert [kept.key for kept in report.waiting] == [entry.key]
    assert [kept.key for kept in spool.waiting()] == [entry.key]


@pytest.mark.parametrize(
    ("status", "name"),
    [
        (409, "UploadKeyReused"),
        (413, "TooLarge"),
        (415, "UnsupportedMediaType"),
        (422, "BadManifest"),
        (400, "BadEncoding"),
    ],
)
@pytest.mark.parametrize("behaviour", [double.refuse, double.refuse_unread])
def test_refusal_for_good_moves_the_entry_aside_with_its_answer(spool, service, status, name, behaviour):
    """Also when the service answers and hangs up before it has read the body."""
    bad, good = keep_run(spool, b"x" * 3_000_000), keep_run(spool, minutes=1)
    service.behaviours.append(behaviour(status, name))
    report, said = send(spool, service.url, bad, good, wait_s=60)
    assert [entry.key for entry in report.rejected] == [bad.key]
    assert [entry.key for entry in report.stored] == [good.key]
    (kept,) = spool.rejected()
    assert kept.answer()["error"] == name
    assert (kept.files / "fio.json").stat().st_size == 3_000_000
    assert name in said[0]


@pytest.mark.parametrize(
    "misbehaviour",
    [
        double.refuse(401, "NotAuthenticated"),
        double.refuse(403, "WrongHost"),
        double.html(404),
        double.html(302),
    ],
)
def test_wrong_token_or_address_touches_no_result(spool, service, misbehaviour):
    entries = [keep_run(spool, minutes=minutes) for minutes in range(3)]
    service.behaviours += [misbehaviour] * 9
    report, _ = send(spool, service.url, *entries, wait_s=60)
    assert len(service.requests) == 1
    assert len(report.waiting) == 3
    assert len(list(spool.waiting())) == 3
    assert list(spool.rejected()) == []


def test_pauses_grow_with_jitter_up_to_five_minutes(spool, service):
    entry, clock = keep_run(spool), Clock()
    service.behaviours += [double.refuse(500, "x")] * 14
    report, _ = send(spool, service.url, entry, wait_s=1e6, clock=clock)
    assert len(report.stored) == 1
    limits = [min(300.0, 2.0**attempt) for attempt in range(14)]
    assert all(limit / 2 <= pause <= limit for pause, limit in zip(clock.pauses, limits))
    assert len({pause / limit for pause, limit in zip(clock.pauses, limits)}) > 5


def test_retry_after_is_obeyed(spool, service):
    entry, clock = keep_run(spool), Clock()
    service.behaviours.append(double.refuse(429, "RateLimited", {"Retry-After": "77"}))
    send(spool, service.url, entry, wait_s=100, clock=clock)
    assert clock.pauses == [77.0]


def test_retry_after_beyond_the_waiting_time_ends_the_attempts(spool, service):
    entry = keep_run(spool)
    service.behaviours.append(double.refuse(503, "Unavailable", {"Retry-After": "3600"}))
    report, _ = send(spool, service.url, entry, wait_s=60)
    assert len(service.requests) == 1
    assert len(report.waiting) == 1


def test_service_that_is_away_leaves_everything_in_place(spool):
    entry = keep_run(spool)
    report, _ = send(spool, "http://127.0.0.1:9", entry)
    assert "cannot be reached: Connection refused" in report.last_sentence
    assert [kept.key for kept in spool.waiting()] == [entry.key]


def test_silent_service_is_given_up_after_the_time_limit(spool, service):
    entry = keep_run(spool)
    service.behaviours.append(double.slow(3.0))
    started = time.monotonic()
    report, _ = send(spool, service.url, entry, timeout_s=0.3)
    assert time.monotonic() - started < 2
    assert "did not answer in time" in report.last_sentence
    assert len(report.waiting) == 1


def test_large_file_is_streamed(spool, service):
    entry = keep_run(spool)
    service.behaviours.append(double.refuse_unread(503, "Unavailable"))
    (entry.files / "fio.json").write_bytes(bytes(range(256)) * (40 << 12))
    tracemalloc.start()
    send(spool, service.url, entry)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 << 20


def test_unknown_certificate_is_refused(certificate, spool):
    """A real TLS server with a certificate of its own making."""
    key, public, _ = certificate
    with double.ServiceDouble() as service:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(public, key)
        service._server.socket = context.wrap_socket(service._server.socket, server_side=True)
        url = service.url.replace("http://127.0.0.1", "https://localhost")
        strange = Service(Config(server=url, token=TOKEN))
        # The refused handshake ends up as an exception in the server's thread, which is not of interest here.
        service._server.handle_error = lambda *_: None
        with pytest.raises(UnreachableError, match="certificate is not valid"):
            strange.health()
        assert Service(Config(server=url, token=TOKEN, ca_file=str(public))).health().status == 200


def test_no_token_no_upload(spool, service):
    entry = keep_run(spool)
    with pytest.raises(SetupError, match="No token"):
        Service(Config(server=service.url)).upload(entry)
    assert service.requests == []


def test_twenty_agents_pushing_one_entry_store_one_run(spool, service):
    entry = keep_run(spool)
    uploads = [
        threading.Thread(target=lambda: Service(Config(server=service.url, token=TOKEN)).upload(entry))
        for _ in range(20)
    ]
    for upload in uploads:
        upload.start()
    for upload in uploads:
        upload.join()
    assert list(service.runs) == [entry.key]
    assert len(service.requests) == 20


def test_terminal_never_shows_control_characters_of_a_service(spool, service):
    entry = keep_run(spool)

    def hostile(handler):
        handler.body()
        handler.answer(422, {"error": "BadManifest", "detail": "\x1b[2Jgone\r\n\x07", "retryable": False})

    service.behaviours.append(hostile)
    _, said = send(spool, service.url, entry)
    assert all(char.isprintable() for char in said[0])

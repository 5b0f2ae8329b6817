"""What the agent says of itself after each round, and that nothing depends on it."""

import json

import pytest
import service_double as double
from kept_run import keep_run

from fioboard_agent import __version__
from fioboard_agent.delivery.config import Config
from fioboard_agent.delivery.host_identity import identify_host
from fioboard_agent.delivery.sending import deliver
from fioboard_agent.delivery.upload import Service
from fioboard_agent.delivery.word import send_last_report


@pytest.fixture
def connected(service):
    return Service(Config(server=service.url, token="fioboard_upload_secret"), 5.0)


def send(folders, spool, connected):
    report = deliver(spool, list(spool.waiting()), connected, 0.0, lambda _: None)
    send_last_report(folders, spool, connected, report)


def test_all_is_well(folders, spool, service, connected):
    keep_run(spool, b"{}")
    send(folders, spool, connected)
    assert service.words == [
        {
            "agent_host_id": identify_host(folders).id,
            "agent_version": __version__,
            "waiting": 0,
            "waiting_since": None,
            "refused": 0,
            "error": None,
            "error_at": None,
        }
    ]


def test_what_waits_and_why(folders, spool, service, connected):
    keep_run(spool, b"{}")
    service.behaviours = [double.refuse(503, "Unavailable")]
    send(folders, spool, connected)
    [word] = service.words
    assert (word["waiting"], word["refused"]) == (1, 0)
    assert word["waiting_since"] <= word["error_at"]
    assert "answered 503" in word["error"]
    # The reason is kept until the next failure: it is the last word of this host.
    send(folders, spool, connected)
    assert service.words[-1]["waiting"] == 0
    assert service.words[-1]["error"] == word["error"]


def test_what_is_refused(folders, spool, service, connected):
    keep_run(spool, b"{}")
    service.behaviours = [double.refuse(422, "BadManifest")]
    send(folders, spool, connected)
    assert (service.words[0]["refused"], service.words[0]["waiting"]) == (1, 0)
    assert "BadManifest" in service.words[0]["error"]


def test_a_service_that_is_away_changes_nothing(folders, spool):
    gone = Service(Config(server="http://127.0.0.1:9", token="fioboard_upload_secret"), 5.0)
    entry = keep_run(spool, b"{}")
    send(folders, spool, gone)
    assert [one.key for one in spool.waiting()] == [entry.key]
    kept = json.loads((folders.state / "delivery-error.json").read_text())
    assert "cannot be reached" in kept["error"]


@pytest.mark.parametrize("content", ["", "{", "[]", '{"error": 1}', "null"])
def test_a_broken_note_is_no_error(folders, spool, service, connected, content):
    identify_host(folders)
    (folders.state / "delivery-error.json").write_text(content)
    send_last_report(folders, spool, connected)
    assert service.words[0]["error"] is None

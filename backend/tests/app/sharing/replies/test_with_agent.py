"""From the agent to the page: a real fio run, shared, measured again by a recipient, accepted and shown as external."""

import json
import tempfile
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.crash.agent import Agent
from tests.crash.victim import Victim

pytestmark = pytest.mark.nightly
RUN_S = 120


@pytest.fixture
def victim(tmp_path: Path) -> Iterator[Victim]:
    with tempfile.TemporaryDirectory() as folder:
        victim = Victim(Path(folder), workers=1)
        victim.start()
        yield victim
        victim.stop()


def test_a_recipient_measures_the_same_and_the_page_shows_it_once_it_is_accepted(
    victim: Victim, tmp_path: Path
) -> None:
    token = victim.command("token", "create", "--scope", "admin", "--name", "sender")

    def ask(method: str, path: str, content: Any = None, *, has_token: bool = True) -> Any:
        body = None if content is None else json.dumps(content).encode()
        asked = urllib.request.Request(f"{victim.url}/api/v1{path}", body, method=method)
        if has_token:
            asked.add_header("authorization", f"Bearer {token}")
        if body is not None:
            asked.add_header("content-type", "application/json")
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return json.loads(answer.read() or b"null")

    agent = Agent(tmp_path, victim)
    assert agent.measure().wait(RUN_S) == 0
    [run] = ask("GET", "/runs")["items"]
    made = ask("POST", "/shares", {"kind": "run", "spec": {"run_id": run["id"]}, "takes_replies": True})
    link = made["url"].rpartition("/s/")[2]
    code = ask("POST", f"/shared/{link}/reply-codes", has_token=False)["code"]

    words = ("run", "--like", f"{victim.url}/s/{link}", "--target", str(agent.target), "--keep-free", "1m")
    assert agent.start(*words, "--yes", "--reply", code).wait(RUN_S) == 0
    assert agent.kept() == {}
    assert [one["id"] for one in ask("GET", "/runs")["items"]] == [run["id"]]
    assert ask("GET", f"/shared/{link}/replies", has_token=False)["items"] == []
    [reply] = ask("GET", f"/shares/{made['id']}/replies")["items"]
    url = f"/shares/{made['id']}/replies/{reply['id']}"
    assert ask("GET", url)["document"]["compare"]["workloads"]
    assert ask("PATCH", url, {"state": "accepted"})["state"] == "accepted"
    [shown] = ask("GET", f"/shared/{link}/replies", has_token=False)["items"]
    assert shown["document"]["compare"]["workloads"]
    assert f'"{reply["host_name"]}"' not in json.dumps(shown)
    # The code is used: another run with it is refused, and stays on the recipient's host.
    assert agent.start(*words, "--yes", "--reply", code).wait(RUN_S) == 5
    assert len(ask("GET", f"/shares/{made['id']}/replies")["items"]) == 1

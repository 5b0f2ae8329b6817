"""What the agent calls itself where it is not on the PATH."""

from kept_run import STARTED

from fioboard_agent.delivery.payload import Annotations, Draft, Host
from fioboard_agent.host.own_command import build_command


def test_command_is_named_by_its_path_where_it_was_started_by_one(monkeypatch):
    cases = {
        "": "fioboard-agent",
        "/home/me/.fioboard/fioboard-agent": "/home/me/.fioboard/fioboard-agent",
        "/my disk/fioboard-agent": "'/my disk/fioboard-agent'",
        "/bin/sh": "fioboard-agent",
        "relative/fioboard-agent": "fioboard-agent",
    }
    for path, program in cases.items():
        monkeypatch.setenv("FIOBOARD_AGENT_COMMAND", path)
        assert build_command("push") == f"{program} push", path
        agent = Draft("key", Host("12345678", "h"), STARTED, ("fio",), Annotations()).build_document()["agent"]
        assert agent.get("command") == (path if program != "fioboard-agent" else None), path

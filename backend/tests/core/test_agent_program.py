"""Which program a command to be copied begins with."""

from fioboard.core.agent_program import AGENT, read_agent_program


def test_only_a_path_of_the_agent_itself_is_shown() -> None:
    for path in ("/home/me/fioboard/.fioboard/fioboard-agent", "/a b/fioboard-agent", "/fioboard-agent"):
        assert read_agent_program(path) == path
    odd: tuple[object, ...] = (
        None, 7, "", "fioboard-agent", "./fioboard-agent", "/bin/sh", "/bin/sh -c fioboard-agent;", "/x/fioboard-agent ",
        "/x\n/fioboard-agent", "/\x1b[2J/fioboard-agent", "/x" * 600 + "/fioboard-agent", "//fioboard-agent",
    )  # fmt: skip
    for stated in odd:
        assert read_agent_program(stated) == AGENT, stated

"""From where the address of a link can be opened."""

from fioboard.app.sharing.links.reach import classify_reach
from fioboard.engine.answers.shared import Reach
from tests.loops import check_each


@check_each(
    "url, reach",
    [
        ("http://localhost:8000", "this_machine"),
        ("http://LOCALHOST:8000/path", "this_machine"),
        ("http://fio.localhost", "this_machine"),
        ("http://127.0.0.1:8000", "this_machine"),
        ("http://127.9.9.9", "this_machine"),
        ("http://[::1]:8000", "this_machine"),
        ("http://[::ffff:127.0.0.1]", "this_machine"),
        ("http://0.0.0.0:8000", "this_machine"),
        ("http://10.1.2.3", "this_network"),
        ("http://172.31.0.1", "this_network"),
        ("https://192.168.178.20:8443/bench", "this_network"),
        ("http://169.254.1.1", "this_network"),
        ("http://100.64.0.1", "this_network"),
        ("http://[fd00::1]", "this_network"),
        ("http://[fe80::1%25eth0]", "this_network"),
        ("http://nas.local", "this_network"),
        ("http://nas.local.", "this_network"),
        ("http://bench.home.arpa", "this_network"),
        ("http://bench", "this_network"),
        ("http://172.32.0.1", "anywhere"),
        ("https://8.8.8.8", "anywhere"),
        ("https://[2606:4700::1]", "anywhere"),
        ("https://bench.example.com/fio", "anywhere"),
        ("https://local.example.org", "anywhere"),
        ("https://localhost.example.org", "anywhere"),
    ],
)
def test_the_reach_of_an_address(url: str, reach: Reach) -> None:
    assert classify_reach(url) == reach

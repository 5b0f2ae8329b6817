"""delivery/proxy.py: requests go through the proxy of the environment, as curl's do."""

import http.server
import threading
from urllib.parse import urlsplit

import pytest

from fioboard_agent.delivery import proxy
from fioboard_agent.delivery.config import Config
from fioboard_agent.delivery.upload import Service, UnreachableError
from fioboard_agent.errors import SetupError

NAMES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch):
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.mark.parametrize(
    ("server", "environment", "found"),
    [
        ("https://lab.example", {}, None),
        ("https://lab.example", {"https_proxy": "http://proxy.example:8080"}, ("proxy.example", 8080)),
        ("https://lab.example", {"HTTPS_PROXY": "proxy.example"}, ("proxy.example", 3128)),
        ("https://lab.example", {"http_proxy": "http://proxy.example:8080"}, None),
        ("http://lab.example", {"http_proxy": "http://proxy.example:8080"}, ("proxy.example", 8080)),
        ("https://lab.example", {"all_proxy": "http://proxy.example:8080"}, ("proxy.example", 8080)),
        ("https://lab.example", {"https_proxy": "http://p:1", "no_proxy": ".example"}, None),
        ("https://lab.example:8443", {"https_proxy": "http://p:1", "no_proxy": "lab.example:8443"}, None),
        ("https://lab.example", {"https_proxy": "http://p:1", "no_proxy": "*"}, None),
        ("http://127.0.0.1:8000", {"http_proxy": "http://p:1"}, None),
    ],
)
def test_proxy_is_chosen_as_curl_does(monkeypatch, server, environment, found):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    chosen = proxy.find_proxy(urlsplit(server))
    assert (None if chosen is None else (chosen.host, chosen.port)) == found


def test_name_and_password_go_to_the_proxy_alone(monkeypatch):
    monkeypatch.setenv("https_proxy", "http://me:p%40ss@proxy.example:8080")
    chosen = proxy.find_proxy(urlsplit("https://lab.example"))
    assert chosen.headers == {"Proxy-Authorization": "Basic bWU6cEBzcw=="}
    assert "bWU6" not in repr(chosen)


def test_proxy_of_another_kind_is_an_error(monkeypatch):
    monkeypatch.setenv("https_proxy", "socks5://proxy.example:1080")
    with pytest.raises(SetupError, match="http://"):
        proxy.find_proxy(urlsplit("https://lab.example"))


@pytest.fixture
def passing(monkeypatch):
    """A proxy that notes what it is asked, answers plain requests itself and refuses tunnels."""
    asked = []

    class Passing(http.server.BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def do_GET(self):
            asked.append((self.command, self.path, self.headers.get("Proxy-Authorization")))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"status": "ok"}')

        def do_CONNECT(self):
            asked.append((self.command, self.path, self.headers.get("Proxy-Authorization")))
            self.send_error(403, "not here")

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Passing)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    for scheme in ("http", "https"):
        monkeypatch.setenv(f"{scheme}_proxy", f"http://me:x@127.0.0.1:{server.server_address[1]}")
    yield asked
    server.shutdown()
    thread.join()
    server.server_close()


def test_plain_request_names_the_whole_address(passing):
    answer = Service(Config(server="http://lab.example:8000/bench", allow_http=True)).health()
    assert answer.body == {"status": "ok"}
    assert passing == [("GET", "http://lab.example:8000/bench/healthz", "Basic bWU6eA==")]


def test_encrypted_request_asks_for_a_tunnel_and_says_why_there_is_none(passing):
    with pytest.raises(UnreachableError, match="403"):
        Service(Config(server="https://lab.example", token="secret")).health()
    assert passing == [("CONNECT", "lab.example:443", "Basic bWU6eA==")]

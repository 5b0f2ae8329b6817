"""What is noted of who opens a link is enough to tell offices apart, and too little to tell people apart."""

from typing import Any

import pytest
from fastapi import Request

from fioboard.app.sharing.links.visitor import describe_browser, get_network

CHROME = "Mozilla/5.0 ({}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36"


def request(address: str | None = None, agent: str = "") -> Request:
    scope: dict[str, Any] = {"type": "http", "headers": [(b"user-agent", agent.encode())]}
    return Request(scope | {"client": (address, 1) if address is not None else None})


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
        ("::ffff:192.0.2.77", "192.0.2.0/24"),
        ("testclient", None),
        (None, None),
    ],
)
def test_addresses_are_cut_to_their_network(address: str | None, network: str | None) -> None:
    assert get_network(request(address)) == network


@pytest.mark.parametrize(
    ("agent", "browser"),
    [
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0",
            "Firefox on Windows",
        ),
        (CHROME.format("X11; Linux x86_64"), "Chrome on Linux"),
        (CHROME.format("Linux; Android 16; SM-S931B"), "Chrome on Android"),
        (CHROME.format("Windows NT 10.0; Win64; x64") + " Edg/148.0.0.0", "Edge on Windows"),
        (CHROME.format("Macintosh; Intel Mac OS X 10_15_7") + " OPR/130.0.0.0", "Opera on macOS"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) Version/26.1 Mobile/15E148 Safari/604.1",
            "Safari on iOS",
        ),
        ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "a bot"),
        ("curl/8.17.0", "curl"),
        ("Links (2.30; FreeBSD 15.0 amd64)", "FreeBSD"),
        ("Serial 7FN0A1 secret", None),
        ("", None),
    ],
)
def test_browsers_are_named_by_family_and_system_only(agent: str, browser: str | None) -> None:
    assert describe_browser(request("192.0.2.1", agent)) == browser

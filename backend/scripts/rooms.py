"""The rooms of the service: `core`, `cli`, `main`, and in the folders between them each folder that holds modules."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "fioboard"


def find_room(path: Path) -> str:
    """Name the room that holds a module: `core`, `engine/rules`, `app/watch/changes`."""
    folder = PACKAGE
    for part in path.relative_to(PACKAGE).parts[:-1]:
        folder /= part
        if any(module.stem != "__init__" for module in folder.glob("*.py")):
            break
    return path.stem if folder == PACKAGE else folder.relative_to(PACKAGE).as_posix()


def list_rooms() -> set[str]:
    """Name every room. A folder that holds folders alone is none."""
    opened = {path.parent for path in PACKAGE.rglob("__init__.py")}
    folders = [path for path in PACKAGE.rglob("*.py") if path.stem != "__init__" and path.parent in opened]
    return {find_room(path) for path in folders}

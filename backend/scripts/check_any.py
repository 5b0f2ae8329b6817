"""Keeps `Any` from coming back: each room may hold as many as pyproject.toml says (tool.fioboard.any), none means none.

A value that anybody may have written is `object`; a document has a TypedDict, a row the type beside its statement. What
remains is where a library has no types, and rooms that were not yet gone through: lower a number when you have.
"""

import sys
import tokenize
import tomllib
from collections import Counter
from pathlib import Path

from rooms import find_room

BACKEND = Path(__file__).parents[1]


def counted() -> Counter[str]:
    """Number of times that `Any` stands in each room of the service."""
    found: Counter[str] = Counter()
    package = BACKEND / "fioboard"
    for path in sorted(package.rglob("*.py")):
        with path.open("rb") as source:
            # Not the word in a sentence.
            found[find_room(path)] += sum(
                token.string == "Any" for token in tokenize.tokenize(source.readline)
            )
    return found


def main() -> int:
    """0 when no room has more than it may."""
    allowed: dict[str, int] = tomllib.loads((BACKEND / "pyproject.toml").read_text())["tool"]["fioboard"][
        "any"
    ]
    found = counted()
    over = [(room, n, allowed.get(room, 0)) for room, n in found.items() if n > allowed.get(room, 0)]
    for room, n, limit in over:
        print(
            f"fioboard/{room} has {n} times Any, at most {limit}: say object, a TypedDict or a Protocol instead."
        )
    for room, limit in allowed.items():
        if found[room] < limit:
            print(
                f"fioboard/{room} has {found[room]} times Any and may have {limit}: lower it in pyproject.toml."
            )
    print(f"Any: {found.total()} in fioboard")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())

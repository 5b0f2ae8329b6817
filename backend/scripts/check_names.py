"""Checks that functions' names say what they do: they begin with a verb, and no end of them is a preposition.

Each room of the service and the agent may hold as many other names as names.toml says; a room that is not there may
hold none. `--write` lowers the numbers to what is there now and raises none. Of all functions at most 1 % begin or end
in a preposition: those whose names a library or Python's own usage gives (`on_part_begin`, `from_bytes`).
"""

import ast
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rooms import find_room

CHECKOUT = Path(__file__).parents[2]
WORDS = Path(__file__).with_name("names.toml")
# Names that a library reads (a route's name is its operationId, a command's name its verb) and nouns by their nature.
NAMED_BY_OTHERS = (
    "property",
    "validator",
    "serializer",
    "router.",
    "app.",
    "server.tool",
    "webhooks.",
    "overload",
)

MAX_PREPOSITIONS = 0.01  # of all functions


@dataclass
class Count:
    """Counts the functions of one room."""

    functions: int = 0
    no_verb: list[str] = field(default_factory=list)
    preposition: list[str] = field(default_factory=list)


def list_functions(tree: ast.AST) -> Iterator[str]:
    """List the functions of a module whose names its author chose."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or node.name.startswith("__"):
            continue
        if not any(hook in ast.unparse(one) for one in node.decorator_list for hook in NAMED_BY_OTHERS):
            yield node.name


def begins_with_verb(name: str, words: dict[str, list[str]]) -> bool:
    """Tell whether a function's name begins with a verb or is a predicate."""
    return name.strip("_").split("_")[0] in (*words["verbs"], *words["predicates"])


def has_preposition(name: str, words: dict[str, list[str]]) -> bool:
    """Tell whether a function's name begins or ends in a preposition."""
    parts = name.strip("_").split("_")
    return parts[0] in words["prepositions"] or parts[-1] in words["prepositions"]


def count_names(words: dict[str, list[str]]) -> dict[str, Count]:
    """Count the functions of each room, keeping the names that break a rule."""
    rooms: dict[str, Count] = {}
    for package in ("backend/fioboard", "agent/fioboard_agent"):
        for path in sorted((CHECKOUT / package).rglob("*.py")):
            room = rooms.setdefault("agent" if package.startswith("agent") else find_room(path), Count())
            for name in list_functions(ast.parse(path.read_text(encoding="utf-8"))):
                room.functions += 1
                place = f"{path.relative_to(CHECKOUT)}: {name}"
                if not begins_with_verb(name, words):
                    room.no_verb.append(place)
                if has_preposition(name, words):
                    room.preposition.append(place)
    return rooms


def write_limits(rooms: dict[str, Count], limits: dict[str, Counter[str]]) -> None:
    """Lower the limits in names.toml to the present numbers."""
    head = WORDS.read_text().partition("[no_verb]")[0]
    for rule, allowed in limits.items():
        head += f"[{rule}]\n"
        for room, count in sorted(rooms.items()):
            if n := min(allowed.get(room, 0), len(getattr(count, rule))):
                head += f'"{room}" = {n}\n' if "/" in room or "." in room else f"{room} = {n}\n"
        head += "\n"
    WORDS.write_text(head.rstrip("\n") + "\n")


def main() -> int:
    """Return 0 when no room has more than it may."""
    words = tomllib.loads(WORDS.read_text())
    rooms = count_names(words)
    limits = {rule: Counter(words[rule]) for rule in ("no_verb", "preposition")}
    if "--write" in sys.argv:
        write_limits(rooms, limits)
    failed = False
    for rule, advice in (
        ("no_verb", "begins with no verb of names.toml"),
        ("preposition", "begins or ends in a preposition"),
    ):
        for room, count in rooms.items():
            names = getattr(count, rule)
            if len(names) > limits[rule][room]:
                failed = True
                print(f"{room} has {len(names)} functions whose name {advice}, at most {limits[rule][room]}:")
                print(*names, sep="\n")
    total = sum(count.functions for count in rooms.values())
    verbs = total - sum(len(count.no_verb) for count in rooms.values())
    prepositions = sum(len(count.preposition) for count in rooms.values())
    print(
        f"Names: {verbs} of {total} functions begin with a verb ({verbs / total:.1%}), "
        f"{prepositions} hold a preposition at an end ({prepositions / total:.1%})"
    )
    if prepositions > MAX_PREPOSITIONS * total:
        failed = True
        print(f"At most {MAX_PREPOSITIONS:.0%} of the functions may begin or end in a preposition.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

"""Reading documents that another program wrote: what is absent or of an odd type is unknown (None), never an error."""

from collections.abc import Iterator, Mapping

# No machine has more of anything: 144 PB. What is beyond is a misreading, and sums of a few dozen stay within 64 bits.
MOST = 1 << 57


def follow(value: object, path: str) -> object:
    """The value at a path with dots, whatever it is; None when anything on the way is missing or no object."""
    for key in path.split("."):
        # What JSON gives first: to ask the abstract class takes ten times as long, and rules ask thousands of times.
        if value is None or not isinstance(value, (dict, Mapping)):
            return None
        value = value.get(key)
    return value


def text(value: object, path: str) -> str | None:
    """A text that is not empty."""
    node = follow(value, path)
    return node if isinstance(node, str) and node else None


def whole(value: object, path: str) -> int | None:
    """Read a whole number of at most MOST; true and false are none."""
    node = follow(value, path)
    if isinstance(node, bool) or not isinstance(node, int | float) or not -MOST <= node <= MOST:
        return None
    return int(node) if isinstance(node, int) or node.is_integer() else None


def get_in_range(value: object, path: str, low: int, high: int) -> int | None:
    """Return a whole number in a range that the thing can have; another is a misreading, so it is unknown."""
    integer = whole(value, path)
    return integer if integer is not None and low <= integer <= high else None


def number(value: object, path: str) -> float | None:
    """Read a number of at most MOST."""
    node = follow(value, path)
    if isinstance(node, bool) or not isinstance(node, int | float) or not -MOST <= node <= MOST:
        return None
    return float(node)


def flag(value: object, path: str) -> bool | None:
    """True or false; the words on and off count as well."""
    node = follow(value, path)
    if isinstance(node, str):
        return {"on": True, "off": False}.get(node.lower())
    return node if isinstance(node, bool) else None


def mapping(value: object, path: str) -> Mapping[str, object]:
    """An object; empty when there is none."""
    node = follow(value, path)
    return node if node is not None and isinstance(node, (dict, Mapping)) else {}


def objects(value: object, path: str) -> list[Mapping[str, object]]:
    """The objects of a list; whatever else the list holds is left out."""
    node = follow(value, path)
    return [item for item in node if isinstance(item, (dict, Mapping))] if isinstance(node, list) else []


def texts(value: object, path: str) -> list[str]:
    """The texts of a list."""
    node = follow(value, path)
    return [item for item in node if isinstance(item, str)] if isinstance(node, list) else []


def named(value: object, path: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Key and value of an object of objects, e.g. of `disks`."""
    for key, item in mapping(value, path).items():
        if isinstance(item, (dict, Mapping)):
            yield key, item

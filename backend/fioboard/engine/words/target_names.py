"""How a measured place is spelled: by what it is where an inventory says that, else by its name.

`/mnt/a on ext4, ACME X1 …0F3A partition 1 [3f9a21c4]` is a folder of a known file system, `ACME X1 …0F3A [9bd1c0ee]` a
known drive: the digits in brackets are a hash of what identifies it. `/dev/nvme0n1` is a name and nothing more.
"""

import re
from collections.abc import Iterable

# The agent's own test file and the private folder around it, which agents before 0.3 did not make
# (agent/fioboard_agent/safety/private_folder.py): their names are part of a batch's random id.
_OWN_FILE = re.compile(r"fioboard-[0-9a-f]{8}-[0-9a-f]{4}\.dat")
_PRIVATE_FOLDER = re.compile(r"fioboard-[0-9a-f]{8}-[0-9a-f]{4}")
_IDENTIFIED = re.compile(r"(?s).+ \[[0-9a-f]{8}\]")
SEVERAL = " + "

_DATE = r"(?:19|20)\d\d[-_.]?(?:0[1-9]|1[0-2])[-_.]?(?:0[1-9]|[12]\d|3[01])"
_DAY_FIRST = r"(?:0[1-9]|[12]\d|3[01])[-_.](?:0[1-9]|1[0-2])[-_.](?:19|20)\d\d"
_CLOCK = r"(?:[T_.-]?(?:[01]\d|2[0-3])[:h.-]?[0-5]\d(?:[:.-]?[0-5]\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?)?"
_UUID = r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}|[0-9a-fA-F]{32}"
_EPOCH = r"1[4-9]\d{8}(?:\d{3}|\d{6}|\d{9})?"
# What changes from run to run by itself: dates, random ids, moments.
_CHANGING = re.compile(
    rf"(?<![0-9A-Za-z])(?:{_UUID}|{_DAY_FIRST}{_CLOCK}|{_DATE}{_CLOCK}|{_EPOCH})(?![0-9A-Za-z])"
)
# Names that the kernel gives by the order in which it finds things, and PCI addresses.
_OF_KERNEL = re.compile(
    r"(?<![0-9A-Za-z])(?:nvme\d+n\d+(?:p\d+)?|[svx]v?d[a-z]{1,2}\d{0,3}|md_?d?\d+(?:p\d+)?|dm-\d+|loop\d+(?:p\d+)?|zd\d+"
    r"|nbd\d+(?:p\d+)?|[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7])(?![0-9A-Za-z])"
)
# What mktemp and Python's tempfile make; in folders for temporary files also a name with a process id.
_MKTEMP = re.compile(r"(?P<head>.*[._-])(?P<random>[0-9A-Za-z_]{6,12})")
_TEMPFILE = re.compile(r"tmp[0-9a-z_]{8}")
_NUMBERED = re.compile(r"(?P<head>.*[A-Za-z][._-])\d{1,10}")
_WORD = re.compile(r"[a-z_]+|[A-Z_]+|[A-Z][a-z]+|[a-z]+\d{1,4}|[A-Z]+\d{1,4}|\d+")
_TEMPORARY_ROOTS = ("/tmp/", "/var/tmp/", "/dev/shm/")  # noqa: S108 -- read, never written
_FILE = re.compile(r"[^/\\]*\.(?:[A-Za-z][A-Za-z0-9]{0,7}|\d{1,4}\.\d{1,4})")


def is_identified(value: object) -> bool:
    """Tell whether a value of `target.path` says which drive, array or file system each of its places is."""
    return all(_judge_parts(value))


def has_identified_part(value: object) -> bool:
    """Tell whether any of the places in a value of `target.path` is identified: its words hold serials and servers."""
    return any(_judge_parts(value))


def _judge_parts(value: object) -> list[bool]:
    """Return for each place in a value of `target.path` whether it is more than a name; what is no text is a name."""
    parts = value.split(SEVERAL) if isinstance(value, str) else [""]
    return [_IDENTIFIED.fullmatch(part) is not None for part in parts]


def folder_of_own_file(path: str) -> str:
    """Return the measured folder where the path is that of a test file the agent made for a batch; else the path."""
    folder, slash, name = path.rpartition("/")
    if not _OWN_FILE.fullmatch(name):
        return path
    above, separator, last = folder.rpartition("/")
    return (above or separator) if _PRIVATE_FOLDER.fullmatch(last) else (folder or slash)


def shown_name(names: Iterable[str]) -> str | None:
    """What lists call the measured place: the names as they were given, the agent's own files by their folder."""
    return ":".join(dict.fromkeys(folder_of_own_file(name) for name in names)) or None


def split_names(joined: str) -> list[str]:
    """Split paths that were joined by colons; a text that is not made of absolute paths is one name."""
    parts = joined.split(":")
    return parts if all(part.startswith("/") for part in parts) else [joined]


def lasting_name(path: str) -> str:
    """A name without what changes from run to run, where nothing but the name is known.

    Only the name of a file loses its dates and ids. A folder keeps them, and so does a device: another folder may be
    another drive.
    """
    own = folder_of_own_file(path)
    if own != path or path.startswith("/dev/"):
        return own
    cut = max(path.rfind("/"), path.rfind("\\")) + 1
    name = path[cut:]
    return path[:cut] + _CHANGING.sub("*", name) if _FILE.fullmatch(name) else path


def lasting_folder(path: str, fixed: str = "") -> str:
    """A folder on a known file system without dates, ids, names of devices and temporary names.

    `fixed`: the beginning of the path that is kept as it is.
    """
    kept = fixed.rstrip("/") if path == fixed or path.startswith(fixed.rstrip("/") + "/") else ""
    done = kept
    for name in path.removeprefix(kept).split("/"):
        if name:
            done += "/" + _lasting_part(name, f"{done}/")
    return done or "/"


def _lasting_part(name: str, above: str) -> str:
    lasting = _OF_KERNEL.sub("*", _CHANGING.sub("*", name))
    if lasting != name:
        return lasting
    is_temporary = above in _TEMPORARY_ROOTS
    made = _MKTEMP.fullmatch(name)
    is_random = made is not None and not _WORD.fullmatch(made["random"])
    if made and (is_random or made["head"][:-1] == "tmp" or (is_temporary and made["head"].endswith("."))):
        return f"{made['head']}*"
    if _TEMPFILE.fullmatch(name):
        return "tmp*"
    numbered = _NUMBERED.fullmatch(name) if is_temporary else None
    return f"{numbered['head']}*" if numbered else name

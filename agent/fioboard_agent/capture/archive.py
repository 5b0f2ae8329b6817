"""From a recording to a tar.gz: the tree with pseudonyms, the answers of programs, and a note of what is in it."""

from __future__ import annotations

import errno
import io
import json
import os
import stat
import tarfile
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, Iterable, Optional

from fioboard_agent import __version__
from fioboard_agent.capture.firmware import scrub_config, scrub_smbios
from fioboard_agent.capture.mounts import MOUNT_TABLES, scrub_names
from fioboard_agent.capture.pseudonyms import (
    IDENTIFYING_FILES,
    Pseudonyms,
    list_identifying_udev_values,
    list_identifying_values,
)
from fioboard_agent.capture.recording import Recording
from fioboard_agent.capture.replay import NOTE
from fioboard_agent.collectors.pcie.address import is_address
from fioboard_agent.host.paths import Roots
from fioboard_agent.inventory_types import Document

TOP = "fioboard-capture"
MAX_BYTES = 32 << 20
_MAX_LINKS = 40
_UDEV = "/run/udev/data/"
_SMBIOS = "/sys/firmware/dmi/"


@dataclass
class Tree:
    """What goes into the archive, by path: content of files, targets of links, folders."""

    files: dict[str, bytes] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    folders: set[str] = field(default_factory=set)
    left_out: list[str] = field(default_factory=list)


def build_tree(roots: Roots, recording: Recording, document: Document, pseudonyms: Pseudonyms) -> Tree:
    """Everything that was read, at its real place, and the links that lead there. The kernel command line is what the
    inventory kept of it; a binary file of no known form is left out, and so is what goes beyond MAX_BYTES."""
    pseudonyms.learn(_list_identifying(recording, document))
    plain = Tree()
    for path, names in recording.folders.items():
        _add_folder(roots, plain, path, names)
    for path in recording.looked_at:
        _add_place(roots, plain, path)
    for path, content in recording.files.items():
        real = _resolve_path(roots, plain, path)
        if real is not None:
            plain.files[real] = content
    return _scrub_tree(plain, document, pseudonyms)


def write_archive(tree: Tree, recording: Recording, pseudonyms: Pseudonyms, file: Any) -> None:
    """A tar.gz whose one folder is the root to give to `inventory --root`."""
    note = {
        "schema": 1,
        "agent": __version__,
        "files": sorted(tree.files),
        "left_out": sorted(tree.left_out),
        "programs": [
            {
                "argv": [pseudonyms.text(word) for word in argv],
                "exit_code": answer.exit_code,
                "stdout": pseudonyms.answer(answer.text),
                "stderr": pseudonyms.answer(answer.stderr),
            }
            for argv, answer in recording.answers
        ]
        if recording.could_ask
        else None,
    }
    with tarfile.open(fileobj=file, mode="w:gz") as tar:
        for path in sorted(tree.folders):
            _add(tar, path, tarfile.DIRTYPE)
        for path, target in sorted(tree.links.items()):
            _add(tar, path, tarfile.SYMTYPE, target=target)
        for path, content in sorted(tree.files.items()):
            _add(tar, path, tarfile.REGTYPE, content)
        _add(tar, f"/{NOTE}", tarfile.REGTYPE, json.dumps(note, indent=1, ensure_ascii=False).encode("utf-8"))


def _list_identifying(recording: Recording, document: Document) -> Iterable[str]:
    """List the values of a recording that identify the machine, people or places."""
    yield from list_identifying_values(document)
    host = (document.get("host") or {}).get("name")
    if host:
        yield from {host, host.split(".")[0]}
    for path, content in recording.files.items():
        text = content.decode("utf-8", "replace").strip(" \t\n\0")
        if _is_identifying(path, text) and text.isprintable():
            yield text
        elif path.startswith(_UDEV):
            yield from list_identifying_udev_values(text)


def _is_identifying(path: str, text: str) -> bool:
    """Return whether a file identifies something. `address` is a MAC or a remote one, but that of a slot or a
    local NVMe drive is a place on the PCI bus.
    """
    return PurePosixPath(path).name in IDENTIFYING_FILES and not (is_address(text) or is_address(f"{text}.0"))


def _add_folder(roots: Roots, tree: Tree, path: str, names: list[str]) -> None:
    real = _resolve_path(roots, tree, path)
    if real is None:
        return
    tree.folders.add(real)
    for name in names:
        _add_place(roots, tree, f"{real.rstrip('/')}/{name}", follow=False)


def _add_place(roots: Roots, tree: Tree, path: str, follow: bool = True) -> None:
    """That there is a file, a folder or a link, without its content."""
    real = _resolve_path(roots, tree, path, follow)
    if real is None:
        return
    try:
        mode = roots.locate(real).lstat().st_mode
    except OSError:
        return
    if stat.S_ISLNK(mode):
        tree.links[real] = str(roots.locate(real).readlink())
    elif stat.S_ISDIR(mode):
        tree.folders.add(real)
    else:
        tree.files.setdefault(real, b"")


def _resolve_path(roots: Roots, tree: Tree, path: str, follow: bool = True) -> Optional[str]:
    """Resolve the links of a path, noting each on the way; None when it leads nowhere or round in circles."""
    done: list[str] = []
    rest = [part for part in path.split("/") if part]
    for _ in range(_MAX_LINKS * 10):
        if not rest:
            return "/" + "/".join(done)
        part = rest.pop(0)
        if part == "..":
            done = done[:-1]
            continue
        here = "/" + "/".join([*done, part])
        try:
            target = str(roots.locate(here).readlink()) if follow or rest else None
        except OSError as error:
            if error.errno not in {errno.EINVAL, errno.ENOENT}:
                return None
            target = None
        if target is None:
            done.append(part)
            continue
        # A tree of a test may hold links to absolute places below its own root.
        inside = (
            roots.strip_root(roots.root / target)
            if target.startswith(str(roots.root) + "/") and not roots.is_live
            else target
        )
        tree.links[here] = inside
        parts = [one for one in inside.split("/") if one not in {"", "."}]
        done, rest = ([] if inside.startswith("/") else done), parts + rest
    return None


def _scrub_tree(plain: Tree, document: Document, pseudonyms: Pseudonyms) -> Tree:
    """Return the tree with pseudonyms."""
    tree = Tree(folders={pseudonyms.text(path) for path in plain.folders})
    tree.links = {
        pseudonyms.text(path): _make_relative(pseudonyms.text(path), pseudonyms.text(target))
        for path, target in plain.links.items()
    }
    size = 0
    for path, content in sorted(plain.files.items()):
        kept = _scrub_file(path, content, document, pseudonyms)
        if kept is None or size + len(kept) > MAX_BYTES:
            tree.left_out.append(pseudonyms.text(path))
            continue
        size += len(kept)
        tree.files[pseudonyms.text(path)] = kept
    return tree


def _make_relative(path: str, target: str) -> str:
    """Return a relative link: absolute ones would lead out of the tree once it is unpacked."""
    return os.path.relpath(target, PurePosixPath(path).parent) if target.startswith("/") else target


def _scrub_file(path: str, content: bytes, document: Document, pseudonyms: Pseudonyms) -> Optional[bytes]:
    """Return a file's content with pseudonyms; None for one that is left out."""
    name = PurePosixPath(path).name
    if path.startswith(_SMBIOS) and name in {"DMI", "raw"}:
        return scrub_smbios(content, pseudonyms.word)
    if name == "config" and len(content) >= 64 and "/pci" in path:
        return scrub_config(content)
    if path == "/proc/cmdline":
        return (" ".join((document.get("os") or {}).get("cmdline") or []) + "\n").encode("ascii", "replace")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return None
    if any(ord(character) < 32 and character not in "\0\t\n\r" for character in text):
        return None
    if path in MOUNT_TABLES:
        text = pseudonyms.text(scrub_names(text, pseudonyms.word))
    elif path.startswith(_UDEV):
        text = pseudonyms.udev(text)
    elif _is_identifying(path, text.strip()):
        core = text.strip(" \t\n\0")
        text = text.replace(core, pseudonyms.word(core)) if core else text
    else:
        text = pseudonyms.text(text)
    return text.encode("utf-8")


def _add(tar: tarfile.TarFile, path: str, kind: bytes, content: bytes = b"", target: str = "") -> None:
    entry = tarfile.TarInfo(f"{TOP}{path}")
    entry.type, entry.linkname, entry.size = kind, target, len(content)
    entry.mode = 0o755 if kind == tarfile.DIRTYPE else 0o644
    tar.addfile(entry, io.BytesIO(content))

"""The command `capture`: collect, replace, write, and say what was taken."""

from __future__ import annotations

import argparse
import os
import pwd
import secrets
from pathlib import Path
from typing import Any, Iterable

from fioboard_agent.capture.archive import build_tree, write_archive
from fioboard_agent.capture.pseudonyms import Pseudonyms
from fioboard_agent.capture.recording import Recording
from fioboard_agent.errors import EXIT_OK, RefusedError
from fioboard_agent.host.durable import write_durably
from fioboard_agent.host.paths import Folders, Roots, make_private_folder
from fioboard_agent.inventory.document import collect_inventory

DEFAULT_NAME = "fioboard-capture.tar.gz"
_FIRST_PERSON = 1000  # below are the system's own users


def capture(options: argparse.Namespace) -> int:
    """`capture [-o FILE.tar.gz]`."""
    output = Path(options.output)
    recording, pseudonyms = Recording(), Pseudonyms(_load_key(Folders.from_environment()))
    pseudonyms.learn(_list_people())
    roots = Roots(Path(options.root))
    document = collect_inventory(roots, None, "Linux", recording.reader)
    tree = build_tree(roots, recording, document, pseudonyms)
    try:
        descriptor = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    except FileExistsError:
        raise RefusedError(f"{output} already exists; nothing is overwritten. Choose another name with -o.") from None
    with os.fdopen(descriptor, "wb") as file:
        write_archive(tree, recording, pseudonyms, file)
    for line in _describe_capture(tree, recording, options.list):
        print(line)
    print(f"Written: {output} ({output.stat().st_size / 1000:.0f} kB). Check it before you share it.")
    return EXIT_OK


def _describe_capture(tree: Any, recording: Recording, is_long: bool) -> Iterable[str]:
    """Describe what was taken."""
    if is_long:
        yield from sorted(tree.files)
    yield f"{len(tree.files)} files and {len(tree.links)} links that the collectors read"
    for argv, _ in recording.answers:
        yield f"answer of: {' '.join(argv)}"
    for path in tree.left_out:
        yield f"left out: {path}"
    yield "Names, serial numbers, addresses and UUIDs are replaced by pseudonyms, the same ones in every capture here."


def _list_people() -> Iterable[str]:
    """List login names and home folders of the people on this host."""
    for one in pwd.getpwall():
        if one.pw_uid >= _FIRST_PERSON and one.pw_name != "nobody":
            yield one.pw_name
            yield Path(one.pw_dir).name


def _load_key(folders: Folders) -> bytes:
    """Load the key, made once and kept: the same host gives the same pseudonyms, and nobody else can work out from
    what.
    """
    path = make_private_folder(folders.state) / "capture-key"
    if not path.exists():
        write_durably(path, secrets.token_bytes(32))
    return path.read_bytes()

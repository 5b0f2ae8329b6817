"""The file of a backup: a zip of one text per table, and a header that says what must be in them.

    tables/NAME.copy        rows as PostgreSQL's COPY text, UTF-8, columns as the header lists them
    fioboard-backup.json    the header, written last: only then are its figures known

Every unzip opens it and every PostgreSQL reads the rows, so a backup is worth something without this program, too.
"""

import hashlib
import os
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

import msgspec

from fioboard.core.figures import format_bytes
from fioboard.store.backup import sentences
from fioboard.store.backup.refusal import BackupRefused

HEADER = "fioboard-backup.json"
FORMAT = "fioboard backup"
FORMAT_VERSION = 1
# Rows of text shrink to a third at the fastest level; the slowest takes five times as long for a tenth more.
LEVEL = 1
PIECE_BYTES = 1024 * 1024
# A header lists some dozen tables, and 67 bytes for each original that was lost.
MAX_HEADER_BYTES = 16 * 1024 * 1024
# What zipfile unpacks in pieces of the size asked for; of bzip2 and LZMA a piece may be a thousand times larger.
METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
# What zipfile raises for bytes that are no zip, are cut off, or were changed.
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)


class StoredTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of a backup: its rows are the member `tables/NAME.copy`."""

    name: str
    columns: list[str]
    rows: int
    size_bytes: int
    """Of the member, unpacked."""
    sha256: str
    """Of the member, unpacked."""

    @property
    def member(self) -> str:
        """Its name in the zip."""
        return f"tables/{self.name}.copy"


class _Form(msgspec.Struct, frozen=True):
    """What every form of the header says; all else is skipped without being built."""

    format: str | None = None
    format_version: int | None = None


class Header(msgspec.Struct, frozen=True):
    """What a backup says of itself. Tables stand in the order they must be written in."""

    format: str
    format_version: int
    fioboard_version: str
    revision: str
    """Alembic's revision of the tables."""
    made_at: str
    """RFC 3339, UTC."""
    tables: list[StoredTable]
    lost: list[str] = msgspec.field(default_factory=list)
    """Digests of originals that the store had lost, which are not in it (`--without-lost`)."""


class Writer:
    """A backup being written."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive

    @contextmanager
    def table(self, name: str) -> Iterator["TableWriter"]:
        """Takes the rows of one table."""
        with self._archive.open(f"tables/{name}.copy", "w", force_zip64=True) as member:
            yield TableWriter(member)

    def header(self, header: Header) -> None:
        """Ends the backup."""
        self._archive.writestr(HEADER, msgspec.json.format(msgspec.json.encode(header), indent=1))


class TableWriter:
    """The rows of one table, as they come."""

    def __init__(self, member: IO[bytes]) -> None:
        self._member = member
        self._digest = hashlib.sha256()
        self.size_bytes = 0

    def write(self, piece: bytes) -> None:
        """Takes a piece of COPY text."""
        self._member.write(piece)
        self._digest.update(piece)
        self.size_bytes += len(piece)

    def done(self, name: str, columns: list[str], rows: int) -> StoredTable:
        """What the header says of it."""
        return StoredTable(name, columns, rows, self.size_bytes, self._digest.hexdigest())


@contextmanager
def writing(path: Path) -> Iterator[Writer]:
    """A backup at `path`, readable by its owner only; it appears there whole at the end of the block, or not at all.

    Raises BackupRefused when something is there already or the folder cannot be written to.
    """
    if path.exists():
        raise BackupRefused(sentences.EXISTS(path=path))
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # mode 0600
        partial = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as file:
                with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as archive:
                    yield Writer(archive)
                file.flush()
                os.fsync(file.fileno())
            partial.rename(path)
        finally:
            partial.unlink(missing_ok=True)
        _sync_folder(path.parent)
    except ConnectionError:
        raise  # the database's, not the file's
    except OSError as error:
        raise BackupRefused(sentences.NOT_WRITTEN(path=path, reason=error.strerror or error)) from None


@contextmanager
def streaming(output: IO[bytes]) -> Iterator[Writer]:
    """A backup written to a pipe as it is made. Raises BackupRefused when the other end has gone.

    What arrived of a backup that failed has no header, so `opened` refuses it.
    """
    with zipfile.ZipFile(
        cast("IO[bytes]", _Pipe(output)), "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL
    ) as archive:
        yield Writer(archive)
    output.flush()


class _Pipe:
    """Standard output, where only what we write counts: a broken connection to the database is another matter."""

    def __init__(self, output: IO[bytes]) -> None:
        self._output = output
        self.flush = output.flush

    def write(self, piece: bytes) -> int:
        try:
            return self._output.write(piece)
        except BrokenPipeError:
            raise BackupRefused("The reader of the backup has closed the connection.") from None


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class Backup:
    """A backup that was read to its end and found whole."""

    def __init__(self, archive: zipfile.ZipFile, header: Header) -> None:
        self.header = header
        self._archive = archive

    def pieces(self, table: StoredTable) -> Iterator[bytes]:
        """The rows of one table as COPY text."""
        with self._archive.open(table.member) as member:
            while piece := member.read(PIECE_BYTES):
                yield piece


@contextmanager
def opened(path: Path, progress: Callable[[int, int], None]) -> Iterator[Backup]:
    """The backup at `path`, after every byte of it was compared with its digests.

    `progress` hears how many bytes of how many were compared. Raises BackupRefused for what is no backup, one of a
    newer form, one that is cut off or changed.
    """
    try:
        archive = zipfile.ZipFile(path)
    except FileNotFoundError:
        raise BackupRefused(sentences.NO_FILE(path=path)) from None
    except OSError as error:
        raise BackupRefused(sentences.NOT_READ(path=path, reason=error.strerror or error)) from None
    except _DAMAGE:
        raise BackupRefused(sentences.NO_END(path=path)) from None
    with archive:
        backup = Backup(archive, _header(archive, path))
        _compare(backup, path, progress)
        yield backup


def _header(archive: zipfile.ZipFile, path: Path) -> Header:
    if any(member.compress_type not in METHODS for member in archive.infolist()):
        raise BackupRefused(sentences.PACKED_OTHERWISE(path=path))
    try:
        with archive.open(HEADER) as member:
            raw = member.read(MAX_HEADER_BYTES + 1)
    except KeyError:
        raise BackupRefused(sentences.NO_HEADER(path=path, header=HEADER)) from None
    except _DAMAGE:
        raise BackupRefused(sentences.HEADER_UNREAD(path=path)) from None
    if len(raw) > MAX_HEADER_BYTES:
        raise BackupRefused(sentences.HEADER_TOO_LARGE(path=path, most=format_bytes(MAX_HEADER_BYTES)))
    try:
        about = msgspec.json.decode(raw, type=_Form)
        if about.format == FORMAT and about.format_version != FORMAT_VERSION:
            raise BackupRefused(
                sentences.OTHER_FORM(path=path, form=about.format_version, known=FORMAT_VERSION)
            )
        header = msgspec.json.decode(raw, type=Header)
    except msgspec.MsgspecError:
        raise BackupRefused(sentences.FOREIGN_HEADER(path=path)) from None
    if header.format != FORMAT:
        raise BackupRefused(sentences.NO_BACKUP(path=path))
    members = sorted(table.member for table in header.tables)
    if sorted(set(archive.namelist()) - {HEADER}) != members or len(archive.namelist()) != len(members) + 1:
        raise BackupRefused(sentences.OTHER_TABLES(path=path))
    return header


def _compare(backup: Backup, path: Path, progress: Callable[[int, int], None]) -> None:
    total = sum(table.size_bytes for table in backup.header.tables)
    done = 0
    for table in backup.header.tables:
        digest, size = hashlib.sha256(), 0
        try:
            for piece in backup.pieces(table):
                digest.update(piece)
                size += len(piece)
                if size > table.size_bytes:
                    break
                progress(done + size, total)
        except _DAMAGE:
            raise BackupRefused(sentences.ROWS_UNREAD(path=path, table=table.name)) from None
        if (size, digest.hexdigest()) != (table.size_bytes, table.sha256):
            raise BackupRefused(sentences.ROWS_CHANGED(path=path, table=table.name))
        done += size

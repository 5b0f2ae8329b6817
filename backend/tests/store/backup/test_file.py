"""A file that is no whole backup is refused in one sentence, before anything else is touched."""

import random
import resource
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fioboard.core.migrate import newest_revision
from fioboard.store.backup.file import FORMAT, FORMAT_VERSION, HEADER, Header, opened, writing
from fioboard.store.backup.refusal import BackupRefused
from fioboard.store.backup.restore import restore_backup
from tests.store.backup.conftest import contents_of

HOST = "00000000-0000-7000-8000-000000000001"
ROWS = {
    "host": f"{HOST}\t\\N\tjupiter\t2026-11-21 00:00:00+00\n".encode(),
    "document": random.Random(6).randbytes(3_000_000),
}
COLUMNS = {"host": ["id", "agent_host_id", "name", "created_at"], "document": ["x"]}


def quiet(*_: object) -> None:
    """A progress bar nobody looks at."""


def write(path: Path, rows: dict[str, bytes], revision: str = "r", **header: object) -> None:
    """A backup of these rows, with `header` in place of what would be right."""
    with writing(path) as writer:
        tables = []
        for name, content in rows.items():
            with writer.table(name) as table:
                table.write(content)
            tables.append(table.done(name, COLUMNS[name], content.count(b"\n")))
        right: dict[str, Any] = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "fioboard_version": "1",
            "revision": revision,
            "made_at": "2026-11-21T00:00:00+00:00",
            "tables": tables,
        }
        writer.header(Header(**(right | header)))


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A whole backup of two tables."""
    path = tmp_path / "good"
    write(path, ROWS)
    return path


def refusal(path: Path) -> str:
    """Why it is not opened."""
    with pytest.raises(BackupRefused) as refused, opened(path, quiet):
        pass
    sentence = str(refused.value)
    assert sentence.startswith(str(path)) or sentence.startswith("There is no file")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def test_what_was_written_is_read_again(good: Path) -> None:
    with opened(good, quiet) as backup:
        read = {table.name: b"".join(backup.pieces(table)) for table in backup.header.tables}
    assert read == ROWS
    # Without this program, too.
    with zipfile.ZipFile(good) as archive:
        assert archive.testzip() is None
        assert archive.read("tables/host.copy") == ROWS["host"]


def test_a_file_that_is_cut_off_is_refused(good: Path, tmp_path: Path) -> None:
    whole = good.read_bytes()
    for length in (0, 1, 100, len(whole) // 2, len(whole) - 300, len(whole) - 30, len(whole) - 1):
        cut = tmp_path / f"cut {length}"
        cut.write_bytes(whole[:length])
        assert "its end is missing" in refusal(cut)


@pytest.mark.nightly
@pytest.mark.quick(1)
@pytest.mark.parametrize("step", [16, 1])
def test_a_changed_byte_is_noticed_wherever_it_is_or_changes_no_row(
    good: Path, tmp_path: Path, step: int
) -> None:
    whole = good.read_bytes()
    chance = random.Random(7)
    # The middle holds rows; names, sizes, times and the header stand at both ends, where every byte is tried at night.
    ends = [*range(200), *range(len(whole) - 1500, len(whole))]
    places = [*ends[::step], *chance.sample(range(len(whole)), 60)]
    refused = 0
    for place in places:
        changed = bytearray(whole)
        changed[place] ^= 1 << chance.randrange(8)
        path = tmp_path / "changed"
        path.write_bytes(changed)
        try:
            with opened(path, quiet) as backup:
                # Times and attributes of members, which nobody reads.
                assert {t.name: b"".join(backup.pieces(t)) for t in backup.header.tables} == ROWS
                assert backup.header.revision == "r"
        except BackupRefused:
            refused += 1
        path.unlink()
    assert refused > len(places) / 2


def _text(path: Path) -> None:
    path.write_text("hello " * 1000)


def _other_zip(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("readme.txt", "x")


def _other_header(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(HEADER, "[1, 2]")


def _newer_form(path: Path) -> None:
    write(path, ROWS, format_version=2)


def _other_format(path: Path) -> None:
    write(path, ROWS, format="somebody's")


def _one_more_member(path: Path) -> None:
    write(path, ROWS)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("tables/run.copy", "x")


def _without_a_member(path: Path) -> None:
    write(path, {"host": ROWS["host"]})
    with zipfile.ZipFile(path) as archive:
        header = archive.read(HEADER)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(HEADER, header)


def _other_rows(path: Path) -> None:
    write(path, {"host": ROWS["host"]})
    with zipfile.ZipFile(path) as archive:
        header = archive.read(HEADER)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("tables/host.copy", ROWS["host"].replace(b"jupiter", b"mercury"))
        archive.writestr(HEADER, header)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda path: None, "There is no file"),
        (lambda path: path.mkdir(), "cannot be read: Is a directory"),
        (_text, "not a fioboard backup"),
        (_other_zip, f"it has no {HEADER}"),
        (_other_header, "header is not what fioboard writes"),
        (_newer_form, "backup of format 2; this version reads 1"),
        (_other_format, "not a fioboard backup"),
        (_one_more_member, "not those that its header lists"),
        (_without_a_member, "not those that its header lists"),
        (_other_rows, "the rows of host are not those that were written"),
    ],
)
def test_what_is_no_backup_is_said(make: Callable[[Path], None], why: str, tmp_path: Path) -> None:
    path = tmp_path / "backup"
    make(path)
    assert why in refusal(path)


@pytest.mark.quick(1)
@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_header_that_grows_is_refused_before_it_is_unpacked(method: int, tmp_path: Path) -> None:
    path = tmp_path / "bomb"
    with zipfile.ZipFile(path, "w", method) as archive, archive.open(HEADER, "w", force_zip64=True) as member:
        member.write(b'{"format": "fioboard backup", "lost": [')
        # The other methods are refused before anything is unpacked.
        for _ in range(40 if method == zipfile.ZIP_DEFLATED else 1):
            member.write(b"[]," * 333_333)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert "is not a fioboard backup" in refusal(path)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000  # KiB


@pytest.mark.quick(2)
@pytest.mark.anyio
@pytest.mark.parametrize("revision", ["newest", "0123456789ab", "head", "heads", "base", "+1", "a part"])
async def test_rows_that_do_not_fit_leave_the_database_as_it_was(
    revision: str, tmp_path: Path, other: str
) -> None:
    newest = str(newest_revision())
    # Alembic itself would understand all but the second one.
    said = {"newest": newest, "a part": newest[:6]}.get(revision, revision)
    path = tmp_path / "backup"
    write(path, {"host": ROWS["host"]}, revision=said)
    why = "tables are not those of its revision" if revision == "newest" else "does not know revision "
    with pytest.raises(BackupRefused, match=why):
        await restore_backup(other, path, quiet)
    assert await contents_of(other) == {}


def edit(header: Header, content: dict[str, bytes], path: Path) -> None:
    """Write a backup of this header and these rows, whose digests are right."""
    with writing(path) as writer:
        tables = []
        for table in header.tables:
            with writer.table(table.name) as rows:
                rows.write(content[table.name])
            tables.append(rows.done(table.name, table.columns, table.rows))
        writer.header(msgspec.structs.replace(header, tables=tables))


@pytest.mark.anyio
async def test_a_table_that_ends_early_or_lacks_a_row_undoes_those_before_it(
    backup: Path, other: str, tmp_path: Path
) -> None:
    """A file whose digests are right and whose rows are not: somebody edited it."""
    with zipfile.ZipFile(backup) as archive:
        header = msgspec.json.decode(archive.read(HEADER), type=Header)
        content = {table.name: archive.read(table.member) for table in header.tables}
    # The last table with rows that refer to others: all others are in by then.
    last = next(t for t in reversed(header.tables) if t.name == "time_series")
    broken = content | {last.name: content[last.name].replace(b"-", b"x", 1)}
    edit(header, broken, tmp_path / "broken")
    with pytest.raises(Exception, match="invalid input syntax for type uuid"):
        await restore_backup(other, tmp_path / "broken", quiet)
    assert await contents_of(other) == {}

    _, rest = content[last.name].split(b"\n", 1)
    edit(header, content | {last.name: rest}, tmp_path / "short")
    with pytest.raises(
        BackupRefused, match=f"rows of time_series are in the file, its header says {last.rows}"
    ):
        await restore_backup(other, tmp_path / "short", quiet)
    assert await contents_of(other) == {}

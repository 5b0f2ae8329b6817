"""Headers of parts are read as the library for mail reads them, whichever way they went."""

from collections.abc import AsyncIterator
from email.message import Message

import pytest

from fioboard.app.ingest.multipart import read_boundary, read_parts
from fioboard.core.errors import BadMultipart

DISPOSITIONS = (
    'form-data; name="file"; filename="fio.json"',
    'form-data; name="file"; filename="nvme0n1_lat.1.log"',
    'form-data; name="file"; filename="with space.json"',
    'form-data; name="file"; filename="a\\"b.json"',
    "form-data; name=file; filename=fio.json",
    'form-data;name="file";filename="fio.json"',
    'form-data; filename="fio.json"; name="file"',
    "form-data; name=\"file\"; filename*=utf-8''na%C3%AFve.json",
    'form-data; name="file"; filename="x; name=y"',
    'FORM-DATA; NAME="file"; FILENAME="FIO.json"',
    'form-data; name="file"; filename=""',
)
TYPES = (
    "multipart/form-data; boundary=fioboard-0d4f7c1e",
    'multipart/form-data; boundary="a b"',
    "multipart/form-data; charset=utf-8; boundary=x",
    "Multipart/Form-Data; boundary=X_1",
)


async def sent(disposition: str) -> AsyncIterator[bytes]:
    yield f"--b\r\nContent-Disposition: {disposition}\r\n\r\nbytes\r\n--b--\r\n".encode()


@pytest.mark.anyio
@pytest.mark.parametrize("disposition", DISPOSITIONS)
async def test_names_are_those_that_the_library_reads(disposition: str) -> None:
    message = Message()
    message["content-disposition"] = disposition

    [part] = await read_parts("multipart/form-data; boundary=b", sent(disposition), 1000)

    assert part.name == message.get_param("name", header="content-disposition")
    assert part.filename == message.get_filename()
    assert part.content == b"bytes"


@pytest.mark.anyio
@pytest.mark.parametrize("disposition", ["form-data", 'form-data; filename="fio.json"', ""])
async def test_a_part_without_a_name_is_refused(disposition: str) -> None:
    with pytest.raises(BadMultipart):
        await read_parts("multipart/form-data; boundary=b", sent(disposition), 1000)


@pytest.mark.parametrize("content_type", TYPES)
def test_the_boundary_is_the_one_that_the_library_reads(content_type: str) -> None:
    message = Message()
    message["content-type"] = content_type

    assert read_boundary(content_type).decode() == message.get_boundary()

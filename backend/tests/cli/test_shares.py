"""`fioboard share …` on a real database."""

import asyncio
import hashlib
import zipfile
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from fioboard.cli.program import app
from fioboard.core.config import Settings
from fioboard.core.database import make_engine
from tests.factories.fio_output import output
from tests.factories.upload import body

runner = CliRunner()
ID = UUID(int=7)
REPLY = UUID(int=9)


@pytest.fixture
def url(configured: Settings) -> str:
    """A database with one share."""
    assert configured.database_url is not None
    url = configured.database_url.get_secret_value()
    execute(
        url,
        "truncate share cascade",
        f"""
        insert into share (id, token_sha256, kind, spec, title, label, hidden, revealed, created_by_name, created_at,
            expires_at)
        values ('{ID}', '\\x{hashlib.sha256(b"a" * 24).hexdigest()}', 'run', '{{}}', 'randread 4k on one drive',
            'Acme support', '{{}}', '{{}}', 'mara', now(), '2126-11-21')
        """,
    )
    return url


def execute(url: str, *statements: str) -> list[Any]:
    """Rows of the last statement, if it has any."""

    async def run() -> list[Any]:
        engine = make_engine(url)
        rows: list[Any] = []
        async with engine.begin() as connection:
            for statement in statements:
                result = await connection.execute(text(statement))
                rows = list(result) if result.returns_rows else []
        await engine.dispose()
        return rows

    return asyncio.run(run())


def fioboard(*arguments: str) -> Any:
    return runner.invoke(app, ["share", *arguments])


def test_links_are_listed_and_ended_and_the_log_says_who(url: str) -> None:
    [line] = fioboard("list").output.splitlines()
    assert line.split("\t") == [
        str(ID), "active", "expires 2126-11-21", "opened 0 times", "randread 4k on one drive", "for Acme support", "by mara",
    ]  # fmt: skip
    assert fioboard("revoke", str(ID)).output == "revoked\n"
    assert fioboard("revoke", str(ID)).exit_code == 0
    assert "revoked" in fioboard("list").output
    events = execute(url, f"select actor_kind, action from audit_event where subject_id = '{ID}'")
    assert [tuple(event) for event in events] == [("command_line", "share.revoke")]


def test_replies_are_listed_rejected_and_downloaded_and_what_cannot_be_is_said(
    url: str, tmp_path: Path
) -> None:
    sent, headers = body({"fio.json": output()})
    execute(
        url,
        f"""
        insert into share_reply (id, share_id, code_sha256, state, made_at, expires_at, received_at, upload_key, digest,
            content_type, body, host_name)
        values ('{REPLY}', '{ID}', '\\x01', 'waiting', now(), now(), '2026-11-30 14:00Z', '{REPLY}', '\\x02',
            '{headers["content-type"]}', '\\x{sent.hex()}', 'their-box')
        """,
    )
    shown = [str(REPLY), "waiting", "2026-11-30 14:00", "their-box", "unknown network"]
    assert fioboard("replies", str(ID)).output.splitlines() == ["\t".join(shown)]
    assert fioboard("reject", str(ID), str(REPLY)).output == "rejected\n"
    assert fioboard("replies", str(ID)).output.endswith("by command line\n")
    file = tmp_path / "reply.zip"
    assert fioboard("download", str(ID), str(REPLY), str(file)).output.startswith(f"{file}: ")
    with zipfile.ZipFile(file) as packed:
        assert packed.read("02-fio.json") == output()
    events = execute(
        url, f"select actor_kind, action from audit_event where detail ->> 'reply' = '{REPLY}' order by id"
    )
    assert [tuple(one) for one in events] == [
        ("command_line", "reply.reject"), ("command_line", "reply.download"),
    ]  # fmt: skip
    other = str(UUID(int=8))
    for arguments, sentence in (
        (("download", str(ID), str(REPLY), str(file)), "exists already"),
        (("download", str(ID), str(REPLY), str(tmp_path / "none" / "x")), "cannot be written"),
        (("download", str(ID), other, str(tmp_path / "x")), "There is no such reply"),
        (("accept", str(ID), str(REPLY)), "The shared run has been deleted"),
        (("accept", str(ID), str(REPLY), "--hide", "x" * 81), "hide.0: String should have at most 80"),
        (("accept", str(ID), other), "There is no such reply"),
        (("reject", other, str(REPLY)), "There is no such share"),
        (("replies", other), f"There is no share {other}."),
        (("reject", str(ID), "x"), "should be a valid UUID"),
    ):
        answer = fioboard(*arguments)
        assert (answer.exit_code > 0, sentence in " ".join(answer.output.split())) == (True, True), (
            answer.output
        )


def test_an_unknown_share_is_said(url: str) -> None:
    answer = fioboard("revoke", str(UUID(int=8)))
    assert (answer.exit_code, f"There is no share {UUID(int=8)}." in answer.output) == (1, True)

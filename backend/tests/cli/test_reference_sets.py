"""`fioboard reference-set` at the terminal: a set of another lab from its file to the list, and what is refused."""

from pathlib import Path

from typer.testing import CliRunner

from fioboard.cli.reference_sets import app
from fioboard.core.config import Settings
from fioboard.engine.reference_sets.signature import verify
from tests.cli.test_shares import execute
from tests.engine.reference_sets.test_document import cell, write

EMPTY = ("delete from reference_set", "delete from reference_set_key")


def test_a_set_is_taken_listed_compared_and_revoked(configured: Settings, tmp_path: Path) -> None:
    assert configured.database_url is not None
    execute(configured.database_url.get_secret_value(), *EMPTY)

    def invoke(*arguments: str, code: int = 0) -> str:
        outcome = CliRunner().invoke(app, arguments)
        assert outcome.exit_code == code, outcome.output
        return outcome.output

    file, other = tmp_path / "one.refset", tmp_path / "two.refset"
    file.write_bytes(write(cell()))
    other.write_bytes(write(cell(), cell(model="OTHER 2T")))
    key = verify(file.read_bytes()).fingerprint
    assert f"its key {key} is unknown" in invoke("import", str(file), code=1)
    assert invoke("list") == ""
    assert f"1 cell and 0 stated figures of key {key}" in invoke("import", str(file), "--trust", key)
    assert invoke("list") == f"{key}\t2026-Q4\t1\t0\tcounts\tLab 7\n"
    assert invoke("diff", str(file), str(file)) == ""
    assert invoke("diff", str(file), str(other), code=1).startswith("only in the second: OTHER 2T, 1 TB")
    invoke("revoke", key)
    assert "\trevoked\t" in invoke("list")
    assert "no trusted key" in invoke("revoke", key, code=1)
    assert "no set 'product' without a key" in invoke("turn-off", "product", code=1)
    execute(
        configured.database_url.get_secret_value(),
        "insert into reference_set (id, origin, content_sha256, made, cell_count, imported_at, imported_by) "
        "values (gen_random_uuid(), 'product', 'x', '2026-Q4', 0, now(), 'fioboard')",
    )
    assert invoke("turn-off", "product") == "product: off\n"
    assert "product\t2026-Q4\t0\t0\toff\t–" in invoke("list")
    assert invoke("turn-on", "product") == "product: on\n"
    assert "No such file" in invoke("import", str(tmp_path / "none"), code=1)
    invoke("export", "--models", "NO SUCH", "--output", str(file), code=1)

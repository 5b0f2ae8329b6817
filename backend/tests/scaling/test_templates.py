"""The configuration files of docs/scaling: every place has a value, and the programs themselves take what comes out."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from scale.events import events
from scale.lab import PLAIN_USER, TEMPLATES, Lab
from scale.programs import is_new_enough
from scale.services import environment_of
from scale.templates import UnknownPlace, filled, places

from fioboard.core.config import Settings

OF_ONE_MACHINE = {
    name: f"/somewhere/{name.lower()}"
    for name in ("ETCD_DATA", "DB_DATA", "PGPASS", "POSTGRES_PROGRAMS", "APP_DATA", "USERLIST")
} | {"ETCD_NAME": "etcd1", "ETCD": "127.0.0.1", "DB_NAME": "db1", "DB": "127.0.0.1", "APP": "127.0.0.1"}


def of_lab(name: str, folder: Path, **more: str) -> str:
    return filled((TEMPLATES / name).read_text(), Lab(folder).values() | OF_ONE_MACHINE | more)


@pytest.mark.parametrize("name", sorted(path.name for path in TEMPLATES.iterdir() if path.suffix != ".md"))
def test_every_place_has_a_value(name: str, tmp_path: Path) -> None:
    text = of_lab(name, tmp_path)
    assert not places(text)
    assert text.count("{{") == 1, "the remark that says what such a place is, and no other"


def test_a_place_without_a_value_is_refused() -> None:
    with pytest.raises(UnknownPlace, match="NOBODY"):
        filled("a = {{NOBODY}}", {"SOMEBODY": "x"})


def test_the_service_takes_its_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = of_lab("fioboard.env", tmp_path)
    given = environment_of(text)
    assert len(given) == sum(line.startswith("FIOBOARD_") for line in text.splitlines()), "each once"
    known = {f"FIOBOARD_{name.upper()}" for name in Settings.model_fields}
    assert given.keys() <= known
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert Settings().documents_key_id == "rehearsal"


def test_haproxy_takes_its_file(tmp_path: Path) -> None:
    program = shutil.which("haproxy", path="/usr/sbin:/usr/bin:/usr/local/sbin")
    if program is None:
        pytest.skip("no HAProxy on this machine")
    (tmp_path / "haproxy.cfg").write_text(of_lab("haproxy.cfg", tmp_path))
    done = subprocess.run(
        [program, "-c", "-f", tmp_path / "haproxy.cfg"], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_a_pgbouncer_without_prepared_statements_is_told_apart() -> None:
    assert is_new_enough("PgBouncer 1.24.1\nlibevent 2.1.13-stable\n")
    assert is_new_enough("PgBouncer 1.21.0")
    assert not is_new_enough("PgBouncer 1.18.0")
    assert not is_new_enough("")


def test_thirty_events_of_every_kind_the_main_ones_first() -> None:
    names = [event.name for event in events(30)]
    assert len(names) == 30
    assert len(set(names)) == len(set(names[:10])) == 10
    short = [event.name for event in events(5)]
    assert short == names[:5]
    for word in ("service", "primary", "standby lags", "etcd", "store refuses"):
        assert any(word in name for name in short)


def test_programs_that_need_a_user_have_one(tmp_path: Path) -> None:
    for name in ("haproxy.cfg", "pgbouncer.ini"):
        assert re.search(rf"user\s*=?\s*{PLAIN_USER}$", of_lab(name, tmp_path), re.MULTILINE)

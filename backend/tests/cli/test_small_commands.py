"""`config`, `healthcheck`, `--help`, and what happens with settings that are wrong."""

import errno
import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from fioboard import __version__
from fioboard.cli import config as config_command
from fioboard.cli.program import VERBS, app
from fioboard.core.config import Settings
from tests.cli.conftest import Serving, environment, fioboard, free_port


def test_config_prints_every_setting_and_no_secret() -> None:
    shown = fioboard("config", port=8123, database_url="postgresql://fioboard:geheim@db/fioboard")
    lines = dict(line.split("=", 1) for line in shown.stdout.splitlines())
    assert set(lines) == {f"FIOBOARD_{name.upper()}" for name in Settings.model_fields}
    assert lines["FIOBOARD_PORT"] == "8123"
    assert "geheim" not in shown.stdout
    assert lines["FIOBOARD_BASE_URL"] == "(unset)"


@pytest.mark.parametrize("verb", ["serve", "config", "healthcheck", "migrate"])
def test_unknown_setting_is_an_error_that_names_the_nearest(verb: str) -> None:
    refused = fioboard(verb, prot=8123)
    assert refused.returncode == 2
    assert refused.stderr == "fioboard: unknown setting FIOBOARD_PROT; did you mean FIOBOARD_PORT?\n"


def test_bad_value_is_an_error_that_names_the_setting() -> None:
    refused = fioboard("config", port="http", workers=0)
    assert refused.returncode == 2
    assert "FIOBOARD_PORT: input should be a valid integer" in refused.stderr
    assert "FIOBOARD_WORKERS: input should be greater than or equal to 1" in refused.stderr


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"password_login": "false"}, "needs FIOBOARD_OIDC_ISSUER"),
        ({"oidc_issuer": "https://id.example.org"}, "needs FIOBOARD_OIDC_CLIENT_ID"),
        ({"oidc_issuer": "http://id.example.org", "oidc_client_id": "x"}, "https, or http on this machine"),
        ({"oidc_issuer": "https://x", "oidc_client_id": "x", "oidc_roles": "a=owner"}, "'a=owner'"),
        (
            {"oidc_issuer": "https://x", "oidc_client_id": "x", "oidc_client_secret_file": "/none"},
            "cannot be read",
        ),
    ],
)
def test_single_sign_on_that_cannot_work_is_a_sentence(settings: dict[str, str], sentence: str) -> None:
    done = fioboard("config", **settings)
    assert (done.returncode, sentence in done.stderr) == (2, True), done.stderr


def test_variables_of_the_agent_are_none_of_our_business() -> None:
    assert fioboard("config", server="http://x", token_file="/x", agent_state="/x").returncode == 0


def test_healthcheck_says_yes_to_a_ready_service(shared_service: Serving) -> None:
    asked = fioboard("healthcheck", **shared_service.settings)
    assert asked.returncode == 0, asked.stderr
    assert "ready" in asked.stdout
    everywhere = fioboard("healthcheck", **{**shared_service.settings, "host": "0.0.0.0"})
    assert everywhere.returncode == 0, everywhere.stderr


def test_healthcheck_says_no_when_nobody_answers() -> None:
    asked = fioboard("healthcheck", port=free_port())
    assert asked.returncode == 1
    assert "Connection refused" in asked.stderr


def test_database_that_cannot_be_reached_is_a_sentence() -> None:
    refused = fioboard(
        "token", "list", database_url=f"postgresql://fioboard:geheim@127.0.0.1:{free_port()}/fioboard"
    )
    assert refused.returncode == 1
    assert "cannot be reached" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert "geheim" not in refused.stderr


def test_a_socket_of_somebody_else_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """As connect(2) on a socket that this user may not write; root, who often runs the tests, may open every one."""

    def refused() -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(config_command, "config", refused)
    answer = CliRunner().invoke(app, ["config"])
    assert answer.exit_code == 1
    assert "this user may not open the socket of the database" in answer.output
    assert len(answer.output.splitlines()) == 1


@pytest.mark.quick(1)
@pytest.mark.parametrize("verb", ["config", "--help"])
def test_a_reader_who_has_seen_enough_is_no_error(verb: str) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)  # as `fioboard … | head -3` when head has gone
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "fioboard.cli", verb],
            env=environment(),
            stdout=write_end,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    finally:
        os.close(write_end)
    assert done.stderr == ""


def test_it_says_which_version_it_is() -> None:
    assert fioboard("--version").stdout == f"fioboard {__version__}\n"


def test_help_lists_every_verb_with_a_sentence() -> None:
    shown = fioboard("--help").stdout
    for verb in VERBS:
        [line] = [line for line in shown.splitlines() if line.startswith(f"│ {verb} ")]
        assert len(line.split(verb, 1)[1].strip(" │")) > 10, line


def test_light_verbs_do_not_import_the_database() -> None:
    code = (
        "import sys; from fioboard.cli.program import app\n"
        "try: app(['config'])\n"
        "except SystemExit: pass\n"
        "assert 'sqlalchemy' not in sys.modules, 'sqlalchemy was imported'"
    )
    subprocess.run([sys.executable, "-P", "-c", code], check=True, capture_output=True)


def test_supervisor_is_small() -> None:
    code = (
        "import sys, fioboard.cli.supervisor\n"
        "heavy = {'sqlalchemy', 'pydantic', 'fastapi', 'uvicorn', 'asyncpg', 'typer'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-P", "-c", code], check=True, capture_output=True)

"""config.py: which service, which token, and who may read them (T6, T7)."""

import pytest

from fioboard_agent.cli import main
from fioboard_agent.delivery.config import Config, load_config, require_server, save_config
from fioboard_agent.errors import SetupError


@pytest.fixture
def token_file(tmp_path):
    path = tmp_path / "token"
    path.write_text("fioboard_upload_abc\n")
    path.chmod(0o600)
    return path


def test_what_is_saved_is_loaded_and_private(folders):
    save_config(folders.config_file, Config("https://board.example/", "tok", False, None))
    assert folders.config_file.stat().st_mode & 0o777 == 0o600
    assert load_config(folders.config_file, {}) == Config("https://board.example", "tok", False, None)


def test_command_line_wins_over_environment_wins_over_file(folders, token_file):
    save_config(folders.config_file, Config("https://file.example", "from-file"))
    environment = {"FIOBOARD_SERVER": "https://env.example", "FIOBOARD_TOKEN_FILE": str(token_file)}
    assert load_config(folders.config_file, environment).server == "https://env.example"
    assert load_config(folders.config_file, environment).token == "fioboard_upload_abc"
    assert load_config(folders.config_file, environment, "https://flag.example").server == "https://flag.example"


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o666])
def test_file_that_others_can_read_is_refused(folders, token_file, mode):
    save_config(folders.config_file, Config("https://board.example", "tok"))
    folders.config_file.chmod(mode)
    with pytest.raises(SetupError, match="chmod 600"):
        load_config(folders.config_file, {})
    token_file.chmod(mode)
    with pytest.raises(SetupError, match="chmod 600"):
        load_config(folders.config_file.with_name("absent"), {"FIOBOARD_TOKEN_FILE": str(token_file)})


@pytest.mark.parametrize(
    "url",
    [
        "https://board.example",
        "https://b:8443/prefix",
        "http://127.0.0.1:8000",
        "http://[::1]:1",
        "http://localhost",
    ],
)
def test_addresses_that_keep_the_token_safe(url):
    require_server(url, allow_http=False)


@pytest.mark.parametrize(
    "url",
    [
        "http://board.example",
        "http://10.0.0.1",
        "http://127.0.0.1.evil.example",
        "http://localhost.evil.example",
    ],
)
def test_plain_http_beyond_this_machine_needs_the_switch(url):
    with pytest.raises(SetupError, match="unencrypted"):
        require_server(url, allow_http=False)
    require_server(url, allow_http=True)


@pytest.mark.parametrize(
    "url", ["ftp://x", "board.example", "https://", "https://u:p@x", "https://x?a=b", "file:///etc"]
)
def test_other_addresses_are_errors(url):
    with pytest.raises(SetupError):
        require_server(url, allow_http=True)


@pytest.mark.parametrize("content", ["", "two words", "a\nb", "a\x00b", "ü"])
def test_token_that_would_break_the_header_is_refused(token_file, content):
    token_file.write_text(content, encoding="utf-8")
    with pytest.raises(SetupError):
        load_config(token_file.with_name("absent"), {"FIOBOARD_TOKEN_FILE": str(token_file)})


@pytest.mark.parametrize("content", ["{", "[]", "\x00"])
def test_broken_file_is_one_sentence(folders, content):
    save_config(folders.config_file, Config("https://board.example", "tok"))
    folders.config_file.write_text(content)
    with pytest.raises(SetupError, match="configuration"):
        load_config(folders.config_file, {})


def test_token_is_in_no_representation():
    assert "tok-secret" not in repr(Config("https://x", "tok-secret"))


def test_labels_of_a_host_are_kept_merged_and_given_to_its_runs(service, folders, bench, monkeypatch, capsys):
    """By `configure`, or with the code that it enrolled with; what a run says itself goes before."""
    monkeypatch.chdir(bench)
    token = bench.parent / "token"
    token.write_text("fioboard_upload_x")
    token.chmod(0o600)
    assert main(["configure", "--server", service.url, "--token-file", str(token), "--label", "rack=7"]) == 0
    assert main(["configure", "--label", "row=b", "--label", "old=x"]) == 0
    assert main(["configure", "--label", "old="]) == 0
    assert "rack=7, row=b" in capsys.readouterr().out
    assert load_config(folders.config_file, {}).token == "fioboard_upload_x"
    arguments = ["run", "--label", "row=c", "--no-samples", "--", "--name=a", "--ioengine=null", "--size=4k"]
    assert main(arguments) == 0
    [run] = service.runs.values()
    assert run["manifest"]["labels"] == {"rack": "7", "row": "c"}
    assert main(["status"]) == 0
    assert "labels     rack=7, row=b" in capsys.readouterr().out
    (bench / "x.json").write_text("{}")
    for more, has_rack in (([], True), (["--host", "other"], False)):
        assert main(["import", "x.json", *more]) == 0
        assert ("label.rack=7" in service.requests[-1]["path"]) is has_rack


@pytest.mark.parametrize("arguments", [[], ["--server", "http://127.0.0.1:1"], ["--label", "Rack=7"], ["--label", "x"]])
def test_configure_without_what_it_needs_changes_nothing(arguments, folders):
    assert main(["configure", *arguments]) == 2
    assert not folders.config_file.exists()

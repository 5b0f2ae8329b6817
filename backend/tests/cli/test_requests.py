"""`fioboard request …` and `fioboard schedule …` on a real database."""

import json
from uuid import UUID

import pytest
from typer.testing import CliRunner

from fioboard.cli.program import app
from fioboard.core.config import Settings
from tests.cli.test_shares import execute

runner = CliRunner()
ID = UUID(int=8)
# What a host whose agent can start together with others lets be measured.
OFFERS = json.dumps(
    {
        **{"suites": ["quick"], "jobs": ["nightly"], "may_repeat": False, "starts_together": True},
        "targets": [
            {"name": f"/srv/{name}", "kind": "folder", "may_write": True} for name in ("bench", "other")
        ],
    }
)
ADD = ("add", "--host", "saturn", "--target", "/srv/bench")


@pytest.fixture
def url(configured: Settings, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database with one host."""
    assert configured.database_url is not None
    url = configured.database_url.get_secret_value()
    monkeypatch.setenv("FIOBOARD_DATABASE_URL", url)
    execute(
        url,
        "delete from request",
        f"insert into host (id, name, created_at) values ('{ID}', 'saturn', now()) on conflict do nothing",
    )
    return url


def run(*words: str, code: int = 0, verb: str = "request") -> str:
    done = runner.invoke(app, [verb, *words])
    assert done.exit_code == code, done.output
    return done.output


def test_a_request_is_added_listed_and_cancelled_once(url: str) -> None:
    request_id = run(*ADD, "--suite", "quick", "--repeats", "3").split()[-1]
    [row] = execute(url, "select kind, name, target, parameters, state, created_by from request")
    assert tuple(row) == ("suite", "quick", "/srv/bench", '{"repeats": 3}', "queued", "command line")
    [line] = run("list", "--host", "saturn", "--state", "queued").splitlines()
    assert line.split("\t")[:2] == [request_id, "queued"]
    assert line.split("\t")[3:] == ["saturn", "quick", "/srv/bench"]
    assert run("list", "--host", "nobody") == "No requests.\n"
    assert run("cancel", request_id) == "Cancelled.\n"
    assert run("cancel", request_id, code=1) == "The request has ended: cancelled.\n"
    run(
        *ADD,
        "--job",
        "nightly",
        "--set",
        "bs=4096",
        "--set",
        "iodepth=4",
        "--runtime",
        "9",
        "--priority",
        "3",
    )
    [row] = execute(url, "select name, parameters, priority from request where state = 'queued'")
    assert tuple(row) == ("nightly", '{"bs": "4096", "iodepth": 4, "runtime": 9}', 3)
    for words, refusal in (
        (("--set", "bs"), "'bs' is no NAME=VALUE, as in --set bs=4k.\n"),
        (("--set", "filename=/dev/sda"), "parameters.filename: Extra inputs are not permitted.\n"),
        (
            ("--set", "iodepth=many"),
            "parameters.iodepth: give a whole number from 1, or several as 1,4,16.\n",
        ),
        (("--set", "bs=1:2"), "parameters.bs: "),
        (("--priority", "10"), "priority: "),
    ):
        assert run(*ADD, "--job", "nightly", *words, code=1).startswith(refusal), words
    actions = execute(url, f"select action from audit_event where subject_id = '{request_id}' order by id")
    assert [action for (action,) in actions] == ["request.create", "request.cancel"]


def require_edits(url: str, schedule_id: str) -> None:
    """Only what is given of a schedule of two hosts changes, and it is checked as a new one is."""
    statement = (
        "select kind, coalesce(name, run_id::text) as test, target, parameters, cron, zone, is_expected, "
        "(select string_agg(h.name || ' ' || s.target, ',') from schedule_host s join host h on h.id = s.host_id) "
        "as others, (select name from host where id = host_id) as host from schedule"
    )

    def read() -> dict[str, object]:
        [(text,)] = execute(url, f"select to_jsonb(row)::text from ({statement}) row")
        found: dict[str, object] = json.loads(text)
        return found

    def edit(*words: str, code: int = 0) -> str:
        return run("edit", schedule_id, *words, code=code, verb="schedule")

    both = ("--host", "saturn", "--host", "moon")
    for words, changed in (
        (("--cron", "30 4 * * 1"), {"cron": "30 4 * * 1"}),
        (("--zone", "UTC"), {"zone": "UTC"}),
        (("--no-alert",), {"is_expected": False}),
        (("--alert",), {"is_expected": True}),
        (
            ("--suite", "quick", "--repeats", "3"),
            {"kind": "suite", "test": "quick", "parameters": {"repeats": 3}},
        ),
        (
            ("--set", "bs=8k", "--runtime", "7"),
            {"parameters": {"bs": "8k", "repeats": 3, "runtime": 7}},
        ),
        # Repeats are a suite's.
        (
            ("--job", "nightly"),
            {"kind": "job", "test": "nightly", "parameters": {"bs": "8k", "runtime": 7}},
        ),
        (
            ("--target", "/srv/bench", "--target", "/srv/other"),
            {"others": "moon /srv/other"},
        ),
        (("--target", "/srv/bench"), {"others": "moon /srv/bench"}),
        (("--target", "/srv/bench", "--target", "/srv/other"), {"others": "moon /srv/other"}),
        # Who stays keeps its target.
        (("--host", "moon"), {"host": "moon", "others": None, "target": "/srv/other"}),
        (
            (*both, "--target", "/srv/bench"),
            {"host": "saturn", "others": "moon /srv/bench", "target": "/srv/bench"},
        ),
        (both, {}),
    ):
        before = read()
        line = edit(*words).strip()
        assert read() == before | changed, words
        assert run("list", verb="schedule").strip() == line
    before = read()
    for words, sentence in (
        ((), "Nothing to change: name what is to change."),
        (("--cron", "x"), "A cron expression has five fields"),
        (("--zone", "Mars"), "There is no time zone 'Mars'"),
        (("--suite", "sweep"), "Suite 'sweep' is not in serve.toml on saturn."),
        (("--suite", "saturate"), "with several hosts a suite needs"),
        (("--suite", "quick", "--job", "nightly"), "Name one of"),
        (("--run", str(UUID(int=1))), "does not allow repeating runs"),
        (("--run", "x"), "run_id"),
        (("--runtime", "0"), "parameters.runtime"),
        (("--target", "/a", "--target", "/b", "--target", "/c"), "Give one --target"),
        (("--target", "/mnt"), "Target '/mnt' is not in serve.toml on saturn."),
        (("--host", "mars"), "There is no host 'mars'."),
        (("--host", "moon", "--host", "moon"), "A host is listed twice."),
    ):
        assert sentence in edit(*words, code=1), words
    assert read() == before
    assert execute(url, "select count(*) from expectation")[0][0] == 1


@pytest.mark.nightly
def test_several_hosts_are_asked_to_start_together_and_cancelled_as_one(url: str) -> None:
    second = UUID(int=9)
    execute(
        url,
        f"insert into host (id, name, created_at) values ('{second}', 'moon', now()) on conflict do nothing",
        *(
            "insert into serving_host (host_id, seen_at, agent_version, offers) "
            f"values ('{host}', now(), '0.3.0', '{OFFERS}') on conflict do nothing"
            for host in (ID, second)
        ),
    )
    both = (*ADD, "--host", "moon", "--job", "nightly")
    ids = [line.removeprefix("Queued: ") for line in run(*both).splitlines()]
    rows = execute(url, "select id::text, group_id from request order by id")
    assert [id for id, _ in rows] == sorted(ids)
    assert len({group for _, group in rows}) == 1 and rows[0][1] is not None
    assert run("cancel", ids[1]) == "Cancelled.\n"
    assert [state for (state,) in execute(url, "select state from request")] == ["cancelled", "cancelled"]
    assert run("cancel", ids[0], code=1) == "The request has ended: cancelled.\n"
    suite = (*ADD, "--host", "moon", "--suite")
    assert run(*suite, "quick", "--repeats", "2").count("Queued: ") == 2
    assert run(*suite, "sweep", code=1) == "Suite 'sweep' is not in serve.toml on saturn.\n"
    assert run(*suite, "saturate", code=1).startswith(
        "with several hosts a suite needs the same steps on each"
    )
    own = ("--target", "/srv/bench", "--target", "/mnt")
    assert run("add", *own, "--host", "moon", "--host", "saturn", "--suite", "quick", code=1) == (
        "Target '/mnt' is not in serve.toml on saturn.\n"
    )
    assert "There is no host 'mars'." in run(*both, "--host", "mars", code=1)
    scheduled = (*both, "--cron", "daily", "--zone", "Asia/Kolkata", "--alert")
    added = run(*scheduled, verb="schedule").strip()
    schedule_id, _, *said = added.split("\t")
    assert said == ["saturn, moon", "nightly on /srv/bench", "0 2 * * *", "Asia/Kolkata"]
    assert run("list", "--host", "moon", verb="schedule").strip() == added
    assert "\tpaused\t" in run("pause", schedule_id, verb="schedule")
    assert run("resume", schedule_id, verb="schedule").strip() == added
    assert execute(url, "select schedule_id::text, grace_minutes from expectation") == [(schedule_id, 30)]
    require_edits(url, schedule_id)
    assert run("remove", schedule_id, verb="schedule") == "Removed.\n"
    for verb in ("remove", "pause", "resume", "edit"):
        assert run(verb, schedule_id, code=1, verb="schedule") == "There is no such schedule.\n"
    for words, sentence in (
        ((*both, "--cron", "x"), "A cron expression has five fields"),
        ((*both, "--cron", "daily", "--zone", "Mars"), "There is no time zone 'Mars'"),
        (
            (*ADD, "--suite", "quick", "--cron", "daily", "--target", "/x", "--target", "/y"),
            "Give one --target",
        ),
        ((*ADD, "--cron", "daily"), "Name one of"),
        ((*suite, "saturate", "--cron", "daily"), "with several hosts a suite needs"),
        ((*ADD, "--host", "saturn", "--suite", "quick", "--cron", "daily"), "A host is listed twice."),
        ((*ADD, "--suite", "quick", "--cron", "daily", "--runtime", "0"), "parameters.runtime"),
    ):
        assert sentence in run(*words, code=1, verb="schedule"), words
    assert run("list", verb="schedule") == "No schedules.\n"
    actions = execute(
        url, f"select actor_kind, action from audit_event where subject_id = '{schedule_id}' order by id"
    )
    assert [tuple(one) for one in actions] == [
        ("command_line", f"schedule.{one}") for one in ("create", *["change"] * 15, "delete")
    ]
    execute(url, "delete from request", "delete from request_group", "delete from serving_host")


@pytest.mark.quick(3)
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((*ADD,), "Name one of --suite, --job and --run."),
        ((*ADD, "--suite", "quick", "--job", "x"), "Name one of"),
        (("add", "--host", "nobody", "--target", "/x", "--suite", "quick"), "There is no host 'nobody'."),
        ((*ADD, "--target", "/mnt", "--suite", "quick"), "Give one --target for all hosts, or one for each"),
        ((*ADD, "--run", "no-id"), "run_id"),
        ((*ADD, "--suite", "quick", "--runtime", "0"), "parameters.runtime"),
        (("list", "--state", "asleep"), "The states are queued, "),
        (("cancel", "no-id"), "'no-id' is not a request ID."),
        (("cancel", str(ID)), "There is no such request."),
    ],
)
def test_what_cannot_be_done_is_a_sentence_and_changes_nothing(
    url: str, words: tuple[str, ...], sentence: str
) -> None:
    assert sentence in run(*words, code=1)
    assert execute(url, "select count(*) from request")[0][0] == 0

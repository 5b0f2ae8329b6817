"""The command line of a share, rebuilt from the options that are shown."""

from fioboard.app.sharing.redaction import jobs


def test_the_command_holds_only_options_that_were_given() -> None:
    # fio 2.1.9, whose output was text, knows no json+.
    assert jobs.build_command("fio", [{"rw": "read", "bs": "4k", "group_reporting": ""}]) == (
        "fio --name=job1 --rw=read --bs=4k --group_reporting"
    )

"""The command line `fioboard`. Its verbs are the modules beside this one, imported only when used.

Importing them all takes 1 s and 80 MB, most of it SQLAlchemy, which `fioboard serve` and `fioboard healthcheck` have
no use for.
"""

import functools
import importlib
import socket
from collections.abc import Callable
from typing import Annotated, Any, ParamSpec, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from fioboard import __version__
from fioboard.cli import sentences
from fioboard.cli.environment import checked_settings, database_refusal
from fioboard.core.loading import pause_garbage_collection
from fioboard.store.embedded import EmbeddedPostgresError

P = ParamSpec("P")
R = TypeVar("R")
VERBS = {
    "serve": "fioboard.cli.serve:serve",
    "migrate": "fioboard.cli.migrate:migrate",
    "healthcheck": "fioboard.cli.healthcheck:healthcheck",
    "config": "fioboard.cli.config:config",
    "import": "fioboard.cli.imports:import_files",
    "add": "fioboard.cli.add:add",
    "demo": "fioboard.cli.demo:app",
    "export": "fioboard.cli.export:export",
    "compare": "fioboard.cli.compare:compare",
    "explain": "fioboard.cli.explain:explain",
    "backup": "fioboard.cli.backup:backup",
    "restore": "fioboard.cli.backup:restore",
    "documents": "fioboard.cli.documents:app",
    "retention": "fioboard.cli.retention:retention",
    "reparse": "fioboard.cli.reparse:reparse",
    "user": "fioboard.cli.users:app",
    "token": "fioboard.cli.tokens:app",
    "enrolment": "fioboard.cli.enrolments:app",
    "request": "fioboard.cli.requests:app",
    "schedule": "fioboard.cli.schedules:app",
    "share": "fioboard.cli.shares:app",
    "spec": "fioboard.cli.specs:app",
    "reference-set": "fioboard.cli.reference_sets:app",
    "mcp": "fioboard.cli.mcp:mcp",
    "login-link": "fioboard.cli.tokens:login_link",
    "systemd-unit": "fioboard.cli.systemd_unit:systemd_unit",
}


class VerbsByName(TyperGroup):
    """Looks a verb up in VERBS when it is asked for."""

    def list_commands(self, ctx: object) -> list[str]:
        """All verbs, in the order of VERBS."""
        return list(VERBS)

    def get_command(self, ctx: object, cmd_name: str) -> Any:
        """The verb with that name; None when there is none, which typer reports with the nearest names."""
        if cmd_name not in VERBS:
            return None
        module, attribute = VERBS[cmd_name].split(":")
        with pause_garbage_collection():
            verb = getattr(importlib.import_module(module), attribute)
        if not isinstance(verb, typer.Typer):
            alone = typer.Typer(add_completion=False)
            alone.command()(verb)
            verb = alone
        command = typer.main.get_command(verb)
        command.name = cmd_name
        _check_settings_first(command)
        return command

    def invoke(self, ctx: Any) -> object:
        """Runs a verb; a database that cannot be started, reached or used is a sentence here, not a traceback."""
        try:
            return super().invoke(ctx)
        except EmbeddedPostgresError as error:
            typer.echo(f"fioboard: {error}", err=True)
            raise typer.Exit(1) from None
        except BrokenPipeError:
            raise  # whoever read our output has seen enough (`… | head`): click ends without a word
        except (ConnectionError, socket.gaierror) as error:
            typer.echo(sentences.DATABASE_UNREACHABLE(error=str(error)), err=True)
            raise typer.Exit(1) from None
        except PermissionError as error:
            what = error.filename or "the socket of the database"
            typer.echo(
                sentences.MAY_NOT_OPEN(place=what),
                err=True,
            )
            raise typer.Exit(1) from None
        except Exception as error:
            sentence = database_refusal(error)
            if sentence is None:
                raise
            typer.echo(f"fioboard: {sentence}", err=True)
            raise typer.Exit(1) from None


def _check_settings_first(command: object) -> None:
    """Has every command below this one, and this one, begin with the settings: wrong ones end it with sentences."""
    if isinstance(command, TyperGroup):
        for below in command.commands.values():
            _check_settings_first(below)
    elif isinstance(command, TyperCommand) and command.callback is not None:
        command.callback = _add_settings_check(command.callback)


def _add_settings_check(callback: Callable[P, R]) -> Callable[P, R]:
    """Return the callback, which now checks the settings before it begins."""

    @functools.wraps(callback)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        checked_settings()
        return callback(*args, **kwargs)

    return checked


app = typer.Typer(
    cls=VerbsByName,
    help="fioboard: store, compare and visualize fio results.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _tell_version(is_asked: bool) -> None:
    if is_asked:
        typer.echo(f"fioboard {__version__}")
        raise typer.Exit


@app.callback()
def fioboard(
    version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Say which one this is.")
    ] = False,
) -> None:
    """fioboard: store, compare and visualize fio results."""

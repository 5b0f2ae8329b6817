"""The command line `fioboard`: one typer application, its verbs in commands/."""

import typer

from fioboard.commands import config, healthcheck, imports, migrate, reparse, serve, tokens

app = typer.Typer(
    help="The service that keeps, compares and shows fio results.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("serve")(serve.serve)
app.command("migrate")(migrate.migrate)
app.command("healthcheck")(healthcheck.healthcheck)
app.command("config")(config.config)
app.command("import")(imports.import_files)
app.command("reparse")(reparse.reparse)
app.add_typer(tokens.app, name="token")
app.command("login-link")(tokens.login_link)

if __name__ == "__main__":
    app()

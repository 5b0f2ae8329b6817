"""`python -m fioboard.cli`."""

from fioboard.cli.program import app

app()

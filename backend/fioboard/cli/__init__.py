"""The verbs of `fioboard`, one file per group. Reads settings, calls the rooms below, prints, sets the exit code.

Heavy libraries are imported inside the functions that need them, so that `fioboard --help` and the supervisor stay
small and quick.
"""


def __getattr__(name: str) -> object:
    """Load the program when it is asked for: the supervisor and the workers, which live here, too, never ask."""
    if name != "app":
        raise AttributeError(name)
    from fioboard.cli.program import app  # noqa: PLC0415 -- loads typer, which a worker has no use for

    return app

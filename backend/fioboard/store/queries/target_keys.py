"""The key of what a run measured, as text of a statement."""


def write_target_key(run: str, configuration: str = "c") -> str:
    """Write what a run measured, for a statement: as docs/identity.md knows it, else its name alone.

    A name may lead to another drive later. `run` and `configuration` are the names of the rows in the statement.
    """
    return f"coalesce({configuration}.factors ->> 'target.path', {run}.target)"

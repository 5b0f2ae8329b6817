"""What can go wrong with the embedded PostgreSQL, each as one sentence for the terminal."""


class EmbeddedPostgresError(Exception):
    """The embedded PostgreSQL cannot do what was asked; the text is one sentence that says why and what to do."""

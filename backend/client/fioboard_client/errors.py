"""Refusals of the API as exceptions; the text of each is the API's own sentence."""


class FioboardError(Exception):
    """The API did not answer what was asked."""

    def __init__(self, sentence: str, status: int | None = None, error: str | None = None) -> None:
        super().__init__(sentence)
        self.status = status
        """HTTP status; None: there was no answer at all."""
        self.error = error
        """The API's name of the error, such as UnknownKey; None: the answer was not the API's."""


class Unauthorized(FioboardError):
    """The token is unknown, expired or revoked."""


class Forbidden(FioboardError):
    """The token may not read."""


class NotFound(FioboardError):
    """There is nothing at this address."""


class Invalid(FioboardError):
    """The filter or a parameter has no meaning; the sentence names it."""


class Unavailable(FioboardError):
    """The service cannot be reached, or asks to be left alone for longer than a client waits."""


BY_STATUS: dict[int, type[FioboardError]] = {
    400: Invalid,
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    422: Invalid,
    429: Unavailable,
    503: Unavailable,
}

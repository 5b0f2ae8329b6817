"""Reading a body on its way in: the readers' refusals become the answers of the contract."""

from collections.abc import Iterator
from contextlib import contextmanager

from fioboard.app.ingest import sentences
from fioboard.core import errors
from fioboard.core.figures import format_things
from fioboard.engine.formats import fio
from fioboard.store.derive.claims import ReadBody, claims_alone, read_body


def read_for_preview(body: bytes, name: str | None) -> ReadBody:
    """A body as a preview shows it: tables alone are worth showing, too."""
    try:
        return read_body(body, name)
    except fio.NotUnderstood as refusal:
        claims = claims_alone(body)
        if claims is not None and claims.claims.items:
            return claims
        with refusals_of_readers():
            raise refusal if claims is None else _add_remarks(refusal, claims) from None
    except fio.FioFormatError as refusal:
        with refusals_of_readers():
            raise refusal


def read_for_import(body: bytes, name: str | None) -> ReadBody:
    """A body whose runs are to be stored. Raises NotUnderstood, TooDeep, TooMany."""
    with refusals_of_readers():
        try:
            return read_body(body, name)
        except fio.NotUnderstood as refusal:
            claims = claims_alone(body)
            if claims is None:
                raise
            if not claims.claims.items:
                raise _add_remarks(refusal, claims) from None
            counted = sentences.ONLY_CLAIMS(figures=format_things(len(claims.claims.items), "figure"))
            raise fio.NotUnderstood(
                sentences.LOOK_AT_PREVIEW(detail=refusal.detail, claims=counted),
                refusal.where,
                refusal.lines,
            ) from None


def _add_remarks(refusal: fio.NotUnderstood, claims: ReadBody) -> fio.NotUnderstood:
    """Add to the refusal of a body why its tables became no claim."""
    remarks = " ".join(problem.detail for problem in claims.reading.problems)
    return fio.NotUnderstood(f"{refusal.detail} {remarks}", refusal.where, refusal.lines)


@contextmanager
def refusals_of_readers() -> Iterator[None]:
    """The readers' exceptions as the answers of the contract."""
    try:
        yield
    except fio.TooMany as error:
        raise errors.TooMany(error.detail) from None
    except fio.TooDeep as error:
        raise errors.TooDeep(error.detail) from None
    except fio.FioFormatError as error:
        where = [errors.Problem(error.where, "NotUnderstood", error.detail)] if error.where else []
        if isinstance(error, fio.NotUnderstood) and error.lines:
            unread = "It looks like figures, and none of them became a result."
            where = [errors.Problem(f"line {line}", "NotUnderstood", unread) for line in error.lines]
        raise errors.NotUnderstood(error.detail, problems=where) from None

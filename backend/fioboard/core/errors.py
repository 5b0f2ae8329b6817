"""Every error the service answers with, as classes. The class name is the contract, the sentence is for people.

AppError
├── BadRequest 400        ── BadMultipart, BadEncoding, DigestMismatch (retryable)
├── NotAuthenticated 401
├── PassphraseNeeded 401  ── WrongPassphrase
├── Forbidden 403         ── WrongScope, WrongHost, CrossSite, WrongHostHeader, RecentLoginNeeded,
│                            PasswordLoginOff, SingleSignOnRefused
├── NotFound 404          ── RunNotFound, ResultNotFound, FindingNotFound, HostNotFound, TokenNotFound, UserNotFound,
│                            InventoryNotFound, InvitationNotFound, SessionNotFound, BatchNotFound, ReparseNotFound,
│                            ShareNotFound, ModelNotFound, ChangeNotFound, SeriesNotFound, EventNotFound,
│                            ReferenceNotFound, TimeNoteNotFound, ExpectationNotFound, NotificationRuleNotFound,
│                            RequestNotFound, ScheduleNotFound, GroupNotFound, ReplyNotFound
├── MethodNotAllowed 405, SlowBody 408 (retryable)
├── Conflict 409          ── UploadKeyReused, NameTaken, LastAdmin, ReparseUnfinished, IdentifierFound, ShareEnded,
│                            ReplyCodeUsed, TooManyReplies
├── Gone 410              ── ShareExpired, ShareRevoked, SharePaused, RepliesOff, ReplyCodeUnknown
├── TooLarge 413          ── TooMany
├── UnsupportedMediaType 415 ── UnsupportedEncoding
├── Invalid 422           ── BadManifest, NotUnderstood, TooDeep, BadCursor, WeakPassword, UnknownField,
│                            FilterError (UnknownKey, UnknownValue)
├── InternalError 500 (retryable; a bug), DocumentMissing, DocumentDamaged 500 (core/objects.py)
├── Unavailable 503 (retryable) ── TooSlow (core/error_handlers.py), SingleSignOnAway, DocumentsAway (core/objects.py),
│                            Upgrading (cli/upgrading.py)
└── RateLimited 429, StorageFull 507 (retryable)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

MAX_QUOTED = 200
MAX_PROBLEMS = 50


@dataclass(frozen=True, slots=True)
class Problem:
    """A remark about one place of an input: JSON pointer or line, stable name, one sentence."""

    where: str
    error: str
    detail: str


def quoted(value: object) -> str:
    """At most 200 characters of an input, printable, for use inside a sentence."""
    text = repr(value)
    return text if len(text) <= MAX_QUOTED else text[: MAX_QUOTED - 1] + "…"


class AppError(Exception):
    """Base of all errors that become an answer. Subclasses carry the status; instances the sentence."""

    status: ClassVar[int] = 500
    retryable: ClassVar[bool] = False
    sentence: ClassVar[str] = "Something went wrong."

    def __init__(
        self, detail: str | None = None, *, problems: Sequence[Problem] = (), retry_after_s: int | None = None
    ) -> None:
        super().__init__(detail or self.sentence)
        self.detail = detail or self.sentence
        self.problems = tuple(problems)[:MAX_PROBLEMS]
        self.retry_after_s = retry_after_s

    def body(self, request_id: str) -> dict[str, object]:
        """The JSON answer."""
        return {
            "error": type(self).__name__,
            "detail": self.detail,
            "retryable": self.retryable,
            "request_id": request_id,
            "problems": [{"where": p.where, "error": p.error, "detail": p.detail} for p in self.problems],
        }


class BadRequest(AppError):
    status = 400
    sentence = "The request is malformed."


class BadMultipart(BadRequest):
    sentence = "The multipart body is malformed."


class BadEncoding(BadRequest):
    sentence = "The compressed body is truncated or corrupt."


class DigestMismatch(BadRequest):
    retryable = True
    sentence = "The received data does not match the announced digest."


class NotAuthenticated(AppError):
    status = 401
    sentence = "Sign in, or send a valid token as `Authorization: Bearer …`."


class PassphraseNeeded(AppError):
    status = 401
    sentence = "This link needs a passphrase; ask its sender."


class WrongPassphrase(PassphraseNeeded):
    sentence = "The passphrase is wrong."


class Forbidden(AppError):
    status = 403
    sentence = "Not allowed."


class WrongScope(Forbidden):
    sentence = "This token's scope does not allow that."


class WrongHost(Forbidden):
    sentence = "This token belongs to another host."


class CrossSite(Forbidden):
    sentence = "The request came from another site."


class WrongHostHeader(Forbidden):
    sentence = "The Host header does not name this service."


class RecentLoginNeeded(Forbidden):
    sentence = "Confirm your password first: this action needs a recent sign-in."


class PasswordLoginOff(Forbidden):
    sentence = "This service does not accept passwords; use single sign-on."


class SingleSignOnRefused(Forbidden):
    sentence = "Single sign-on failed."


class NotFound(AppError):
    status = 404
    sentence = "Not found."
    path_keys: ClassVar[frozenset[str]] = frozenset()
    """The parts of an address that name one: what is no id at all is not found, either."""


class RunNotFound(NotFound):
    sentence = "There is no such run."
    path_keys = frozenset({"run_id"})


class ResultNotFound(NotFound):
    sentence = "There is no such result."
    path_keys = frozenset({"result_id"})


class HostNotFound(NotFound):
    sentence = "There is no such host."
    # An enrolment is found by the host that it is of, once there is one.
    path_keys = frozenset({"host_id", "enrolment_id"})


class ModelNotFound(NotFound):
    sentence = "There is no drive of this model."
    path_keys = frozenset({"model_id"})


class ChangeNotFound(NotFound):
    sentence = "There is no such change."
    path_keys = frozenset({"change_id"})


class SeriesNotFound(NotFound):
    sentence = "Series not found."
    path_keys = frozenset({"series_id"})


class NotificationRuleNotFound(NotFound):
    sentence = "There is no such notification rule."
    path_keys = frozenset({"rule_id"})


class EventNotFound(NotFound):
    sentence = "There is no such event."


class ExpectationNotFound(NotFound):
    sentence = "There is no such missing-run alert."
    path_keys = frozenset({"expectation_id"})


class TimeNoteNotFound(NotFound):
    sentence = "There is no such annotation."
    path_keys = frozenset({"note_id"})


class ReferenceNotFound(NotFound):
    sentence = "There is no such active baseline."
    path_keys = frozenset({"reference_id"})


class FindingNotFound(NotFound):
    sentence = "This run has no such finding."


class TokenNotFound(NotFound):
    sentence = "There is no such token."
    path_keys = frozenset({"token_id"})


class InventoryNotFound(NotFound):
    sentence = "There is no such inventory."
    path_keys = frozenset({"inventory_id", "other_id"})


class BatchNotFound(NotFound):
    sentence = "There is no such batch."
    path_keys = frozenset({"batch_id"})


class UserNotFound(NotFound):
    sentence = "There is no such user."
    path_keys = frozenset({"user_id"})


class InvitationNotFound(NotFound):
    sentence = "There is no such invitation."
    path_keys = frozenset({"invitation_id"})


class SessionNotFound(NotFound):
    sentence = "You have no such session."
    path_keys = frozenset({"session_id"})


class ReparseNotFound(NotFound):
    sentence = "There is no such reparse."
    path_keys = frozenset({"reparse_id"})


class ShareNotFound(NotFound):
    sentence = "There is no such share."
    path_keys = frozenset({"share_id"})


def build_not_found(path_key: str) -> NotFound:
    """Build the error for a part of an address that cannot name anything."""
    return next((kind() for kind in NotFound.__subclasses__() if path_key in kind.path_keys), NotFound())


class MethodNotAllowed(AppError):
    status = 405
    sentence = "This address does not support that method."


class SlowBody(AppError):
    status = 408
    retryable = True
    sentence = "The request body arrived too slowly or was cut off."


class Conflict(AppError):
    status = 409
    sentence = "The request conflicts with existing data."


class NameTaken(Conflict):
    sentence = "That name is taken."


class LastAdmin(Conflict):
    sentence = "This is the last active admin; create another one first."


class UploadKeyReused(Conflict):
    sentence = "This upload key was used before with other bytes; nothing was changed."


class ReparseUnfinished(Conflict):
    sentence = "Another reparse is still running; only one can run at a time."


class IdentifierFound(Conflict):
    sentence = "The snapshot would still show an identifying value; nothing was published."

    def __init__(self, detail: str | None = None, *, leaks: Sequence[Mapping[str, object]] = ()) -> None:
        super().__init__(detail)
        self.leaks = tuple(leaks)

    def body(self, request_id: str) -> dict[str, object]:
        """The JSON answer: answers.shared.ShareRefusal. Names fields and places, never the value."""
        return super().body(request_id) | {"leaks": list(self.leaks)}


class ShareEnded(Conflict):
    sentence = "This link has ended permanently; create a new one."


class Gone(AppError):
    status = 410
    sentence = "This has expired."


class ShareExpired(Gone):
    sentence = "This link has expired; ask its sender for a new one."


class ShareRevoked(Gone):
    sentence = "The sender revoked this link."


class SharePaused(Gone):
    sentence = "The sender paused this link; it may work again later."


class TooLarge(AppError):
    status = 413
    sentence = "The body is larger than this service accepts."


class TooMany(TooLarge):
    sentence = "The input has more parts than this service accepts."


class UnsupportedMediaType(AppError):
    status = 415
    sentence = "This address does not accept that media type."


class UnsupportedEncoding(UnsupportedMediaType):
    sentence = "Content-Encoding must be a single layer of gzip or zstd."


class Invalid(AppError):
    status = 422
    sentence = "The request is not valid."


class BadManifest(Invalid):
    sentence = "The manifest does not match docs/upload.md."


class NotUnderstood(Invalid):
    sentence = "No result was found in the input."


class UnknownField(Invalid):
    sentence = "There is no field of that name to hide or show."


class TooDeep(Invalid):
    sentence = "The input is nested too deeply."


class FilterError(Invalid):
    sentence = "The filter cannot be understood."


class UnknownKey(FilterError):
    sentence = "Unknown query parameter."


class UnknownValue(FilterError):
    sentence = "Unknown value in a filter."


class BadCursor(Invalid):
    sentence = "Invalid page cursor."


class RateLimited(AppError):
    status = 429
    retryable = True
    sentence = "Too many requests."


class InternalError(AppError):
    retryable = True
    sentence = "Internal error. Quote this request ID."


class Unavailable(AppError):
    status = 503
    retryable = True
    sentence = "The database cannot be reached right now."


class SingleSignOnAway(Unavailable):
    sentence = "The identity provider cannot be reached right now."


class StorageFull(AppError):
    status = 507
    retryable = True
    sentence = "The service's disk is full; nothing was stored."

"""Making a share: gather, freeze, store. Published whole or not at all (L3)."""

import asyncio
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

import orjson

from fioboard.app.access.audit import record
from fioboard.app.access.passwords import hashed_password
from fioboard.app.access.principal import Principal
from fioboard.app.access.secrets import hashed
from fioboard.app.sharing import questions, redaction
from fioboard.app.sharing.links import sentences
from fioboard.app.sharing.links.gathering import gather
from fioboard.app.sharing.links.token import new_share_token
from fioboard.app.sharing.redaction import Frozen, Leak, Sources, Wish
from fioboard.core import errors
from fioboard.core import sentences as common
from fioboard.core.compression import compress
from fioboard.core.database import Database
from fioboard.core.ids import uuid7
from fioboard.core.sanitize import clean_text, encoded
from fioboard.core.times import now
from fioboard.engine.answers.share import ShareContent, ShareIn
from fioboard.engine.answers.shared import ShareLeak
from fioboard.engine.words.limits import MAX_SHARE_DAYS
from fioboard.store.queries import shares as share_queries

DEFAULT_LIFETIME = timedelta(days=30)
MAX_LIFETIME = timedelta(days=MAX_SHARE_DAYS)
MAX_DOCUMENT_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Published:
    """A share that exists now. The token is nowhere else."""

    id: UUID
    token: str
    expires_at: datetime


def build_leaks(leaks: Iterable[Leak]) -> list[ShareLeak]:
    """Build what its sender has to choose about."""
    return [
        {
            "field": leak.field,
            "title": redaction.get_title(leak.field),
            "can_reveal": redaction.can_reveal(leak.field),
            "places": [
                {
                    "where": place.where,
                    "title": "A sentence of the report"
                    if place.hide is None
                    else redaction.get_title(place.hide),
                    "hide": place.hide,
                }
                for place in leak.places
            ],
        }
        for leak in leaks
    ]


async def frozen(
    database: Database, content: ShareContent, make: Callable[[Sources, Wish], Frozen] = redaction.freeze
) -> tuple[Frozen, list[UUID]]:
    """What a share of this content shows and leaves out, and the runs it is made of; nothing is stored.

    `make`: redaction.freeze, or redaction.preview for its sender's eyes only.
    Raises RunNotFound, Invalid, FilterError, UnknownField, IdentifierFound.
    """
    _require_questions(content.questions)
    async with database.driver() as driver:
        sources, run_ids = await gather(
            driver, database.objects, content.kind, content.spec, content.reference_sets
        )
    wish = Wish(
        hide=tuple(content.hide),
        reveal=tuple(content.reveal),
        note=clean_text(content.note) if content.note else None,
        expectation=_expected(content),
        asked=tuple(content.questions),
    )
    try:
        return await asyncio.to_thread(make, sources, wish), run_ids
    except redaction.UnknownField as unknown:
        raise errors.UnknownField(
            sentences.NO_FIELD(name=errors.quoted(unknown.name))
            + (common.DID_YOU_MEAN(nearest=unknown.nearest) if unknown.nearest else ".")
        ) from None
    except redaction.IdentifierFound as refusal:
        shown = ", ".join(leak.field for leak in refusal.leaks)
        raise errors.IdentifierFound(
            sentences.IDENTIFIER_SHOWN(shown=shown),
            leaks=build_leaks(refusal.leaks),
        ) from None


def _require_questions(keys: Iterable[str]) -> None:
    """Raises Invalid for what is none of the questions."""
    for place, key in enumerate(keys):
        if key not in questions.KEYS:
            raise errors.Invalid(
                sentences.NO_QUESTION(key=errors.quoted(key), keys=", ".join(sorted(questions.KEYS))),
                problems=[errors.Problem(f"/body/questions/{place}", "Invalid", "no question")],
            )


def _expected(content: ShareContent) -> str | None:
    """Blanks alone say nothing."""
    return (clean_text(content.expectation).strip() or None) if content.expectation else None


def require_term(expires_at: datetime | None) -> datetime:
    """When a link ends. Raises Invalid for the past and for more than a year."""
    moment = now()
    wanted = moment + DEFAULT_LIFETIME if expires_at is None else expires_at
    if not moment < wanted <= moment + MAX_LIFETIME:
        raise errors.Invalid(
            "The expiry must be in the future and within a year.",
            problems=[errors.Problem("/body/expires_at", "Invalid", "not within a year from now")],
        )
    return wanted


def require_repliable(kind: str, *, has_passphrase: bool, hidden: Collection[str]) -> None:
    """Raises Invalid for a share whose recipients could not measure the same: the agent runs the one job that a link
    shows, and types no passphrase."""
    if kind != "run":
        why = "Only a link to a single run can take replies."
    elif has_passphrase:
        why = "A link with a passphrase cannot take replies: fioboard-agent cannot open it."
    elif "job_options" in hidden:
        why = "A link that hides job_options cannot take replies: nobody could run the same job."
    else:
        return
    raise errors.Invalid(why, problems=[errors.Problem("/body/takes_replies", "Invalid", why)])


async def publish(database: Database, caller: Principal, wanted: ShareIn) -> Published:
    """Makes a link. Raises what `frozen` and `require_term` raise; TooLarge; WrongScope when the caller's right to
    share has just been taken away."""
    expires_at = require_term(wanted.expires_at)
    if wanted.takes_replies:
        require_repliable(wanted.kind, has_passphrase=bool(wanted.passphrase), hidden=wanted.hide)
    copy, run_ids = await frozen(database, wanted)
    body = orjson.dumps(copy.document)
    if len(body) > MAX_DOCUMENT_BYTES:
        raise errors.TooLarge("The snapshot is too large for a link; narrow it or hide time_series.")
    passphrase_hash = await hashed_password(wanted.passphrase) if wanted.passphrase else None
    token = new_share_token()
    share_id = uuid7()
    share: dict[str, object] = {
        "id": share_id,
        "token_sha256": hashed(token),
        "kind": wanted.kind,
        "spec": encoded({k: v for k, v in wanted.spec.model_dump(mode="json").items() if v is not None}),
        "title": copy.document["title"],
        "label": clean_text(wanted.label) if wanted.label else None,
        "expectation": _expected(wanted),
        "passphrase_hash": passphrase_hash,
        "hidden": list(copy.document["hidden"]),
        "revealed": list(copy.document["revealed"]),
        "created_by_name": caller.name,
        "created_at": now(),
        "expires_at": expires_at,
        "takes_replies": wanted.takes_replies,
    }
    async with database.driver() as driver, driver.transaction():
        user_id, token_id = caller.user_id, caller.id if caller.kind == "token" else None
        if token_id is not None:
            user_id = await share_queries.find_token_maker(driver, token_id)
        if not await share_queries.may_still_share(driver, user_id, token_id):
            raise errors.WrongScope
        whose = {"created_by": user_id, "created_with": token_id}
        if not await share_queries.add_share(driver, share | whose, compress(body), run_ids):
            raise errors.RunNotFound("A run of this share has been deleted meanwhile.")
        await record(
            driver,
            caller,
            "share.create",
            share_id,
            kind=wanted.kind,
            label=share["label"],
            runs=len(run_ids),
            hidden=share["hidden"],
            revealed=share["revealed"],
            has_passphrase=passphrase_hash is not None,
            takes_replies=wanted.takes_replies,
            expires_at=expires_at,
        )
    return Published(share_id, token, expires_at)

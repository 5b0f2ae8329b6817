"""Who is told of which changes and events: rules of the caller's own; admins see all of them, without secrets."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Header, Path, Request

from fioboard.app.access.audit import record
from fioboard.app.access.check import Caller, allow
from fioboard.app.access.throttle import require_patience
from fioboard.app.notifications import sentences
from fioboard.app.notifications.destination import read_destination
from fioboard.app.notifications.message import build_message, send
from fioboard.core import errors
from fioboard.core import sentences as common
from fioboard.core.database import AppDatabase
from fioboard.core.driver import Driver
from fioboard.core.flat_routes import Router
from fioboard.core.ids import uuid7
from fioboard.core.sanitize import clean_text
from fioboard.core.secret_box import ANOTHER_KEY, count_unreadable
from fioboard.core.zones import open_zone
from fioboard.engine.answers.notification import (
    FilterIn,
    NotificationMessage,
    NotificationRuleIn,
    NotificationRuleList,
    NotificationRuleOut,
    NotificationRulePatch,
    NotificationTested,
)
from fioboard.engine.answers.problem import refusals
from fioboard.engine.filters import parse_query
from fioboard.engine.words.metrics import METRICS
from fioboard.engine.words.notifications import MAX_RULES_OF_PERSON, TOLD_KINDS
from fioboard.store.queries import notifications as queries
from fioboard.store.queries.filtering import select
from fioboard.store.queries.notifications import Filter, ListedRow

router = Router(tags=["notifications"])
webhooks = APIRouter(tags=["notifications"])
REFUSALS = refusals(400, 401, 403, 404, 409, 413, 422, 429, 503)
RuleId = Annotated[UUID, Path(description="The rule's id")]


@router.get("/notification-rules", dependencies=[allow("account", may_lag=True)], responses=REFUSALS)
async def list_notification_rules(database: AppDatabase, caller: Caller) -> NotificationRuleList:
    """The caller's rules, everybody's for an admin, with what was told and what failed."""
    user_id = None if "admin" in caller.rights else caller.person()
    async with database.driver() as driver:
        return NotificationRuleList(
            items=[_build_rule(row) for row in await queries.list_rules(driver, user_id)]
        )


@router.post("/notification-rules", status_code=201, dependencies=[allow("account")], responses=REFUSALS)
async def add_notification_rule(
    request: Request, database: AppDatabase, rule: NotificationRuleIn, caller: Caller
) -> NotificationRuleOut:
    """Adds a rule of the caller. It tells of changes and events that are seen from now on."""
    given = _filter(rule)
    await require_patience(request, "notification destination")
    secret, shown = await read_destination(rule.destination)
    user_id = caller.person()
    async with database.driver() as driver, driver.transaction():
        await _require_known(driver, given)
        if await queries.count_rules(driver, user_id) >= MAX_RULES_OF_PERSON:
            raise errors.Conflict(sentences.TOO_MANY_RULES(most=MAX_RULES_OF_PERSON))
        name = clean_text(rule.name)
        rule_id = await queries.add(
            driver,
            user_id,
            queries.Named(name=name, kind=rule.destination.kind, secret=secret, shown=shown),
            given,
        )
        await record(driver, caller, "notification_rule.add", rule_id, name=name, destination=shown)
        return _build_rule(_own(await queries.find(driver, rule_id, user_id)))


@router.patch("/notification-rules/{rule_id}", dependencies=[allow("account")], responses=REFUSALS)
async def change_notification_rule(
    request: Request, database: AppDatabase, rule_id: RuleId, patch: NotificationRulePatch, caller: Caller
) -> NotificationRuleOut:
    """Changes a rule of the caller; absent fields stay. With another filter it tells of what is seen from now on."""
    destination = None
    if patch.destination is not None:
        await require_patience(request, "notification destination")
        destination = patch.destination.kind, *await read_destination(patch.destination)
    async with database.driver() as driver, driver.transaction():
        old = _own(await queries.find(driver, rule_id, caller.person()))
        kept = FilterIn.model_validate(
            {name: value for name, value in old.items() if name in Filter.__annotations__}
        )
        changed = {
            name: getattr(patch, name) for name in patch.model_fields_set & FilterIn.model_fields.keys()
        }
        given = _filter(kept.model_copy(update=changed))
        if given["filter"] != old["filter"]:
            await _require_known(driver, given)
        name = old["name"] if patch.name is None else clean_text(patch.name)
        kind, secret, shown = destination or (old["kind"], old["secret"], old["shown"])
        named = queries.Named(name=name, kind=kind, secret=secret, shown=shown)
        await queries.update_rule(driver, rule_id, named, given)
        fields = sorted(patch.model_fields_set)
        await record(driver, caller, "notification_rule.change", rule_id, name=name, fields=fields)
        return _build_rule(_own(await queries.find(driver, rule_id, caller.person())))


@router.delete(
    "/notification-rules/{rule_id}", status_code=204, dependencies=[allow("account")], responses=REFUSALS
)
async def remove_notification_rule(database: AppDatabase, rule_id: RuleId, caller: Caller) -> None:
    """Removes a rule of the caller (an admin: anybody's), and what waits to be told by it."""
    user_id = None if "admin" in caller.rights else caller.person()
    async with database.driver() as driver, driver.transaction():
        row = _own(await queries.find(driver, rule_id, user_id))
        await queries.remove(driver, rule_id)
        await record(driver, caller, "notification_rule.remove", rule_id, name=row["name"])


@router.post("/notification-rules/{rule_id}/test", dependencies=[allow("account")], responses=REFUSALS)
async def test_notification_rule(
    request: Request, database: AppDatabase, rule_id: RuleId, caller: Caller
) -> NotificationTested:
    """Sends a test message now, whatever hour it is, and says what became of it. 20 a minute from one network."""
    await require_patience(request, "notification test")
    async with database.driver() as driver, driver.transaction():
        row = _own(await queries.find(driver, rule_id, caller.person()))
        await record(driver, caller, "notification_rule.test", rule_id, name=row["name"])
    message = build_message(str(uuid7()), row, None)
    return NotificationTested(error=await send(row, message), message=message)


@webhooks.post("changes", status_code=204, responses=refusals(422))
def tell_of_changes(
    message: NotificationMessage,
    idempotency_key: Annotated[
        str,
        Header(
            description="The message's id: the same for every attempt; seen before, it is taken and dropped"
        ),
    ],
    x_fioboard_signature: Annotated[
        str, Header(description="`sha256=HEX`: HMAC-SHA256 of the body with the rule's signing secret")
    ],
) -> None:
    """What the address of a webhook rule gets. A status of 2xx means received; else it comes again, up to ten times."""


def _own(row: ListedRow | None) -> ListedRow:
    if row is None:
        raise errors.NotificationRuleNotFound
    return row


def _build_rule(row: ListedRow) -> NotificationRuleOut:
    hidden = {"id", "user_id", "secret", "shown", "since"}
    shown = {key: value for key, value in row.items() if key not in hidden}
    error = _key_error(row["secret"]) or row["last_error"] or _filter_error(row["filter"])
    more = {"id": str(row["id"]), "destination": row["shown"], "last_error": error}
    return NotificationRuleOut.model_validate(shown | more)


def _key_error(secret: str) -> str | None:
    return ANOTHER_KEY if count_unreadable([secret]) else None


def _filter_error(text: str | None) -> str | None:
    try:
        parse_query(text or "")
    except errors.FilterError as error:
        return sentences.FILTER_NOT_UNDERSTOOD(error=str(error))
    return None


async def _require_known(driver: Driver, given: Filter) -> None:
    """Raises UnknownKey and UnknownValue for labels and values that no run has."""
    if given["filter"] is not None:
        await select(driver, parse_query(given["filter"]))


def _filter(given: FilterIn) -> Filter:
    """Raises UnknownValue, Invalid."""
    if given.metric is not None and given.metric not in METRICS:
        raise errors.UnknownValue(common.NO_METRIC(metric=errors.quoted(given.metric)))
    if (given.quiet_from is None) != (given.quiet_to is None):
        raise errors.Invalid("Quiet hours need a start and an end.")
    if None in (given.kinds, given.least, given.zone, given.is_active):
        raise errors.Invalid("`kinds`, `least`, `zone` and `is_active` are never null.")
    if not given.kinds:
        raise errors.Invalid("A rule needs changes or at least one kind of event.")
    open_zone(given.zone)
    return Filter(
        kinds=sorted(set(given.kinds), key=TOLD_KINDS.index),
        filter=parse_query(given.filter or "").format_query() or None,
        host=None if given.host is None else clean_text(given.host),
        metric=given.metric,
        is_worse=given.is_worse,
        least=given.least,
        suspect=None if given.suspect is None else clean_text(given.suspect),
        digest_hour=given.digest_hour,
        quiet_from=given.quiet_from,
        quiet_to=given.quiet_to,
        zone=given.zone,
        is_active=given.is_active,
    )

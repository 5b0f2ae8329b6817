"""Who is told of which changes: rules of the caller's own; admins see all of them, without secrets."""

from typing import Annotated
from urllib.parse import urlsplit
from uuid import UUID

from fastapi import APIRouter, Path

from fioboard.access.audit import record
from fioboard.access.check import Caller, allow
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.ids import uuid7
from fioboard.core.sanitize import clean_text
from fioboard.features.notifications import mail, webhook
from fioboard.features.notifications.message import message_of, send
from fioboard.features.notifications.secret_box import Destination, sealed
from fioboard.queries import notifications as queries
from fioboard.queries.notifications import Filter, ListedRow
from fioboard.schemas.notification import (
    DestinationIn,
    FilterIn,
    NotificationRuleIn,
    NotificationRuleList,
    NotificationRuleOut,
    NotificationRulePatch,
    NotificationTested,
)
from fioboard.schemas.problem import refusals
from fioboard.vocabulary.metrics import METRICS
from fioboard.vocabulary.notifications import MAX_RULES_OF_PERSON

router = APIRouter(tags=["notifications"])
REFUSALS = refusals(400, 401, 403, 404, 409, 413, 422, 503)
RuleId = Annotated[UUID, Path(description="The rule's id")]
PORTS = {"webhook": webhook.PORTS, "mail": mail.PORTS}


@router.get("/notification-rules", dependencies=[allow("account")], responses=REFUSALS)
async def list_notification_rules(database: AppDatabase, caller: Caller) -> NotificationRuleList:
    """The caller's rules, everybody's for an admin, with what was told and what failed."""
    user_id = None if "admin" in caller.rights else caller.person()
    async with database.driver() as driver:
        return NotificationRuleList(items=[_out(row) for row in await queries.list_rules(driver, user_id)])


@router.post("/notification-rules", status_code=201, dependencies=[allow("account")], responses=REFUSALS)
async def add_notification_rule(
    database: AppDatabase, rule: NotificationRuleIn, caller: Caller
) -> NotificationRuleOut:
    """Adds a rule of the caller. It tells of changes that are seen from now on."""
    given = _filter(rule)
    secret, shown = _destination(rule.destination)
    user_id = caller.person()
    async with database.driver() as driver, driver.transaction():
        if await queries.count_of(driver, user_id) >= MAX_RULES_OF_PERSON:
            raise errors.Conflict(f"Nobody has more than {MAX_RULES_OF_PERSON} notification rules.")
        name = clean_text(rule.name)
        rule_id = await queries.add(
            driver,
            user_id,
            queries.Named(name=name, kind=rule.destination.kind, secret=secret, shown=shown),
            given,
        )
        await record(driver, caller, "notification_rule.add", rule_id, name=name, destination=shown)
        return _out(_own(await queries.find(driver, rule_id, user_id)))


@router.patch("/notification-rules/{rule_id}", dependencies=[allow("account")], responses=REFUSALS)
async def change_notification_rule(
    database: AppDatabase, rule_id: RuleId, patch: NotificationRulePatch, caller: Caller
) -> NotificationRuleOut:
    """Changes a rule of the caller; absent fields stay. With another filter it tells of what is seen from now on."""
    async with database.driver() as driver, driver.transaction():
        old = _own(await queries.find(driver, rule_id, caller.person()))
        kept = FilterIn.model_validate(
            {name: value for name, value in old.items() if name in Filter.__annotations__}
        )
        changed = {
            name: getattr(patch, name) for name in patch.model_fields_set & FilterIn.model_fields.keys()
        }
        given = _filter(kept.model_copy(update=changed))
        name = old["name"] if patch.name is None else clean_text(patch.name)
        kind, secret, shown = old["kind"], old["secret"], old["shown"]
        if patch.destination is not None:
            kind = patch.destination.kind
            secret, shown = _destination(patch.destination)
        named = queries.Named(name=name, kind=kind, secret=secret, shown=shown)
        await queries.change(driver, rule_id, named, given)
        fields = sorted(patch.model_fields_set)
        await record(driver, caller, "notification_rule.change", rule_id, name=name, fields=fields)
        return _out(_own(await queries.find(driver, rule_id, caller.person())))


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
    database: AppDatabase, rule_id: RuleId, caller: Caller
) -> NotificationTested:
    """Sends a test message now, whatever hour it is, and says what became of it."""
    async with database.driver() as driver, driver.transaction():
        row = _own(await queries.find(driver, rule_id, caller.person()))
        await record(driver, caller, "notification_rule.test", rule_id, name=row["name"])
    message = message_of(str(uuid7()), row, None)
    return NotificationTested(error=await send(row, message), message=message)


def _own(row: ListedRow | None) -> ListedRow:
    if row is None:
        raise errors.NotificationRuleNotFound
    return row


def _out(row: ListedRow) -> NotificationRuleOut:
    hidden = {"id", "user_id", "secret", "shown", "since"}
    shown = {key: value for key, value in row.items() if key not in hidden}
    return NotificationRuleOut.model_validate(shown | {"id": str(row["id"]), "destination": row["shown"]})


def _filter(given: FilterIn) -> Filter:
    """Raises UnknownValue, Invalid."""
    if given.metric is not None and given.metric not in METRICS:
        raise errors.UnknownValue(f"There is no metric {errors.quoted(given.metric)}.")
    if (given.quiet_from is None) != (given.quiet_to is None):
        raise errors.Invalid("Quiet hours need both their ends.")
    if given.least is None or given.is_active is None:
        raise errors.Invalid("`least` and `is_active` are never null.")
    return Filter(
        host=None if given.host is None else clean_text(given.host),
        metric=given.metric,
        is_worse=given.is_worse,
        least=given.least,
        suspect=None if given.suspect is None else clean_text(given.suspect),
        digest_hour=given.digest_hour,
        quiet_from=given.quiet_from,
        quiet_to=given.quiet_to,
        is_active=given.is_active,
    )


def _destination(given: DestinationIn) -> tuple[str, str]:
    """As it is stored, and what of it is shown. Raises Invalid, whose text repeats nothing of the address."""
    address = given.address.get_secret_value().strip()
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise errors.Invalid("The address of the destination cannot be read.") from None
    if (
        parts.scheme not in PORTS[given.kind]
        or not host
        or not address.isascii()
        or not address.isprintable()
    ):
        schemes = ", ".join(f"{one}://" for one in PORTS[given.kind])
        raise errors.Invalid(
            f"The address of this kind of destination begins with {schemes} and names a server."
        )
    if given.kind == "webhook" and given.signing_secret is None:
        raise errors.Invalid("A webhook needs the secret that its messages are signed with.")
    if given.kind == "mail" and (len(mail.addresses(parts, "from")) != 1 or not mail.addresses(parts, "to")):
        raise errors.Invalid("The address of mail needs `?from=ADDRESS&to=ADDRESS`.")
    signing = None if given.signing_secret is None else given.signing_secret.get_secret_value()
    shown = f"{parts.scheme}://{host}" + ("" if port is None else f":{port}")
    return sealed(Destination(address, signing)), shown

"""Rules of notifications, what waits to be told, and what became of it."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7
from fioboard.engine.words.notifications import (
    MAX_ATTEMPTS,
    MAX_IN_MESSAGE,
    DestinationKind,
    ToldKind,
)
from fioboard.store.queries import changes, events, work_locks
from fioboard.store.queries.filtering import Selection
from fioboard.store.queries.parameters import Parameters

# Held by whoever tells, as long as its connection lives: PostgreSQL frees it when the worker dies.
_WORK_LOCK = 0x66696F62_74656C6C


class Filter(TypedDict):
    """Which changes and events a rule tells of, and when."""

    kinds: list[ToldKind]
    filter: str | None
    host: str | None
    metric: str | None
    is_worse: bool | None
    least: float
    suspect: str | None
    digest_hour: int | None
    quiet_from: int | None
    quiet_to: int | None
    zone: str
    is_active: bool


class Named(TypedDict):
    """What a rule is called and where it tells; `secret` is encrypted."""

    name: str
    kind: DestinationKind
    secret: str
    shown: str


class RuleRow(Filter):
    """A rule; `secret` is encrypted."""

    id: UUID
    user_id: UUID
    name: str
    kind: DestinationKind
    secret: str
    shown: str
    since: datetime
    created_at: datetime


class ListedRow(RuleRow):
    """A rule with whose it is and how its messages fare."""

    person: str
    waiting: int
    delivered: int
    failed: int
    last_error: str | None
    last_delivered_at: datetime | None


class DueRow(TypedDict):
    """A message to send; `attempt`: how many have failed."""

    message_id: UUID
    rule_id: UUID
    attempt: int
    change_ids: list[UUID]
    event_ids: list[UUID]


_FILTER = tuple(Filter.__annotations__)
_COLUMNS = tuple(RuleRow.__annotations__)
_LISTED = f"""
select {", ".join(f"r.{name}" for name in _COLUMNS)}, u.name as person,
    count(d.id) filter (where d.state = 'waiting') as waiting,
    count(d.id) filter (where d.state = 'delivered') as delivered,
    count(d.id) filter (where d.state = 'failed') as failed,
    (array_agg(d.last_error order by d.next_at desc) filter (where d.state <> 'delivered' and d.last_error is not null)
    )[1] as last_error,
    max(d.delivered_at) as last_delivered_at
from notification_rule r join app_user u on u.id = r.user_id left join notification_delivery d on d.rule_id = r.id
"""


async def list_rules(driver: Driver, user_id: UUID | None) -> list[ListedRow]:
    """Rules of a person, or everybody's, by person and name."""
    rows: list[ListedRow] = await driver.fetch(
        f"{_LISTED} where $1::uuid is null or r.user_id = $1 group by r.id, u.id order by u.name, r.name, r.id",
        user_id,
    )
    return rows


async def list_active_secrets(driver: Driver) -> list[str]:
    """List the encrypted secrets of active rules, at most 1,000, to check whether the key is the right one."""
    rows = await driver.fetch("select secret from notification_rule where is_active order by id limit 1000")
    return [row["secret"] for row in rows]


async def find(driver: Driver, rule_id: UUID, user_id: UUID | None) -> ListedRow | None:
    """A rule, None when there is none or it is another person's; `user_id` None: whoever's it is."""
    row: ListedRow | None = await driver.fetchrow(
        f"{_LISTED} where r.id = $1 and ($2::uuid is null or r.user_id = $2) group by r.id, u.id",
        *(rule_id, user_id),
    )
    return row


async def count_rules(driver: Driver, user_id: UUID) -> int:
    """Count a person's rules."""
    return int(await driver.fetchval("select count(*) from notification_rule where user_id = $1", user_id))


async def add(driver: Driver, user_id: UUID, named: Named, given: Filter) -> UUID:
    """Stores a rule; it tells of what is seen from now on."""
    rule_id = uuid7()
    places = ", ".join(f"${7 + at}" for at in range(len(_FILTER)))
    await driver.execute(
        f"""
        insert into notification_rule (id, user_id, name, kind, secret, shown, since, created_at, {", ".join(_FILTER)})
        values ($1, $2, $3, $4, $5, $6, now(), now(), {places})
        """,
        *(rule_id, user_id, named["name"], named["kind"], named["secret"], named["shown"]),
        *given.values(),
    )
    return rule_id


async def update_rule(driver: Driver, rule_id: UUID, named: Named, given: Filter) -> None:
    """Update a rule; where its filter changes, it reports what is seen from now on."""
    places = ", ".join(f"${6 + at}" for at in range(len(_FILTER)))
    await driver.execute(
        f"""
        update notification_rule set name = $2, kind = $3, secret = $4, shown = $5,
            since = case when ({", ".join(_FILTER)}) is not distinct from ({places}) then since else now() end,
            ({", ".join(_FILTER)}) = ({places})
        where id = $1
        """,
        *(rule_id, named["name"], named["kind"], named["secret"], named["shown"]),
        *given.values(),
    )


async def remove(driver: Driver, rule_id: UUID) -> None:
    """Removes a rule and what waits of it."""
    await driver.execute("delete from notification_rule where id = $1", rule_id)


async def take_work(driver: Driver) -> bool:
    """Whether this connection may tell now: nobody else does."""
    return await work_locks.take(driver, _WORK_LOCK)


async def release_work(driver: Driver) -> None:
    """Release the lock of the work: the connection goes back to the pool and must not keep it."""
    await work_locks.release(driver, _WORK_LOCK)


async def list_active_rules(driver: Driver) -> list[RuleRow]:
    """List active rules of people who may sign in."""
    rows: list[RuleRow] = await driver.fetch(
        f"""
        select {", ".join(f"r.{name}" for name in _COLUMNS)} from notification_rule r
        join app_user u on u.id = r.user_id where r.is_active and u.deactivated_at is null
        """
    )
    return rows


async def enqueue(driver: Driver, rule: RuleRow, next_at: datetime, selection: Selection | None) -> None:
    """Has what the rule means and was not told yet wait until `next_at`; `selection` is its filter."""
    if "change" in rule["kinds"]:
        given = Parameters()
        wanted = changes.Wanted(
            host=rule["host"],
            metric=rule["metric"],
            is_worse=rule["is_worse"],
            least=rule["least"],
            suspect=rule["suspect"],
            selection=selection,
        )
        meant = changes.build_conditions(given, wanted)
        await _enqueue(driver, rule, next_at, given, _Subject("change_id", "c", changes.JOINED, meant))
    if kinds := [one for one in rule["kinds"] if one != "change"]:
        given = Parameters()
        meant = events.build_conditions(given, events.Wanted(host=rule["host"], selection=selection))
        meant.append(f"e.kind = any({given.add(kinds, 'text[]')})")
        await _enqueue(driver, rule, next_at, given, _Subject("event_id", "e", events.JOINED, meant))


class _Subject(NamedTuple):
    """What is told, in SQL: its column of a delivery, its alias, where it is from and when it is meant."""

    column: str
    alias: str
    joined: str
    meant: list[str]


async def _enqueue(
    driver: Driver, rule: RuleRow, next_at: datetime, given: Parameters, subject: _Subject
) -> None:
    column, one, joined, meant = subject
    rule_id = given.add(rule["id"], "uuid")
    await driver.execute(
        f"""
        insert into notification_delivery (rule_id, {column}, next_at)
        select {rule_id}, {one}.id, {given.add(next_at, "timestamptz")} {joined}
        where {" and ".join(meant)} and {one}.detected_at >= {given.add(rule["since"], "timestamptz")}
            and not exists (select from notification_delivery where rule_id = {rule_id} and {column} = {one}.id)
        on conflict do nothing
        """,
        *given.values,
    )


async def put_in_messages(driver: Driver) -> None:
    """Gathers what waits of each rule into one message, with the key that all its attempts have."""
    await driver.execute(
        """
        with due as materialized (
            select id, rule_id, row_number() over (partition by rule_id order by next_at, id) as place
            from notification_delivery where state = 'waiting' and message_id is null and next_at <= now()
        ), message as materialized (
            select rule_id, gen_random_uuid() as id from (select distinct rule_id from due) r
        )
        update notification_delivery d set message_id = m.id from due join message m using (rule_id)
        where d.id = due.id and due.place <= $1
        """,
        MAX_IN_MESSAGE,
    )


async def list_due_messages(driver: Driver, rule_ids: Sequence[UUID], limit: int) -> list[DueRow]:
    """List messages of these rules whose time has come, the longest waiting first."""
    rows: list[DueRow] = await driver.fetch(
        """
        select d.message_id, d.rule_id, max(d.attempt) as attempt,
            array_remove(array_agg(d.change_id), null) as change_ids,
            array_remove(array_agg(d.event_id), null) as event_ids
        from notification_delivery d
        where d.state = 'waiting' and d.message_id is not null and d.next_at <= now() and d.rule_id = any($1::uuid[])
        group by d.message_id, d.rule_id order by min(d.next_at) limit $2
        """,
        *(list(rule_ids), limit),
    )
    return rows


async def mark_delivered(driver: Driver, message_id: UUID) -> None:
    """Mark a message as taken by its receiver."""
    await driver.execute(
        """
        update notification_delivery set state = 'delivered', delivered_at = now(), last_error = null
        where message_id = $1
        """,
        message_id,
    )


async def mark_failed(driver: Driver, message_id: UUID, error: str, next_at: datetime) -> None:
    """Record a failed delivery: it is tried again at `next_at`, or given up after MAX_ATTEMPTS."""
    await driver.execute(
        """
        update notification_delivery set attempt = attempt + 1, last_error = $2, next_at = $3,
            state = case when attempt + 1 >= $4 then 'failed' else 'waiting' end
        where message_id = $1
        """,
        *(message_id, error, next_at, MAX_ATTEMPTS),
    )

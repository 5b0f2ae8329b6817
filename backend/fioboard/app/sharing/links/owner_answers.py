"""A run and its machine as a setting of the questionnaire, with nothing left out."""

import shlex
from typing import TypeVar
from uuid import UUID

import orjson

from fioboard.app.hosts.machines import inventories as inventory_service
from fioboard.app.runs.history import detail as runs
from fioboard.app.runs.history import support, timeline
from fioboard.app.runs.history.rating import load_host_ratings, load_rating
from fioboard.app.sharing.questions import build_answers
from fioboard.app.sharing.questions.question import Setting
from fioboard.core.driver import Driver
from fioboard.core.objects import Objects
from fioboard.engine.answers.rating import RatingOut
from fioboard.engine.answers.run import RunDetail
from fioboard.engine.answers.shared import QuestionOut, SharedRun
from fioboard.engine.answers.support import SupportOut
from fioboard.engine.answers.time_series import Timeline
from fioboard.store.queries import inventories as inventory_queries

Answer = TypeVar("Answer")


def _plain(answer: Answer) -> Answer:
    """An answer as its reader gets it: JSON's own types only."""
    plain: Answer = orjson.loads(orjson.dumps(answer, default=str))
    return plain


async def build_questions(
    driver: Driver, objects: Objects | None, run_id: UUID, *, is_of_host: bool = False
) -> list[QuestionOut]:
    """Build all questions, answered. `is_of_host`: what other runs of its host tell of the same drives counts, too.
    Raises RunNotFound."""
    detail = _plain(await runs.load_detail(driver, run_id))
    series = _plain(await timeline.load_timeline(driver, run_id))
    inventory_id = detail["inventory_id"]
    row = (
        None
        if inventory_id is None
        else await inventory_queries.get_inventory(driver, UUID(str(inventory_id)))
    )
    inventory = None if row is None else _plain(inventory_service.build_inventory(row, is_whole=True))
    rating = _plain(await load_rating(driver, run_id))
    host_id = UUID(str(detail["host"]["id"]))
    elsewhere = (
        _plain(await load_host_ratings(driver, host_id))["items"]
        if is_of_host and not rating["figures"]
        else []
    )
    run = _whole(detail, series, rating, _plain(await support.load_support(driver, objects, run_id)))
    setting = Setting(
        label=detail["host"]["name"],
        document=inventory["document"] if inventory else {},
        firmware=inventory["firmware"] if inventory else [],
        runs=[run],
        revealed=[entry["key"] for entry in run["factor_values"]],
        is_whole=True,
        rated=[
            (f"run of {str(one['latest']['at'])[:10]}", one["latest"]["figure"])
            for one in elsewhere
            if one["models"] == rating["models"]
        ],
        is_stated=detail["hardware_stated_at"] is not None,
    )
    return build_answers([setting])


def _whole(detail: RunDetail, series: Timeline, rating: RatingOut, collected: SupportOut) -> SharedRun:
    """A run in the shape that the questions read."""
    return {
        "label": detail["title"] or "the run",
        "host": detail["host"]["name"],
        "title": detail["title"],
        "note": detail["note"],
        "tags": detail["tags"],
        "started_at": detail["started_at"],
        "tool": detail["tool"],
        "outcome": detail["outcome"],
        "factor_values": detail["factor_values"],
        "results": [*detail["results"]],
        "job_options": detail["job_options"],
        "options_left_out": 0,
        "command": shlex.join(detail["argv"]) if detail["argv"] else None,
        "path": detail["path"],
        "answer": detail["answer"],
        "rating": rating,
        "machine": None,
        "curves": [],
        "support": collected,
        "time_series": series if series["series"] else None,
    }

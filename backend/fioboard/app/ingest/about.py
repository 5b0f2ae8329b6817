"""What the sender of an import says about it, in the address: host, name, title, started_at, tag, label.KEY, and
run.N.label.KEY for the N-th run of the output alone."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, NotRequired, TypedDict, get_args

from fastapi import Depends, Request
from pydantic import TypeAdapter, ValidationError

from fioboard.app.ingest import sentences
from fioboard.core import errors
from fioboard.core import sentences as common
from fioboard.core.strict_route import reads_address
from fioboard.engine.answers.pasted import AcceptFacts
from fioboard.engine.answers.upload import LABEL_KEY, ImportTime, ManifestBatch, ShownBatch
from fioboard.engine.factors.implied import LABEL
from fioboard.engine.words import limits

KNOWN = (
    "host, name, title, started_at, tag, accept, reject, batch, batch_name, step, steps, label.KEY, "
    "run.N.label.KEY"
)
# All of them, or none.
_OF_BATCH = ("batch", "batch_name", "step", "steps")
_OF_ONE_RUN = re.compile(r"run\.(?P<number>[1-9]\d{0,3})\.label\.(?P<key>.*)", re.DOTALL)
MAX_LENGTHS = {
    "host": limits.MAX_HOST_CHARACTERS,
    "name": limits.MAX_FILE_NAME_CHARACTERS,
    "title": limits.MAX_TITLE_CHARACTERS,
    "tag": limits.MAX_TAG_CHARACTERS,
}
TIME: TypeAdapter[ImportTime] = TypeAdapter(ImportTime)


class About(TypedDict):
    """What is said; `file_name` tells fio's logs apart, nothing else depends on it."""

    file_name: str | None
    host_name: str
    title: str | None
    started_at: datetime | None
    labels: dict[str, str]
    run_labels: dict[str, dict[str, str]]
    """Labels of one run alone, by its number from 1: they stand above those of all."""
    tags: list[str]
    accept: NotRequired[AcceptFacts]
    """Which facts of the text become stated factors; `output` where it is not said."""
    reject: NotRequired[list[int]]
    """Numbers of facts that do not, from 1."""
    batch: NotRequired[ShownBatch]
    """The folder that the file was imported with, as a batch."""


@reads_address
async def _read_parameters(request: Request) -> About:
    """Read and check the address's parameters. Raises Invalid and UnknownKey, naming the parameter."""
    about = About(
        file_name=None, host_name="", title=None, started_at=None, labels={}, run_labels={}, tags=[]
    )
    of_batch: dict[str, str] = {}
    for key, value in request.query_params.multi_items():
        if "\x00" in value:
            raise refusal(key, "holds a NUL character")
        if key.startswith(LABEL):
            _add_label(about["labels"], key, key.removeprefix(LABEL), value)
        elif of_one := _OF_ONE_RUN.fullmatch(key):
            labels = about["run_labels"].setdefault(of_one["number"], {})
            _add_label(labels, key, of_one["key"], value)
        elif key == "accept":
            about["accept"] = read_accept(value)
        elif key == "reject":
            about["reject"] = [*about.get("reject", []), _read_number(key, value)]
        elif key == "started_at":
            about["started_at"] = _moment(value)
        elif key in _OF_BATCH:
            of_batch[key] = value
        elif key in MAX_LENGTHS:
            _add_text(about, key, value)
        else:
            raise errors.UnknownKey(
                common.NO_PARAMETER(key=errors.quoted(key), known=KNOWN),
                problems=[errors.Problem(f"/query/{key[:64]}", "UnknownKey", "unknown")],
            )
    if not about["host_name"]:
        raise refusal("host", "is required: the name of the host that was measured")
    if of_batch:
        about["batch"] = _read_batch(of_batch)
    return about


AddressAbout = Annotated[About, Depends(_read_parameters)]


def refusal(key: str, why: str) -> errors.Invalid:
    """The error that names a parameter and says what is wrong with it."""
    return errors.Invalid(f"{key}: {why}", problems=[errors.Problem(f"/query/{key[:64]}", "Invalid", why)])


def require_runs(run_labels: Mapping[str, object], runs: int) -> None:
    """Raises Invalid for labels of a run that the output does not hold."""
    for number in run_labels:
        if int(number) > runs:
            held = "one run" if runs == 1 else f"{runs} runs"
            raise refusal(f"run.{number}.label", sentences.NO_RUN(number=number, held=held))


def read_accept(value: str) -> AcceptFacts:
    """Return which facts are accepted. Raises Invalid."""
    known: dict[str, AcceptFacts] = {word: word for word in get_args(AcceptFacts)}
    if value not in known:
        raise refusal("accept", sentences.IS_ONE_OF(known=", ".join(known)))
    return known[value]


def _read_number(key: str, value: str) -> int:
    if not re.fullmatch(r"[1-9]\d{0,3}", value):
        raise refusal(key, "is the number of a fact of the preview, from 1")
    return int(value)


def _read_batch(given: Mapping[str, str]) -> ShownBatch:
    """Read a batch and the place in it; the upload document's own rules hold. Raises Invalid."""
    for key in _OF_BATCH:
        if key not in given:
            raise refusal(key, sentences.IS_REQUIRED(given=", ".join(given)))
    try:
        batch = ManifestBatch.model_validate(
            {
                "id": given["batch"],
                "name": given["batch_name"],
                "step": given["step"],
                "steps": given["steps"],
            }
        )
    except ValidationError as error:
        where = {"id": "batch", "name": "batch_name"}
        first = error.errors(include_input=False, include_url=False, include_context=False)[0]
        place = str(first["loc"][0])
        raise refusal(where.get(place, place), str(first["msg"])[:300]) from None
    return {**batch.shown(), "role": "measure"}


def _add_text(about: About, key: str, value: str) -> None:
    if len(value) > MAX_LENGTHS[key]:
        raise refusal(key, sentences.IS_LONGER(most=MAX_LENGTHS[key]))
    match key:
        case "host":
            about["host_name"] = value
        case "name":
            about["file_name"] = value or None
        case "title":
            about["title"] = value or None
        case _:
            if not value or len(about["tags"]) >= limits.MAX_TAGS:
                raise refusal(key, sentences.IS_EMPTY(most=limits.MAX_TAGS))
            about["tags"].append(value)


def _add_label(labels: dict[str, str], parameter: str, key: str, value: str) -> None:
    is_known = LABEL_KEY.match(key) and len(value) <= limits.MAX_LABEL_CHARACTERS
    if not is_known or len(labels) >= limits.MAX_LABELS:
        raise refusal(parameter, "is too long, badly named (a-z 0-9 _ . -) or one too many")
    labels[key] = value


def _moment(value: str) -> datetime:
    try:
        return TIME.validate_python({"started_at": value}).started_at
    except ValidationError:
        raise refusal("started_at", "is RFC 3339 with a time zone, e.g. 2026-11-21T13:00:00Z") from None

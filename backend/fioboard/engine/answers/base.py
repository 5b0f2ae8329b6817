"""What every shape shares."""

import re
from collections.abc import Callable, Mapping
from typing import Annotated, TypeVar

from pydantic import AwareDatetime, BaseModel, BeforeValidator, ConfigDict, with_config
from pydantic.config import JsonDict

Shape = TypeVar("Shape")
_YEAR = re.compile(r"\d{4}-")


def _written(value: object) -> object:
    if isinstance(value, str) and not _YEAR.match(value):
        raise ValueError("a moment is written as 2026-11-21T09:00:00Z")
    return value


WrittenMoment = Annotated[AwareDatetime, BeforeValidator(_written)]
"""A moment as people write it. A bare number would be taken for seconds, and for milliseconds where it is large."""


def answer(shape: type[Shape]) -> type[Shape]:
    """Marks a TypedDict as an answer: OpenAPI says that it has no other fields, and tests can hold an answer to it.

    Nothing is checked when it is sent: what a page of fifty runs holds is of these types by the type checker's word.
    """
    return with_config(ConfigDict(extra="forbid"))(shape)


def described(descriptions: Mapping[str, str]) -> Callable[[type[Shape]], type[Shape]]:
    """Marks an answer whose fields are declared elsewhere: OpenAPI takes their sentences, by field, from there."""

    def describe(schema: JsonDict) -> None:
        properties = schema.get("properties")
        for name, field in properties.items() if isinstance(properties, dict) else ():
            if name in descriptions and isinstance(field, dict):
                field.setdefault("description", descriptions[name])

    def mark(shape: type[Shape]) -> type[Shape]:
        return with_config(ConfigDict(extra="forbid", json_schema_extra=describe))(shape)

    return mark


class Out(BaseModel):
    """An answer made field by field. None has a default, so the generated "
    "client sees each as always present."""

    model_config = ConfigDict(from_attributes=True, extra="forbid")


class In(BaseModel):
    """A request body. Unknown fields are refused by name, values of another type too: nothing is silently read."""

    model_config = ConfigDict(extra="forbid", strict=True)

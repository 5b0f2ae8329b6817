"""What every shape shares."""

from typing import TypeVar

from pydantic import BaseModel, ConfigDict, with_config

Shape = TypeVar("Shape")


def answer(shape: type[Shape]) -> type[Shape]:
    """Marks a TypedDict as an answer: OpenAPI says that it has no other fields, and tests can hold an answer to it.

    Nothing is checked when it is sent: what a page of fifty runs holds is of these types by the type checker's word.
    """
    return with_config(ConfigDict(extra="forbid"))(shape)


class Out(BaseModel):
    """An answer made field by field. None has a default, so the generated "
    "client sees each as always present."""

    model_config = ConfigDict(from_attributes=True, extra="forbid")


class In(BaseModel):
    """A request body. Unknown fields are refused by name, values of another type too: nothing is silently read."""

    model_config = ConfigDict(extra="forbid", strict=True)

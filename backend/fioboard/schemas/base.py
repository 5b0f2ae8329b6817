"""What every answer shape shares."""

from pydantic import BaseModel, ConfigDict


class Out(BaseModel):
    """An answer. Fields have no defaults, so the generated client sees each as always present."""

    model_config = ConfigDict(from_attributes=True, extra="forbid")


class In(BaseModel):
    """A request body. Unknown fields are refused by name, values of another type too: nothing is silently read."""

    model_config = ConfigDict(extra="forbid", strict=True)

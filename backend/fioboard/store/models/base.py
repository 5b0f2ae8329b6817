"""Declarative base: constraint names from one convention (Alembic can only drop what has a name), UTC times, UUIDv7."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from sqlalchemy import BigInteger, DateTime, LargeBinary, MetaData, Uuid
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase, mapped_column

from fioboard.core.ids import uuid7

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

Key = Annotated[UUID, mapped_column(Uuid, primary_key=True, default=uuid7)]
Moment = Annotated[datetime, mapped_column(DateTime(timezone=True))]
Bytes = Annotated[bytes, mapped_column(LargeBinary)]
Big = Annotated[int, mapped_column(BigInteger)]
Json = Annotated[dict[str, object], mapped_column(JSONB(none_as_null=True))]
JsonList = Annotated[list[object], mapped_column(JSONB(none_as_null=True))]


class Base(DeclarativeBase):
    """All tables of fioboard."""

    metadata = MetaData(naming_convention=NAMES)


def split_by_month(column: str) -> dict[str, str]:
    """Return the table arguments for partitions by month of upload, which the column's UUIDv7 tells
    (docs/decisions/0013).
    """
    return {"postgresql_partition_by": f"range ({column})"}

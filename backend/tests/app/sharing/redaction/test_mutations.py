"""A secret of each kind, put into every place of the sources, is nowhere in the bytes that a share would store.

The oracle is a search of bytes, case folded, and knows nothing of how the leak check matches: a share is refused, or the
secret is not in it.
"""

from collections.abc import Callable, Collection
from dataclasses import replace
from functools import reduce
from typing import Any

import orjson
import pytest
from httpx2 import AsyncClient

from fioboard.app.sharing.redaction import IdentifierFound, Sources, Wish, fields, preview
from tests.app.sharing.redaction.mutations import Path, distinct, pattern, put
from tests.app.sharing.redaction.test_canaries import sources as uploaded
from tests.factories.run_detail import run_detail, sources

SERIAL = "zq81vx77kk04"
TELLING = "zq81vx77kk"
PLAIN = "jupiterhill"


def machine(**parts: Any) -> Sources:
    """One run on a machine with everything in it, on a host of plain letters."""
    return sources(run_detail("epyc-nps4", **parts))


def with_host(name: str) -> Callable[[Sources], Sources]:
    """The same runs on a host of that name."""

    def named(found: Sources) -> Sources:
        runs = [run | {"host": {**run["host"], "name": name}} for run in found.runs]
        return replace(found, runs=runs)

    return named


def with_serial(found: Sources) -> Sources:
    """The same machine, whose system has that serial number."""

    def numbered(document: Any) -> Any:
        return document and {**document, "system": {**document.get("system", {}), "serial": SERIAL}}

    return replace(
        found,
        runs=[run | {"inventory": numbered(run["inventory"])} for run in found.runs],
        inventories={
            key: entry | {"document": numbered(entry["document"])} for key, entry in found.inventories.items()
        },
    )


def stored(found: Sources) -> bytes:
    """What a share would store; nothing when it is refused."""
    try:
        frozen = preview(found, Wish())
    except IdentifierFound:
        return b""
    return b"" if frozen.leaks else orjson.dumps(frozen.document).decode().casefold().encode()


def shown_in(
    found: Sources, secret: str, spellings: tuple[str, ...], of: Collection[str], together: int
) -> set[str]:
    """The places that let a secret through: whole, or in capitals within another text.

    It is put into that many places at once. Where a share of them shows it or is refused, which hides what the other
    places do, each half is looked at, down to the single place. In `make test` it is put into another text only, where
    it is harder to find than alone.
    """
    needle = secret.casefold().encode()
    assert needle not in stored(found)
    # What is inside comes first, and a value before its key: afterwards nothing is called as before.
    places = sorted(distinct(found, of), key=lambda place: (-len(place), str(place[-1]).startswith("#")))
    assert len(places) > 10

    def shown(group: list[Path], text: str) -> set[str]:
        told = stored(reduce(lambda planted, place: put(planted, place, text), group, found))
        if told and needle not in told:
            return set()
        if len(group) == 1:
            return {pattern(group[0])} if told else set()
        middle = len(group) // 2
        return shown(group[:middle], text) | shown(group[middle:], text)

    return {
        name
        for text in (spellings if together == 1 else spellings[1:])
        for start in range(0, len(places), together)
        for name in shown(places[start : start + together], text)
    }


ID = (SERIAL, f"{{}} x{SERIAL.upper()}y")
NAME = (TELLING, f"{{}} {TELLING.upper()}.")
LETTERS = (PLAIN, f"{{}}/{PLAIN.upper()}/x")
RUNS = ("runs",)
# Each place alone says more: what is known of one place can hide the secret in another.
in_places = pytest.mark.parametrize("together", [24, pytest.param(1, marks=pytest.mark.nightly)])


@in_places
@pytest.mark.nightly
def test_a_serial_number_is_nowhere(together: int) -> None:
    assert shown_in(with_serial(machine()), SERIAL, ID, RUNS, together) == set()


@in_places
@pytest.mark.nightly
def test_a_telling_host_name_is_nowhere(together: int) -> None:
    assert shown_in(with_host(TELLING)(machine()), TELLING, NAME, RUNS, together) == set()


@in_places
@pytest.mark.nightly
def test_a_host_name_of_plain_letters_is_nowhere_but_in_facts_of_makers(together: int) -> None:
    """Hosts are called `ubuntu`, `samsung`, `epyc`: such a name does not count in what the schema keeps as a maker wrote
    it. In every sentence, factor, label, option and path it does."""
    shown = shown_in(with_host(PLAIN)(machine()), PLAIN, LETTERS, RUNS, together)
    kept = {f"runs.*.inventory.{field}" for field in fields.list_kept_fields()}
    assert {place for place in shown if place not in kept} == set()
    owners = {f"runs.*.inventory.system.{name}" for name in ("product", "family", "board.product")}
    assert shown & owners == set()


@pytest.mark.nightly
@pytest.mark.anyio
@in_places
@pytest.mark.parametrize(
    ("kind", "of"),
    [
        ("run", RUNS),
        pytest.param("compare", ("compare", "distributions"), marks=pytest.mark.nightly),
        pytest.param("series", ("series",), marks=pytest.mark.nightly),
        pytest.param("batch", ("batch",), marks=pytest.mark.nightly),
    ],
)
async def test_a_host_name_is_nowhere_in_what_is_made_of_an_upload(
    client: AsyncClient, kind: str, of: tuple[str, ...], together: int
) -> None:
    found, _ = await uploaded(client, kind)
    shown = shown_in(with_host(PLAIN)(found), PLAIN, LETTERS, of, together)
    assert {place for place in shown if ".inventory." not in place} == set()

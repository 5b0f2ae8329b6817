"""`fioboard spec list|show|export|check|read|job|add`: datasheet cards, the release's and people's own.

Without a database, all but adding one works with those of the release.
"""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from fioboard.cli import sentences
from fioboard.cli.transaction import run_in_transaction
from fioboard.core.config import settings
from fioboard.core.database import Session, get_driver
from fioboard.core.figures import format_count, format_things
from fioboard.core.quantity import scaled
from fioboard.core.toml_card import CardRefused
from fioboard.engine.hardware.datasheets.built_in import built_in_cards
from fioboard.engine.hardware.datasheets.card import Card, Rating
from fioboard.engine.hardware.datasheets.in_force import CardInForce, merge_cards
from fioboard.engine.hardware.datasheets.job import NoJob, job_file, list_jobs
from fioboard.engine.hardware.datasheets.pasted import read_pasted
from fioboard.engine.hardware.datasheets.read import read_card
from fioboard.engine.hardware.datasheets.write import card_toml, ratings_toml
from fioboard.engine.words.limits import MAX_CARD_BYTES, MAX_PASTED_CHARACTERS
from fioboard.store.embedded.connect import is_there
from fioboard.store.queries.specs import SpecCardRow, add_card, list_every_version

app = typer.Typer(help="Manage drive and cloud-volume datasheets.", no_args_is_help=True)
CardId = Annotated[str, typer.Argument(help="The card's id, as `fioboard spec list` prints it")]


Version = Annotated[
    int | None,
    typer.Option("--version", min=1, help="An older version of a card of your own; default: the newest"),
]


@app.command("list")
def list_cards(
    word: Annotated[str, typer.Argument(help="Only titles with this word in them")] = "",
    *,
    everything: Annotated[
        bool, typer.Option("--all", help="Also versions and cards in whose place a newer one stands")
    ] = False,
) -> None:
    """List the cards that count: your own, the newest first, then those of this release.

    Columns: id, grade, number of figures, who brought it and its version, title.
    """
    own = _own()
    listed = merge_cards([one for one, is_in_force in own if is_in_force])
    if everything:
        listed += [one for one, is_in_force in own if not is_in_force]
        ids = {one.card.id for one, _ in own}
        listed += [CardInForce(card) for card in built_in_cards().values() if card.id in ids]
    listed = [one for one in listed if word.casefold() in one.card.title.casefold()]
    for one in listed:
        origin = "release" if one.origin == "built_in" else f"own, version {one.version}"
        card = one.card
        typer.echo(f"{card.id}\t{card.grade or '–'}\t{len(card.rating)}\t{origin}\t{card.title}")
    if not listed:
        typer.echo(sentences.NO_CARD_TITLED(word=repr(word)), err=True)
        raise typer.Exit(1)


@app.command()
def show(card_id: CardId, *, version: Version = None) -> None:
    """Show a card: every figure with its conditions and source, and what its sources contradict."""
    _print(_card(card_id, version))


@app.command()
def export(card_id: CardId, *, version: Version = None) -> None:
    """Print a card's file, to start one of your own from."""
    typer.echo(card_toml(_card(card_id, version)), nl=False)


@app.command()
def job(
    card_id: CardId,
    figure: Annotated[
        int | None,
        typer.Argument(min=1, help="Its line in `fioboard spec show`; default: all that only read"),
    ] = None,
    target: Annotated[
        str, typer.Option(help="Device or file that fio shall measure; nothing is run here")
    ] = "TARGET",
) -> None:
    """Print the fio job whose result may be compared with a figure, with what had to be assumed."""
    card = _card(card_id)
    jobs = list(list_jobs(card))
    if figure is not None and figure > len(jobs):
        typer.echo(sentences.CARD_FIGURES(id=card.id, figures=format_things(len(jobs), "figure")), err=True)
        raise typer.Exit(1)
    for one in jobs if figure is None else [jobs[figure - 1]]:
        if isinstance(one, NoJob):
            typer.echo(f"; figure {one.figure + 1}: {one.reason}")
        elif figure is None and one.is_destructive:
            typer.echo(sentences.FIGURE_WRITES(figure=one.figure + 1, id=card.id))
        else:
            typer.echo(job_file(one, target))


@app.command()
def check(file: Annotated[Path, typer.Argument(help="A card, as TOML")]) -> None:
    """Check a card of your own. Exit code 0: it can be read; 1: it cannot, and why."""
    card = _read(file)
    without = sum(card.find_source(rating) is None for rating in card.rating)
    typer.echo(
        sentences.CARD_READ(id=card.id, figures=format_things(len(card.rating), "figure"), without=without)
    )


@app.command("read")
def read_table(file: Annotated[Path, typer.Argument(help="Rows of a datasheet, as text")]) -> None:
    """Print the figures of a pasted table as a card's `rating`, ready for its file. Exit code 1: none was read."""
    try:
        text = file.read_text(encoding="utf-8")[: MAX_PASTED_CHARACTERS + 1]
    except (OSError, UnicodeDecodeError) as error:
        typer.echo(f"fioboard: {file}: {getattr(error, 'strerror', None) or 'not UTF-8 text'}", err=True)
        raise typer.Exit(1) from None
    if len(text) > MAX_PASTED_CHARACTERS:
        typer.echo(sentences.CARD_TOO_LONG(file=file, most=format_count(MAX_PASTED_CHARACTERS)), err=True)
        raise typer.Exit(1)
    read = read_pasted(text)
    for column in read.columns or (None,):
        if column is not None:
            typer.echo(f"# {column}")
        typer.echo(ratings_toml(one.rating for one in read.drafts if one.column in {None, column}), nl=False)
    for missed in read.not_understood:
        typer.echo(f"fioboard: row {missed.row}: {missed.reason}: {missed.text}", err=True)
    if not read.drafts:
        raise typer.Exit(1)


@app.command()
def add(file: Annotated[Path, typer.Argument(help="A card, as TOML")]) -> None:
    """Add a card of your own, which stands before those of the release. One of the same id is superseded."""
    card = _read(file)

    async def work(session: Session) -> SpecCardRow:
        return await add_card(await get_driver(await session.connection()), card, "command line")

    row = run_in_transaction("fioboard spec add", work, CardRefused)
    if isinstance(row, CardRefused):
        raise row
    without = sum(card.find_source(rating) is None for rating in card.rating)
    typer.echo(
        sentences.CARD_VERSION(
            id=card.id,
            version=row["version"],
            figures=format_things(len(card.rating), "figure"),
            without=without,
        )
    )


def _read(file: Path) -> Card:
    try:
        with file.open("rb") as opened:
            return read_card(opened.read(MAX_CARD_BYTES + 1))
    except OSError as error:
        typer.echo(f"fioboard: {file}: {error.strerror}", err=True)
        raise typer.Exit(1) from None
    except CardRefused as error:
        typer.echo(f"fioboard: {file}: {error}", err=True)
        raise typer.Exit(1) from None


def _own() -> list[tuple[CardInForce, bool]]:
    """Every version of people's cards, the newest first, and whether it counts. None where there is no database yet."""
    if not is_there(settings()):
        typer.echo("fioboard: no database yet, so these are the release's cards only", err=True)
        return []

    async def work(session: Session) -> list[tuple[CardInForce, bool]]:
        return await list_every_version(await get_driver(await session.connection()))

    own = run_in_transaction("fioboard spec", work, CardRefused)
    if isinstance(own, CardRefused):
        raise own
    return own


def _card(card_id: str, version: int | None = None) -> Card:
    own = [(one, is_in_force) for one, is_in_force in _own() if one.card.id == card_id]
    for one, is_in_force in own:
        if is_in_force if version is None else one.version == version:
            return one.card
    card = built_in_cards().get(card_id)
    # Of the release's there is one version; where a person's stands in its place, that has the number.
    if card is None or (version is not None and (own or version != 1)):
        numbered = "" if version is None else f" of version {version}"
        typer.echo(sentences.NO_CARD(id=repr(card_id), numbered=numbered), err=True)
        raise typer.Exit(1)
    return card


def _print(card: Card) -> None:
    console = Console()
    console.print(f"{card.title} (grade {card.grade or 'none'})", style="bold", markup=False)
    if card.capacity_bytes is None and card.drive_class != "provisioned":
        console.print("Figures of a series: no rating of its smallest drive.", markup=False)
    table = Table("Figure", "Conditions that were printed", "Source")
    for rating in card.rating:
        table.add_row(_figure(rating), ", ".join(_conditions(rating)), rating.source or "without source")
    console.print(table)
    for contradiction in card.contradictions:
        values = sorted({_figure(rating) for rating in contradiction.ratings})
        console.print(sentences.SOURCES_DISAGREE(rw=contradiction.rw, values="; ".join(values)), markup=False)
    for source in card.source:
        dated = f", {source.dated}" if source.dated else ""
        console.print(
            f"{source.key}: {source.title}{dated}, read {source.read_at}. {source.address}",
            markup=False,
            soft_wrap=True,
        )


def _figure(rating: Rating) -> str:
    value, unit = scaled(rating.value, rating.unit)
    return f"{rating.claim} {value:,.10g} {unit}"


def _conditions(rating: Rating) -> list[str]:
    printed = {
        "": rating.rw,
        "% reads": rating.read_pct,
        "th percentile": rating.percentile,
        " bytes": rating.bs_bytes,
        " outstanding": rating.outstanding,
        " workers": rating.workers,
        " span": rating.span,
        " state": rating.state,
        " the cache": rating.cache,
        "-byte LBA": rating.lba_bytes,
    }
    return [
        f"{value:,}{word}" if isinstance(value, int) else f"{value}{word}"
        for word, value in printed.items()
        if value is not None
    ]

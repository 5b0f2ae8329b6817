"""Makes the frozen document of a share from what the API answers (threat-model.md, L1 and section 11)."""

from dataclasses import dataclass

from fioboard.app.sharing import questions
from fioboard.app.sharing.redaction import fields, method, titles
from fioboard.app.sharing.redaction.batch import share_batch
from fioboard.app.sharing.redaction.chart import share_series
from fioboard.app.sharing.redaction.comparison import Comparison
from fioboard.app.sharing.redaction.hosts import Hosts
from fioboard.app.sharing.redaction.identifiers import collect
from fioboard.app.sharing.redaction.leak_check import IdentifierFound, Leak, search
from fioboard.app.sharing.redaction.provenance import Own, Revealed, mark_own, remove_marks
from fioboard.app.sharing.redaction.purposes import share_purposes
from fioboard.app.sharing.redaction.redactor import Redactor, Wish
from fioboard.app.sharing.redaction.runs import label_run, share_run
from fioboard.app.sharing.redaction.shown_factors import list_declared
from fioboard.app.sharing.redaction.sources import Sources, round_to_minute
from fioboard.engine.answers.shared import LeftOut, SharedDocument


@dataclass(frozen=True, slots=True)
class Frozen:
    """A share before it is stored. `can_hide`: names that `hide` knows here. `leaks`: what stands in the document
    though it was not revealed; with any the document may not be published."""

    document: SharedDocument
    left_out: list[LeftOut]
    can_hide: list[str]
    leaks: list[Leak]


def freeze(sources: Sources, wish: Wish) -> Frozen:
    """The document that a share stores. Raises UnknownField for a name in the wish that means nothing here, and
    IdentifierFound when the finished document would tell what was not revealed: then nothing may be published."""
    frozen = preview(sources, wish)
    if frozen.leaks:
        raise IdentifierFound(frozen.leaks)
    return frozen


def preview(sources: Sources, wish: Wish) -> Frozen:
    """Return the same for its sender's eyes, with leaks that the sender can end by leaving a fact out or by showing
    the field.

    Raises UnknownField, and IdentifierFound where something stands in the document that is no fact of a machine: then
    a rule of this room is broken, and nothing is shown to anybody.
    """
    document, redactor = project(sources, wish)
    leaks = search(document, collect(sources), redactor.shown)
    if any(place.hide is None for leak in leaks for place in leak.places):
        raise IdentifierFound(leaks)
    return Frozen(remove_marks(document), redactor.list_omissions(), list_hideable(sources), leaks)


def project(sources: Sources, wish: Wish) -> tuple[SharedDocument, Redactor]:
    """Return the document before it is searched, each of its texts marked with where it comes from. Raises
    UnknownField.
    """
    labels = {key for run in sources.runs for key in run.get("labels") or {}}
    fields.check(wish.hide, wish.reveal, labels, list_hideable(sources))
    redactor = Redactor(frozenset(wish.hide), frozenset(wish.reveal))
    # Who reveals a label shows its key, too: it stands in the list of what was revealed.
    redactor.shown |= {
        name.removeprefix(fields.LABEL) for name in wish.reveal if name.startswith(fields.LABEL)
    }
    return _build_document(sources, wish, redactor), redactor


def list_hideable(sources: Sources) -> list[str]:
    """List the groups that this share could hide."""
    is_over_time = sources.series is not None and sources.series.get("x") == "started_at"
    return [name for name in fields.GROUPS if not (is_over_time and name == "times")]


def _build_document(sources: Sources, wish: Wish, redactor: Redactor) -> SharedDocument:
    hosts = Hosts(sources, redactor)
    comparison = Comparison(sources, hosts, redactor)
    comparison.number_runs()
    for run in sources.runs:
        label_run(run["id"], redactor)
        hosts.host(run["host"]["name"])
    runs = [share_run(run, hosts, redactor) for run in sources.runs]
    if sources.kind == "run":
        # Pages of several runs draw none.
        for run, shown in zip(sources.runs, runs, strict=True):
            shown["purposes"] = share_purposes(run, shown, redactor)
    compared = comparison.share()
    if sources.series is not None:
        hosts.learn()
    series = share_series(sources.series, sources.runs, redactor)
    document: SharedDocument = {
        "version": 1,
        "kind": mark_own(sources.kind),
        "title": "",
        "note": Revealed(wish.note) if wish.note else None,
        "expectation": Revealed(wish.expectation) if wish.expectation else None,
        "created_at": round_to_minute(sources.created_at),
        "fioboard_version": Own(sources.fioboard_version),
        "questions": [],
        "asked": [],
        "hosts": hosts.list_hosts(),
        "runs": runs,
        "compare": compared,
        "distributions": [comparison.distribution(one) for one in sources.distributions],
        "series": series,
        "batch": share_batch(sources, runs, redactor),
        "factors": [],
        "method": [],
        "revealed": mark_own(list(dict.fromkeys(wish.reveal))),
        "hidden": mark_own(list(dict.fromkeys(wish.hide))),
    }
    # What follows is made of the document alone: it cannot tell what stands nowhere else in it.
    document["factors"] = list_declared(_collect_factor_keys(document))
    document["title"] = mark_own(titles.build_title(document))
    document["method"] = mark_own(method.list_sentences(document))
    document["questions"] = mark_own(questions.answers(document))
    document["asked"] = mark_own([one["key"] for one in document["questions"] if one["key"] in wish.asked])
    return document


def _collect_factor_keys(document: SharedDocument) -> set[str]:
    keys = {value["key"] for run in document["runs"] for value in run["factor_values"]}
    compare, series = document["compare"], document["series"]
    for part in (compare, *compare["more"]) if compare else ():
        keys |= {change["key"] for change in (*part["factors_changed"], *part["factors_unknown"])}
    if series:
        keys |= {series["x"], *(one["key"] for one in (*series["split"], *series["varies"]))}
    return keys

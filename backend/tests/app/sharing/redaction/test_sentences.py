"""Every sentence of the service that a share quotes is a template and its arguments, and nothing else gets through."""

import ast
from pathlib import Path

import pytest

import fioboard
from fioboard.app.sharing.redaction.answer import EVIDENCE, WITHOUT_DETAIL
from fioboard.app.sharing.redaction.templates import CLOSED, PARTS, restate
from fioboard.core.sentence import Kind, Sentence, Template
from fioboard.engine import rules
from fioboard.engine.rules import FORMER_TITLES, RULES, ceilings, during, verdict
from fioboard.engine.rules.likeness import FORMER_SOURCES, list_sources
from fioboard.engine.words import sentences as of_figures
from tests.loops import check_each

ROOT = Path(fioboard.__file__).parent
QUOTED: tuple[Template, ...] = (
    *(template for templates in rules.TEMPLATES.values() for template in templates),
    *verdict.SENTENCES,
    *verdict.TEXTS,
    *ceilings.LABELS,
    *of_figures.NOTES,
    *of_figures.OF_RATIOS,
    *of_figures.OF_POINTS,
    *of_figures.OF_FACETS,
    *of_figures.OF_UNITS,
)
# How producers spell each kind.
SPELLED: dict[Kind, tuple[str, ...]] = {
    "figure": (
        "3",
        "0.5",
        "1,234",
        "28.8 GB/s",
        "13.3-14.4 GB/s",
        "1.2e+03 GB/s",
        "12%",
        "102k",
        "1.40M",
        "13.3–14.4 GB/s",
        "86–94 %",
        "900 MB/s–1.20 GB/s",
        "16 min 40 s",
        "71.4 µs",
        "4 KiB",
    ),
    "figures": ("0", "0, 1, 7"),
    "count": ("One run", "one run", "12 runs"),
    "depth": ("32", "1", "64, 64 jobs", "1,024"),
    "link": ("Gen4 x16", "16 GT/s x4"),
    "dates": ("2026-11-03", "2026-11-03 to 2026-11-17"),
    "closed": tuple(sorted(CLOSED)),
    "source": tuple(sorted(list_sources())),
    "parts": ("drives and memory modules", "cpu, memory", "PCIe functions, drives"),
    "options": ("bs", "bs, iodepth, direction"),
    "query": ("ignore=bs&ignore=iodepth",),
    "name": ("nvme0n1", "0000:20:03.1", "md0"),
    "names": ("nvme0n1", "nvme0n1, nvme1n1"),
}
# Names that are words of the very sentences, and others of plain letters.
NAMES = (
    "ubuntu", "storage", "nas", "epyc", "drives", "drive", "link", "run", "the", "of", "GB/s", "heat", "a", "node",
    "nvme0n1x", "Nvme0n1", "NVME0N1", "xnvme0n1", "nvme0n1.lan", "/dev/nvme0n1", "nvme0n1!", "jupiter", "12",
)  # fmt: skip


def composed(template: Template) -> Sentence:
    return template(**{name: SPELLED[kind][0] for name, kind in template.kinds.items()})


@pytest.mark.nightly
@check_each("template", QUOTED)
def test_what_a_template_composed_it_reads_again(template: Template) -> None:
    for name, kind in template.kinds.items():
        for spelled in SPELLED[kind]:
            arguments = dict(composed(template).arguments) | {name: spelled}
            assert template.read(template(**arguments)) == arguments
            assert template(**arguments) == str(template(**arguments))


@check_each("name", NAMES)
def test_no_name_is_said_again_unless_it_has_a_label(name: str) -> None:
    known = {"nvme0n1": "drive A"}
    tried = 0
    for template in QUOTED:
        for argument, kind in template.kinds.items():
            if kind in {"name", "names"}:
                arguments = dict(composed(template).arguments) | {argument: name}
                assert restate(template(**arguments), QUOTED, known.get) is None
                tried += 1
            elif kind in {"closed", "source", "parts", "options", "query"} and name not in PARTS | CLOSED:
                arguments = dict(composed(template).arguments) | {argument: name}
                assert restate(template(**arguments), QUOTED, lambda _: "drive A") is None
    assert tried > 8


def test_a_name_with_a_label_is_said_by_it() -> None:
    hot = during.HOT_DRIVE(drive="nvme0n1", highest=71, limit=70)
    again = restate(str(hot), QUOTED, {"nvme0n1": "drive A"}.get)
    assert again == "drive A reached 71 °C; its warning threshold is 70 °C."


@pytest.mark.parametrize(
    "text",
    [
        "",
        "jupiter is slow",
        "Nothing says",
        "During the run: device gone (jupiter).",
        "No run matches this side. jupiter",
    ],
)
def test_what_no_template_composed_is_not_said(text: str) -> None:
    assert restate(text, QUOTED, lambda _: "drive A") is None


def constants(file: str) -> list[ast.Constant]:
    """Texts of a module that are no docstrings, no templates and no part of a declaration."""
    tree = ast.parse((ROOT / file).read_text())
    silent = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    silent |= {id(part) for name in DECLARING for call in called(file, name, tree) for part in ast.walk(call)}
    return [
        n
        for n in ast.walk(tree)
        if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in silent
    ]


DECLARING = ("Template", "Rule", "Need", "NotVisible", "Exclusion")
PRODUCERS = (
    "app/compare/notes.py",
    "app/compare/resampling.py",
    "app/runs/explore/series/points.py",
    "engine/stats/verdict.py",
    "engine/stats/bootstrap.py",
    "engine/hardware/inventory/units.py",
    *(f"engine/rules/{path.name}" for path in sorted((ROOT / "engine/rules").glob("*.py"))),
)


@check_each("file", PRODUCERS)
def test_producers_say_nothing_beside_their_templates(file: str) -> None:
    """A sentence has blanks; so have names of evidence, which a list holds (app/sharing/redaction/path.py)."""
    spoken = [str(n.value) for n in constants(file) if len(str(n.value).split()) > 3]
    assert [text for text in spoken if text not in EVIDENCE | FORMER_TITLES | FORMER_SOURCES] == []


def called(file: str, name: str, tree: ast.Module | None = None) -> list[ast.Call]:
    tree = tree or ast.parse((ROOT / file).read_text())
    return [
        n
        for n in ast.walk(tree)
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == name
    ]


def test_rules_and_evidence_of_runs_are_declared() -> None:
    files = [f"engine/rules/{path.name}" for path in sorted((ROOT / "engine/rules").glob("*.py"))]
    ids = {
        n.args[0].value
        for file in files
        for name in ("Finding", "Check")
        for n in called(file, name)
        if n.args and isinstance(n.args[0], ast.Constant)
    }
    assert ids <= RULES.keys()
    names = {
        n.args[0].value
        for file in files
        for n in called(file, "Evidence")
        if n.args and isinstance(n.args[0], ast.Constant)
    }
    assert names <= EVIDENCE
    assert rules.TEMPLATES.keys() >= WITHOUT_DETAIL

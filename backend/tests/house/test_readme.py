"""What the README and the documents promise exists: commands, files, anchors."""

import re
from pathlib import Path

from fioboard.cli.program import VERBS
from tests.house.conftest import CHECKOUT, text_of


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z][a-z0-9%-]*):", text_of("Makefile"), re.MULTILINE))


def is_script(target: str) -> bool:
    """`make bench-ingest` runs backend/lab/bench_ingest.py, and so for every bench and fuzzer."""
    return (CHECKOUT / "backend" / "lab" / f"{target.replace('-', '_')}.py").exists()


def test_make_commands_of_the_documents_exist() -> None:
    targets = make_targets()
    assert len(targets) > 10
    for document in ("README.md", *(str(p.relative_to(CHECKOUT)) for p in (CHECKOUT / "docs").rglob("*.md"))):
        for used in re.findall(r"`?\bmake (?:-s )?([a-z][a-z-]+)", text_of(document)):
            if re.search(
                rf"`[^`\n]*\bmake (?:-s )?{used}\b|^(?:[A-Z_]+=\S+ )*make (?:-s )?{used}\b",
                text_of(document),
                re.MULTILINE,
            ):
                assert used in targets or is_script(used), f"{document}: make {used}"


def test_makefile_documents_every_command_of_the_style_guide() -> None:
    documented = set(re.findall(r"^([a-z0-9-]+):.*## ", text_of("Makefile"), re.MULTILINE))
    assert documented >= {
        *{"run", "test", "test-changed", "nightly", "setup", "dev", "cli", "check", "fmt"},
        *{"migration", "api-client", "lock", "screenshots", "bench", "help"},
    }


def test_readme_is_short_and_the_index_has_every_document() -> None:
    assert len((CHECKOUT / "README.md").read_bytes()) <= 6_144
    index = text_of("docs/README.md")
    names = {path.name for path in (CHECKOUT / "docs").glob("*.md")} - {"README.md"}
    assert {name for name in names if index.count(f"- [{name}]({name}): ") != 1} == set()


def test_ci_runs_the_readmes_test_command_and_nothing_else() -> None:
    commands = [
        line for line in text_of(".ci/run").splitlines() if line and not line.startswith(("#", "set ", "cd "))
    ]
    assert commands == ["exec make test"]


def test_verbs_of_the_documents_exist() -> None:
    shown = [
        verb
        for document in documents()
        for verb in re.findall(r"""cli A=["']?([a-z-]+)""", document.read_text(encoding="utf-8"))
    ]
    assert len(shown) > 10
    assert set(shown) - set(VERBS) == set()


def documents() -> list[Path]:
    return [*CHECKOUT.glob("*.md"), *(CHECKOUT / "docs").rglob("*.md")]


def anchors(document: str) -> set[str]:
    """The anchors that GitHub gives to the headings of a document."""
    text = re.sub(r"^```.*?^```", "", document, flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def test_relative_links_of_the_documents_lead_somewhere() -> None:
    broken = []
    for document in documents():
        name, text = document.relative_to(CHECKOUT), document.read_text(encoding="utf-8")
        for target, anchor in re.findall(
            r"""(?:\]\(|src="|srcset=")(?!https?:)([^)#"\s]*)#?([^)"\s]*)""", text
        ):
            file = document.parent / target if target else document
            if not file.exists() or (anchor and anchor not in anchors(file.read_text(encoding="utf-8"))):
                broken.append(f"{name}: {target}#{anchor}")
    assert broken == []


def test_decisions_are_numbered_without_gap() -> None:
    numbers = sorted(int(path.name[:4]) for path in (CHECKOUT / "docs" / "decisions").glob("*.md"))
    assert numbers == list(range(1, len(numbers) + 1))

"""What the README promises exists: settings, commands, files."""

import re

from pydantic_core import PydanticUndefined

from fioboard.cli import VERBS
from fioboard.core.config import Settings
from tests.house.conftest import CHECKOUT, text_of


def test_settings_table_is_the_settings() -> None:
    rows = re.findall(r"^\| `(FIOBOARD_[A-Z_]+)` \| (\S+) \| (.+) \|$", text_of("README.md"), re.MULTILINE)
    expected = []
    for name, field in Settings.model_fields.items():
        assert field.default is not PydanticUndefined, name
        default = "unset" if field.default is None else f"`{field.default}`"
        expected.append((f"FIOBOARD_{name.upper()}", default, field.description))
    assert rows == expected


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z][a-z0-9%-]*):", text_of("Makefile"), re.MULTILINE))


def is_script(target: str) -> bool:
    """`make bench-ingest` runs backend/scripts/bench_ingest.py, and so for every bench and fuzzer."""
    return (CHECKOUT / "backend" / "scripts" / f"{target.replace('-', '_')}.py").exists()


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


def test_ci_runs_the_readmes_test_command_and_nothing_else() -> None:
    commands = [
        line for line in text_of(".ci/run").splitlines() if line and not line.startswith(("#", "set ", "cd "))
    ]
    assert commands == ["exec make test"]


def test_verbs_of_the_readme_exist() -> None:
    for verb in re.findall(r'cli A="?([a-z-]+)', text_of("README.md")):
        assert verb in VERBS, verb


def test_relative_links_of_the_documents_lead_somewhere() -> None:
    broken = []
    for document in [CHECKOUT / "README.md", *(CHECKOUT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", document.read_text()):
            if not (document.parent / target).exists():
                broken.append(f"{document.relative_to(CHECKOUT)}: {target}")
    assert broken == []


def test_decisions_are_numbered_without_gap() -> None:
    numbers = sorted(int(path.name[:4]) for path in (CHECKOUT / "docs" / "decisions").glob("*.md"))
    assert numbers == list(range(1, len(numbers) + 1))

"""Findings: rules that look at a machine or a run and say what is worth knowing, with evidence."""

from fioboard.core.sanitize import Document
from fioboard.inventory.findings import during, limits, links, settings
from fioboard.inventory.findings.finding import Evidence, Finding
from fioboard.inventory.path import Path
from fioboard.inventory.pci import Tree

__all__ = ["Evidence", "Finding", "of_machine", "of_run"]
ORDER = {"warning": 0, "info": 1}


def of_machine(document: Document, moment: Document) -> list[Finding]:
    """What holds whatever is run on the machine; warnings first."""
    findings = [*links.of_machine(document, Tree(document)), *settings.of_machine(document, moment)]
    return sorted(findings, key=lambda f: ORDER[f.severity])


def of_run(path: Path) -> list[Finding]:
    """What holds for one run; warnings first."""
    findings = [*limits.of_run(path), *links.of_run(path), *during.of_run(path)]
    return sorted(findings, key=lambda f: ORDER[f.severity])

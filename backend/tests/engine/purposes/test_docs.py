"""docs/purposes.md lists every requirement and every case; FIOBOARD_WRITE_DOCS=1 writes both anew."""

from fioboard.engine.purposes.built_in import load_purposes
from fioboard.engine.purposes.words import describe_limit, describe_workload, format_limit
from tests.engine.purposes.cases import read_cases
from tests.house.conftest import check_generated_part

NONE = "\N{EN DASH}"


def test_the_document_lists_every_requirement() -> None:
    lines = ["| Purpose | Requirement | Limit | Workload | Job | Source |", "|---|---|---|---|---|---|"]
    for purpose in load_purposes().values():
        for requirement in purpose.requirement:
            source = purpose.get_source(requirement)
            kind = "" if source.kind == "maker" else f", {source.kind}"
            limit = describe_limit(requirement)
            if requirement.scale is not None:
                limit = f"{format_limit(requirement, requirement.scale.each)} per {requirement.scale.one}"
            elif requirement.amount is not None:
                limit = f"time for {requirement.amount.title}"
            elif requirement.fails is not None:
                limit = f"{limit}, only rules out"
            elif requirement.is_recommended:
                limit = f"{limit}, recommended"
            lines.append(
                f"| {purpose.title} (`{purpose.id}`) | {requirement.title} | {limit} | {describe_workload(requirement)} | "
                f"{requirement.job_by} | [{source.title}]({source.address}), {source.dated}{kind} |"
            )
    check_generated_part("purposes.md", "purposes", "\n".join(lines))


def test_the_document_lists_every_case() -> None:
    lines = [
        "| Case | Device | Requirement | Answer | Said there | Worth knowing |",
        "|---|---|---|---|---|---|",
    ]
    for case in read_cases():
        line, judgement = case.line, case.judgement
        answer = case.answer.replace("_", " ")
        if judgement is not None and judgement.is_narrow:
            answer = f"{answer}, narrowly"
        lines.append(
            f"| [{line['id']}]({line['address']}) | {line['device']} | `{line['requirement']}` | {answer} | "
            f"{line['stated'] or NONE} | {line['note'] or NONE} |"
        )
    check_generated_part("purposes.md", "cases", "\n".join(lines))


def test_no_address_is_that_of_a_copy() -> None:
    copies = ("manualzz", "vdocuments", "docslib", "rhokp", "manualshive", "scribd", "docplayer")
    addresses = [source.address for purpose in load_purposes().values() for source in purpose.source]
    assert not [address for address in addresses if any(copy in address for copy in copies)]

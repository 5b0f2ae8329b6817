"""The open regression that a run begins, or whose level it is at: what its answer says of it."""

from uuid import UUID

from fioboard.app.runs.history import sentences
from fioboard.core.driver import Driver
from fioboard.core.figures import format_figure
from fioboard.engine.answers.answer import AnswerOut, RegressionOfRun
from fioboard.engine.watch.descriptions import describe_change
from fioboard.engine.words.changes import OPEN_STATES
from fioboard.engine.words.metrics import METRICS
from fioboard.store.queries.changes import list_last_changes
from fioboard.store.queries.open_issues import keep_one_a_test


async def add_regression(driver: Driver, run_id: UUID, answer: AnswerOut, *, is_only_test: bool) -> None:
    """Add the gravest open regression of the run's tests: to the headline of a run that begins it and has no other
    answer, else to the text below the headline. `is_only_test`: the run has one test, which needs no name.
    """
    newest = await list_last_changes(driver, run_id)
    waiting = [row for row in newest if row["is_worse"] and row["state"] in OPEN_STATES]
    if not waiting:
        return
    row, verdict = keep_one_a_test(waiting)[0], answer["verdict"]
    words = describe_change(row)
    workload = "" if is_only_test else sentences.OF_WORKLOAD(workload=words.workload_words)
    is_first = row["after_run_id"] == run_id
    if is_first:
        before, after = (
            format_figure(value, METRICS[row["metric"]].unit) for value in (row["before"], row["after"])
        )
        before = before.removesuffix(f" {after.partition(' ')[2]}")
        moved = sentences.FROM_RUN_ON(moved=words.size, workload=workload, before=before, after=after)
    else:
        moved = sentences.SINCE(
            moved=words.size,
            date=f"{row['after_at']:%-d %b %Y}",
            workload=workload,
            evidence=words.evidence,
        )
    if is_first and verdict["kind"] == "none":
        text = [words.evidence_from, verdict["sentence"], *verdict["text"]]
        answer["verdict"] = {**verdict, "sentence": moved, "text": text}
    else:
        behind = [moved, words.evidence_from] if is_first else [moved]
        answer["verdict"] = {**verdict, "text": [*behind, *verdict["text"]]}
    answer["regression"] = RegressionOfRun(change_id=str(row["id"]), is_first=is_first)

"""What an agent needs to try the experiment of a finding: which finding, how the run was started, and on what."""

from collections.abc import Sequence
from uuid import UUID

import orjson

from fioboard.app.access.principal import Principal
from fioboard.app.runs.history import detail, sentences
from fioboard.app.runs.history.confirmations import list_confirmations
from fioboard.core import errors
from fioboard.core.config import settings
from fioboard.core.database import Database
from fioboard.core.sanitize import Document
from fioboard.engine.answers.answer import AnswerOut
from fioboard.engine.answers.confirmation import ConfirmationPlanOut, MeasuredTargetOut
from fioboard.engine.answers.finding import FindingOut
from fioboard.engine.hardware.inventory.targets import Target, read_targets
from fioboard.engine.hardware.inventory.tolerant import mapping, text, whole
from fioboard.engine.rules import RULES
from fioboard.store.blobs.get import original
from fioboard.store.queries import confirmations as queries
from fioboard.store.queries.confirmations import AskedRow


async def plan(
    database: Database, caller: Principal, run_id: UUID, host: str, wanted: str | None
) -> ConfirmationPlanOut:
    """Of the wanted finding, else of the one the verdict rests on, else of the first with options.

    Raises RunNotFound for runs of any host but `host`, and but the token's own; FindingNotFound.
    """
    async with database.driver() as driver:
        asked = await queries.get_run_to_repeat(driver, run_id)
        if asked is None or host not in asked["agents"] or caller.host_id not in {None, asked["host_id"]}:
            raise errors.RunNotFound("There is no such run on this host.")
        answer = await detail.load_answer(driver, run_id)
        finding = _choose_finding(answer, wanted)
        tried = await list_confirmations(driver, run_id)
    job_file = None
    if asked["job_file_sha256"] is not None:
        job_file = _decode_text(await original(database.objects, asked["job_file_sha256"], asked["job_file"]))
    rule = RULES.get(finding["id"])
    experiment = rule.experiment if rule else None
    return {
        "run_id": str(run_id),
        "url": f"{settings().public_url}/runs/{run_id}",
        "finding": finding["id"],
        "title": rule.title if rule else finding["id"],
        "text": finding["text"],
        "experiment": finding["experiment"],
        "expects": experiment.expects if experiment else None,
        "argv": orjson.loads(asked["argv"]) if asked["argv"] else None,
        "job_file": job_file,
        "targets": list_targets(asked),
        "duration_s": asked["duration_s"],
        "written_bytes": asked["written_bytes"],
        "tried": [one for one in tried if one["finding"] == finding["id"]],
    }


def _choose_finding(answer: AnswerOut | None, wanted: str | None) -> FindingOut:
    findings = answer["findings"] if answer else []
    named = {finding["id"]: finding for finding in findings}
    if wanted is not None:
        if wanted not in named:
            raise errors.FindingNotFound(
                sentences.NO_FINDING(finding=errors.quoted(wanted), findings=", ".join(named) or "none")
            )
        return named[wanted]
    verdict = named.get((answer["verdict"]["id"] or "") if answer else "")
    candidates = [*([verdict] if verdict else []), *findings]
    first = next((one for one in candidates if _get_options(one)), None)
    first = first or next((one for one in candidates if one["experiment"]), None)
    if first is None:
        raise errors.FindingNotFound("This run has no finding that an experiment could confirm.")
    return first


def _get_options(finding: FindingOut) -> Sequence[str]:
    return finding["experiment"]["options"] if finding["experiment"] else ()


def _decode_text(content: bytes) -> str | None:
    """Decode a file; None also for one that is no UTF-8: a job that was read wrongly would be another one."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None


def list_targets(asked: AskedRow) -> list[MeasuredTargetOut]:
    """List what a run measured, as it can be recognized on its host."""
    inventory: Document = orjson.loads(asked["inventory"] or "{}")
    stated: Document = orjson.loads(asked["manifest"])
    return [
        _build_target(inventory, target) for target in read_targets(inventory, stated.get("targets"), None)
    ]


def _build_target(inventory: Document, target: Target) -> MeasuredTargetOut:
    disks = mapping(inventory, "disks")
    filesystem = target.filesystem or {}
    return {
        "path": target.path,
        "filesystem": text(filesystem, "type"),
        "filesystem_bytes": whole(filesystem, "size_bytes"),
        "drives": [
            {
                "name": name,
                "serial": text(disks.get(name), "serial"),
                "wwid": text(disks.get(name), "wwid"),
            }
            for name in target.members
        ],
    }

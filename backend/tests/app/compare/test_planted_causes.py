"""500 random histories whose causes are known: the cause is named, and never a clean one that is false.

From fio's output and the machine's inventory through reader, factors and matching to the attribution; the truth is what
was planted.
"""

import random
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Literal, cast
from uuid import UUID, uuid4

import orjson
import pytest

from fioboard.app.compare import spec as specs
from fioboard.app.compare.changed import Compared, list_changes
from fioboard.app.compare.matching import match
from fioboard.engine.factors.difference import FactorChange, attribution, roots, sentence
from fioboard.engine.formats.fio import read_output
from fioboard.engine.words.job_options import HARMLESS
from fioboard.store.derive.context import Context
from fioboard.store.derive.outputs import convert_import
from fioboard.store.queries.compare import ComparedResultRow
from tests.app.compare.planted import CAUSES, STATED, TOGETHER, Setting, set_option
from tests.factories.fio_output import direction, document, job
from tests.factories.upload import inventory

HISTORIES = 500
A_FEW_HISTORIES = 50
SPEC = specs.read("host=a", ["host=b"], [], [], [])
Kind = Literal["nothing", "one", "two", "mixed", "other_harmless"]


class History:
    """Runs by their ids, as a comparison reads them."""

    def __init__(self) -> None:
        self.workloads: dict[UUID, str] = {}
        self._of_content: dict[bytes, UUID] = {}

    def side(self, settings: Sequence[Setting]) -> tuple[list[dict[str, Any]], list[ComparedResultRow]]:
        """Factors and results of the runs of a side."""
        factors, results = [], []
        for setting in settings:
            configuration, rows = self._run(setting)
            if configuration not in factors:
                factors.append(configuration)
            results += rows
        return factors, results

    def _run(self, setting: Setting) -> tuple[dict[str, Any], list[ComparedResultRow]]:
        typed: dict[str, str] = {
            "name": "job",
            "rw": "randread",
            "bs": "4k",
            "iodepth": "32",
            "ioengine": "io_uring",
            "direct": "1",
        }
        entry = job(
            "job",
            read=direction(),
            **{"job options": typed | {"filename": setting.target, **setting.options}},
        )
        written = orjson.dumps(document(entry, **{"fio version": setting.fio}))
        hardware = inventory(
            os={"name": "Debian GNU/Linux 12", "kernel": setting.kernel},
            system={"vendor": "Acme", "product": "Bench 1", "bios": {"version": setting.bios}},
            cpu={"model": setting.cpu, "sockets": 2},
        )
        context = Context(
            host_name="epyc",
            title=None,
            labels={**STATED, **setting.labels},
            tags=(),
            inventory=hardware,
            received_at=datetime(2026, 11, 20, tzinfo=UTC),
            argv=[*setting.launcher, "fio", "--output-format=json", "job.fio"],
        )
        derived = convert_import(read_output(written), context).rows.finish()
        contents = dict(zip(derived.workloads.sha256, derived.workloads.body, strict=True))
        [configuration] = derived.configurations.body
        run_id = uuid4()
        rows = []
        for position, result in enumerate(orjson.loads(derived.results)):
            sha256 = bytes.fromhex(result["workload"])
            workload_id = self._of_content.setdefault(sha256, uuid4())
            self.workloads[workload_id] = contents[sha256]
            rows.append({
                "id": uuid4(), "run_id": run_id, "workload_id": workload_id, "position": position,
                "job_name": result["job_name"], "direction": result["direction"], "error": 0, "is_told": True,
            })  # fmt: skip
        return orjson.loads(configuration), cast(list[ComparedResultRow], rows)


def told(base: Sequence[Setting], new: Sequence[Setting]) -> tuple[list[FactorChange], int]:
    """What a comparison of these runs says to differ, and in how many workloads they met."""
    history = History()
    (ours, base_results), (theirs, new_results) = history.side(base), history.side(new)
    rows = [row for row in match([base_results, new_results], history.workloads, SPEC) if row.is_matched]
    options = {key: orjson.loads(text) for key, text in history.workloads.items()}
    return list_changes([(ours, theirs)], Compared(rows, 1, options, frozenset()), SPEC), len(rows)


def _pair(draw: random.Random) -> tuple[str, str]:
    while True:
        one, other = draw.sample(sorted(CAUSES), 2)
        if not any({one, other} <= together for together in TOGETHER):
            return one, other


@pytest.mark.quick(1)
@pytest.mark.parametrize("count", [A_FEW_HISTORIES, HISTORIES])
def test_the_planted_cause_is_named_and_no_false_one(count: int) -> None:
    draw = random.Random(15)
    outcomes: Counter[tuple[Kind, bool]] = Counter()
    wrong = []
    for number in range(count):
        runs = draw.randint(1, 4), draw.randint(1, 4)
        kind: Kind = draw.choice(("nothing", "one", "one", "two", "mixed", "other_harmless"))
        base, new = [Setting()] * runs[0], [Setting()] * runs[1]
        one, other = _pair(draw)
        change, keys = CAUSES[one]
        match kind:
            case "one":
                new = [change(setting) for setting in new]
            case "two":
                new = [CAUSES[other][0](change(setting)) for setting in new]
            case "mixed":
                mixed = [Setting(), change(Setting()), *base]
                base, new = (mixed, new) if draw.random() < 0.5 else (new, mixed)
            case "other_harmless":
                new = [set_option(draw.choice(sorted(HARMLESS)), "1")(setting) for setting in new]
        differences, workloads = told(base, new)
        named = {change.key for change in roots(differences)}
        verdict = attribution(differences)
        match kind:
            case "one":
                is_right = verdict == "only" and named <= keys and workloads == 1
            case "two":
                is_right = verdict == "confounded"
            case "mixed":
                # The side is said to be mixed; or like was put with like, and the other runs are left out.
                is_right = verdict == "mixed" or (verdict == "nothing_changed" and workloads == 1)
            case _:
                is_right = verdict == "nothing_changed" and workloads == 1
        outcomes[kind, is_right] += 1
        if not is_right:
            wrong.append((number, kind, one, other, verdict, named, workloads))
    assert [case for case in wrong if case[4] in {"only", "nothing_changed"}] == []
    right = sum(count for (_, is_right), count in outcomes.items() if is_right)
    assert right >= 0.99 * count, wrong
    assert all(
        outcomes[kind, True] >= count / 10 for kind in ("nothing", "one", "two", "mixed", "other_harmless")
    )


def test_another_target_is_a_cause_and_two_on_one_side_are_a_mixture() -> None:
    one, other = Setting(target="/dev/nvme0n1"), Setting(target="/dev/nvme1n1")
    differences, workloads = told([one] * 2, [other] * 2)
    assert (attribution(differences), [c.key for c in roots(differences)], workloads) == (
        "only",
        ["target.path"],
        1,
    )
    assert (
        sentence(differences)
        == "Of what was recorded, only Target drive or folder /dev/nvme0n1 → /dev/nvme1n1 changed."
    )
    for base, new in (([one, other], [one]), ([one], [one, other]), ([one, other], [one, other])):
        differences, _ = told(base, new)
        assert attribution(differences) == "mixed"
        assert "mixes different configurations: Target" in sentence(differences)

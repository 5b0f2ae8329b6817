"""The planted cause is the first suspect; where nothing recorded changed none is named."""

from dataclasses import replace

import numpy as np
import pytest

from fioboard.engine.rules.history import Setting
from fioboard.engine.watch import ChangePoint, changes
from fioboard.engine.watch.series import SUSPECTS
from fioboard.engine.watch.suspects import Recorded, Suspicion, suspicion
from fioboard.engine.words.factors import FACTORS
from tests.engine.watch.histories import points, run, stepped

BASE: Setting = {
    "host": "db01",
    "kernel": "6.8.0-31",
    "os.name": "Debian",
    "os.version": "13",
    "bios.version": "2.1",
    "drive.firmware": "GDC5602Q",
    "drive.model": "P5800X",
    "drive.scheduler": "none",
    "cpu.governor": "performance",
    "tool.version": "fio-3.36",
    "nvme.driver_version": "1.0",
    "target.kind": "disk",
    "label.rack": "B4",
    "rw": "randread",
}
STEP = 30
CAUSES = (
    "kernel",
    "bios.version",
    "drive.firmware",
    "tool.version",
    "cpu.governor",
    "drive.scheduler",
    "label.rack",
)


def history(n: int = 60, **per_run: dict[int, str]) -> list[Recorded]:
    """Runs with the base setting; `per_run`: of a factor (its dots as __), from which run on it has which value."""
    settings: list[dict[str, object]] = [dict(BASE) for _ in range(n)]
    for name, values in per_run.items():
        for first, value in sorted(values.items()):
            for setting in settings[first:]:
                setting[name.replace("__", ".")] = value
    return [Recorded(run(number), setting) for number, setting in enumerate(settings)]  # type: ignore[arg-type]


def without(recorded: list[Recorded], key: str, *places: int) -> list[Recorded]:
    """The same where some runs do not tell a factor."""
    return [
        replace(one, setting={k: v for k, v in one.setting.items() if k != key}) if place in places else one
        for place, one in enumerate(recorded)
    ]


@pytest.fixture(scope="module")
def change() -> ChangePoint:
    [found] = changes(points(stepped(60, 1, (STEP, 0.9))))
    assert found.first_after == run(STEP)
    return found


def told(found: Suspicion) -> list[str]:
    return [suspect.key for suspect in found.suspects]


def test_what_changed_between_the_two_runs_is_named_with_both_values(change: ChangePoint) -> None:
    [suspect] = suspicion(history(kernel={STEP: "6.9.1"}), change).suspects
    assert (suspect.key, suspect.title, suspect.before, suspect.after) == (
        "kernel",
        "Kernel",
        "6.8.0-31",
        "6.9.1",
    )
    assert (suspect.score, suspect.elsewhere, suspect.runs_off) == (1.0, 0, 0)


def test_nothing_recorded_changed_is_said_with_what_is_unknown(change: ChangePoint) -> None:
    found = suspicion(history(), change)
    assert found.is_nothing_recorded
    unknown = {one.key: one.side for one in found.unknown}
    assert unknown["cpu.microcode"] == "both"
    assert "kernel" not in unknown
    # A disk is known to have no mount, and so no version of NFS that could have changed.
    assert "nfs.version" not in unknown
    assert set(unknown) <= {factor.key for factor in SUSPECTS}


@pytest.mark.parametrize(("places", "side"), [((29,), "before"), ((30,), "after"), ((29, 30), "both")])
def test_unknown_on_one_side_is_no_suspect(change: ChangePoint, places: tuple[int, ...], side: str) -> None:
    found = suspicion(without(history(kernel={STEP: "6.9.1"}), "kernel", *places), change)
    assert told(found) == []
    assert {one.key: one.side for one in found.unknown}["kernel"] == side


@pytest.mark.parametrize(("first", "last", "side"), [(STEP, 60, "before"), (0, STEP, "after")])
def test_a_label_that_only_one_side_has_may_have_changed(
    change: ChangePoint, first: int, last: int, side: str
) -> None:
    recorded = history(kernel={STEP: "6.9.1"}, label__cable={0: "new"})
    labelled = without(recorded, "label.cable", *(place for place in range(60) if not first <= place < last))
    found = suspicion(labelled, change)
    assert told(found) == ["kernel"]
    assert {one.key: one.side for one in found.unknown}["label.cable"] == side


def test_what_is_steady_ranks_over_what_wobbles(change: ChangePoint) -> None:
    wobbling = {place: "powersave" if place % 4 < 2 else "performance" for place in range(60)}
    found = suspicion(history(cpu__governor=wobbling, tool__version={STEP: "fio-3.38"}), change)
    assert told(found) == ["tool.version"]
    [wobbler] = found.unlikely
    assert (wobbler.key, wobbler.steady_before) == ("cpu.governor", pytest.approx(0.5, abs=0.05))
    assert wobbler.elsewhere > 10


def test_what_wobbles_alone_is_no_suspect_and_yet_not_nothing(change: ChangePoint) -> None:
    wobbling = {place: "powersave" if place % 4 < 2 else "performance" for place in range(60)}
    found = suspicion(history(cpu__governor=wobbling), change)
    assert told(found) == []
    assert not found.is_nothing_recorded


def test_a_doubted_run_at_the_step_tells_nothing() -> None:
    [doubted] = changes(points(stepped(60, 1, (STEP, 0.9)), doubted=[STEP]))
    assert (doubted.last_before, doubted.first_after) == (run(STEP - 1), run(STEP + 1))
    [suspect] = suspicion(history(kernel={STEP: "6.9.0", STEP + 1: "6.9.1"}), doubted).suspects
    assert (suspect.before, suspect.after, suspect.elsewhere) == ("6.8.0-31", "6.9.1", 0)


def test_what_changed_elsewhere_without_the_figure_ranks_lower(change: ChangePoint) -> None:
    found = suspicion(
        history(bios__version={10: "2.2", STEP: "2.3"}, tool__version={STEP: "fio-3.38"}), change
    )
    assert told(found) == ["tool.version", "bios.version"]
    assert found.suspects[1].elsewhere == 1


def test_a_change_at_another_step_is_no_change_without_the_figure() -> None:
    first, second = changes(points(stepped(80, 1, (30, 0.9), (55, 1 / 0.9))))
    recorded = history(80, kernel={30: "6.9.1", 55: "6.8.0-31"})
    for one, other in ((first, second), (second, first)):
        [suspect] = suspicion(recorded, one, [other]).suspects
        assert (suspect.key, suspect.elsewhere, suspect.score) == ("kernel", 0, 1.0)


def test_what_follows_stands_behind_its_cause(change: ChangePoint) -> None:
    later = {STEP: "14"}
    found = suspicion(
        history(os__version=later, kernel={STEP: "7.0"}, nvme__driver_version={STEP: "1.1"}), change
    )
    assert told(found)[0] == "os.version"
    assert {one.key: one.follows_from for one in found.suspects}["kernel"] == "os.version"


def test_a_change_one_run_off_is_named_as_such_and_behind(change: ChangePoint) -> None:
    found = suspicion(history(kernel={STEP + 1: "6.9.1"}, tool__version={STEP: "fio-3.38"}), change)
    assert [(one.key, one.runs_off) for one in found.suspects] == [("tool.version", 0), ("kernel", 1)]
    assert suspicion(history(kernel={STEP + 2: "6.9.1"}), change).is_nothing_recorded


def test_what_makes_the_series_is_never_a_suspect(change: ChangePoint) -> None:
    assert suspicion(history(rw={STEP: "read"}, host={STEP: "db02"}), change).is_nothing_recorded


def test_a_number_is_one_value_however_it_is_written(change: ChangePoint) -> None:
    recorded = [
        replace(one, setting={**one.setting, "cpu.cores": 8.0 if place < STEP else 8})
        for place, one in enumerate(history())
    ]
    assert suspicion(recorded, change).is_nothing_recorded


def test_a_step_of_other_runs_is_refused(change: ChangePoint) -> None:
    with pytest.raises(ValueError, match="not in the history"):
        suspicion(history(20), change)


@pytest.mark.nightly
def test_the_planted_cause_comes_first_in_95_of_100() -> None:
    """200 histories with a cause, among factors that wobble, that changed elsewhere, and runs that tell less."""
    random = np.random.default_rng(18)
    first = named = causes = 0
    for seed in range(200):
        recorded, cause = _planted(random, is_cause_told=seed % 2 == 0)
        found = changes(points(stepped(70, seed, (STEP, 0.9), noise=0.02)))
        change = next((one for one in found if abs(int(one.first_after) - 1 - STEP) <= 1), None)
        if change is None:
            continue
        suspects = suspicion(recorded, change).suspects
        if cause is None:
            named += bool(suspects)
        else:
            causes += 1
            first += bool(suspects) and suspects[0].key == cause
    assert causes >= 90
    assert first >= 0.95 * causes
    assert named == 0


def _planted(random: np.random.Generator, *, is_cause_told: bool) -> tuple[list[Recorded], str | None]:
    cause = str(random.choice(CAUSES))
    changed: dict[str, dict[int, str]] = {}
    if is_cause_told:
        changed[cause] = {STEP: "new"}
    for key in ("drive.model", "system.product"):
        # Changed at some other time, and the figure stayed.
        place = int(random.choice([8, 15, 22, 40, 50, 60]))
        changed[key] = {place: "other"}
    changed["cpu.epp"] = {place: str(place % 2) for place in range(0, 70, int(random.choice([1, 3, 5])))}
    recorded = history(70, **{key.replace(".", "__"): values for key, values in changed.items()})
    return without(recorded, "os.version", *random.choice(70, 30).tolist()), cause if is_cause_told else None


def test_every_cause_that_is_planted_is_declared() -> None:
    assert all(key in FACTORS or key.startswith("label.") for key in CAUSES)


def test_a_cause_stands_before_what_follows_though_the_registry_has_it_later(change: ChangePoint) -> None:
    found = suspicion(history(cpu__microcode={0: "0x1", STEP: "0x2"}, bios__version={STEP: "2.2"}), change)
    assert [(one.key, one.follows_from) for one in found.suspects] == [
        ("bios.version", None),
        ("cpu.microcode", "bios.version"),
    ]

"""What changed between two sets of runs, and whether an effect may be put down to it."""

from typing import Any

import pytest

from fioboard.engine.factors import FACTORS, Factor
from fioboard.engine.factors.difference import (
    FactorChange,
    attribution,
    compare_cells,
    describe_change,
    difference,
    format_setting,
    is_confounded,
    name_value,
    roots,
    sentence,
)
from fioboard.engine.factors.implied import find_cause
from fioboard.engine.words.factors import OPTION_FACTORS
from tests.loops import check_each

FOLLOWS_FROM = {key: factor.follows_from for key, factor in FACTORS.items() if factor.follows_from}
NONE_WHEN_KNOWN = {key: factor.none_when_known for key, factor in FACTORS.items() if factor.none_when_known}

VALUES = {"text": ("one", "other"), "number": (1, 2), "bytes": (4096, 8192), "flag": (True, False)}
MACHINE = {"host": "epyc", "cpu.model": "EPYC", "kernel": "6.1", "bios.nps": 1, "target.kind": "md"}


def changes(base: dict[str, Any], new: dict[str, Any]) -> list[FactorChange]:
    return difference([base], [new], frozenset())


def test_one_changed_factor_is_named_as_the_only_one() -> None:
    found = changes(MACHINE, MACHINE | {"bios.nps": 4})
    assert [(c.key, c.base, c.new, c.state) for c in found] == [("bios.nps", (1,), (4,), "changed")]
    assert attribution(found) == "only"
    assert sentence(found) == "Of what was recorded, only NUMA nodes per socket 1 → 4 changed."


def test_two_changed_factors_are_confounded_and_both_named() -> None:
    found = changes(MACHINE, MACHINE | {"bios.nps": 4, "kernel": "6.12"})
    assert attribution(found) == "confounded"
    assert "NUMA nodes per socket" in sentence(found)
    assert "Kernel" in sentence(found)


def test_consequences_are_listed_but_do_not_confound() -> None:
    base = MACHINE | {"slot": "2", "pcie.link": "Gen2 x16", "chain.limit": 8e9, "numa.local": True}
    new = MACHINE | {"slot": "3", "pcie.link": "Gen2 x4", "chain.limit": 2e9, "numa.local": False}
    found = changes(base, new)
    assert [c.key for c in roots(found)] == ["slot"]
    assert {c.key: c.follows_from for c in found if c.follows_from} == {
        "pcie.link": "slot",
        "chain.limit": "slot",
        "numa.local": "slot",
    }
    assert attribution(found) == "only"


def test_a_part_that_changed_alone_is_named_although_it_may_follow_from_another() -> None:
    """Firmware comes with another model, and microcode with another BIOS: where those are the same, neither is folded."""
    base = MACHINE | {
        "drive.model": "X1",
        "drive.firmware": "1.0",
        "bios.version": "2.1",
        "cpu.microcode": "0x1",
    }
    for key, value, words in (
        ("drive.firmware", "1.1", "Of what was recorded, only Drive firmware 1.0 → 1.1 changed."),
        ("cpu.microcode", "0x2", "Of what was recorded, only Microcode 0x1 → 0x2 changed."),
    ):
        found = changes(base, base | {key: value})
        assert (attribution(found), sentence(found)) == ("only", words)
    with_bios = changes(base, base | {"bios.version": "2.2", "cpu.microcode": "0x2"})
    assert [change.key for change in roots(with_bios)] == ["bios.version"]
    with_model = changes(base, base | {"drive.model": "X2", "drive.firmware": "7.0"})
    assert [change.key for change in roots(with_model)] == ["drive.model"]


def test_microcode_does_not_follow_from_a_kernel() -> None:
    """Distributions update both on one day; each alone changes what mitigations cost."""
    base = MACHINE | {"cpu.microcode": "0x1", "mitigations": False}
    found = changes(base, base | {"kernel": "6.12", "cpu.microcode": "0x2", "mitigations": True})
    assert {change.key for change in roots(found)} == {"kernel", "cpu.microcode"}
    assert attribution(found) == "confounded"
    alone = changes(base, base | {"cpu.microcode": "0x2", "mitigations": True})
    assert [change.key for change in roots(alone)] == ["cpu.microcode"]


def test_unknown_on_one_side_cannot_be_told() -> None:
    found = changes(MACHINE, {k: v for k, v in MACHINE.items() if k != "kernel"} | {"bios.nps": 4})
    assert attribution(found) == "cannot_tell"
    assert [(c.key, c.new) for c in found if c.state == "cannot_tell"] == [("kernel", ())]
    assert "whether Kernel changed was not recorded" in sentence(found)


def test_nothing_known_to_differ_but_something_unknown() -> None:
    found = changes(MACHINE, {"host": "epyc"})
    assert attribution(found) == "cannot_tell"
    assert sentence(found).startswith("No known factor differs, but")


def test_equal_sides_differ_in_nothing() -> None:
    assert changes(MACHINE, dict(MACHINE)) == []
    assert attribution([]) == "nothing_changed"


def test_a_single_drive_is_known_to_have_no_raid_level() -> None:
    single = {"target.kind": "disk", "target.layers": "nvme0n1"}
    array = {"target.kind": "md", "target.layers": "md0 on 4 drives", "raid.level": "raid0", "raid.width": 4}
    by_key = {c.key: c for c in changes(single, array)}
    assert (by_key["raid.level"].base, by_key["raid.level"].state) == ((None,), "changed")
    unknown = {c.key: c for c in changes({"host": "a"}, array | {"host": "a"})}
    assert unknown["raid.level"].state == "cannot_tell"


def test_a_side_whose_runs_differ_among_themselves_is_mixed() -> None:
    found = difference([{"kernel": "6.1"}], [{"kernel": "6.1"}, {"kernel": "6.12"}], frozenset())
    assert [(c.key, c.new, c.state) for c in found] == [("kernel", ("6.1", "6.12"), "mixed")]
    assert attribution(found) == "mixed"
    assert sentence(found) == (
        "New mixes different configurations: Kernel 6.1 and 6.12. "
        "Compare only one configuration per side to attribute the difference."
    )


def test_sides_that_are_mixed_in_the_same_way_are_mixed_all_the_same() -> None:
    side = [{"kernel": "6.1"}, {"kernel": "6.12"}]
    assert attribution(difference(side, side[::-1], frozenset())) == "mixed"


def test_labels_that_number_the_repeats_of_both_sides_mix_nothing() -> None:
    side = [{"label.repeat": "1"}, {"label.repeat": "2"}]
    assert difference(side, side[::-1], frozenset()) == []


def test_a_side_that_pools_labels_which_the_other_lacks_is_mixed() -> None:
    pinned = [{"kernel": "6.1", "label.cpus": cpus} for cpus in ("0-23", "24-47")]
    mixed = difference([{"kernel": "6.1"}], pinned, frozenset())
    assert attribution(mixed) == "mixed"
    assert "label cpus 0-23" in sentence(mixed)
    [named] = difference([{"kernel": "6.1"}], [{"kernel": "6.1"}, pinned[0]], frozenset())
    assert named.state == "cannot_tell"


def test_a_change_beside_a_mixture_is_named() -> None:
    changed = difference(
        [{"kernel": "6.1", "bios.nps": 1}],
        [{"kernel": "6.1", "bios.nps": 4}, {"kernel": "6.12", "bios.nps": 4}],
        frozenset(),
    )
    assert attribution(changed) == "mixed"
    assert sentence(changed).endswith("Besides, NUMA nodes per socket 1 → 4 changed.")


def test_a_side_that_tells_only_partly_does_not_hide_a_change() -> None:
    [found] = difference([{"kernel": "6.1"}], [{"kernel": "6.12"}, {}], frozenset())
    assert found.state == "changed"
    assert attribution([found]) == "cannot_tell"
    assert sentence([found]) == "Kernel 6.1 → 6.12 changed, but Kernel not recorded by every run."
    [found] = difference([{"kernel": "6.1"}], [{"kernel": "6.1"}, {}], frozenset())
    assert found.state == "cannot_tell"


BESIDE = {"label.fan": "on"}, {"label.fan": "off"}


@check_each("factor", FACTORS.values())
@check_each("known", [0, 1])
def test_a_factor_that_one_side_alone_tells_counts_against_every_clean_cause(
    factor: Factor, known: int
) -> None:
    sides: list[dict[str, Any]] = [dict(side) for side in BESIDE]
    sides[known][factor.key] = VALUES[factor.type][0]
    found = changes(*sides)
    assert attribution(found) == "cannot_tell"
    assert f"whether {factor.title} changed was not recorded, too" in sentence(found)


@check_each("factor", FACTORS.values())
def test_a_run_that_does_not_tell_what_changed_counts_against_it(factor: Factor) -> None:
    one, other = VALUES[factor.type]
    found = difference(
        [{"kind": "x", factor.key: one}], [{"kind": "x", factor.key: other}, {"kind": "x"}], frozenset()
    )
    assert attribution(found) == "cannot_tell"
    assert sentence(found).endswith(f"changed, but {factor.title} not recorded by every run.")


@check_each(
    "key, cause",
    [
        (key, cause)
        for key, causes in FOLLOWS_FROM.items()
        for cause in causes
        if NONE_WHEN_KNOWN.get(key) != cause  # which tells whether it applies
    ],
)
def test_an_untold_consequence_of_what_changed_counts_too(key: str, cause: str) -> None:
    """It may have changed otherwise than that."""
    one, other = VALUES[FACTORS[cause].type]
    found = changes({cause: one, key: VALUES[FACTORS[key].type][0]}, {cause: other})
    assert {c.key: c.follows_from for c in found} == {cause: None, key: cause}
    assert attribution(found) == "cannot_tell"


def test_a_label_that_only_one_side_has_makes_the_cause_unknown() -> None:
    cabled = MACHINE | {"bios.nps": 4, "label.cable": "new"}
    for runs in ([cabled], [cabled, MACHINE | {"bios.nps": 4}]):
        found = difference([MACHINE], runs, frozenset())
        assert [(c.key, c.new, c.state) for c in found] == [
            ("bios.nps", (4,), "changed"),
            ("label.cable", ("new",), "cannot_tell"),
        ]
        assert attribution(found) == "cannot_tell"
        assert is_confounded(found)
        assert sentence(found) == (
            "NUMA nodes per socket 1 → 4 changed, but whether cable changed was not recorded, too."
        )
    alone = difference([MACHINE | {"label.cable": "new"}], [MACHINE], frozenset())
    assert attribution(alone) == "cannot_tell"
    assert sentence(alone) == "No known factor differs, but whether cable changed was not recorded."


def test_an_option_within_a_group_of_options_is_not_listed_besides_the_group() -> None:
    base, new = {"job.sync": "none"}, {"job.sync": "fsync=1"}
    printed = [([{"option.fsync": None}], [{"option.fsync": "1"}])]
    silent = [([{}], [{"option.fsync": "1"}])]
    for options in (printed, silent):
        found = difference([base], [new], frozenset(), options)
        assert sentence(found) == "Of what was recorded, only Synced writes none → fsync=1 changed."
        assert [change.key for change in found] == ["job.sync"]
    [unknown] = difference([{}], [new], frozenset(), silent)
    assert (unknown.key, unknown.state) == ("job.sync", "cannot_tell")
    # The group says the same on both sides, so the option that differs speaks for itself.
    [alone] = difference([base], [base], frozenset(), printed)
    assert (alone.key, alone.state) == ("option.fsync", "changed")


@check_each("option", OPTION_FACTORS)
def test_every_option_of_a_group_is_said_by_its_group_alone(option: str) -> None:
    group = FACTORS[OPTION_FACTORS[option]]
    one, other = VALUES[group.type]
    known = [([{f"option.{option}": None}], [{f"option.{option}": "1"}])]
    found = difference([{group.key: one}], [{group.key: other}], frozenset(), known)
    assert [change.key for change in found] == [group.key]
    assert attribution(found) == "only"


def test_runs_are_compared_within_their_cell_only() -> None:
    old, newer = {"kernel": "6.1"}, {"kernel": "6.12"}
    assert compare_cells([([old], [old]), ([newer], [newer])], frozenset()) == []
    [crossed] = compare_cells([([old], [newer]), ([newer], [old])], frozenset())
    assert crossed.state == "mixed"
    [known] = compare_cells([([old], [old])], frozenset(), (), frozenset({"kernel"}))
    assert known.state == "mixed"


def test_labels_of_both_sides_are_changes_and_a_stated_factor_is_no_label() -> None:
    assert attribution(changes({"label.fan": "on"}, {"label.fan": "off"})) == "only"
    # Both sides speak of it, one run does not: what that run was is not known.
    [found] = difference([{"label.fan": "on"}], [{"label.fan": "on"}, {}], frozenset())
    assert found.state == "cannot_tell"
    # A label called `slot` states the factor `slot`, and a slot nobody knows is unknown.
    assert attribution(changes({"slot": "2"}, {})) == "cannot_tell"


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("option.zero_buffers", None, "zero_buffers not set"),
        ("option.zero_buffers", [None, "1"], "zero_buffers not set or 1"),
        ("raid.level", None, "RAID level none"),
        ("bios.nps", [1, 4], "NPS 1 or 4"),
        ("raid.chunk", 2**17, "RAID chunk 128 KiB"),
        ("raid.chunk", 4_294_967_296, "RAID chunk 4 GiB"),
        ("raid.chunk", 2_000_398_934_016, "RAID chunk 2 TB"),
        ("raid.chunk", 1_234_567, "RAID chunk 1.235 MB"),
        ("job.size", 4 << 30, "File size per job 4 GiB"),
    ],
)
def test_an_option_is_not_set_and_a_fact_is_none(key: str, value: Any, text: str) -> None:
    assert format_setting(key, value) == text


def test_sizes_that_differ_beyond_the_digits_of_a_sentence_are_told_in_bytes() -> None:
    [change] = changes({"raid.chunk": 2_000_398_934_016}, {"raid.chunk": 2_000_398_934_017})
    assert describe_change(change) == "2,000,398,934,016 B → 2,000,398,934,017 B"
    [change] = changes({"raid.chunk": 2**17}, {"raid.chunk": 2_000_398_934_016})
    assert describe_change(change) == "128 KiB → 2 TB"


def test_true_and_one_are_different_values() -> None:
    assert [c.key for c in changes({"label.fan": True}, {"label.fan": 1})] == ["label.fan"]


@pytest.mark.parametrize("declared", [FOLLOWS_FROM, NONE_WHEN_KNOWN])
def test_declared_consequences_name_factors_that_exist(declared: dict[str, Any]) -> None:
    for key, sources in declared.items():
        assert {key, *([sources] if isinstance(sources, str) else sources)} <= set(FACTORS)


def test_no_factor_follows_from_itself() -> None:
    """Else two changes could explain each other, and none would be left to name."""
    for key, causes in FOLLOWS_FROM.items():
        reached, asked = set(), list(causes)
        while asked:
            source = asked.pop()
            if source not in reached:
                reached.add(source)
                asked += FOLLOWS_FROM.get(source, ())
        assert key not in reached
    assert find_cause("pcie.link", frozenset({"pcie.link"})) is None


@check_each("factor", FACTORS.values())
def test_sides_that_differ_in_one_factor_alone_are_told_so(factor: Factor) -> None:
    one, other = VALUES[factor.type]
    [change] = changes({"kind": "x", factor.key: one}, {"kind": "x", factor.key: other})
    assert (change.key, change.base, change.new, change.state) == (factor.key, (one,), (other,), "changed")
    assert factor.title in sentence([change])
    assert factor.word in format_setting(factor.key, one)


DRIVE, OTHER = "ACME X1 …0F3A [9bd1c0ee]", "ACME X1 …0F3B [3f9a21c4]"


def test_a_drive_that_one_side_only_names_may_be_the_same() -> None:
    for base, new in (("/dev/nvme0n1", DRIVE), (DRIVE, "/dev/nvme0n1")):
        found = changes(MACHINE | {"target.path": base}, MACHINE | {"target.path": new})
        assert [(c.key, c.state) for c in found] == [("target.path", "cannot_tell")]
        assert attribution(found) == "cannot_tell"
    mixed = [MACHINE | {"target.path": DRIVE}, MACHINE | {"target.path": "/dev/nvme0n1"}]
    [change] = difference(mixed, [MACHINE | {"target.path": OTHER}], frozenset())
    assert change.state == "cannot_tell"


def test_another_drive_in_another_slot_is_two_changes_and_a_moved_one_is_one() -> None:
    base = MACHINE | {"target.path": DRIVE, "slot": "2"}
    found = changes(base, base | {"target.path": OTHER, "slot": "3"})
    assert [c.key for c in roots(found)] == ["target.path", "slot"]
    assert attribution(found) == "confounded"
    assert sentence(changes(base, base | {"slot": "3"})) == "Of what was recorded, only Slot 2 → 3 changed."
    named = {"target.path": "/dev/nvme0n1"}, {"target.path": "/dev/nvme1n1"}
    found = changes(base | named[0], base | named[1] | {"slot": "3"})
    assert [c.key for c in roots(found)] == ["slot"]


@pytest.mark.parametrize(
    ("word", "value", "name"),
    [
        ("Slot", "2", "Slot 2"),
        ("Slot", "Slot-2", "Slot 2"),
        ("Slot", "slot 2", "slot 2"),
        ("Slot", "PCIe Slot 4", "PCIe Slot 4"),
        ("Slot", "Slotted", "Slot Slotted"),
        ("Slot", "Slot", "Slot"),
        ("Kernel", "6.1.0-27-amd64", "Kernel 6.1.0-27-amd64"),
        ("NPS", "NPS4", "NPS4"),
        ("Host", "myhost", "Host myhost"),
        ("Host", "host-2", "host-2"),
    ],
)
def test_the_word_of_a_setting_is_said_once(word: str, value: str, name: str) -> None:
    """The same cases stand in frontend/src/lib/factor.spec.ts."""
    assert name_value(word, value) == name


def test_sizes_that_are_stated_in_percent_are_said_as_they_are() -> None:
    """Two batches of drives, a hard disk read at three places: runs of `2%`, and of both in one."""
    side: list[dict[str, Any]] = [{"job.size": ["100%", "2%"]}, {"job.size": "2%"}]
    [found] = difference(side, side, frozenset())
    assert describe_change(found) == "100% or 2% and 2% → 100% or 2% and 2%"
    assert "File size per job 100% or 2% and 2%" in sentence([found])
